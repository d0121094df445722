"""Compiled or not, clblint reads and reports the same, and plain documents as libyaml does."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("hypothesis")
import clblint
from clblint import __version__
from clblint.cli.main import main
from clblint.source import lines, plain
from clblint.source.lines import read_lines
from clblint.source.mapping import Mapping
from clblint.source.node import TextOrigin
from clblint.source.text import Source
from clblint.source.walk import walk
from tests.forms.campaign import differences_of_seed, folder_difference
from tests.forms.compare import difference
from tests.forms.mutated_lines import differences as differences_of_lines
from tests.forms.mutated_lines import readers
from tests.hostile.seeds import MANIFEST, seeds
from tests.recorded.files import CORPUS, FOLDERS, NLB_FOLDERS, needs_corpus, runs
from tests.recorded.trees import trees, write
from tests.source.test_conformance import load, source_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.plain import PlainTree

ROOT = Path(__file__).parents[2]
DATA = ("clblint", "docs", "examples", "plugins", "schemas", "tests")
INPUTS = 300
SEED = int(os.environ.get("CLBLINT_FORMS_SEED") or random.SystemRandom().randrange(10**6))

needs_compiled = pytest.mark.skipif(
    plain.compiled_parser() is None, reason="the compiled parser is not there (.ci/compile)"
)


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Forget which form was found, before and after."""
    plain.compiled_parser.cache_clear()
    yield
    plain.compiled_parser.cache_clear()


def test_the_form_that_is_meant_to_run_does() -> None:
    """`CLBLINT_FORM` says which one is: without it a compiled parser that is never found would go unnoticed."""
    form = "pure Python" if plain.compiled_parser() is None else "compiled"
    assert os.environ.get("CLBLINT_FORM", form) == form


@pytest.mark.skipif(
    not Path(clblint.__file__).is_relative_to(ROOT), reason="a wheel: what is compiled is as it was built"
)
def test_nothing_compiled_is_older_than_its_source() -> None:
    """It would hide what has changed."""
    old = [
        path
        for path in Path(clblint.__file__).parent.rglob("*")
        if path.suffix in {".so", ".pyd"} and path.stat().st_mtime < max(map(_changed, _sources(path)))
    ]
    assert old == [], ".ci/compile compiles them again, .ci/compile --remove takes them away"


def _sources(compiled_file: Path) -> Iterator[Path]:
    name = compiled_file.name.partition(".")[0]
    return (path for end in ("py", "pyx", "pxd") for path in compiled_file.parent.glob(f"{name}.{end}"))


def _changed(path: Path) -> float:
    return path.stat().st_mtime


@pytest.mark.parametrize(("parser", "form"), [(None, "pure Python"), (object(), "compiled")])
def test_the_version_says_which_form_runs(
    parser: object, form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plain, "compiled_parser", lambda: parser)
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, f"clblint {__version__} ({form})\n")


@pytest.mark.usefixtures("forgetful")
def test_an_installation_without_it_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clblint.source.plain_tree", None)
    assert plain.compiled_parser() is None


@needs_compiled
@pytest.mark.usefixtures("forgetful")
def test_clblint_pure_yaml_selects_the_parser_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLBLINT_PURE_YAML", "1")
    assert plain.compiled_parser() is None


@needs_compiled
def test_both_forms_have_the_same_libyaml() -> None:
    """Another one reads some texts otherwise."""
    from clblint.source.plain_tree import LIBYAML  # noqa: PLC0415 - not in every installation

    assert pytest.importorskip("_ruamel_yaml").get_version_string() == LIBYAML


# What an unquoted text is depends on how it begins, and on the rest; a number may be longer than any that Go has.
VALUES = (
    *("true", "False", "yes", "n", "Off", "null", "~", "None", "nothing", "Ingress", "TCP", "0", "80", "007", "08"),
    *("0x1f", "0o17", "0b1", "1_000", "1e3", "1e400", ".5", "5.0", "-1", "+1", "1.2.3.4", "500m", "\u0663\u0663"),
    *("2147483648", "9" * 18, "9" * 19, "9" * 400, "'80'", '"80"', "'true'", "''", '""', "2024-01-01", "12:30"),
)
ALL_VALUES = "".join(f"- {value}\n- a: {value}\n" for value in VALUES)
PLAIN = {
    ALL_VALUES: 1,
    "a: 1": 1,
    "": 0,
    "# a comment\n": 0,
    "---\n{a: [b, {c: d}]}\n...\n": 1,
    "? a\n: b": 1,
    "a: 1\na: 2": 1,
    "a: '.inf' # .nan\nb: [x.inf, .info]\nc: |\n  .inf\n": 1,
    "中文: 'é\U0001f600'\n": 1,
    "[" * 1000 + "]" * 1000: 1,
}
ODD = (
    *(
        "a: !!str 1",
        "a: !",
        "!!map {a: 1}",
        "!x [a]",
        "&a 1",
        "&a {}",
        "&a []",
        "a: *b",
        "%YAML 1.1\n---\na",
        "%TAG ! x:\n---\na",
    ),
    *("a\n---\nb", "a: b: c", "{a", "'", "\0", "a: 1\n...\nb: 2", "[" * 1001 + "]" * 1001),
)
BEYOND_JSON = ("a: .inf", "a: -.Inf # b", "- +.INF", "{a: [.nan]}", "a:\n  .NaN")


LINES = {
    "": 0,
    "# a comment\n": 0,
    "a: 1\n": 1,
    "---\na: 1\n": 1,
    "a:   # one\n  b:\n\n  # two\n  c: d # three\n": 1,
    "  a:\n  - b\n  -\n  - - c\n    - d: e\n      f:\n      - g\n  -   h: i\n": 1,
    "- a\n- b: c\n-\n  d: e\n": 1,
    "a: 'b'\nc: \"d: #e\"  # f\ng: -1\nh: http://i:80/#j\n": 1,
    "a: []\nb: {}\nc: [d, 'e, f', \"g\" , 8080]\n": 1,
    "中文: é\n": 1,
    "a: |\n  b: c\n   # d\n\n  e\n\n\nf: |-\n    g\n\n- h\n": None,  # the last line is wrong
    "a: |\n  b: c\n   # d\n\n  e\n\n\nf:\n- |-\n  g\n  \th\n\n": 1,
    "a: 1\na: 2\n": 1,
    "a: '.inf' # .nan\nb: x.inf\nc: .info\n": 1,
    ALL_VALUES: 1,
    ALL_VALUES.encode("ascii", "ignore").decode(): 1,
}
LEFT_TO_LIBYAML = (
    *("a", "'a': b", "1: a", "no: a", "<<: a", "? a", "a b: c", "a:b: c", "- a: b: c", "a: b:", "a: - b", "a: ? b"),
    *("a: b\n c", "a: b\n  c: d", "a:\n  b\n", "a: 'b\n  c'", "a: 'b''c'", 'a: "\\n"', "a: 'b' c", "a: 'b'#c", "a: @b"),
    *("a: &b c", "a: *b", "a: !b c", "a: >\n  b", "a: |", "a: |\n\n  b", "a: |2\n   b", "a: |+\n  b", "a: |\nb: c"),
    *(
        "a: [b c]",
        "a: [b,]",
        "a: [b: c]",
        "a: [[b]]",
        "a: {b: c}",
        "a: [b\n]",
        "a: [-b]",
        "a:\t1",
        "a: b\tc",
        "a: \u00a0b",
    ),
    *(
        "  a: 1\nb: 2",
        "a: 1\n  b: 2",
        "a:\n   b: 1\n  c: 2",
        "a: 1\n- b",
        "- a\nb: c",
        "---\n# a",
        "--- a: b",
        "...\na: 1",
    ),
    *BEYOND_JSON,
    *("a: 1\r\n", "%YAML 1.1\n", "a: \ufeff", "a: \x85", f"{'a' * 1000}: b", f"{'- ' * 102}\n{' ' * 206}- a"),
)


@pytest.mark.parametrize("reader", readers().values(), ids=readers())
@pytest.mark.parametrize("text", [*LINES, *LEFT_TO_LIBYAML])
def test_lines_are_read_as_libyaml_reads_them(text: str, reader: PlainTree) -> None:
    whole = text if text.endswith("\n") else f"{text}\n"
    roots = reader(whole, TextOrigin(Source("x.yaml", b""), 0, 0, 0))
    is_read = reader is read_lines or (text.isascii() and "|" not in text)
    assert (None if roots is None else len(roots)) == (LINES.get(text) if is_read else None)
    assert difference(text.encode()) == ""


@pytest.mark.parametrize("reader", readers().values(), ids=readers())
def test_what_is_in_a_mapping_is_found_by_its_key(reader: PlainTree) -> None:
    text = "a: {}\nb:\n  c: 1\n  d: 2\ne:\n  f: 1\n  g: 2\n  h: [3]\n  i:\n  - j: 4\n    k: 5\n    l: 6\n"
    roots = reader(text, TextOrigin(Source("x.yaml", b""), 0, 0, 0))
    assert roots is not None
    mappings = [node for node in walk(roots[0]) if isinstance(node, Mapping)]
    assert [[*one.resolved()] for one in mappings] == [["a", "b", "e"], [], ["c", "d"], [*"fghi"], [*"jkl"]]
    for one in mappings:
        assert [*one.resolved().values()] == one.entries


@pytest.mark.parametrize("reader", readers().values(), ids=readers())
def test_mutated_lines_are_read_as_libyaml_reads_them(reader: PlainTree) -> None:
    found, count = differences_of_lines(reader, SEED, 2000)
    assert found == [], SEED
    assert count > 500


def test_what_is_kept_of_lines_is_bounded() -> None:
    for count in range(3 * lines.MOST_KEPT):
        assert read_lines(f"key-{count}:\n  a: {count}\n", TextOrigin(Source("x.yaml", b""), 0, 0, 0))
    assert 0 < lines.kept() <= 2 * lines.MOST_KEPT


@needs_compiled
@pytest.mark.parametrize("text", [*PLAIN, *ODD, *BEYOND_JSON])
def test_only_plain_documents_are_read_by_it(text: str) -> None:
    parser = plain.compiled_parser()
    assert parser is not None
    roots = parser.tree(text, TextOrigin(Source("x.yaml", b""), 0, 0, 0))
    assert (None if roots is None else len(roots)) == PLAIN.get(text)
    assert difference(text.encode()) == ""


KEYS = ("1: a", "a:\n- 1: b", "null: a", "'': a", "{a: 1, b: {c: 2}, a: 3}", "[a]: b", "{a: b}: c", "a: {b: 1, b: 2}",
        "a: b\n~: c", "- a\n- b: [c, {d: e}]\n  f: g", "a: {}\nb: []\nc: 1\nb: 2", "a: [{b: 1}, {b: 1}]")  # fmt: skip


@needs_compiled
@pytest.mark.parametrize("text", [*PLAIN, *ODD, *KEYS])
def test_keys_are_judged_the_same_without_a_tree(text: str) -> None:
    parser, origin = plain.compiled_parser(), TextOrigin(Source("x.yaml", b""), 0, 0, 0)
    assert parser is not None
    assert parser.is_ordinary(text) == (parser.tree(text, origin) is not None and origin.ordinary)


def test_all_that_was_recorded() -> None:
    data = [source_of(case).data for case in load()]
    data += [text.encode() for folder in (*FOLDERS, *NLB_FOLDERS) for one in runs(folder) for text in one.manifests]
    assert len(data) > 1000
    assert [found for one in data if (found := difference(one))] == []


def test_all_files_of_this_repository() -> None:
    files = [path for name in DATA for end in ("yaml", "yml", "json", "md") for path in (ROOT / name).rglob(f"*.{end}")]
    assert len(files) > 100
    assert [(path, found) for path in files if (found := difference(path.read_bytes()))] == []


def test_all_examples_of_the_pages_are_reported_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = [text.encode() for text in seeds()[MANIFEST]]
    assert [found for data in examples if (found := difference(data))] == []
    batches = (examples[at : at + 200] for at in range(0, len(examples), 200))
    assert [found for batch in batches if (found := folder_difference(batch))] == []


# clblint from its sources alone, whatever is compiled beside them.
HIDE_COMPILED = """
import sys
from importlib.machinery import FileFinder, PathFinder, SourceFileLoader
class Sources:
    def find_spec(name, path=None, target=None):
        if name.startswith("clblint."):
            found = FileFinder(path[0], (SourceFileLoader, [".py"])).find_spec(name)
            if found is None:
                raise ModuleNotFoundError(name)
            return found
sys.meta_path.insert(sys.meta_path.index(PathFinder), Sources)
"""
FROM_SOURCES = f"{HIDE_COMPILED}from clblint.cli.main import script; script()"


@needs_compiled
@pytest.mark.whole
def test_a_process_without_anything_compiled_reports_the_same(tmp_path: Path) -> None:
    report_alike(tmp_path, "tests", "examples")
    assert _ran("-c", FROM_SOURCES, "--version")[1] == f"clblint {__version__} (pure Python)\n".encode()


@needs_corpus
@needs_compiled
@pytest.mark.whole
def test_real_manifests_are_reported_the_same(tmp_path: Path) -> None:
    report_alike(tmp_path, str(CORPUS))


def report_alike(folder: Path, *paths: str) -> None:
    """The forms report the same in every format and with the same exit code, which is not that of a crash."""
    options = ["--no-cache", "--no-gitignore", "--select", "all", "--pedantic", "--format", "text"]
    for name in ("json", "sarif"):
        options += ["--format", f"{name}={folder / name}"]
    compiled_, pure = (
        (_ran(*way, *options, *paths), *(path.read_bytes() for path in sorted(folder.iterdir())))
        for way in (["-m", "clblint"], ["-c", FROM_SOURCES])
    )
    assert compiled_ == pure
    assert len(compiled_) == 3
    assert compiled_[0][0] == 1


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of the trees that kustomize built, as many as are read in seconds."""
    folder = tmp_path_factory.mktemp("built")
    for name in sorted(trees())[::5]:
        write(trees()[name], folder / name)
    return folder


@needs_compiled
@pytest.mark.whole
def test_what_is_built_is_reported_the_same(built: Path) -> None:
    options = ["--no-cache", "--select", "all", "--pedantic", "--format", "text", "."]
    compiled_ = _ran("-m", "clblint", *options, cwd=built)
    assert compiled_ == _ran("-c", FROM_SOURCES, *options, cwd=built)
    assert compiled_[1].count(b"\n") > 1000


# How many objects of each class of ours only the garbage collector would find after a run.
GARBAGE = """
import collections, contextlib, gc, json, sys
from clblint.cli.main import main
gc.disable()
with contextlib.suppress(SystemExit):
    main(sys.argv[1:])
gc.set_debug(gc.DEBUG_SAVEALL)
gc.collect()
kinds = [type(one) for one in gc.garbage]
ours = [kind.__name__ for kind in kinds if kind.__module__.startswith("clblint.") and "pyx" not in kind.__name__]
json.dump(collections.Counter(ours), sys.stderr)
"""


@needs_compiled
@pytest.mark.whole
def test_nothing_lives_longer_since_it_is_compiled(built: Path) -> None:
    """All variables that functions share are in one object there: a cycle if one of them is such a function.

    The collector is off in a run, so what is in a cycle stays until the end.
    """
    options = ["--no-cache", "--jobs", "1", "."]
    ran = (_ran("-c", f"{way}{GARBAGE}", *options, cwd=built) for way in ("", HIDE_COMPILED))
    compiled_, pure = (json.loads(errors) for _, _, errors in ran)
    assert compiled_["Mapping"] > 1  # cycles of our own
    assert {kind: count for kind, count in compiled_.items() if count > pure.get(kind, 0)} == {}


def _ran(*arguments: str, cwd: Path = ROOT) -> tuple[int, bytes, bytes]:
    done = subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


@needs_corpus
@pytest.mark.whole
def test_both_parsers_read_the_corpus_alike() -> None:
    files = [path for path in CORPUS.rglob("*") if path.suffix in {".yaml", ".yml", ".json"} and path.is_file()]
    assert [(path, found) for path in files if (found := difference(path.read_bytes()))] == []


@pytest.mark.whole
def test_mutated_inputs(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with capsys.disabled():
        print(f"\npython -m tests.forms --inputs {INPUTS} --seed {SEED}")
    monkeypatch.chdir(tmp_path)
    assert differences_of_seed(SEED, INPUTS) == []
