"""The GitHub Action, step by step."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from tests.action.conftest import ACTION, CLBLINT, ROOT

if TYPE_CHECKING:
    from tests.action.conftest import Action, Ran

SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {{service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: "{address_type}"}}
spec:
  type: LoadBalancer
  ports: [{{port: 80, targetPort: 80, nodePort: {node_port}}}]
"""
CLEAN = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n"
WRONG = SERVICE.format(address_type="internet", node_port=1)
FOUND = re.compile(r"^::error title=clblint node-port-out-of-range,file=(.*?),line=8,", re.MULTILINE)
CONSTRAINTS = ROOT / ".github" / "action" / "constraints.txt"
CHECK, UPLOAD, RESULT = "Check manifests", "Upload to code scanning", "Result"


def found_in(ran: Ran) -> list[str]:
    """Give the paths of the annotations about the port of `WRONG`."""
    return FOUND.findall(ran.log)


def spoken(ran: Ran) -> str:
    """Give what the runner reads as commands."""
    return re.sub(r"^::stop-commands::(\w+)\n.*?^::\1::\n", "", ran.log, flags=re.MULTILINE | re.DOTALL)


def test_a_clean_run_passes_and_uploads_so_that_alerts_are_closed(action: Action) -> None:
    action.write("web.yaml", CLEAN)
    ran = action.run()
    assert (ran.failed, ran.steps, ran.outputs["exit-code"]) == (False, [CHECK, UPLOAD], "0")
    assert json.loads(Path(ran.uploads[0]["sarif_file"]).read_text(encoding="utf-8"))["runs"][0]["results"] == []


def test_findings_are_uploaded_and_shown_before_the_job_fails(action: Action) -> None:
    action.write("web.yaml", WRONG)
    ran = action.run(category="prod")
    assert (ran.failed, ran.steps, ran.outputs["exit-code"]) == (True, [CHECK, UPLOAD, RESULT], "1")
    assert ran.uploads == [{"sarif_file": ran.outputs["sarif-file"], "category": "prod"}]
    assert found_in(ran) == ["web.yaml"]
    assert "### 1 error\n" in ran.summary
    assert ran.outputs["errors"] == "1"
    assert int(ran.outputs["warnings"]) + int(ran.outputs["notes"]) > 0


def test_the_log_has_the_report_for_people(action: Action) -> None:
    action.write("web.yaml", WRONG)
    assert "clblint explain node-port-out-of-range" in action.run().log


@pytest.mark.parametrize(("limit", "code"), [("never", "0"), ("error", "1"), ("nonsense", "2")])
def test_the_limit_is_that_of_the_command_line(action: Action, limit: str, code: str) -> None:
    action.write("web.yaml", WRONG)
    ran = action.run(fail_on=limit)
    assert (ran.outputs["exit-code"], ran.failed) == (code, code != "0")


def test_the_configuration_decides_where_the_input_is_left_out(action: Action) -> None:
    action.write("web.yaml", WRONG)
    action.write(".clblint.yaml", "fail-on: never\n")
    assert action.run().outputs["exit-code"] == "0"


def test_another_configuration_can_be_named(action: Action) -> None:
    action.write("web.yaml", WRONG)
    action.write("ci/quiet.yaml", "ignore: [all]\n")
    assert action.run(config="ci/quiet.yaml").outputs["errors"] == "0"


def test_it_can_run_in_a_folder_and_reports_from_the_root(action: Action) -> None:
    action.write("a b/svc/web.yaml", WRONG)
    action.write("a b/.clblint.yaml", "fail-on: never\n")
    action.write("other.yaml", WRONG)
    ran = action.run(working_directory="a b", paths="svc", sarif_file="out.sarif")
    assert ran.outputs["exit-code"] == "0"
    assert found_in(ran) == ["a b/svc/web.yaml"]
    assert ran.uploads[0]["sarif_file"] == "out.sarif"
    results = json.loads((action.workspace / "out.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    uris = {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in results}
    assert uris == {"a%20b/svc/web.yaml"}


@pytest.mark.parametrize("folder", ["..", "/", "missing", "web.yaml"])
def test_the_folder_is_one_of_the_checkout(action: Action, folder: str) -> None:
    action.write("web.yaml", CLEAN)
    ran = action.run(working_directory=folder)
    assert ran.outputs["exit-code"] == "2"
    assert f"input working-directory: {folder}" in spoken(ran)


def test_a_nested_configuration_is_honoured(action: Action) -> None:
    action.write("a/web.yaml", WRONG)
    action.write("b/web.yaml", WRONG.replace("name: web", "name: other"))
    action.write("b/.clblint.yaml", "ignore: [all]\n")
    (action.workspace / ".git").mkdir()
    assert found_in(action.run()) == ["a/web.yaml"]


def test_an_incomplete_run_is_not_uploaded_and_says_why(action: Action) -> None:
    action.write("web.yaml", WRONG)
    ran = action.run(paths="web.yaml\nmissing.yaml")
    assert (ran.failed, ran.steps, ran.outputs["exit-code"]) == (True, [CHECK, RESULT], "2")
    assert re.search(r"^::error title=clblint::clblint: missing\.yaml: ", spoken(ran), re.MULTILINE)
    assert "missing.yaml" in ran.summary


def test_a_configuration_that_is_wrong_ends_with_two(action: Action) -> None:
    action.write(".clblint.yaml", "selct: [all]\n")
    ran = action.run()
    assert (ran.failed, ran.outputs["exit-code"], ran.outputs["sarif-file"]) == (True, "2", "")
    assert "select" in spoken(ran)


def test_an_upload_that_is_refused_fails_nothing(action: Action) -> None:
    action.write("web.yaml", CLEAN)
    action.upload_fails = True
    ran = action.run()
    assert (ran.failed, ran.steps) == (False, [CHECK, UPLOAD])


def test_a_fork_uploads_nothing_and_is_annotated_all_the_same(action: Action) -> None:
    action.write("web.yaml", WRONG)
    action.pull_request_from("stranger/manifests")
    ran = action.run()
    assert (ran.steps, found_in(ran), ran.outputs["exit-code"]) == ([CHECK, RESULT], ["web.yaml"], "1")


def test_a_branch_of_the_same_repository_uploads(action: Action) -> None:
    action.write("web.yaml", CLEAN)
    action.pull_request_from("shop/manifests")
    assert action.run().steps == [CHECK, UPLOAD]


def test_the_upload_can_be_switched_off(action: Action) -> None:
    action.write("web.yaml", CLEAN)
    ran = action.run(upload="false")
    assert (ran.steps, ran.uploads, ran.failed) == ([CHECK], [], False)


def test_the_file_can_be_named(action: Action) -> None:
    action.write("web.yaml", WRONG)
    ran = action.run(sarif_file="code scanning.sarif")
    assert ran.outputs["sarif-file"] == "code scanning.sarif"
    assert (action.workspace / "code scanning.sarif").exists()


NAMES = ["a b/web service.yaml", "$(touch pwned).yaml", "; touch pwned.yaml", "-q.yaml", "[x].yaml", "支付/*.yaml"]


@pytest.mark.parametrize("name", NAMES)
def test_a_path_is_a_path_whatever_it_is_made_of(action: Action, name: str) -> None:
    action.write(name, WRONG)
    ran = action.run(paths=name)
    assert found_in(ran) == [name.replace(",", "%2C").replace(":", "%3A")]
    assert not (action.workspace / "pwned").exists()


def test_patterns_are_expanded(action: Action) -> None:
    for name in ("a/b/web.yaml", "a/c d/web.yaml", "e/web.yaml"):
        action.write(name, WRONG.replace("name: web", f"name: {name[-9]}").replace(": 1}", f": {ord(name[-9])}}}"))
    assert found_in(action.run(paths="a/**/*.yaml\n")) == ["a/b/web.yaml", "a/c d/web.yaml"]


def test_a_pattern_that_matches_nothing_is_no_green_light(action: Action) -> None:
    action.write("web.yaml", CLEAN)
    assert action.run(paths="deploy/*.yaml").outputs["exit-code"] == "2"


HOSTILE = {
    "paths": "-",
    "against": "--output=pwned",
    "config": "$(touch pwned)",
    "inventory": "`touch pwned`",
    "fail_on": "never; touch pwned",
    "sarif_file": "x\nexit-code=0",
    "version": "1.0 --index-url=x",
    "working_directory": "$(touch pwned)",
    "plugins": "acme\n--target=pwned",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_input_is_run_or_taken_for_an_option(action: Action, name: str) -> None:
    action.write("web.yaml", CLEAN)
    ran = action.run(installs=name in {"version", "plugins"}, **{name: HOSTILE[name]})
    assert ran.failed
    assert ran.outputs["exit-code"] in ("2", "")
    assert ran.uploads == []
    assert re.search(r"^::error title=clblint::", spoken(ran), re.MULTILINE)
    assert [path.name for path in action.workspace.iterdir()] == ["web.yaml"]


@pytest.mark.parametrize("text", ["::add-mask::x", "  ::error::x", "##[set-output name=exit-code]0"])
def test_a_manifest_cannot_speak_to_the_runner(action: Action, text: str) -> None:
    lines = f"  annotations:\n    a: |\n      {text}\n  labels: {{x: |y}}\n"
    action.write("web.yaml", f"kind: Service\nmetadata:\n{lines}{text}\n")
    action.write(f"{text.strip()}.yaml".replace("/", ""), WRONG)
    ran = action.run()
    assert text.strip() in ran.log
    assert text.strip() not in re.sub(r"^::error title=.*$", "", spoken(ran), flags=re.MULTILINE)


@pytest.mark.whole
def test_a_service_that_changes_is_compared_with_the_base(action: Action) -> None:
    def git(*arguments: str) -> None:
        settings = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
        subprocess.run(
            ["git", *settings, *arguments],  # noqa: S607 - git is found where everybody has it
            cwd=action.workspace,
            check=True,
            capture_output=True,
        )

    if shutil.which("git") is None:
        pytest.skip("needs git")
    action.write("web.yaml", SERVICE.format(address_type="intranet", node_port=30001))
    git("init", "--quiet", "--initial-branch=main")
    git("add", "--all")
    git("commit", "--quiet", "--message=all")
    action.write("web.yaml", SERVICE.format(address_type="internet", node_port=30001))
    ran = action.run(against="HEAD", plan="true")
    assert "title=clblint immutable-changed," in spoken(ran)
    assert "| default/web | refused |" in ran.summary
    assert "\n```mermaid\nflowchart LR\n" in ran.summary


def test_the_summary_has_a_picture_of_the_plan(action: Action) -> None:
    action.write("deploy/web.yaml", SERVICE.format(address_type="internet", node_port=30001))
    ran = action.run(working_directory="deploy", plan="true")
    assert re.search(r"^```mermaid\n.*\"internet\".*^```$", ran.summary, re.MULTILINE | re.DOTALL)


def _instead_of_plan(action: Action, code: str) -> None:
    """Let clblint be a program that runs `code` when it is asked for a plan."""
    program = action.workspace.parent / "program"
    program.write_text(
        f"#!{sys.executable}\nimport subprocess, sys\nif sys.argv[1] == 'plan':\n    {code}\n"
        f"sys.exit(subprocess.call([{str(CLBLINT)!r}, *sys.argv[1:]]))\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    action.stands_for_clblint(program)


def test_a_plan_that_is_too_long_for_the_summary_is_named(action: Action) -> None:
    action.write("web.yaml", CLEAN)
    _instead_of_plan(action, "sys.exit(print('x' * 100_001))")
    ran = action.run(plan="true")
    assert ran.summary.endswith("\nThe plan is too long for this summary: `clblint plan` prints it.\n")
    assert "xxx" not in ran.summary


def test_a_plan_that_cannot_be_made_is_an_annotation_and_fails_nothing(action: Action) -> None:
    action.write("web.yaml", CLEAN)
    _instead_of_plan(action, "sys.stderr.write('web.yaml: gone\\n'); sys.exit(2)")
    ran = action.run(plan="true")
    assert "::error title=clblint::web.yaml: gone\n" in ran.log
    assert (ran.outputs["exit-code"], ran.failed) == ("0", False)


def test_annotations_can_be_switched_off(action: Action) -> None:
    action.write("web.yaml", WRONG)
    ran = action.run(annotations="false")
    assert (found_in(ran), ran.outputs["exit-code"]) == ([], "1")
    assert "### 1 error\n" in ran.summary


def test_a_switch_is_true_or_false(action: Action) -> None:
    action.write("web.yaml", CLEAN)
    ran = action.run(annotations="yes")
    assert ran.failed
    assert "input annotations: yes is neither true nor false" in ran.log


def test_the_action_installs_itself_and_a_file_of_the_checkout_is_not_pip(action: Action) -> None:
    action.write("web.yaml", WRONG)
    for module in ("pip", "venv", "clblint", "glob"):
        action.write(f"{module}.py", "open('pwned', 'w')\n")
    ran = action.run(installs=True)
    if "No matching distribution found for" in ran.log or "Could not find a version" in ran.log:
        pytest.skip("pip reaches no index with the packages that clblint needs")
    assert ran.outputs["exit-code"] == "1", ran.log
    assert found_in(ran) == ["web.yaml"]
    assert not (action.workspace / "pwned").exists()


def test_what_is_installed_is_pinned_as_a_whole() -> None:
    """The constraints name every package that clblint needs, in a version that it takes, and no other."""
    lines = [line for line in CONSTRAINTS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    pinned = {canonicalize_name(one.name): one.specifier for one in map(Requirement, lines)}
    wanted: dict[NormalizedName, list[Requirement]] = {}
    left = [Requirement(line) for line in distribution("clblint").requires or []]
    while left:
        one = left.pop()
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", "oldlibyaml")):
            name = canonicalize_name(one.name)
            left += [] if name in wanted else map(Requirement, distribution(name).requires or [])
            wanted.setdefault(name, []).append(one)
    assert set(wanted) <= set(pinned)
    for name, asked in wanted.items():
        (exact,) = pinned[name]
        assert exact.operator == "=="
        assert all(one.specifier.contains(exact.version) for one in asked)


def test_the_cache_is_another_for_other_packages(action: Action) -> None:
    keys = {action.step("packages", **inputs)["key"] for inputs in ({}, {"version": "0.1.0"}, {"plugins": "acme"})}
    assert len(keys) == 3
    assert action.step("packages") == action.step("packages")


def test_no_input_stands_in_a_script() -> None:
    assert [step["name"] for step in ACTION["runs"]["steps"] if "${{" in step.get("run", "")] == []


def test_every_input_and_output_is_explained() -> None:
    for spec in (*ACTION["inputs"].values(), *ACTION["outputs"].values()):
        assert spec["description"]
    assert all(isinstance(spec["default"], str) for spec in ACTION["inputs"].values())
