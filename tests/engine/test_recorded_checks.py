"""A check of a tree says what a check of its printed builds says, for all recorded trees."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from clblint.config.model import no_config
from clblint.discovery.walk import Input, collect
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings
from clblint.files.read import STDIN, read_input
from clblint.lint.merging import merged
from clblint.plugins.manager import load_plugins
from tests.recorded.trees import top_roots, trees, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule

Said = set[tuple[str, str, str]]  # rule, object, root


@cache
def _rules() -> tuple[Rule, ...]:
    """All rules, without those that are about the text of a file."""
    return tuple(rule for rule in load_plugins().rules if not rule.of_file)


def _checked(inputs: Sequence[Input], read: Callable[[str], bytes]) -> tuple[Finding, ...]:
    outcome = lint(inputs, lambda: WorkerSettings(_rules(), no_config().cluster), read)
    assert not outcome.errors
    return merged(outcome.findings)


def _said_of(builds: Iterable[dict[str, Any]]) -> Said:
    return {
        (finding.rule, finding.object, os.path.normpath(build["root"]))
        for build in builds
        for finding in _checked([Input(STDIN)], lambda _, text=build["output"]: text.encode())  # type: ignore[misc]
    }


def _said_in(findings: Iterable[Finding]) -> Said:
    """What findings say; one that several roots share says it of each."""
    found = {(finding.rule, finding.object, "") for finding in findings if not finding.roots}
    return found | {(finding.rule, one.object, one.root) for finding in findings for one in finding.roots}


_BUILT = sorted(
    name for name, tree in trees().items() if (tops := top_roots(tree)) and not any(one["exit"] for one in tops)
)


@pytest.mark.whole
@pytest.mark.parametrize("name", _BUILT)
def test_a_tree_is_judged_as_its_printed_builds(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = trees()[name]
    write(tree, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert _said_in(_checked(collect(["."]), read_input)) == _said_of(top_roots(tree))


@pytest.mark.whole
def test_trees_beside_each_other_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No two roots are of one cluster, whatever they build and however near they are."""
    expected: Said = set()
    for name in _BUILT[::8]:
        write(trees()[name], tmp_path / name)
        said = _said_of(top_roots(trees()[name]))
        expected |= {(rule, owner, os.path.normpath(f"{name}/{root}")) for rule, owner, root in said}
    monkeypatch.chdir(tmp_path)
    assert _said_in(_checked(collect(["."]), read_input)) == expected


def test_the_rules_about_the_text_of_a_file() -> None:
    """What kustomize writes has none of their faults; every other rule judges what is built."""
    assert {rule.name for rule in load_plugins().rules if rule.of_file} == {"duplicate-key", "yaml-syntax"}
