"""Which configuration applies to which file, which cluster a file is for, and what one configuration has of another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from clblint.source.plain import compiled_parser

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

PODS = """\
apiVersion: v1
kind: Service
metadata:
  name: NAME
  namespace: shop
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-schedular: wrr
spec: {type: LoadBalancer, selector: {app: NAME}, ports: [{port: 80, nodePort: 30080}]}
"""
FLANNEL, TERWAY = "cluster: {network-plugin: flannel}\n", "cluster: {network-plugin: terway}\n"
RULE, OTHER = "eni-on-flannel", "unknown-annotation"
HZ, BJ = "clusters/hangzhou", "clusters/beijing"


class Tree:
    """A repository with a Service in each of two folders."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder = folder
        self._run = run
        for name in (HZ, BJ):
            self.write(f"{name}/svc.yaml", PODS.replace("NAME", name.rpartition("/")[2]))

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def repository(self) -> Tree:
        (self.folder / ".git").mkdir()
        return self

    def run(self, *arguments: str, inside: str = "", stdin: str = "") -> subprocess.CompletedProcess[str]:
        return self._run(*arguments, cwd=self.folder / inside, stdin=stdin)

    def found(self, rule: str, *arguments: str, inside: str = "", stdin: str = "") -> list[str]:
        """The files in which a rule finds something, the same with the cache as without."""
        options = ("--format", "json", *arguments)
        known: list[list[str]] = []
        for more in (("--no-cache",), (), ()):
            done = self.run(*more, *options, inside=inside, stdin=stdin)
            assert done.returncode in {0, 1}, done.stderr
            known.append([row["path"] for row in json.loads(done.stdout)["findings"] if row["rule"] == rule])
        assert known[0] == known[1] == known[2]
        return known[0]


@pytest.fixture
def tree(tmp_path: Path, run: Run) -> Tree:
    return Tree(tmp_path, run)


# What is written, what is asked for (from which folder), and where the rule speaks.
APPLIES: dict[str, tuple[dict[str, str], tuple[str, ...], str, list[str]]] = {
    "nested, from the root": ({f"{HZ}/.clblint.yaml": FLANNEL}, (".",), "", [f"{HZ}/svc.yaml"]),
    "nested, by name": ({f"{HZ}/.clblint.yaml": FLANNEL}, (HZ,), "", [f"{HZ}/svc.yaml"]),
    "nested, a file by name": ({f"{HZ}/.clblint.yaml": FLANNEL}, (f"{HZ}/svc.yaml",), "", [f"{HZ}/svc.yaml"]),
    "nested, with the other ending": ({f"{HZ}/.clblint.yml": FLANNEL}, (".",), "", [f"{HZ}/svc.yaml"]),
    "nested, from inside": ({f"{HZ}/.clblint.yaml": FLANNEL}, (".",), HZ, ["svc.yaml"]),
    "nested, from beside": (
        {f"{HZ}/.clblint.yaml": FLANNEL},
        ("../hangzhou", "."),
        BJ,
        ["../hangzhou/svc.yaml"],
    ),
    "the nearest, whole": ({".clblint.yaml": FLANNEL, f"{HZ}/.clblint.yaml": "{}\n"}, (".",), "", [f"{BJ}/svc.yaml"]),
    "in between": ({".clblint.yaml": TERWAY, "clusters/.clblint.yaml": FLANNEL}, (HZ,), "", [f"{HZ}/svc.yaml"]),
    "one for all": ({".clblint.yaml": FLANNEL}, (HZ,), "", [f"{HZ}/svc.yaml"]),
    "one for all, from inside": ({".clblint.yaml": FLANNEL}, (".",), HZ, ["svc.yaml"]),
    "--config for all": (
        {f"{HZ}/.clblint.yaml": FLANNEL, "base.yaml": TERWAY},
        ("--config", "base.yaml", "."),
        "",
        [],
    ),
    "--config for all, from elsewhere": (
        {".clblint.yaml": TERWAY, "ci/base.yaml": FLANNEL},
        ("--config", "ci/base.yaml", HZ),
        "",
        [f"{HZ}/svc.yaml"],
    ),
    "another repository in it": (
        {".clblint.yaml": FLANNEL, f"{HZ}/.git": "gitdir: x\n"},
        (".",),
        "",
        [f"{BJ}/svc.yaml"],
    ),
}


@pytest.mark.parametrize(("files", "arguments", "inside", "found"), APPLIES.values(), ids=APPLIES)
def test_the_nearest_applies(
    tree: Tree, files: dict[str, str], arguments: tuple[str, ...], inside: str, found: list[str]
) -> None:
    for name, text in files.items():
        tree.write(name, text)
    assert tree.repository().found(RULE, *arguments, inside=inside) == found


def test_the_nearest_is_kept_apart_in_the_cache(tree: Tree) -> None:
    tree.repository()
    for config, found in ((TERWAY, []), (FLANNEL, [f"{HZ}/svc.yaml"]), ("", []), (FLANNEL, [f"{HZ}/svc.yaml"])):
        tree.write(f"{HZ}/.clblint.yaml", config)
        assert tree.found(RULE, ".") == found
    (tree.folder / HZ / ".clblint.yaml").unlink()
    assert tree.found(RULE, ".") == []


def test_without_a_repository_the_search_ends_at_what_was_asked_for(tree: Tree) -> None:
    tree.write(".clblint.yaml", FLANNEL)
    assert tree.found(RULE, ".") == [f"{BJ}/svc.yaml", f"{HZ}/svc.yaml"]
    assert tree.found(RULE, HZ) == [f"{HZ}/svc.yaml"], "the current folder was asked for, too"
    assert tree.found(RULE, ".", inside=HZ) == []
    assert tree.found(RULE, "..", inside=HZ) == []
    assert tree.found(RULE, "../..", inside=HZ) == [
        f"../../{BJ}/svc.yaml",
        f"../../{HZ}/svc.yaml",
    ]


def test_standard_input_is_where_its_name_says(tree: Tree) -> None:
    tree.repository().write(f"{HZ}/.clblint.yaml", FLANNEL)
    assert tree.found(RULE, "-", stdin=PODS) == []
    assert tree.found(RULE, "--stdin-filename", f"{HZ}/new.yaml", "-", stdin=PODS) == [f"{HZ}/new.yaml"]
    assert tree.found(RULE, "--stdin-filename", f"{BJ}/new.yaml", "-", stdin=PODS) == []
    assert tree.found(RULE, "-", stdin=PODS, inside=HZ) == ["-"]


def test_a_plan_has_the_profile_of_each_cluster(tree: Tree) -> None:
    for name in (HZ, BJ):
        tree.write(f"{name}/svc.yaml", PODS.replace("backend-type: eni", "cost: a").replace("NAME", "web"))
    tree.repository().write(f"{HZ}/.clblint.yaml", "cluster: {service-backend-type: eni, network-plugin: terway}\n")
    plans = tree.run("plan", ".").stdout.split("\n\n")
    assert ["sends to the pods" in plan for plan in plans] == [False, True]


def test_a_change_is_judged_by_the_profile_of_its_cluster(tree: Tree) -> None:
    for name in ("old", "new"):
        for folder in (HZ, BJ):
            text = (tree.folder / folder / "svc.yaml").read_text()
            kind = "ecs" if name == "old" else "eni"
            tree.write(f"{name}/{folder}/svc.yaml", text.replace("eni", kind))
    tree.repository().write(f"new/{HZ}/.clblint.yaml", "cluster: {network-plugin: terway}\nignore: [changes]\n")
    rule, against = "backend-type-changed", ("--against", "./old")
    assert tree.found(rule, *against, "new") == [f"new/{BJ}/svc.yaml"]
    assert tree.found(rule, *against, "--ignore", OTHER, "new") == [f"new/{BJ}/svc.yaml", f"new/{HZ}/svc.yaml"]


# The nested configuration, and where two rules speak: in the nested folder, and in the other.
CHOOSES = {
    "ignore": (f"ignore: [{OTHER}]\n", [f"{BJ} warning"]),
    "select": (f"select: [{RULE}]\n", [f"{BJ} warning"]),
    "severity": (f"severity: {{{OTHER}: error}}\n", [f"{BJ} warning", f"{HZ} error"]),
    "off": (f"severity: {{{OTHER}: off}}\n", [f"{BJ} warning"]),
    "paths": (f"paths: [{{match: /svc.yaml, ignore: [{OTHER}]}}]\n", [f"{BJ} warning"]),
    "paths of another folder": (
        f"paths: [{{match: {HZ}/svc.yaml, ignore: [{OTHER}]}}]\n",
        [f"{BJ} warning", f"{HZ} warning"],
    ),
    "paths, severity": (f"paths: [{{match: '*', severity: {{{OTHER}: note}}}}]\n", [f"{BJ} warning", f"{HZ} note"]),
    "exclude": ("exclude: [svc.yaml]\n", [f"{BJ} warning"]),
}


@pytest.mark.parametrize(("config", "found"), CHOOSES.values(), ids=CHOOSES)
def test_rules_are_chosen_where_the_configuration_is(tree: Tree, config: str, found: list[str]) -> None:
    tree.repository().write(f"{HZ}/.clblint.yaml", config)
    for more in (("--no-cache",), (), ()):
        rows = json.loads(tree.run(*more, "--format", "json", ".").stdout)["findings"]
        told = [f"{row['path'].rpartition('/')[0]} {row['severity']}" for row in rows if row["rule"] == OTHER]
        assert told == found


def test_the_command_line_goes_before_every_configuration(tree: Tree) -> None:
    tree.repository().write(f"{HZ}/.clblint.yaml", f"ignore: [{OTHER}]\nselect: [{RULE}]\n")
    assert tree.found(OTHER, "--select", OTHER, ".") == [f"{BJ}/svc.yaml"], "what is ignored stays ignored"
    assert tree.found(OTHER, "--select", OTHER, "--ignore", RULE, ".") == [f"{BJ}/svc.yaml", f"{HZ}/svc.yaml"]


def test_comments_are_judged_by_the_rules_that_ran_there(tree: Tree) -> None:
    for name in (HZ, BJ):
        text = (tree.folder / name / "svc.yaml").read_text().replace("schedular", "scheduler")
        tree.write(f"{name}/svc.yaml", f"# clblint: ignore-file[{OTHER}] why\n{text}")
    tree.repository().write(f"{HZ}/.clblint.yaml", f"ignore: [{OTHER}]\n")
    assert tree.found("unused-suppression", ".") == [f"{BJ}/svc.yaml"]


def test_what_concerns_the_run_comes_from_the_current_folder(tree: Tree) -> None:
    tree.repository().write(
        f"{HZ}/.clblint.yaml", f"{FLANNEL}fail-on: never\nlang: zh\nplugins: {{disable: [clblint_reuse]}}\n"
    )
    assert tree.run(".").returncode == 1
    assert "fail-on" not in tree.run(".").stdout
    assert tree.run(".", inside=HZ).returncode == 0


CLUSTERS = """\
clusters:
- {name: hz, match: [clusters/hangzhou/], cluster: {network-plugin: flannel}}
- {name: others, match: ["clusters/*/"], cluster: {network-plugin: terway}}
cluster: {network-plugin: flannel}
"""


def test_clusters_have_profiles_and_the_first_that_matches_counts(tree: Tree) -> None:
    tree.write("web.yaml", PODS.replace("NAME", "web"))
    tree.repository().write(".clblint.yaml", CLUSTERS)
    assert tree.found(RULE, ".") == [f"{HZ}/svc.yaml", "web.yaml"]
    entries = CLUSTERS.splitlines()
    tree.write(".clblint.yaml", "\n".join([entries[0], entries[2], entries[1], entries[3]]) + "\n")
    assert tree.found(RULE, ".") == ["web.yaml"]


def test_clusters_decide_what_clashes(tree: Tree) -> None:
    tree.repository()
    one = "clusters: [{name: all, match: [clusters/]}]\n"
    two = "clusters: [{name: a, match: [hangzhou/]}, {name: b, match: [beijing/]}]\n"
    tree.write(".clblint.yaml", one)
    assert tree.found("node-port-clash", ".") == [f"{BJ}/svc.yaml", f"{HZ}/svc.yaml"]
    tree.write(".clblint.yaml", two)
    assert tree.found("node-port-clash", ".") == []


def test_a_folder_with_a_configuration_of_its_own_is_one_cluster(tree: Tree) -> None:
    for number in (1, 2):
        tree.write(f"{HZ}/app{number}/svc.yaml", PODS.replace("NAME", f"app{number}").replace("30080", "30090"))
    tree.repository()
    for name in (HZ, BJ):
        tree.write(f"{name}/.clblint.yaml", TERWAY)
    assert tree.found("node-port-clash", ".") == [f"{HZ}/app1/svc.yaml", f"{HZ}/app2/svc.yaml"]


def test_each_check_waits_for_its_own_cluster(tree: Tree) -> None:
    tree.repository().write(f"{HZ}/.clblint.yaml", FLANNEL)
    told = json.loads(tree.run("--format", "json", "--select", RULE, ".").stdout)["summary"]["waiting"]
    assert told == {"network-plugin": 1}


REUSES = PODS.replace("backend-type: eni", "alibaba-cloud-loadbalancer-id: lb-NAME")


def _inventory(*ids: str) -> str:
    return json.dumps({"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": id_} for id_ in ids]}})


@pytest.mark.parametrize("paths", ["clbs/hz.json", "[clbs/hz.json, clbs/more/]"])
def test_each_cluster_has_its_inventory(tree: Tree, paths: str) -> None:
    for name in (HZ, BJ):
        tree.write(f"{name}/svc.yaml", REUSES.replace("NAME", name.rpartition("/")[2]))
    tree.repository().write("clbs/hz.json", _inventory("lb-hangzhou"))
    tree.write("clbs/more/a.json", _inventory("lb-more"))
    tree.write("clbs/bj.json", _inventory("lb-other"))
    entry = "clusters:\n- {name: hz, match: [hangzhou/], inventory: " + paths + "}\n"
    tree.write(".clblint.yaml", f"{entry}inventory: clbs/bj.json\n")
    assert tree.found("reuse-not-found", ".") == [f"{BJ}/svc.yaml"]
    assert tree.found("reuse-not-found", "--inventory", "clbs/bj.json", ".") == [f"{BJ}/svc.yaml", f"{HZ}/svc.yaml"]


# The configurations, and where the rules speak.
EXTENDS: dict[str, tuple[dict[str, str], list[str], list[str]]] = {
    "what is not set": (
        {".clblint.yaml": f"{FLANNEL}ignore: [{OTHER}]\n", f"{HZ}/.clblint.yaml": "extends: ../../.clblint.yaml\n"},
        [BJ, HZ],
        [],
    ),
    "what is set, as a whole": (
        {
            ".clblint.yaml": f"cluster: {{network-plugin: flannel, nodes: 3}}\nignore: [{OTHER}]\n",
            f"{HZ}/.clblint.yaml": "extends: ../../.clblint.yaml\ncluster: {nodes: 5}\nignore: []\n",
        },
        [BJ],
        [HZ],
    ),
    "one that extends another": (
        {
            "base.yaml": FLANNEL,
            "clusters/.clblint.yaml": f"extends: ../base.yaml\nignore: [{OTHER}]\n",
            f"{HZ}/.clblint.yaml": "extends: ../.clblint.yaml\nignore: []\n",
        },
        [BJ, HZ],
        [HZ],
    ),
    "paths and clusters of the extended file": (
        {
            ".clblint.yaml": "clusters: [{name: a, match: [/clusters/hangzhou/], cluster: {network-plugin: flannel}}]\n"
            f"paths: [{{match: /clusters/hangzhou/, ignore: [{OTHER}]}}]\n",
            f"{HZ}/.clblint.yaml": "extends: ../../.clblint.yaml\n",
        },
        [HZ],
        [BJ],
    ),
}


@pytest.mark.parametrize(("files", "flannel", "local"), EXTENDS.values(), ids=EXTENDS)
def test_extends_takes_settings_of_another_file(
    tree: Tree, files: dict[str, str], flannel: list[str], local: list[str]
) -> None:
    for name, text in files.items():
        tree.write(name, text)
    tree.repository()
    assert tree.found(RULE, ".") == [f"{name}/svc.yaml" for name in flannel]
    assert tree.found(OTHER, ".") == [f"{name}/svc.yaml" for name in local]
    changed = next(iter(files))
    tree.write(changed, f"{files[changed]}exclude: ['*']\n")
    assert len(tree.found(RULE, ".")) <= len(flannel)


# What a nested configuration says, and what is said of it.
WRONG = {
    "itself": ("extends: .clblint.yaml", "10: extends: .clblint.yaml leads back to itself"),
    "a circle": ("extends: ../a.yaml", "../a.yaml:1:10: extends: hangzhou/.clblint.yaml leads back to itself"),
    "not there": ("extends: ../b.yaml", "10: extends: ../b.yaml: No such file or directory"),
    "a folder": ("extends: ..", "10: extends: ..: Is a directory"),
    "outside": ("extends: ../../../x.yaml", "10: extends: ../../../x.yaml is not in the repository ("),
    "outside, by a link": ("extends: out.yaml", "10: extends: out.yaml is not in the repository ("),
    "absolute": ("extends: /etc/passwd", "10: extends: /etc/passwd: write a path relative to this file"),
    "a list": ("extends: [a]", "10: extends: a list is not text"),
    "wrong in what is extended": (
        "extends: ../wrong.yaml",
        "clusters/wrong.yaml:1:1: no such setting: ignor; nearest: ignore",
    ),
    "a rule that is not there, in what is extended": (
        "extends: ../rule.yaml",
        f"clusters/rule.yaml:1:10: no rule or pack is called {OTHER[:-1]}; nearest: {OTHER}",
    ),
    "no inventory": ("inventory: nothing/", "12: inventory: clusters/hangzhou/nothing: No such file or directory"),
    "an empty inventory": ("inventory: [empty]", "13: inventory: clusters/hangzhou/empty: no JSON file in this folder"),
    "no plugin": (
        "plugins: {disable: [clblint_resue]}",
        "21: plugins.disable: no plugin is called clblint_resue; nearest: clblint_reuse",
    ),
    "a cluster without files": ("clusters: [{name: a}]", "12: clusters.0: needs match"),
    "a cluster without a name": ("clusters: [{match: [a]}]", "12: clusters.0: needs name"),
    "a cluster that matches nothing": (
        "clusters: [{name: a, match: []}]",
        "29: clusters.0.match: nothing is written here",
    ),
    "a name twice": (
        "clusters: [{name: a, match: [a]}, {name: a, match: [b]}]",
        "42: a is the name of another cluster, on line 1",
    ),
    "a wrong fact of a cluster": (
        "clusters: [{name: a, match: [a], cluster: {network-plugin: terwai}}]",
        "60: clusters.0.cluster.network-plugin: terwai is not one of terway, flannel; nearest: terway",
    ),
    "a range of a cluster": (
        "clusters: [{name: a, match: [a], cluster: {node-port-range: 9-1}}]",
        "61: node-port-range: 9-1 is no range of ports",
    ),
    "two documents": ("{}\n---\n{}", "3:1: a second document, and a configuration is one"),
}


@pytest.mark.parametrize(("config", "said"), WRONG.values(), ids=WRONG)
def test_a_wrong_nested_configuration_gives_its_place_and_exit_code_2(tree: Tree, config: str, said: str) -> None:
    """One line with the place, and exit code 2, every time, from wherever the file is met."""
    tree.repository().write(f"{HZ}/.clblint.yaml", f"{config}\n")
    tree.write("clusters/a.yaml", "extends: hangzhou/.clblint.yaml\n")
    tree.write("clusters/wrong.yaml", "ignor: [a]\n")
    tree.write("clusters/rule.yaml", f"ignore: [{OTHER[:-1]}]\n")
    (tree.folder / HZ / "empty").mkdir()
    (tree.folder / HZ / "out.yaml").symlink_to(tree.folder.parent / "x.yaml")
    (tree.folder.parent / "x.yaml").write_text("ignore: [all]\n")
    for _ in range(2):
        done = tree.run(HZ)
        assert (done.returncode, done.stdout) == (2, "")
        assert said.removeprefix("../") in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_configuration_that_is_not_needed_is_not_read(tree: Tree) -> None:
    tree.repository().write(f"{HZ}/.clblint.yaml", "nonsense: 1\n")
    (tree.folder / HZ / "svc.yaml").unlink()
    assert tree.run(".").returncode in {0, 1}


def test_verbose_says_which_applies(tree: Tree) -> None:
    tree.repository().write(".clblint.yaml", TERWAY)
    tree.write(f"{HZ}/.clblint.yaml", "extends: ../../.clblint.yaml\n")
    lines = [line for line in tree.run("-v", ".").stderr.splitlines() if ": configuration: " in line]
    assert lines == [
        "clblint: configuration: .clblint.yaml, for 1 file",
        f"clblint: configuration: {HZ}/.clblint.yaml (extends .clblint.yaml), for 1 file",
    ]
    (tree.folder / ".clblint.yaml").unlink()
    tree.write(f"{HZ}/.clblint.yaml", TERWAY)
    lines = [line for line in tree.run("-v", ".").stderr.splitlines() if ": configuration: " in line]
    assert lines == [
        "clblint: configuration: none found, for 1 file",
        f"clblint: configuration: {HZ}/.clblint.yaml, for 1 file",
    ]


def test_patterns_of_a_configuration_from_elsewhere_count_from_here(tree: Tree) -> None:
    tree.repository().write("ci/base.yaml", f"paths: [{{match: /{HZ}/, ignore: [{OTHER}]}}]\nexclude: [/{BJ}/]\n")
    assert tree.found(OTHER, ".") == [f"{BJ}/svc.yaml", f"{HZ}/svc.yaml"]
    assert tree.found(OTHER, "--config", "ci/base.yaml", ".") == []


def test_several_processes_judge_alike(tree: Tree) -> None:
    tree.repository().write(".clblint.yaml", CLUSTERS)
    for number in range(130):
        folder = HZ if number % 2 else BJ
        tree.write(
            f"{folder}/{number}/svc.yaml", PODS.replace("NAME", f"a{number}").replace("30080", f"{30100 + number}")
        )
    runs = [
        tree.run("--no-cache", "--jobs", jobs, "--format", "concise", "--select", RULE, ".").stdout for jobs in "12"
    ]
    assert runs[0] == runs[1]
    assert runs[0].count(RULE) == 66


@pytest.mark.whole
def test_a_second_run_reads_nothing_again(tree: Tree) -> None:
    """Neither the schema nor a parser is loaded for a configuration, or for files, that an earlier run has seen."""
    tree.repository().write(
        ".clblint.yaml", f"{CLUSTERS}exclude: [charts/]\npaths: [{{match: x, ignore: [{OTHER}]}}]\n"
    )
    tree.write(f"{BJ}/.clblint.yaml", "extends: ../../.clblint.yaml\n")

    def loaded() -> set[str]:
        done = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "clblint", "."],
            cwd=tree.folder,
            env={**os.environ, "CLBLINT_CACHE_DIR": str(tree.folder / ".cache")},
            capture_output=True,
            text=True,
            check=False,
        )
        return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}

    parser = "clblint.source.plain_tree" if compiled_parser() else "clblint.source.extension"
    wanted = {"jsonschema", parser, "clblint.config.parse"}
    assert wanted <= loaded()
    assert wanted.isdisjoint(loaded())
    tree.write(f"{BJ}/.clblint.yaml", "extends: ../../.clblint.yaml\nignore: []\n")
    assert wanted <= loaded()


@pytest.mark.parametrize("options", [("--ignore", "all"), ("--select", OTHER, "--ignore", OTHER)], ids=" ".join)
def test_a_run_without_rules_says_so(tree: Tree, options: tuple[str, ...]) -> None:
    for _ in range(2):
        assert tree.run(*options, ".").stdout == "2 Services read, 2 become a CLB: no rule ran\n"
