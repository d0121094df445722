"""A plugin that does not work is named, the exit code is 2, and the rules of the others are run."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.packaging.conftest import ROOT

if TYPE_CHECKING:
    from tests.packaging.conftest import Plugins

FOUND = "local-without-wrr"  # a built-in rule, in the manifest of the fixture
RULE = """
from clblint.api import Service, Severity, hookimpl, problem, rule

@rule({name!r}, on=Service, severity=Severity.WARNING, page=None)
def check(service):
    {body}
    yield

@hookimpl
def clblint_rules():
    return [check]
"""
RAISES = RULE.format(name="acme/raises", body='raise RuntimeError("no such luck")')

BROKEN = {
    "imports what does not exist": ("import nothing_like_this\n", "nothing_like_this"),
    "is no Python": ("def\n", "SyntaxError"),
    "leaves on import": ("import sys\nsys.exit(7)\n", "SystemExit"),
    "raises in its hook": (
        "from clblint.api import hookimpl\n@hookimpl\ndef clblint_rules(): raise KeyError('lost')\n",
        "lost",
    ),
    "returns something else": ("from clblint.api import hookimpl\n@hookimpl\ndef clblint_rules(): return [1]\n", "1"),
    "returns nothing": ("from clblint.api import hookimpl\n@hookimpl\ndef clblint_rules(): pass\n", "None"),
    "misspells its hook": (
        "from clblint.api import hookimpl\n@hookimpl\ndef clblint_rulez(): return []\n",
        "clblint_rulez",
    ),
}


@pytest.mark.parametrize(("code", "word"), BROKEN.values(), ids=BROKEN.keys())
def test_a_plugin_that_cannot_be_loaded_is_named_and_the_others_run(code: str, word: str, plugins: Plugins) -> None:
    plugins.add("acme_broken", code)
    ran = plugins.run(".")
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "acme" in ran.stderr
    assert word in ran.stderr
    assert FOUND in ran.stdout


@pytest.mark.parametrize(
    "code", ["import os\n\nos.nothing_like_this\n", 'import json\n\njson.loads("{")\n', "import os\n\nimport lost\n"]
)
def test_a_plugin_that_breaks_is_reported_with_its_line(code: str, plugins: Plugins) -> None:
    plugins.add("acme_broken", code)
    assert f"({plugins.modules / 'acme_broken.py'}:3)\n" in plugins.run(".").stderr


def test_a_plugin_that_cannot_be_loaded_stays_an_error_when_all_is_known(plugins: Plugins) -> None:
    plugins.add("acme_broken", "import nothing_like_this\n")
    first, second = plugins.run("."), plugins.run(".")
    assert (second.returncode, second.stderr, second.stdout) == (first.returncode, first.stderr, first.stdout)


def test_clblint_plugins_shows_one_that_cannot_be_loaded(plugins: Plugins) -> None:
    plugins.add("acme_broken", "import nothing_like_this\n")
    ran = plugins.run("plugins")
    assert ran.returncode == 2
    assert "acme_broken" in ran.stdout
    assert "nothing_like_this" in ran.stdout


def test_a_plugin_can_be_disabled(plugins: Plugins) -> None:
    plugins.add("acme_broken", "import nothing_like_this\n")
    (plugins.manifest.parent / ".clblint.yaml").write_text("plugins: {disable: [acme_broken]}\n", encoding="utf-8")
    ran = plugins.run(".")
    assert (ran.returncode, ran.stderr) == (1, "")


def test_a_rule_that_raises_is_named_with_its_object_and_the_others_run(plugins: Plugins) -> None:
    plugins.add("acme_raises", RAISES)
    ran = plugins.run(".")
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    for word in ("acme/raises", "Service/web", "no such luck"):
        assert word in ran.stderr
    assert FOUND in ran.stdout


def test_a_rule_that_raises_raises_in_every_run(plugins: Plugins) -> None:
    plugins.add("acme_raises", RAISES)
    first, second = plugins.run("."), plugins.run(".")
    assert (second.returncode, second.stderr, second.stdout) == (first.returncode, first.stderr, first.stdout)


def test_two_rules_of_one_name_are_named_and_the_others_run(plugins: Plugins) -> None:
    for name in ("acme_one", "acme_two"):
        plugins.add(name, RULE.format(name="acme/same", body="return"))
    ran = plugins.run(".")
    assert ran.returncode == 2
    for word in ("acme/same", "acme-one", "acme-two"):
        assert word in ran.stderr
    assert FOUND in ran.stdout


@pytest.mark.whole
def test_no_plugin_at_all_is_an_error_with_its_remedy(tmp_path: Path) -> None:
    installed = Path(sysconfig.get_paths()["purelib"])
    for path in installed.iterdir():
        if "clblint" not in path.name:
            (tmp_path / path.name).symlink_to(path)
    search = (ROOT, ROOT / "schemas", tmp_path)
    done = subprocess.run(
        [sys.executable, "-S", "-m", "clblint", "examples"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, search)), "CLBLINT_CACHE_DIR": str(tmp_path / "c")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("clblint: no rules: ")
    assert "pip install" in done.stderr
