"""What `clblint plan` prints of each edge case: `python -m tests.clb.plans` writes it afresh into `plans.txt`.

Most plans have most of their lines in common: a line stands where it is printed first, and behind the name of a case a
digest of all that is printed of it. Read what changes: a plan says in figures and words what the controller would
build. What a rule without a transcript says of the end of a sync is left out: a new rule needs no change here.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import tempfile
from pathlib import Path

from clblint.cli.plan import run_plan
from tests.rules.edge_cases import EDGES, edge
from tests.rules.transcript import kept_at

KEPT = Path(__file__).with_name("plans.txt")


def plans() -> str:
    """The plans of all edge cases, each below its name."""
    seen: set[str] = set()
    parts: list[str] = []
    for name in EDGES:
        printed = _plan_of(name)
        new = [line for line in dict.fromkeys(printed.splitlines()) if line.strip() and line not in seen]
        seen.update(new)
        parts += (f"{name} {_digest(printed)}\n", *(f"{line}\n" for line in new))
    return "".join(parts)


def title_of(name: str) -> str:
    """What stands above the plan of an edge case."""
    return f"{name} {_digest(_plan_of(name))}"


def _digest(printed: str) -> str:
    return hashlib.sha256(printed.encode()).hexdigest()[:16]


def _plan_of(name: str) -> str:
    printed = io.StringIO()
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        for file, text in edge(name).files:
            place = Path(folder, file)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                code = run_plan([".", *(("--inventory", "inventory.json") if Path("inventory.json").exists() else ())])
        finally:
            os.chdir(here)
    lines = [line for line in printed.getvalue().splitlines() if not _is_of_a_new_rule(line)]
    return "".join(f"  {line}\n" if line else "\n" for line in (*lines, f"exit code {code}"))


def _is_of_a_new_rule(line: str) -> bool:
    found = re.search(r"\(rule ([a-z0-9-]+)\)$", line)
    return found is not None and not kept_at(found[1]).exists()


if __name__ == "__main__":
    KEPT.write_text(plans(), encoding="utf-8")
