"""Command lines that are read without argparse give the options that argparse gives."""

from __future__ import annotations

from itertools import product

import pytest

from clblint.cli.check import plain_options
from clblint.cli.options import options_of, parser
from clblint.cli.parsers import parsed
from clblint.run.options import Options

WORDS = (
    "a.yaml", "-", "", "--", "-q", "-h", "--format", "--format=json", "--format=sarif=out", "--format=", "--format=-x",
    "--context", "--quiet", "--quiet=1", "--no-cache", "--no_cache", "--fix", "--paths", "--paths=x", "--jobs", "--x",
)  # fmt: skip


def _by_argparse(arguments: tuple[str, ...]) -> Options | None:
    """What argparse makes of a command line; None if it refuses it, or prints help."""
    try:
        return options_of(parsed(parser(), arguments))
    except (Exception, SystemExit):  # noqa: BLE001 - as it is shown to people
        return None


@pytest.mark.parametrize("arguments", [(), *product(WORDS), *product(WORDS, WORDS), ("a", "--format", "x", "--fix")])
def test_the_options_are_the_same(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    plain = plain_options(arguments)
    if plain is not None:
        assert plain == _by_argparse(arguments)
    capsys.readouterr()


def test_ordinary_command_lines_need_no_argparse() -> None:
    assert plain_options(["a", "--format", "json", "--format=sarif=x", "--quiet", "b"]) == Options(
        paths=("a", "b"), format=("json", "sarif=x"), quiet=True
    )
    assert plain_options(["a", "--select", "x"]) is None


def test_every_switch_is_off_by_default() -> None:
    """A switch is known by its default: an option with a value that is false by default would be taken for one."""
    switches = {action.dest for action in parser()._actions if action.const is True}  # noqa: SLF001 - none is public
    assert {name for name, default in Options._field_defaults.items() if default is False} == switches
