"""Commits that mean nothing, made of the real manifests: no finding, and an empty plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

from clblint.change.effect import NONE
from tests.change.comparing import EVERY, compared, manifests
from tests.change.conftest import Repository
from tests.recorded.files import needs_corpus

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LEGACY, PRESENT = "beta.kubernetes.io/alicloud-", "beta.kubernetes.io/alibaba-cloud-"

pytestmark = [needs_corpus, pytest.mark.whole]


def commented(data: bytes) -> bytes:
    """Comments between the lines, where nothing else could be meant."""
    text = data.decode("utf-8", "surrogateescape")
    if "|" in text or ">" in text or text.startswith(("%", "\ufeff")):
        return data  # a block of text would get the comment as text
    lines = [
        f"# a comment\n{line}" if line and not line.startswith(" ") else line for line in text.splitlines(keepends=True)
    ]
    return "".join(lines).encode("utf-8", "surrogateescape")


def reformatted(data: bytes) -> bytes:
    """Everything in another style and another order; as it was where the parser of the test cannot read it."""
    try:
        documents = list(yaml.safe_load_all(data))
        return yaml.safe_dump_all(documents, sort_keys=True, width=60, default_flow_style=None).encode()
    except (yaml.YAMLError, ValueError, AttributeError, TypeError):
        return data


def other_line_ends(data: bytes) -> bytes:
    """Lines that end as on Windows."""
    return data if b"\r" in data or b"|" in data or b">" in data else data.replace(b"\n", b"\r\n")


def renamed_prefix(data: bytes) -> bytes:
    """The present prefix instead of the legacy one, where that hides nothing."""
    return data if PRESENT.encode() in data else data.replace(LEGACY.encode(), PRESENT.encode())


@pytest.mark.parametrize("rewrite", [commented, reformatted, other_line_ends, renamed_prefix])
def test_what_means_the_same_is_no_change(rewrite: Callable[[bytes], bytes]) -> None:
    """Each file by itself, so that one name in two files is not two Services of one project."""
    wrong, changed = [], 0
    for path, data in manifests().items():
        other = rewrite(data)
        changed += other != data
        wrong += compared({path: data}, {path: other}) if other != data else []
    assert not wrong
    assert changed


def test_a_file_that_moves_is_no_change() -> None:
    wrong = []
    for path, data in manifests().items():
        wrong += compared({path: data}, {f"moved/{path}.yaml": data})
    assert not wrong


def test_a_commit_of_everything_at_once(tmp_path: Path) -> None:
    """Moved, reformatted and commented in a real repository: nothing is found, and the plan is empty."""
    repository = Repository(tmp_path / "project")
    for path, data in manifests(EVERY * 5).items():
        target = repository.folder / "then" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    repository.commit()
    for old in sorted((repository.folder / "then").rglob("*.y*ml")):
        target = repository.folder / "now" / old.relative_to(repository.folder / "then")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(commented(reformatted(old.read_bytes())))
        old.unlink()
    assert repository.findings("--against", "HEAD", ".") == []
    assert set(repository.plan("--against", "HEAD", ".").values()) <= {NONE}
    plan = repository.clblint("plan", "--against", "HEAD", ".").stdout
    # A CLB whose id is a variable may be another one than before.
    known = "is known to change" if "the id of its CLB cannot be known" in plan else "changes"
    assert plan.endswith(f"\nno load balancer {known} since HEAD\n")
