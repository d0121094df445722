"""Every fix of every rule, on every example in several ways of writing, and on manifests that nobody wrote for it."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import page_of, unmarked
from clblint.testing import findings_of, fixed_example
from tests.recorded.files import CORPUS, needs_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from clblint.lint.rule import Rule
    from clblint.plugins.pages import Example
    from tests.fix.conftest import Run

RULES = [rule for rule in load_plugins().rules if rule.fix]
# The keys below which a fix may change something; above them, a mapping that was left empty may go.
ONES = {"annotations", "labels", "finalizers", "status", "uid", "resourceVersion", "nodePort", "serviceAnnotations"}
FIELDS = {"allocateLoadBalancerNodePorts", "terminationGracePeriodSeconds"}


class _Loader(yaml.SafeLoader):
    """Reads every scalar as text, as it is written."""


def _as_text(loader: yaml.SafeLoader, node: yaml.Node) -> object:
    if isinstance(node, yaml.ScalarNode):
        return node.value
    if isinstance(node, yaml.SequenceNode):
        return [loader.construct_object(child, deep=True) for child in node.value]
    assert isinstance(node, yaml.MappingNode)
    return {loader.construct_object(k, deep=True): loader.construct_object(v, deep=True) for k, v in node.value}


_Loader.yaml_implicit_resolvers = {}
for _kind in ("str", "seq", "map"):
    _Loader.add_constructor(f"tag:yaml.org,2002:{_kind}", _as_text)


def meaning(text: str) -> list[Any]:
    """All documents with their scalars as text: quoting alone changes nothing."""
    return [found for found in yaml.load_all(text, _Loader) if found is not None]


def _carriage_returns(text: str) -> str:
    return text.replace("\n", "\r\n")


def _single_quotes(text: str) -> str:
    return text.replace('"', "'") if "'" not in text and "\\" not in text else text


def _has_double_quotes_alone(text: str) -> bool:
    return ': "' in text and _single_quotes(text) != text


def _quoted(text: str) -> str:
    return "---\n".join(
        yaml.safe_dump(found, default_style='"', sort_keys=False, allow_unicode=True) for found in meaning(text)
    )


def _braces(text: str) -> str:
    return "---\n".join(
        yaml.safe_dump(found, default_flow_style=True, default_style="'", sort_keys=False, width=60)
        for found in meaning(text)
    )


def _json(text: str) -> str:
    return "---\n".join(json.dumps(found, indent=2) + "\n" for found in meaning(text))


def _comments(text: str) -> str:
    """A comment above each line and behind it, as far as the line is not within a block scalar."""
    if "|" in text:
        return text
    rows = []
    for number, line in enumerate(text.splitlines()):
        indent = line[: len(line) - len(line.lstrip())]
        rows += [f"{indent}# above {number}", line if line.startswith("---") else f"{line}  # behind {number}"]
    return "\n".join(rows) + "\n"


def _without_last_end(text: str) -> str:
    """Unless a text in several lines ends the file, which the line end belongs to."""
    bare = text.rstrip("\n")
    return bare if meaning(bare) == meaning(text) else text


TRUE_TO_TEXT: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "carriage returns": _carriage_returns,
    "single quotes": _single_quotes,
    "no last line end": _without_last_end,
    "mark": lambda text: "\ufeff" + text,
    "comments": _comments,
}
# What was a number or a boolean is text in these, so other rules speak; keys and values are the same.
AS_TEXT: dict[str, Callable[[str], str]] = {"quoted": _quoted, "braces": _braces, "JSON": _json}


def _with(example: Example, change: Callable[[str], str]) -> Example:
    changed = tuple((name, change(text) if _is_manifest(name) else text) for name, text in example.files)
    return example._replace(files=changed)


def _is_manifest(name: str) -> bool:
    return name.endswith(".yaml") and not name.startswith((".", "old/"))


def _bad(rule: Rule) -> Iterator[Example]:
    for example in page_of(rule).examples:
        if example.bad and any(finding.edits for finding in findings_of((rule,), example)):
            yield example


def _bare(example: Example) -> Example:
    """Without the marks, which are comments."""
    return _with(example, unmarked)


@pytest.mark.parametrize("change", TRUE_TO_TEXT.values(), ids=TRUE_TO_TEXT)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_another_way_of_writing_is_kept(rule: Rule, change: Callable[[str], str]) -> None:
    """Fixing and then writing differently gives the same bytes as writing differently and then fixing."""
    for example in map(_bare, _bad(rule)):
        if change is _single_quotes and not any(_has_double_quotes_alone(text) for _, text in example.files):
            continue  # there is no custom to follow
        fixed, count = fixed_example(rule, example, unsafe=True)
        changed, same = fixed_example(rule, _with(example, change), unsafe=True)
        assert (count > 0, count) == (True, same)
        if change is not _comments:
            assert dict(changed.files) == dict(_with(fixed, change).files)
        for (name, text), (_, other) in zip(fixed.files, changed.files, strict=True):
            assert meaning(other) == meaning(text), name
            above = [line for line in other.splitlines() if line.lstrip().startswith("# above ")]
            assert len(above) == (_comments(dict(example.files)[name]).count("# above ") if above else 0), name


@pytest.mark.parametrize("change", AS_TEXT.values(), ids=AS_TEXT)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_another_way_of_writing_means_the_same(rule: Rule, change: Callable[[str], str]) -> None:
    """In other brackets and quotes a fix comes to the same."""
    for example in map(_bare, _bad(rule)):
        rewritten = _with(example, change)
        if len(findings_of((rule,), rewritten)) != len(findings_of((rule,), example)):
            continue  # the rule is about how a value is written, or about a number
        fixed, changed = fixed_example(rule, example, unsafe=True)[0], fixed_example(rule, rewritten, unsafe=True)[0]
        for (name, text), (_, other) in zip(fixed.files, changed.files, strict=True):
            assert meaning(other) == meaning(text), name


@needs_corpus
@pytest.mark.parametrize("name", ["alibaba", "alibaba_blocks", "general"])
def test_real_manifests(run: Run, tmp_path: Path, name: str) -> None:
    """Only what is meant changes, comments stay, and once is enough."""
    shutil.copytree(CORPUS / name, tmp_path / name, copy_function=shutil.copyfile)
    options = ("--fix", "--unsafe-fixes", "--select", "all", "--format", "concise", ".")
    first = run(*options, cwd=tmp_path / name)
    assert first.returncode in {0, 1}, first.stderr
    assert re.fullmatch(rb"clblint: \d+ findings fixed\n", first.stderr)
    changed = [path for path in sorted((tmp_path / name).rglob("*.y*ml")) if _has_changed(path, tmp_path)]
    assert changed
    for path in changed:
        before, after = (CORPUS / path.relative_to(tmp_path)).read_bytes(), path.read_bytes()
        assert set(_differences(before.decode(), after.decode())) <= {*ONES, *FIELDS}, path
        assert _comment_lines(before) == _comment_lines(after), path
    files = {path: path.read_bytes() for path in changed}
    again = run(*options, cwd=tmp_path / name)
    assert again.stdout == first.stdout
    assert {path: path.read_bytes() for path in changed} == files


def _has_changed(path: Path, root: Path) -> bool:
    return path.is_file() and path.read_bytes() != (CORPUS / path.relative_to(root)).read_bytes()


def _comment_lines(data: bytes) -> Counter[bytes]:
    return Counter(line.strip() for line in data.splitlines() if line.lstrip().startswith(b"#"))


def _differences(before: str, after: str) -> Iterator[str]:
    """The key below which each leaf stands that came or went, of those that may."""
    old, new = (Counter(_leaves(meaning(text), ())) for text in (before, after))
    for way, _ in ((old - new) + (new - old)).elements():
        yield next((key for key in way if key in ONES | FIELDS), "/".join(way))


def _leaves(value: object, way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, dict):
        for key, child in value.items():
            yield from _leaves(child, (*way, str(key)))
    elif isinstance(value, list):
        for child in value:
            yield from _leaves(child, way)
    else:
        yield way, str(value)
