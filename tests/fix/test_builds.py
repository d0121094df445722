"""Fixes of what kustomizations build: in the file that the value comes from, if that mends all roots that use it."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

import pytest

from clblint.api import KubeObject, Problems, Service, Severity, problem, replace, rule
from clblint.config.model import no_config
from clblint.discovery.walk import Input
from clblint.engine.cache import open_cache
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings
from clblint.kube.kustomize.build.build import build
from clblint.lint.merging import merged
from clblint.plugins.manager import load_plugins
from clblint.run.fixing import Fixer, not_built_any_more

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from clblint.engine.cache import ResultCache
    from clblint.engine.outcome import Outcome
    from clblint.kube.kustomize.build.build import Build
    from clblint.kube.kustomize.build.deployment import Deployment
    from clblint.kube.kustomize.build.files import Files as BuiltFiles
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule
    from tests.fix.conftest import Run

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
POINTER = "/metadata/annotations/service.beta.kubernetes.io~1alibaba-cloud-loadbalancer-"
WRONG = f'{KEY}connection-drain: "On"\n'  # a safe fix
ON = f'{KEY}connection-drain: "on"\n'
TIMEOUT = f'{KEY}connection-drain-timeout: "30"\n'
ZERO = f'{KEY}established-timeout: "0"\n'  # an unsafe fix: the line is removed
RULE, ZERO_RULE = "invalid-annotation-value", "int-zero-ignored"
SPEC = "spec:\n  type: LoadBalancer\n  selector: {app: web}\n  ports: [{port: 80}]\n"

Files = dict[str, str]


def _service(*annotations: str, name: str = "web", spec: str = SPEC) -> str:
    lines = "".join(f"    {line}" for line in annotations)
    head = f"apiVersion: v1\nkind: Service\nmetadata:\n  name: {name}\n"
    return head + (f"  annotations:\n{lines}" if lines else "") + spec


def _two(*annotations: str, a: str = "", b: str = "", more: Files | None = None) -> Files:
    """A base with a Service, and two overlays with further fields."""
    return {
        "a/kustomization.yaml": f"namePrefix: a-\nresources: [../base]\n{a}",
        "b/kustomization.yaml": f"namePrefix: b-\nresources: [../base]\n{b}",
        "base/kustomization.yaml": "resources: [svc.yaml]\n",
        "base/svc.yaml": _service(*annotations),
        **(more or {}),
    }


def _json_patch(operation: str, name: str, value: str = "", style: str = "|-") -> str:
    steps = f"    - op: {operation}\n      path: {POINTER}{name}\n" + (f"      value: {value}\n" if value else "")
    return f"patches:\n- target: {{kind: Service}}\n  patch: {style}\n{steps}"


@cache
def _rules() -> tuple[Rule, ...]:
    return tuple(load_plugins().rules)


def _lint(
    paths: Sequence[str],
    read: Callable[[str], bytes],
    rules: tuple[Rule, ...] = (),
    cache: ResultCache | None = None,
) -> Outcome:
    settings = WorkerSettings(rules or _rules(), no_config().cluster, edits=True)
    outcome = lint([Input(path) for path in paths], lambda: settings, read, cache=cache)
    assert not outcome.errors
    return outcome._replace(findings=merged(outcome.findings))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders of the roots that are built, each as often as that is done."""
    made: list[str] = []

    def counted(root: str, files: BuiltFiles, *rest: Deployment | None) -> Build:
        made.append(root)
        return build(root, files, *rest)

    monkeypatch.setattr("clblint.engine.root_builder.build", counted)
    return made


def _write(files: Files, folder: Path) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def _found(files: Files, folder: Path, *rules: Rule, cache: ResultCache | None = None) -> list[Finding]:
    _write(files, folder)
    return list(_lint(sorted(files), lambda path: (folder / path).read_bytes(), rules, cache).findings)


def _offered(files: Files, folder: Path, *rules: Rule, cache: ResultCache | None = None) -> set[tuple[str, str]]:
    """The rule and the file of each finding with a fix."""
    found = _found(files, folder, *rules, cache=cache)
    assert all(bool(one.edits) == bool(one.replacements) for one in found)
    return {(one.rule, one.path) for one in found if one.edits}


def _fixed(files: Files, folder: Path, *, unsafe: bool = False) -> Files:
    """The files that change, with their new texts."""
    _write(files, folder)
    paths = sorted(files)

    def read(path: str) -> bytes:
        return (folder / path).read_bytes()

    fixer = Fixer(lambda reader: _lint(paths, reader), read, {path: path for path in paths}, unsafe=unsafe)
    done = fixer.run(_lint(paths, read), writing=False)
    assert not done.errors
    return {path: data.decode() for path, data in done.after.items()}


PATCH = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations:\n    "
LITERAL = "patches:\n- patch: |-\n" + "".join(f"    {line}\n" for line in (PATCH + WRONG).splitlines())
FOLDED = LITERAL.replace("|-", ">-").replace("\n", "\n\n").replace("patches:\n\n", "patches:\n")
QUOTED = f"patches:\n- patch: {json.dumps(PATCH + WRONG)}\n"
ON_ONE_LINE = "patches:\n- target: {kind: Service}\n  patch: " + repr(
    f'[{{"op": "add", "path": "{POINTER}connection-drain", "value": "On"}}]'
)


@pytest.mark.parametrize(
    ("files", "path"),
    [
        (_two(WRONG, TIMEOUT), "base/svc.yaml"),
        (_two(ON, TIMEOUT, a="patches: [{path: p.yaml}]\n", more={"a/p.yaml": PATCH + WRONG}), "a/p.yaml"),
        (_two(ON, TIMEOUT, b=LITERAL), "b/kustomization.yaml"),
        (_two(ON, TIMEOUT, b=_json_patch("add", "connection-drain", '"On"')), "b/kustomization.yaml"),
        (_two(TIMEOUT, ON, b=f"commonAnnotations:\n  {WRONG}"), "b/kustomization.yaml"),
        # What one of the two replaces cannot harm it.
        (_two(WRONG, TIMEOUT, a=_json_patch("add", "connection-drain", '"off"')), "base/svc.yaml"),
    ],
    ids=["base", "patch", "literal", "json", "field", "of one of two"],
)
def test_the_edit_is_where_the_value_comes_from(here: Path, files: Files, path: str) -> None:
    assert (RULE, path) in _offered(files, here)
    assert _fixed(files, here) == {path: files[path].replace('"On"', '"on"')}


def test_a_finding_shows_its_edit_as_text(here: Path) -> None:
    (finding,) = (one for one in _found(_two(WRONG, TIMEOUT), here) if one.edits)
    assert finding.replacements is not None
    assert [(one.span.line, one.text) for one in finding.replacements] == [(6, '"on"')]
    assert [one.root for one in finding.roots] == ["a", "b"]


@pytest.mark.parametrize("b", [QUOTED, FOLDED, ON_ONE_LINE], ids=["quoted", "folded", "json"])
def test_what_cannot_be_edited_exactly_has_no_edit(here: Path, b: str) -> None:
    files = _two(ON, TIMEOUT, b=b)
    assert RULE in {one.rule for one in _found(files, here)}
    assert _offered(files, here) == set()
    assert _fixed(files, here, unsafe=True) == {}


REMOVES = _json_patch("remove", "established-timeout")
TESTS = _json_patch("test", "established-timeout", '"0"')


@pytest.mark.parametrize("b", [REMOVES, TESTS], ids=["removes", "tests"])
def test_an_edit_after_which_another_root_cannot_be_built_is_not_offered(here: Path, b: str) -> None:
    files = _two(ZERO, b=b)
    assert ZERO_RULE in {one.rule for one in _found(files, here)}
    assert _offered(files, here) == set()
    assert _fixed(files, here, unsafe=True) == {}


@pytest.mark.parametrize("b", ["", _json_patch("add", "established-timeout", '"20"')], ids=["shared", "replaced"])
def test_a_line_is_removed_where_that_harms_no_root(here: Path, b: str) -> None:
    files = _two(ON, TIMEOUT, ZERO, b=b)
    assert _offered(files, here) == {(ZERO_RULE, "base/svc.yaml")}
    assert _fixed(files, here) == {}
    assert _fixed(files, here, unsafe=True) == {"base/svc.yaml": _service(ON, TIMEOUT)}


def test_other_edits_in_the_file_stay(here: Path) -> None:
    files = _two(WRONG, TIMEOUT, ZERO, b=TESTS)
    assert _offered(files, here) == {(RULE, "base/svc.yaml")}
    assert _fixed(files, here, unsafe=True) == {"base/svc.yaml": _service(ON, TIMEOUT, ZERO)}


def test_what_works_in_another_root_stays_as_it_is(here: Path) -> None:
    # For b it is the right value: there the object is of another class.
    files = _two("word: old\n", b="nameSuffix: -old\n")
    assert _offered(files, here, _old_word) == set()
    assert _offered(_two("word: old\n"), here, _old_word) == {("old-word", "base/svc.yaml")}


def test_an_edit_that_makes_another_fault_is_not_offered(here: Path) -> None:
    files = _two("word: old\n", b="nameSuffix: -no-new\n")
    assert _offered(files, here, _old_word, _new_word) == set()
    assert _offered(files, here, _old_word) == {("old-word", "base/svc.yaml")}


def _break_where_bad(thing: KubeObject) -> Problems:
    word = thing.annotations.get("word")
    if word is not None and word.value == "new" and thing.name.value.startswith("bad-"):
        raise ValueError
    yield from ()


BROKEN = [rule("broken", on=kind, severity=Severity.WARNING, page="x") for kind in (Service, KubeObject)]


@pytest.mark.parametrize("on", BROKEN, ids=["in the project", "alone"])
def test_a_rule_that_breaks_in_one_root_takes_no_fixes_from_others(here: Path, on: Callable[..., Rule]) -> None:
    roots = {f"{name}/kustomization.yaml": f"namePrefix: {name}-\nresources: [svc.yaml]\n" for name in ("bad", "good")}
    files = {**roots, "bad/svc.yaml": _service("word: old\n"), "good/svc.yaml": _service("word: old\n")}
    assert _offered(files, here, _old_word, on(_break_where_bad)) == {("old-word", "good/svc.yaml")}


def test_an_edit_that_does_not_mend_is_not_offered(here: Path) -> None:
    assert _offered(_two("word: same\n"), here, _same_word) == set()


@rule("old-word", on=Service, severity=Severity.WARNING, fix="safe", page="x")
def _old_word(service: Service) -> Problems:
    word = service.annotations.get("word")
    if word is not None and word.value == "old" and not service.name.value.endswith("-old"):
        yield problem("an old word", word, edits=[replace(word, "new")], safe=True)


@rule("new-word", on=Service, severity=Severity.WARNING, page="x")
def _new_word(service: Service) -> Problems:
    word = service.annotations.get("word")
    if word is not None and word.value == "new" and service.name.value.endswith("-no-new"):
        yield problem("a new word", word)


@rule("same-word", on=Service, severity=Severity.WARNING, fix="safe", page="x")
def _same_word(service: Service) -> Problems:
    word = service.annotations.get("word")
    if word is not None:
        yield problem("a word", word, edits=[replace(word, "new")], safe=True)


def _overlays(count: int, *annotations: str, odd: str = "") -> Files:
    found = {
        f"o{number}/kustomization.yaml": f"namePrefix: o{number}-\nresources: [../base]\n{'' if number else odd}"
        for number in range(count)
    }
    return {**found, "base/kustomization.yaml": "resources: [svc.yaml]\n", "base/svc.yaml": _service(*annotations)}


@pytest.mark.parametrize("odd", ["", TESTS], ids=["mended", "harmed"])
def test_builds_are_as_many_as_overlays(here: Path, builds: list[str], odd: str) -> None:
    counts = []
    for count in (50, 100):
        builds.clear()
        found = _offered(_overlays(count, WRONG, TIMEOUT, ZERO, odd=odd), here)
        assert found == {(RULE, "base/svc.yaml"), (ZERO_RULE, "base/svc.yaml")} - (
            {(ZERO_RULE, "base/svc.yaml")} if odd else set()
        )
        counts.append(len(builds))
    assert counts[1] <= 2 * counts[0]
    assert counts[1] <= 5 * 100


@pytest.mark.whole
def test_fixes_are_the_same_in_several_processes(here: Path) -> None:
    files = _overlays(120, WRONG, TIMEOUT, ZERO)
    _write(files, here)
    settings = WorkerSettings(_rules(), no_config().cluster, edits=True)
    one, two = (
        lint([Input(path) for path in sorted(files)], lambda: settings, lambda path: files[path].encode(), jobs=jobs)
        for jobs in (1, 2)
    )
    assert [finding.unpacked() for finding in two.findings] == [finding.unpacked() for finding in one.findings]
    assert two.counts == one.counts
    assert any(finding.edits for finding in two.findings)


def test_fixes_of_a_cached_result_follow_the_other_roots(here: Path, builds: list[str]) -> None:
    here.joinpath("cache").mkdir()
    harmless = _two(ON, TIMEOUT, ZERO)

    def offered(files: Files) -> set[tuple[str, str]]:
        builds.clear()
        return _offered(files, here, cache=open_cache([b"fixes of builds"]))

    assert offered(harmless) == {(ZERO_RULE, "base/svc.yaml")}
    assert builds
    assert offered(harmless) == {(ZERO_RULE, "base/svc.yaml")}
    assert not builds
    assert offered(_two(ON, TIMEOUT, ZERO, b=TESTS)) == set()
    assert offered(harmless) == {(ZERO_RULE, "base/svc.yaml")}


def test_roots_that_cannot_be_built_any_more_are_known(here: Path) -> None:
    whole, broken = _two(ZERO, b=REMOVES), _two(ON, b=REMOVES)
    _write(whole, here)
    before = _lint(sorted(whole), lambda path: whole[path].encode())
    after = _lint(sorted(whole), lambda path: broken[path].encode())
    assert not_built_any_more(before, after) == ["b/kustomization.yaml"]
    assert not_built_any_more(before, before) == not_built_any_more(after, before) == []


@pytest.mark.parametrize("unsafe", [False, True])
def test_files_are_written_and_once_is_enough(run: Run, tmp_path: Path, *, unsafe: bool) -> None:
    files = _two(WRONG, TIMEOUT, ZERO, a="patches: [{path: p.yaml}]\n", more={"a/p.yaml": PATCH + ZERO})
    _write(files, tmp_path)
    options = ("--fix", "--unsafe-fixes") if unsafe else ("--fix",)
    shown = run("--diff", *options[1:])
    first = run(*options, "--format", "json")
    fixed = {name: (tmp_path / name).read_text() for name in files}
    assert fixed["base/svc.yaml"] == _service(ON, TIMEOUT, *([] if unsafe else [ZERO]))
    assert shown.returncode == 1
    assert shown.stdout.count(b"\n+++ ") == sum(fixed[name] != files[name] for name in files)
    assert json.loads(run("--format", "json").stdout)["findings"] == json.loads(first.stdout)["findings"]
    assert run("--diff", *options[1:]).stdout == b""


def test_standard_input_that_stands_for_a_file_is_mended_if_that_harms_no_root(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for b, text in (("", _service(ON, TIMEOUT)), (TESTS, _service(ON, TIMEOUT, ZERO))):
        files = _two(ON, TIMEOUT, ZERO, b=b)
        _write(files, tmp_path)
        arguments = ("--fix", "--unsafe-fixes", "--stdin-filename", "base/svc.yaml", "-")
        assert run(*arguments, stdin=files["base/svc.yaml"].encode()).stdout.decode() == text


def test_a_file_that_is_named_is_mended_if_that_harms_no_root_around(run: Run, tmp_path: Path) -> None:
    files = _two(ON, TIMEOUT, ZERO, b=TESTS)
    (tmp_path / ".git").mkdir()
    _write(files, tmp_path)
    run("--fix", "--unsafe-fixes", "base/svc.yaml")
    assert (tmp_path / "base/svc.yaml").read_text() == files["base/svc.yaml"]
    _write(_two(ON, TIMEOUT, ZERO), tmp_path)
    run("--fix", "--unsafe-fixes", "base/svc.yaml")
    assert (tmp_path / "base/svc.yaml").read_text() == _service(ON, TIMEOUT)
