"""Mistakes in the rules of a plugin: the message says where, and the findings of all others are reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Plugins

HEAD = '''"""A rule."""
import sys
import clblint.api as api

@api.rule("acme/odd", on={on}, severity=api.Severity.WARNING)
def odd(service):
    {body}

@api.hookimpl
def clblint_rules():
    return [odd]
'''
ANSWERS = {
    "nothing": "return None",
    "a problem that is returned": 'return api.problem("odd", service)',
    "a text": 'yield "odd"',
}


@pytest.mark.parametrize("body", ANSWERS.values(), ids=ANSWERS)
def test_a_check_that_yields_no_problems_is_named_with_its_place(plugins: Plugins, body: str) -> None:
    plugins.add("acme", HEAD.format(on="api.Service", body=body))
    ran = plugins.run("--format", "concise", "--select", "acme/odd,local-without-wrr", ".")
    assert ran.returncode == 2
    assert "rule acme/odd of acme broke on Service/web: " in ran.stderr
    assert f"(a check has to yield what problem() returns: {plugins.modules / 'acme.py'}:5)" in ran.stderr
    assert "local-without-wrr" in ran.stdout


def test_a_check_that_exits_ends_nothing_but_itself(plugins: Plugins) -> None:
    plugins.add("acme", HEAD.format(on="api.Service", body="sys.exit(3)"))
    ran = plugins.run("--format", "concise", "--select", "acme/odd,local-without-wrr", ".")
    assert ran.returncode == 2
    assert f"broke on Service/web: SystemExit: 3 ({plugins.modules / 'acme.py'}:7)" in ran.stderr
    assert "local-without-wrr" in ran.stdout


WITHOUT_A_PLACE = {"a text": "'x'", "a reason at a text": "api.Reason('x', 'y')"}


@pytest.mark.parametrize("because", WITHOUT_A_PLACE.values(), ids=WITHOUT_A_PLACE)
def test_advice_that_cannot_be_made_is_told_of_though_it_is_not_shown(plugins: Plugins, because: str) -> None:
    body = f'yield api.problem("odd", service.name, severity=api.Severity.PEDANTIC, because=[{because}])'
    plugins.add("acme", HEAD.format(on="api.Service", body=body))
    for options in ((), ("--pedantic",), ("--no-cache",)):
        ran = plugins.run("--format", "concise", *options, ".")
        assert (ran.returncode, "rule acme/odd of acme broke on Service/web: " in ran.stderr) == (2, True), ran.stderr
        assert "local-without-wrr" in ran.stdout


def test_a_rule_may_name_its_subject(plugins: Plugins) -> None:
    plugins.add("acme", HEAD.format(on='"Listener"', body='yield api.problem("odd", service.port)'))
    assert "warning acme/odd: odd" in plugins.run("--format", "concise", "--select", "acme/odd", ".").stdout
