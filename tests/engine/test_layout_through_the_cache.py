"""Kustomizations, patches and facts about the cluster change findings of other files, with a cache and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
SERVICE = """\
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  selector: {app: web}
  ports: [{port: 80, nodePort: 30080}]
"""
PATCH = f"apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations:\n    {KEY}scheduler: wrr\n"
WORKLOAD = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
"""
TUNING = """\
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: tuning}
spec:
  selector: {matchLabels: {app: tuning}}
  template:
    metadata: {labels: {app: tuning}}
    spec:
      hostNetwork: true
      containers:
      - {name: x, image: x, command: [sysctl, -w, net.ipv4.ip_local_port_range=1024 65535]}
"""

Files = dict[str, str]
BASE: Files = {".clblint.yaml": "{}\n", "base/svc.yaml": SERVICE, "base/kustomization.yaml": "resources: [svc.yaml]\n"}
PATCHED = "resources: [../base]\npatches: [{path: p.yaml}]\n"
# Each step writes files (None removes one); before and after it, the report of base/svc.yaml is that of a fresh run.
CHANGES: dict[str, tuple[str, list[dict[str, str | None]], list[bool]]] = {
    "a kustomization names a patch": (
        "local-without-wrr",
        [
            {"dev/p.yaml": PATCH.replace("wrr", "wrr # no patch yet")},
            {"dev/kustomization.yaml": PATCHED},
            {"dev/kustomization.yaml": "resources: [../base]\n"},
            {"dev/kustomization.yaml": PATCHED},
            {"dev/kustomization.yaml": None},
        ],
        [True, False, True, False, True],
    ),
    "a patch changes": (
        "local-without-wrr",
        [
            {"dev/kustomization.yaml": PATCHED, "dev/p.yaml": PATCH},
            {"dev/p.yaml": PATCH.replace("scheduler", "charge-type").replace("wrr", "slb.s1.small")},
            {"dev/p.yaml": PATCH},
            {"dev/p.yaml": None},
        ],
        [False, True, False, True],
    ),
    "an inline patch changes": (
        "local-without-wrr",
        [
            {"dev/kustomization.yaml": f"resources: [../base]\ncommonAnnotations: {{{KEY}scheduler: wrr}}\n"},
            {"dev/kustomization.yaml": f"resources: [../base]\ncommonAnnotations: {{{KEY}spec: slb.s1.small}}\n"},
        ],
        [False, True],
    ),
    "a namespace changes": (
        "connection-drain-missing",
        [
            {"pods.yaml": WORKLOAD},
            {"base/kustomization.yaml": "namespace: shop\nresources: [svc.yaml, ../pods.yaml]\n"},
            {"base/kustomization.yaml": "namespace: shop\nresources: [svc.yaml]\n"},
            {"base/kustomization.yaml": "namespace: x\nresources: [svc.yaml]\n"},
        ],
        [False, True, True, False],
    ),
    "a fact comes and goes": (
        "node-port-in-local-port-range",
        [
            {"tuning.yaml": TUNING},
            {"tuning.yaml": TUNING.replace("1024", "40000")},
            {"tuning.yaml": TUNING},
            {"tuning.yaml": None},
        ],
        [True, False, True, False],
    ),
    "a second opinion": (
        "node-port-in-local-port-range",
        [{"a.yaml": TUNING}, {"b.yaml": TUNING.replace("1024", "2048").replace("tuning", "b")}, {"b.yaml": None}],
        [True, False, True],
    ),
}


@pytest.mark.parametrize(("rule", "steps", "told"), CHANGES.values(), ids=CHANGES)
def test_cached_findings_follow_changes_in_other_files(
    run: Run, tmp_path: Path, rule: str, steps: list[dict[str, str | None]], told: list[bool]
) -> None:
    """The findings of a file follow what other files say, without a change of its own."""
    _write(tmp_path, BASE)
    only = ("--select", rule, "--format", "concise", "base/svc.yaml")
    for step, expected in zip(steps, told, strict=True):
        _write(tmp_path, step)
        assert bool(run(*only).stdout) is expected, step
        assert run(*only).stdout == run("--no-cache", *only).stdout


def _write(folder: Path, files: Files | dict[str, str | None]) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            file.unlink()
        else:
            file.write_text(text)


def test_an_overlap_belongs_to_the_paths_that_were_asked_for(run: Run, tmp_path: Path) -> None:
    """What was found about the cluster in one project is not told of another."""
    for name, ports in (("one", "1024"), ("two", "51000")):
        _write(
            tmp_path,
            {
                f"{name}/.clblint.yaml": "{}\n",
                f"{name}/svc.yaml": SERVICE,
                f"{name}/t.yaml": TUNING.replace("1024", ports),
            },
        )
    (tmp_path / ".clblint.yaml").write_text("cluster: {node-port-range: 40000-50000}\n")
    only = ("--select", "node-port-range-overlap", "--format", "concise")
    for _ in range(2):
        assert "one/t.yaml" in run(*only, "one").stdout
        assert not run(*only, "two").stdout
        assert run(*only, "one/svc.yaml").stdout == "", "what is only context is not reported"


def test_a_large_project(run: Run, tmp_path: Path) -> None:
    """Trees are dropped and files are shared out among processes: roles, patches and facts are known in all of them."""
    for number in range(120):
        _write(
            tmp_path,
            {
                f"a{number:03}/base/kustomization.yaml": "resources: [svc.yaml]\n",
                f"a{number:03}/base/svc.yaml": SERVICE.replace("30080", str(30000 + number)),
                f"a{number:03}/dev/kustomization.yml": PATCHED,
                f"a{number:03}/dev/p.yaml": PATCH if number % 2 else PATCH.replace("scheduler", "charge-type"),
            },
        )
    _write(tmp_path, {"tuning.yaml": TUNING.replace("1024 65535", "30050 65535")})
    rules = ("--select", "local-without-wrr,node-port-in-local-port-range,invalid-annotation-value")
    one = run(*rules, "--no-cache", "--jobs", "1", "--format", "concise", ".")
    assert one.stdout.count(": warning local-without-wrr") == 60
    assert one.stdout.count(": note node-port-in-local-port-range") == 70
    assert one.stdout.count("invalid-annotation-value") == 60
    for options in (("--no-cache", "--jobs", "3"), ("--jobs", "2"), (), ("--no-prefilter",)):
        assert run(*rules, *options, "--format", "concise", ".").stdout == one.stdout


def test_the_plan_knows_patches(run: Run, tmp_path: Path) -> None:
    """A patch is no Service of its own; what it writes is named with its place."""
    _write(tmp_path, {**BASE, "dev/kustomization.yaml": PATCHED, "dev/p.yaml": PATCH})
    done = run("plan", ".")
    assert [line for line in done.stdout.splitlines() if line.startswith("default/")] == [
        "default/web  base/svc.yaml:3  built by dev"
    ]
    assert "wrr  dev/p.yaml:6" in done.stdout


@pytest.mark.parametrize("folder", ["dev", "."])
def test_from_whatever_folder(run: Run, tmp_path: Path, folder: str) -> None:
    """Where a run starts does not change who is whose base."""
    _write(tmp_path, {**BASE, "dev/kustomization.yaml": PATCHED, "dev/p.yaml": PATCH.replace("wrr", "wr")})
    path = "p.yaml" if folder == "dev" else "dev/p.yaml"
    done = run("--format", "concise", "--no-cache", path, cwd=tmp_path / folder)
    assert done.stdout.startswith(f"{path}:6:")
    assert done.stdout.count("\n") == 1
    base = "../base/svc.yaml" if folder == "dev" else "base/svc.yaml"
    assert "local-without-wrr" not in run("--no-cache", "--format", "concise", base, cwd=tmp_path / folder).stdout


def test_why_a_kustomization_is_not_built_is_why_it_is_not_now(run: Run, tmp_path: Path) -> None:
    """The kustomization stays the same; what it uses breaks, breaks in another way, and is mended."""

    def told(*more: str) -> list[str]:
        done = run("-v", *more, "base")
        return [line for line in done.stderr.splitlines() if "built" in line]

    _write(tmp_path, {**BASE, "base/svc.yaml": SERVICE.replace("spec:\n", "spec:\n  type: ClusterIP\n")})
    assert "the key type is written twice" in "".join(told())
    _write(tmp_path, {"base/svc.yaml": f"{SERVICE}  externalTrafficPolicy: Local\n"})
    for _ in range(2):
        assert "the key externalTrafficPolicy is written twice" in "".join(told())
    assert told() == told("--no-cache")
    _write(tmp_path, {"base/svc.yaml": SERVICE})
    assert "kustomizations: 1 built, 0 not" in "".join(told())


BESIDE = "resources: [../base]\nnamePrefix: p-\n"
UNBUILT = {
    "a remote component": f'{BESIDE}components: ["https://example.com/x"]\n',
    "a component that is missing": f"{BESIDE}components: [../none]\n",
    "an unknown key": f"{BESIDE}bogus: 1\n",
}
LATER = {
    "plain": BESIDE,
    "without what is to be mended": f"{BESIDE}patches: [{{patch: '[{{op: remove, path: /metadata/annotations}}]', "
    "target: {kind: Service}}]\n",
    "gone": None,
}


@pytest.mark.parametrize("then", LATER)
@pytest.mark.parametrize("first", UNBUILT)
def test_fixes_follow_an_overlay_that_could_not_be_built(run: Run, tmp_path: Path, first: str, then: str) -> None:
    service = SERVICE.replace("{name: web}", f"{{name: web, annotations: {{{KEY}scheduler: WRR}}}}")
    one = {"one/kustomization.yaml": "resources: [../base]\n"}
    _write(tmp_path, {**BASE, "base/svc.yaml": service, **one, "two/kustomization.yaml": UNBUILT[first]})
    assert run("--diff", ".").stdout == ""
    _write(tmp_path, {"two/kustomization.yaml": LATER[then]})
    offered = run("--diff", ".").stdout
    assert offered == run("--no-cache", "--diff", ".").stdout
    assert bool(offered) is (then != "without what is to be mended")  # there the edit would change nothing
