"""What is shown of all that is found: `--pedantic`, `--min-severity`, and rules that are asked for by name."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.engine.conftest import Run

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer"
# A warning (local-without-wrr), a note (empty-annotation) and advice (delete-protection-off).
MANIFEST = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {KEY}-address-type: intranet
    {KEY}-delete-protection: "off"
    {KEY}-master-zoneid: ""
spec: {{type: LoadBalancer, externalTrafficPolicy: Local, selector: {{app: web}}, ports: [{{port: 80}}]}}
"""
WARNING, NOTE, ADVICE = "local-without-wrr", "empty-annotation", "delete-protection-off"


@pytest.fixture(autouse=True)
def manifest(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(MANIFEST)


SHOWN = {
    "by default": ([], "", {WARNING, NOTE}),
    "advice too": (["--pedantic"], "", {WARNING, NOTE, ADVICE}),
    "advice alone": (["--select", "pedantic"], "", {ADVICE}),
    "advice alone by the configuration": ([], "select: [pedantic]\n", {ADVICE}),
    "all but advice": (["--pedantic", "--ignore", "pedantic"], "", {WARNING, NOTE}),
    "advice by its level": (["--min-severity", "pedantic"], "", {WARNING, NOTE, ADVICE}),
    "advice by the configuration": ([], "pedantic: true", {WARNING, NOTE, ADVICE}),
    "all rules": (["--select", "all"], "", {WARNING, NOTE, ADVICE}),
    "a rule by its name": (["--select", ADVICE], "", {ADVICE}),
    "all rules by the configuration": ([], "select: [all]", {WARNING, NOTE, ADVICE}),
    "a rule for a path": ([], f"paths: [{{match: a.yaml, select: [{ADVICE}]}}]", {ADVICE}),
    "a rule for another path": ([], f"paths: [{{match: b.yaml, select: [{ADVICE}]}}]", {WARNING, NOTE}),
    "advice made a note": ([], f"severity: {{{ADVICE}: note}}", {WARNING, NOTE, ADVICE}),
    "a warning made advice": ([], f"severity: {{{WARNING}: pedantic}}", {NOTE}),
    "warnings": (["--min-severity", "warning"], "", {WARNING}),
    "warnings of all rules": (["--min-severity", "warning", "--select", "all"], "", {WARNING}),
    "warnings where advice is wanted": (["--min-severity", "warning"], "pedantic: true", {WARNING}),
    "errors": (["--min-severity", "error"], "", set()),
}


@pytest.mark.parametrize(("options", "config", "rules"), SHOWN.values(), ids=SHOWN)
def test_options_and_configuration_decide_which_severities_are_shown(
    run: Run, tmp_path: Path, options: list[str], config: str, rules: set[str]
) -> None:
    (tmp_path / ".clblint.yaml").write_text(config)
    run()  # what is kept was found with other options
    found = json.loads(run(*options, "--format", "json").stdout)["findings"]
    assert {finding["rule"] for finding in found} & {WARNING, NOTE, ADVICE} == rules
    for cache in ((), ("--no-cache",)):
        text = run(*options, *cache).stdout
        assert {rule for rule in (WARNING, NOTE, ADVICE) if f" {rule}" in text} == rules


def test_what_is_hidden_is_counted(run: Run) -> None:
    assert re.search(r"^\d+ pedantic findings? not shown \(--pedantic\)$", run().stdout, re.MULTILINE)
    assert "not shown" not in run("--pedantic").stdout
    hidden = run("--min-severity", "error").stdout
    assert re.search(
        r"^1 warning, \d+ notes?, \d+ pedantic findings? not shown \(--min-severity\)$", hidden, re.MULTILINE
    )
    summary = json.loads(run("--min-severity", "error", "--format", "json").stdout)["summary"]
    assert (summary["errors"], summary["hidden"]["warnings"]) == (0, 1)


def test_the_exit_code_counts_what_is_hidden(run: Run) -> None:
    assert run("--min-severity", "error").returncode == 1
    assert run("--min-severity", "error", "--fail-on", "error").returncode == 0
    assert run("--fail-on", "note", "--ignore", f"{WARNING},{NOTE},local-in-cluster-access").returncode == 0


def test_a_suppression_of_hidden_advice_is_of_use(run: Run, tmp_path: Path) -> None:
    text = MANIFEST.replace(
        '    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "off"',
        (f'    # clblint: ignore[{ADVICE}] torn down every night\n    {KEY}-delete-protection: "off"'),
    )
    (tmp_path / "a.yaml").write_text(text)
    assert ADVICE in text
    for options in ((), ("--pedantic",)):
        found = json.loads(run(*options, "--format", "json").stdout)["findings"]
        assert {finding["rule"] for finding in found} & {ADVICE, "unused-suppression"} == set()
