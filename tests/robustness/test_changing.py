"""Files that are written, or vanish, while they are read: what was read first is what is judged."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.robustness.conftest import Clblint

pytestmark = pytest.mark.skipif(os.name != "posix", reason="two processes need a fork")

SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: w{number}
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1o94dp5i6earr9g6d1l
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: foo
spec: {{type: LoadBalancer, selector: {{app: web}}, ports: [{{port: 80}}]}}
"""
KUSTOMIZATION = "resources: [s1.yaml]\nnamePrefix: a-\n"
COUNT = 120  # files: enough for two processes

# At each of its openings after some, a file is changed before it is read. At the first it is searched for objects of
# Flux and Argo CD, at the second it is read to be judged.
SITE = """\
import os, sys
def hook(event, arguments):
    if event == "open" and isinstance(arguments[0], str) and arguments[0].endswith({name!r}):
        for number in range({before}):
            try:
                return os.mkdir(f"mark-{{number}}")
            except FileExistsError:
                pass
        if os.path.exists({name!r}):
            {change}
sys.addaudithook(hook)
"""
SEARCHED, JUDGED = 1, 2
CHANGES = {
    "gone": "os.rename({name!r}, 'gone')",
    "empty": "os.truncate({name!r}, 0)",
    "short": "os.truncate({name!r}, 60)",
    "another": "os.replace('other', {name!r}) if os.path.exists('other') else None",
    "a folder": "(os.rename({name!r}, 'gone'), os.mkdir({name!r}))",
    "a pipe": "(os.rename({name!r}, 'gone'), os.mkfifo({name!r}))",
}


def site(project: Clblint, name: str, change: str, before: int = JUDGED) -> dict[str, str]:
    """Have a file changed when it is opened once more, after this many openings."""
    text = SITE.format(name=name, before=before, change=CHANGES[change].format(name=name))
    project.write("site/sitecustomize.py", text)
    return {"PYTHONPATH": str(project.folder / "site")}


@pytest.fixture
def many(project: Clblint) -> Clblint:
    """Make many Services that share a CLB, so that each file is looked into for others."""
    (project.folder / "web.yaml").unlink()
    for number in range(COUNT):
        project.write(f"d/s{number}.yaml", SERVICE.format(number=number))
    project.write("other", "# new\n" * 20 + SERVICE.format(number=7).replace("foo", "wrr"))
    return project


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [1, COUNT - 1])
def test_a_file_that_changes_after_it_was_read(change: str, jobs: str, number: int, many: Clblint) -> None:
    name = f"d/s{number}.yaml"
    command = ("--no-cache", "--format", "concise")
    ran = many.run(*command, "--jobs", jobs, "d", environment=site(many, name, change))
    found = {line.partition(":")[0] for line in ran.out.splitlines()}
    others = {f"d/s{other}.yaml" for other in range(COUNT) if other != number}
    assert others <= found
    if ran.code == 2:
        assert ran.err.startswith(f"clblint: {name}: ")
        assert ran.err.count("\n") == 1
    else:
        assert (ran.code, ran.err) == (1, "")


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_a_file_that_changes_before_its_lines_are_shown(change: str, form: str, project: Clblint) -> None:
    project.write("other", "x: 1\n")
    ran = project.run("--format", form, "web.yaml", environment=site(project, "web.yaml", change))
    assert ran.code == 1
    assert "local-without-wrr" in ran.out


def test_a_file_that_goes_before_it_is_judged(project: Clblint) -> None:
    ran = project.run("web.yaml", environment=site(project, "web.yaml", "gone", SEARCHED))
    assert (ran.code, ran.err) == (2, "clblint: web.yaml: No such file or directory\n")


@pytest.mark.parametrize("change", ["another", "empty", "gone"])
def test_a_file_that_changed_since_is_not_mended(change: str, project: Clblint) -> None:
    project.write("web.yaml", SERVICE.format(number=1).replace("foo", "WRR"))
    project.write("other", "# somebody else's\n" + SERVICE.format(number=2).replace("foo", "WRR"))
    ran = project.run(
        "--fix", "--unsafe-fixes", "--no-cache", "web.yaml", environment=site(project, "web.yaml", change)
    )
    assert ran.code == 2
    assert ran.err.startswith("clblint: web.yaml: ")
    left = {"another": "# somebody else's\n", "empty": "", "gone": None}[change]
    path = project.folder / "web.yaml"
    assert path.exists() is (left is not None)
    if left is not None:
        assert path.read_text(encoding="utf-8").startswith(left)


@pytest.mark.parametrize("change", CHANGES)
def test_a_kustomization_that_changes_after_it_was_read(change: str, many: Clblint) -> None:
    many.write("d/kustomization.yaml", KUSTOMIZATION)
    many.write("other", KUSTOMIZATION + "nameSuffix: -b\n")
    ran = many.run("--no-cache", "--jobs", "2", "d", environment=site(many, "d/kustomization.yaml", change))
    assert ran.code in {1, 2}
    assert all(line.startswith("clblint: d/kustomization.yaml: ") for line in ran.err.splitlines())


@pytest.mark.parametrize("change", CHANGES)
def test_what_was_known_is_read_again_as_it_was(change: str, many: Clblint) -> None:
    """Another file is new, so that one which is known is looked into for it."""
    many.run("d")
    many.write("d/s1.yaml", SERVICE.format(number=1) + "# new\n")
    ran = many.run("--format", "concise", "d", environment=site(many, "d/s40.yaml", change))
    assert ran.code in {1, 2}
    assert all(line.startswith("clblint: d/s40.yaml: ") for line in ran.err.splitlines())
    (many.folder / "site" / "sitecustomize.py").unlink()
    cached, fresh = many.run("--format", "concise", "d"), many.run("--no-cache", "--format", "concise", "d")
    assert cached == fresh
