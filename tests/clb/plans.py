"""What `clblint plan` prints of each edge case: `python -m tests.clb.plans` writes it afresh into `plans.txt`.

Most plans have most of their lines in common: a line stands where it is printed first, and behind the name of a case
digests of all that is printed of it, as text and as JSON. Read what changes: a plan says in figures and words what the
controller would build. What a rule without a transcript says of the end of a sync is left out: a new rule needs no
change here.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from clblint.cli.plan import run as run_plan
from tests.rules.edge_cases import EDGES, edge
from tests.rules.transcript import kept_at

if TYPE_CHECKING:
    from collections.abc import Iterator

KEPT = Path(__file__).with_name("plans.txt")


class Printed(NamedTuple):
    """A plan as text, and as JSON."""

    text: str
    data: str

    def __str__(self) -> str:
        return f"{_digest(self.text)} {_digest(self.data)}"


def plans() -> str:
    """The plans of all edge cases, each below its name."""
    seen: set[str] = set()
    parts: list[str] = []
    for name in EDGES:
        printed = _plan_of(name)
        new = [line for line in dict.fromkeys(printed.text.splitlines()) if line.strip() and line not in seen]
        seen.update(new)
        parts += (f"{name} {printed}\n", *(f"{line}\n" for line in new))
    return "".join(parts)


def title_of(name: str) -> str:
    """What stands above the plan of an edge case."""
    return f"{name} {_plan_of(name)}"


def _digest(printed: str) -> str:
    return hashlib.sha256(printed.encode()).hexdigest()[:16]


def _plan_of(name: str) -> Printed:
    with _files_of(name):
        given = [".", *(("--inventory", "inventory.json") if Path("inventory.json").exists() else ())]
        return Printed(_text(given), _data(given))


@contextlib.contextmanager
def _files_of(name: str) -> Iterator[None]:
    """A folder with the files of an edge case, which is the present one meanwhile."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        for file, text in edge(name).files:
            place = Path(folder, file)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)


def _text(given: list[str]) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        code = run_plan(given)
    lines = [line for line in printed.getvalue().splitlines() if not _is_of_a_new_rule(line)]
    return "".join(f"  {line}\n" if line else "\n" for line in (*lines, f"exit code {code}"))


def _data(given: list[str]) -> str:
    """The plan as JSON, without the errors in which syncs end: they do not name their rule."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        run_plan([*given, "--format", "json"])
    plan = json.loads(printed.getvalue())
    for service in plan["services"]:
        service.pop("ends", None)
    return json.dumps(plan)


def _is_of_a_new_rule(line: str) -> bool:
    found = re.search(r"\(rule ([a-z0-9-]+)\)$", line)
    return found is not None and not kept_at(found[1]).exists()


if __name__ == "__main__":
    KEPT.write_text(plans(), encoding="utf-8")
