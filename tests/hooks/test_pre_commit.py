"""The hooks, run by the real pre-commit on throw-away repositories."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.hooks.conftest import Project

SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: {name}
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890_1a2b3c4d5e6_1234567890_-123456789"
spec:
  type: LoadBalancer
  selector: {{app: {name}}}
  ports:
  - port: 443
    targetPort: web
    nodePort: {node_port}
"""
DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: web
        ports: [{name: web, containerPort: 443}]
"""
WEB = SERVICE.format(name="web", node_port=30001)


def findings(output: str) -> list[str]:
    """Give the path, line and rule of each line of the format `concise`."""
    return sorted(": ".join(found) for found in re.findall(r"^(.+?:\d+):\d+: \w+ ([\w/-]+): ", output, re.MULTILINE))


def test_try_repo_finds_in_a_changed_file_what_only_two_files_show(project: Project) -> None:
    project.write("other.yaml", SERVICE.format(name="other", node_port=30001))
    project.write("web.yaml", WEB)
    ran = project.try_repo("clblint", "--files", "web.yaml", "--verbose")
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert re.search(r"^web\.yaml:14:15  error  node-port-clash$", ran.stdout, re.MULTILINE)
    assert not re.search(r"^other\.yaml:", ran.stdout, re.MULTILINE)


def test_a_changed_deployment_is_checked_with_the_service_that_did_not_change(project: Project) -> None:
    project.write("deployment.yaml", DEPLOYMENT)
    project.write("service.yaml", WEB)
    project.write(".clblint.yaml", "severity: {readiness-probe-missing: warning}\n")
    ran = project.run("clblint", "--files", "deployment.yaml")
    assert ran.returncode == 1
    assert "deployment.yaml:11: readiness-probe-missing" in findings(ran.stdout)
    assert {line.partition(":")[0] for line in findings(ran.stdout)} == {"deployment.yaml"}


def test_several_batches_find_what_one_run_finds(project: Project) -> None:
    folder = "a" * 240
    names = [f"{folder}/{number:03d}{'b' * 230}.yaml" for number in range(300)]
    assert sum(map(len, names)) > 2**17  # no command line of pre-commit is longer, so there are two
    for number, name in enumerate(names):
        node_port = 30001 if number in {0, 299} else 30100 + number
        project.write(name, SERVICE.format(name=f"web-{number}", node_port=node_port))
    several = findings(project.run("clblint", "--all-files").stdout)
    assert several == findings(project.run("clblint-project", "--all-files").stdout)
    clashes = [line.split("/")[1][:3] for line in several if line.endswith("node-port-clash")]
    assert clashes == ["000", "299"]


def test_a_commit_that_only_deletes_is_checked_by_the_project_hook(project: Project) -> None:
    project.write("other.yaml", "a: 1\n")
    project.write("service.yaml", WEB.replace("30001", "1"))
    project.run("clblint-project")
    project.commit()
    (project.folder / "other.yaml").unlink()
    assert "service.yaml:14: node-port-out-of-range" in findings(project.run("clblint-project").stdout)


def test_an_excluded_file_is_left_out_although_it_is_named(project: Project) -> None:
    project.write("vendor/service.yaml", WEB)
    project.write(".clblint.yaml", "exclude: [vendor/]\n")
    ran = project.run("clblint", "--files", "vendor/service.yaml")
    assert (ran.returncode, findings(ran.stdout)) == (0, [])


def test_a_configuration_of_a_folder_is_honoured_from_the_root(project: Project) -> None:
    project.write("a/service.yaml", WEB.replace("30001", "1"))
    project.write("b/service.yaml", WEB.replace("30001", "1").replace("name: web", "name: other"))
    project.write("b/.clblint.yaml", "ignore: [node-port-out-of-range]\n")
    for hook in ("clblint", "clblint-project"):
        found = findings(project.run(hook, "--all-files").stdout)
        assert [one for one in found if one.endswith("node-port-out-of-range")] == [
            "a/service.yaml:14: node-port-out-of-range"
        ]


def test_a_file_named_like_an_option_is_a_file(project: Project) -> None:
    project.write("--select=nothing.yaml", "a: 1\n")
    ran = project.run("clblint", "--all-files")
    assert ran.returncode == 0, ran.stdout


def test_names_with_blanks_and_chinese_are_checked(project: Project) -> None:
    project.write("支付 服务/web service.yaml", WEB.replace("30001", "1"))
    ran = project.run("clblint", "--all-files")
    assert "支付 服务/web service.yaml:14: node-port-out-of-range" in findings(ran.stdout)


def test_templates_that_are_not_rendered_are_no_reason_to_fail(project: Project) -> None:
    project.write("charts/web/templates/service.yaml", "{{- if .Values.on }}\n" + WEB + "{{- end }}\n")
    ran = project.run("clblint", "--all-files")
    assert (ran.returncode, findings(ran.stdout)) == (0, [])


def test_what_is_staged_is_compared_with_the_last_commit(project: Project) -> None:
    project.write("service.yaml", WEB)
    project.run("clblint-project")  # writes the configuration
    project.commit()
    line = '    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: "intranet"\n'
    project.write("service.yaml", WEB.replace("spec:\n", line + "spec:\n", 1))
    for hook in ("clblint", "clblint-project"):
        ran = project.run(hook, options=", --against, HEAD")
        assert "service.yaml:8: immutable-changed" in findings(ran.stdout), ran.stdout
