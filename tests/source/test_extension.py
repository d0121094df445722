"""The C extension is imported with little of ruamel.yaml, and works as if all of that were imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("_ruamel_yaml")

IMPORTED = """
import sys
from clblint.source.extension import import_extension
c = import_extension()
parts = sorted(name for name in sys.modules if name.startswith("ruamel.yaml."))
"""


def _run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", IMPORTED + code], capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.stdout


@pytest.mark.whole
def test_few_modules_are_imported() -> None:
    parts = _run("print(*parts)").split()
    assert parts == [
        "ruamel.yaml.clib._ruamel_yaml",
        "ruamel.yaml.error",
        "ruamel.yaml.events",
        "ruamel.yaml.nodes",
        "ruamel.yaml.tag",
    ]


@pytest.mark.whole
@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ("CParser('a: [').raw_parse()", "ruamel.yaml.parser.ParserError"),
        ("CParser('a: \\tb: c').raw_parse()", "ruamel.yaml.scanner.ScannerError"),
        ("CParser('\\x00').raw_parse()", "ruamel.yaml.reader.ReaderError"),
        ("CParser('a').get_token()", "ruamel.yaml.tokens.StreamStartToken"),
    ],
)
def test_what_it_raises_and_makes_is_of_ruamel_yaml(call: str, kind: str) -> None:
    code = f"""
try:
    made = c.{call}
except Exception as error:
    made = error
import ruamel.yaml
print(type(made) is eval({kind!r}), isinstance(made, ruamel.yaml.YAMLError) == ("Error" in {kind!r}))
"""
    assert _run(code).split() == ["True", "True"]


@pytest.mark.whole
@pytest.mark.parametrize(
    "use",
    [
        "from ruamel.yaml import YAML; print(YAML(typ='safe').load('a: 1'))",
        "import ruamel.yaml; print(ruamel.yaml.YAML(typ='safe', pure=True).load('a: 1'))",
        "import ruamel.yaml.main; print(dict(ruamel.yaml.main.YAML().load('a: 1')))",
        "import ruamel.yaml.scanner, ruamel.yaml; ruamel.yaml.error.YAMLError; print({'a': 1})",
    ],
)
def test_others_can_use_the_package(use: str) -> None:
    assert _run(use).strip() == "{'a': 1}"


@pytest.mark.whole
def test_a_parser_that_needs_more_gets_all_modules() -> None:
    code = """
import sys
from clblint.source import extension
class Nothing(extension.ModuleType):
    pass
extension._StandIn = Nothing
c = extension.import_extension()
print(c.CParser("a: 1").raw_parse())
import ruamel.yaml
print(c.ScannerError is ruamel.yaml.scanner.ScannerError)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert not done.stderr
    assert done.stdout.split()[-1] == "True"
