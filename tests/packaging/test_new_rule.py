"""A rule is one file: a module that is put into a pack is all that it takes, in a copy of this tree."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from clblint.plugins.manager import load_plugins
from tests.packaging.conftest import ROOT, build

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.whole

LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "node_modules")
MADE = frozenset({"build", "dist", "site"})  # folders in that of the tree, of which a package may have the name
OF_THE_TREE = (".gitignore", ".github", ".ci", ".pre-commit-hooks.yaml")  # though they begin with a dot
IGNORED = ("build", ".hypothesis", ".mypy_cache", ".ruff_cache")  # by git
FILE = "plugins/clblint_manifest/digit_first.py"
RULE = '''"""The name of a Service begins with a digit.

The API server takes no such name: it is part of a name in DNS, as DNS was once.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: 9lives  # <- here
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: lives
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

Sources: apimachinery validation.go:IsDNS1035Label
"""

from __future__ import annotations

from clblint.api import Problems, Service, Severity, problem, rule


@rule("digit-first", on=Service, severity=Severity.WARNING)
def check(service: Service) -> Problems:
    """Look at the first character."""
    if service.name.value[:1].isdigit():
        yield problem(
            "the name {name} begins with a digit",
            service.name,
            seen='"a DNS-1035 label must consist of lower case letters" from the API server',
            fix="begin the name with a letter",
            name=service.name.value,
        )
'''
# What has a word on each rule: of rules that were there before, it says the same.
CONCERNED = (
    *(
        f"tests/rules/test_{name}.py"
        for name in ("edges", "pages", "seeds", "texts", "transcripts", "unknowns", "when")
    ),
    *(
        f"tests/packaging/test_{name}.py"
        for name in ("dead_code", "docs", "page_endings", "rule_pages", "search_index", "seed_coverage")
    ),
    "tests/languages/test_catalogues.py",
    "tests/docs/test_site.py",
    "tests/docs/test_subjects.py",
    "tests/fix/test_everywhere.py",
)


def _left_out(folder: str, names: list[str]) -> set[str]:
    made = MADE if folder == str(ROOT) else frozenset()
    return LEFT_OUT(folder, names) | made.intersection(names)


# A plugin of pytest: `-k` with all these names would ask each test for each of them, which takes a while.
OTHERS = """
import re
NAMES = re.compile("|".join(map(re.escape, {})))
def pytest_collection_modifyitems(items):
    items[:] = [item for item in items if not NAMES.search(item.name)]
"""


class Copy:
    """A copy of the tree, and a folder of plugins of pytest beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "tree"
        self.plugins = folder / "plugins"
        self.plugins.mkdir()
        self._cache = folder / "cache"
        shutil.copytree(ROOT, self.folder, ignore=_left_out)
        for name in OF_THE_TREE:
            path = ROOT / name
            if path.is_dir():
                shutil.copytree(path, self.folder / name)
            elif path.exists():  # a source distribution lacks some
                shutil.copy(path, self.folder)

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python with the copy's modules."""
        folders = (self.folder, self.folder / "plugins", self.folder / "schemas", self.plugins)
        search = os.pathsep.join(map(str, folders))
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": search, "CLBLINT_CACHE_DIR": str(self._cache), "CLBLINT_RELEASE": ""},
            capture_output=True,
            text=True,
            check=False,
        )

    def files(self) -> dict[str, bytes]:
        """The files of the copy, but for what git leaves out."""
        found = (path.relative_to(self.folder) for path in self.folder.rglob("*") if path.is_file())
        kept = (path for path in found if path.parts[0] != "build" and not {"__pycache__"} & {*path.parts})
        return {
            path.as_posix(): (self.folder / path).read_bytes() for path in kept if not path.parts[0].endswith("_cache")
        }


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory, _processes: None) -> Copy:
    """Make the copy, and put the rule into a pack."""
    made = Copy(tmp_path_factory.mktemp("copy"))
    (made.folder / FILE).write_text(RULE, encoding="utf-8")
    return made


@pytest.fixture(autouse=True)
def _as_it_was(copy: Copy) -> Iterator[None]:
    """Take back what a test has changed in the copy."""
    yield
    if (copy.folder / FILE).read_text(encoding="utf-8") != RULE:  # else what was made of it would be made again
        (copy.folder / FILE).write_text(RULE, encoding="utf-8")
    if (copy.folder / "gone").exists():
        (copy.folder / "gone").rename(copy.folder / "tools")


def test_the_tests_pass_and_leave_nothing_to_commit(copy: Copy) -> None:
    before = copy.files()
    (copy.plugins / "others.py").write_text(OTHERS.format([rule.name for rule in load_plugins().rules]))
    ran = copy.python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "others", *CONCERNED)
    assert ran.returncode == 0, ran.stdout
    assert "begin the name with a letter': not translated" in ran.stdout
    assert copy.files() == before


@pytest.mark.parametrize("program", [("ruff", "check"), ("ruff", "format", "--check"), ("mypy",)], ids=" ".join)
def test_it_is_in_the_style_of_the_others(program: tuple[str, ...], copy: Copy) -> None:
    ran = copy.python("-m", *program, FILE)
    assert ran.returncode == 0, ran.stdout


def test_its_page_is_complete_at_once(copy: Copy) -> None:
    page = copy.python("-m", "clblint", "explain", "digit-first").stdout
    assert "What you will see: " in page
    assert "What to do: begin the name with a letter" in page


def test_a_page_that_changes_is_never_shown_as_it_was(copy: Copy) -> None:
    text = RULE.replace("begin the name with", "let the name begin with")
    (copy.folder / FILE).write_text(text, encoding="utf-8")
    assert "What to do: let the name begin with" in copy.python("-m", "clblint", "explain", "digit-first").stdout


def test_processes_that_make_the_same_at_once_do_not_disturb_each_other(copy: Copy) -> None:
    code = "import subprocess, sys; command = [sys.executable, '-m', 'clblint', 'explain', 'digit-first']\n"
    code += "runs = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(3)]\n"
    code += "sys.exit(any([run.wait() for run in runs]))"
    ran = copy.python("-c", code)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(list((copy.folder / "build").iterdir())) == 1


def test_it_is_found_by_what_is_seen(copy: Copy) -> None:
    ran = copy.python("-m", "clblint", "explain", "--event", "a DNS-1035 label must consist of lower case letters")
    assert "\ndigit-first  " in ran.stdout


def test_it_speaks_the_chinese_that_its_catalogue_has(copy: Copy) -> None:
    catalogue = copy.folder / "plugins/clblint_manifest/locale/zh/LC_MESSAGES/clblint_manifest.po"
    before = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(
        f'{before}\nmsgid "The name of a Service begins with a digit."\nmsgstr "Service 的名称以数字开头。"\n',
        encoding="utf-8",
    )
    page = copy.python("-X", "utf8", "-m", "clblint", "explain", "--lang", "zh", "digit-first").stdout
    catalogue.write_text(before, encoding="utf-8")
    assert "Service 的名称以数字开头。" in page
    assert "The API server takes no such name" in page


def test_a_wheel_brings_all_of_it(copy: Copy, tmp_path: Path) -> None:
    build(copy.folder, tmp_path, "--wheel")
    (wheel,) = tmp_path.iterdir()
    with zipfile.ZipFile(wheel) as packed:
        assert FILE.removeprefix("plugins/") in packed.namelist()
        assert "digit-first" in json.loads(packed.read("clblint_schemas/rule-advice.json"))
        assert "digit-first" in json.loads(packed.read("clblint_schemas/search-index.json"))["rules"]


def test_a_broken_page_is_reported_and_no_old_one_is_shown(copy: Copy) -> None:
    (copy.folder / FILE).write_text(RULE.replace(".isdigit()", ".nothing()"), encoding="utf-8")
    ran = copy.python("-m", "clblint", "explain", "digit-first")
    assert ran.returncode == 2
    assert "'str' object has no attribute 'nothing'" in ran.stderr
    assert f"{copy.folder / FILE}:32" in ran.stderr


def test_an_incomplete_installation_names_the_command_that_mends_it(copy: Copy) -> None:
    (copy.folder / "tools").rename(copy.folder / "gone")
    ran = copy.python("-m", "clblint", "explain", "https-to-tls-port")
    assert ran.returncode == 2
    assert ran.stderr.startswith("clblint: clblint is not installed as a whole: rule-advice.json is missing")
