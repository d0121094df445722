"""Commits that mean nothing, made of the real manifests: no finding, and an empty plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

from clblint.change.update import NONE
from clblint.kube.clusters.profile import undeclared
from clblint.plugins.manager import load_plugins
from clblint.run.against import between, findings_of
from tests.change.conftest import Repository
from tests.recorded.files import CORPUS, needs_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from clblint.change.change import Change

EVERY = 1
LEGACY, PRESENT = "beta.kubernetes.io/alicloud-", "beta.kubernetes.io/alibaba-cloud-"

pytestmark = needs_corpus


def manifests(every: int = EVERY) -> dict[str, bytes]:
    """Every file with a load balancer Service, or every so many-th."""
    paths = sorted(path for path in CORPUS.rglob("*") if path.suffix in {".yaml", ".yml"} and path.is_file())
    found = ((path, path.read_bytes()) for path in paths)
    holding = [(path, data) for path, data in found if b"LoadBalancer" in data and b"kind: Service" in data]
    return {path.relative_to(CORPUS).as_posix(): data for path, data in holding[::every]}


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


def effects(found: Iterable[Change]) -> list[str]:
    return [f"{change.service.path}: {change.effect.kind}" for change in found if change.effect.kind != NONE]


def compared(old: dict[str, bytes], new: dict[str, bytes]) -> list[str]:
    """What is said about a change, and what the plan of it holds."""
    then = {path: (f"old/{path}", data) for path, data in old.items()}
    now = {path: (path, data) for path, data in new.items()}
    found = between(then, now, undeclared())
    findings, failures = findings_of(found, load_plugins().rules, undeclared())
    assert not failures
    return [f"{finding.path}: {finding.rule}" for finding in findings] + effects(found)


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
