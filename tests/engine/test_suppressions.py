"""Suppressions in manifests: what each form silences, and what is said of those that do not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import subprocess

    from .conftest import Run

# Line 5 has three findings: two notes and, at column 26, `local-without-wrr`.
WEB = """\
apiVersion: v1
kind: Service
metadata: {name: NAME}
spec: {type: LoadBalancer, selector: {app: NAME},
  externalTrafficPolicy: Local,
  ports: [{port: 80}]}
"""
LOCAL, RULES = "local-without-wrr", "local-without-wrr,suppressions"
ABOVE = "  externalTrafficPolicy: Local,\n"
SAMPLES = {
    "on the line": WEB.replace("Local,", f"Local,  # clblint: ignore[{LOCAL}] why"),
    "above the line": WEB.replace(ABOVE, f"  # clblint: ignore[{LOCAL}] why\n{ABOVE}"),
    "above another comment": WEB.replace(ABOVE, f"  # clblint: ignore[{LOCAL}] why\n  # more\n{ABOVE}"),
    "behind another comment": WEB.replace("Local,", f"Local,  # note # clblint: ignore[{LOCAL}] why"),
    "before another tool's": WEB.replace("Local,", f"Local,  # clblint: ignore[{LOCAL}] why  # yamllint disable-line"),
    "two on a line": WEB.replace("Local,", f"Local, # clblint: ignore[{LOCAL}] a # clblint: ignore[{LOCAL}] b"),
    "a glob": WEB.replace("Local,", "Local,  # clblint: ignore[local-*] why"),
    "a pack": WEB.replace("Local,", "Local,  # clblint: ignore[listeners] why"),
    "all": WEB.replace("Local,", "Local,  # clblint: ignore[all] why"),
    "blanks": WEB.replace("Local,", f"Local,  #clblint:ignore [ {LOCAL} ]: why"),
    "the object, at its end": f"{WEB}# clblint: ignore-object[{LOCAL}] why\n",
    "the object, at its beginning": f"# clblint: ignore-object[{LOCAL}] why\n{WEB}",
    "the file": f"# clblint: ignore-file[{LOCAL}] why\n{WEB}",
    "the file, before a separator": f"# a\n# clblint: ignore-file[{LOCAL}] why\n---\n{WEB}",
    "the file, behind a separator": f"---\n# clblint: ignore-file[{LOCAL}] why\n{WEB}",
    "CRLF": WEB.replace("Local,", f"Local,  # clblint: ignore[{LOCAL}] why").replace("\n", "\r\n"),
    "a byte order mark": "\ufeff" + f"# clblint: ignore-file[{LOCAL}] why\n{WEB}",
    "an annotation": WEB.replace(
        "{name: NAME}", f"{{name: NAME, annotations: {{clblint.io/ignore: {LOCAL}, clblint.io/ignore-reason: why}}}}"
    ),
    "a list of objects": "apiVersion: v1\nkind: List\nitems:\n- "
    + WEB.replace("\n", "\n  ").rstrip()
    + f"\n  # clblint: ignore-object[{LOCAL}] why\n",
}
LISTED = "apiVersion: v1\nkind: List\nitems:\n"
NOT_SILENCED = {
    "two lines above": WEB.replace(ABOVE, f"  # clblint: ignore[{LOCAL}] why\n\n{ABOVE}"),
    "another rule": WEB.replace("Local,", "Local,  # clblint: ignore[public-by-default] why"),
    "another line": WEB.replace("kind: Service", f"kind: Service # clblint: ignore[{LOCAL}] why"),
    "in a string": WEB.replace("{name: NAME}", f"{{name: NAME, labels: {{a: '# clblint: ignore[{LOCAL}] w'}}}}"),
    "in a block": WEB.replace(
        "metadata: {name: NAME}",
        f"metadata:\n  name: NAME\n  annotations:\n    a: |\n      # clblint: ignore-object[{LOCAL}] why",
    ),
    "another object": f"{WEB}---\n# clblint: ignore-object[{LOCAL}] why\napiVersion: v1\nkind: A\n",
    "another item of the list": LISTED
    + "- "
    + WEB.replace("\n", "\n  ").rstrip()
    + f"\n# clblint: ignore-object[{LOCAL}] why\n- apiVersion: v1\n  kind: A\n  metadata: {{name: a}}\n",
    "the file, too late": f"{WEB}---\n# clblint: ignore-file[{LOCAL}] why\napiVersion: v1\nkind: A\n",
    "a misspelt rule": WEB.replace("Local,", "Local,  # clblint: ignore[local-without-wr] why"),
    "an unknown form": WEB.replace("Local,", f"Local,  # clblint: disable[{LOCAL}] why"),
    "no brackets": WEB.replace("Local,", f"Local,  # clblint: ignore {LOCAL}"),
    "an annotation of another object": WEB
    + f"---\napiVersion: v1\nkind: A\nmetadata: {{name: a, annotations: {{clblint.io/ignore: {LOCAL}}}}}\n",
}


def found(done: subprocess.CompletedProcess[str], *names: str) -> list[tuple[str, int, int]]:
    """The findings of a JSON report: rule, line, column."""
    assert done.returncode in {0, 1}, done.stderr
    rows = ((one["rule"], one["line"], one["column"]) for one in json.loads(done.stdout)["findings"])
    return [row for row in rows if not names or row[0] in names]


def summary(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    """The summary of a JSON report."""
    value: dict[str, object] = json.loads(done.stdout)["summary"]
    return value


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_each_form_of_suppression_silences_and_is_counted(run: Run, tmp_path: Path, text: str) -> None:
    """Each form silences, nothing is wrong with it, and the summary counts it."""
    (tmp_path / "a.yaml").write_bytes(text.encode())
    done = run("--format", "json", "--select", RULES, "a.yaml")
    assert found(done) == []
    assert summary(done)["suppressed"] == 1


@pytest.mark.parametrize("text", NOT_SILENCED.values(), ids=NOT_SILENCED)
def test_text_that_is_no_suppression_silences_nothing(run: Run, tmp_path: Path, text: str) -> None:
    """What is not meant stays."""
    (tmp_path / "a.yaml").write_text(text)
    done = run("--format", "json", "--select", RULES, "a.yaml")
    assert LOCAL in {rule for rule, _, _ in found(done)}
    assert summary(done)["suppressed"] == 0


def test_an_annotation_in_json(run: Run, tmp_path: Path) -> None:
    annotations = {"clblint.io/ignore": f"pre-stop-missing, {LOCAL}", "clblint.io/ignore-reason": "why"}
    service = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "web", "annotations": annotations},
        "spec": {"type": "LoadBalancer", "externalTrafficPolicy": "Local", "ports": [{"port": 80}]},
    }
    (tmp_path / "a.json").write_text(json.dumps(service))
    done = run("--format", "json", "--select", f"{RULES},pre-stop-missing", "a.json")
    ((rule, line, column),) = found(done)
    assert (rule, line) == ("unused-suppression", 1)
    assert json.dumps(service)[column - 1 :].startswith("pre-stop-missing, ")


def test_our_annotations_are_known(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(SAMPLES["an annotation"])
    assert (
        found(run("--format", "json", "--select", "all", "--ignore", "backends", "a.yaml"), "unknown-annotation") == []
    )


# What a suppression behind `externalTrafficPolicy` is reported for, and the words that are pointed at.
SAID = {
    "no reason": ("[local-without-wrr]", [("unexplained-suppression", "# clblint")]),
    "a reason without a word": ("[local-without-wrr] ...", [("unexplained-suppression", "# clblint")]),
    "another comment is no reason": ("[local-without-wrr] # foo", [("unexplained-suppression", "# clblint")]),
    "an unknown rule": ("[local-without-wrr,nope] why", [("unknown-suppression", "nope")]),
    "an unknown glob": ("[local-without-wrr,nope-*] why", [("unknown-suppression", "nope-*")]),
    "no rule": ("[] why", [(LOCAL, "Local"), ("unknown-suppression", "# clblint")]),
    "unused": ("[duplicate-key, local-without-wrr] why", [("unused-suppression", "duplicate-key")]),
    "all at once": (
        "[duplicate-key, nope, local-without-wrr]",
        [
            ("unexplained-suppression", "# clblint"),
            ("unused-suppression", "duplicate-key"),
            ("unknown-suppression", "nope"),
        ],
    ),
    "not about a rule that does not run": ("[local-without-wrr, yaml-syntax] why", []),
    "not about a glob of which one does not run": ("[local-without-wrr, duplicate-*] why", []),
    "not about a rule that waits for an inventory": ("[local-without-wrr, cert-expired] why", []),
    "not about a rule that waits for a revision": ("[local-without-wrr, lb-id-added] why", []),
    "not about a rule that waits for a fact": ("[local-without-wrr, ccm-local-weights] why", []),
    "its own missing reason": (
        "[local-without-wrr, unexplained-suppression]",
        [("unexplained-suppression", "# clblint"), ("unused-suppression", "unexplained-suppression")],
    ),
    "its own unknown name": (
        "[local-without-wrr, nope, unknown-suppression] why",
        [("unknown-suppression", "nope"), ("unused-suppression", "unknown-suppression")],
    ),
    "its own uselessness": (
        "[local-without-wrr, unused-suppression] why",
        [("unused-suppression", "unused-suppression")],
    ),
    "its own uselessness by a glob": ("[local-without-wrr, *-suppression] why", [("unknown-suppression", "*-supp")]),
}


@pytest.mark.parametrize(("text", "said"), SAID.values(), ids=SAID)
def test_rules_about_suppressions_point_at_the_wrong_word(
    run: Run, tmp_path: Path, text: str, said: list[tuple[str, str]]
) -> None:
    """The rules about suppressions point at what is wrong, and never silence themselves."""
    manifest = WEB.replace("Local,", f"Local,  # clblint: ignore{text}")
    (tmp_path / "a.yaml").write_text(manifest)
    select = f"{RULES},duplicate-key,cert-expired,lb-id-added,ccm-local-weights"
    done = run("--format", "json", "--select", select, "a.yaml")
    line = manifest.split("\n")[4]
    assert [rule for rule, _, _ in found(done)] == [rule for rule, _ in said]
    for (_, number, column), (_, words) in zip(found(done), said, strict=True):
        assert number == 5
        assert line[column - 1 :].startswith(words)


@pytest.mark.parametrize("rule", ["unexplained-suppression", "unused-suppression", "unknown-suppression"])
def test_one_suppression_silences_a_finding_about_another(run: Run, tmp_path: Path, rule: str) -> None:
    text = WEB.replace("Local,", "Local,  # clblint: ignore[local-without-wrr,duplicate-key,nope]")
    (tmp_path / "a.yaml").write_text(f"# clblint: ignore-file[{rule}] generated\n{text}")
    done = run("--format", "json", "--select", f"{RULES},duplicate-key", "a.yaml")
    rules = {name for name, _, _ in found(done)}
    assert rules == {"unexplained-suppression", "unused-suppression", "unknown-suppression"} - {rule}


def test_the_rules_are_configured_like_any_other(run: Run, tmp_path: Path) -> None:
    text = WEB.replace("Local,", "Local,  # clblint: ignore[local-without-wrr]")
    (tmp_path / "a.yaml").write_text(text)
    (tmp_path / ".clblint.yaml").write_text("severity: {unexplained-suppression: error}\n")
    done = run("--format", "json", "--select", RULES, "a.yaml")
    assert [one["severity"] for one in json.loads(done.stdout)["findings"]] == ["error"]
    assert found(run("--format", "json", "--select", LOCAL, "a.yaml")) == []
    (tmp_path / ".clblint.yaml").write_text("paths: [{match: a.yaml, ignore: [suppressions]}]\n")
    assert found(run("--format", "json", "--select", RULES, "a.yaml")) == []


def test_a_fact_that_is_declared_lets_a_rule_be_judged(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(WEB.replace("Local,", "Local,  # clblint: ignore[ccm-local-weights] why"))
    (tmp_path / ".clblint.yaml").write_text("cluster: {ccm-version: v2.12.1}\n")
    done = run("--format", "json", "--select", "ccm-local-weights,suppressions", "a.yaml")
    assert [rule for rule, _, _ in found(done)] == ["unused-suppression"]


def test_neighbours_that_are_not_there_prove_nothing(run: Run, tmp_path: Path) -> None:
    """On standard input no other file is read, so a rule about several objects cannot be judged."""
    text = f"# clblint: ignore-file[selector-no-match,duplicate-key] why\n{WEB}"
    done = run("--format", "json", "--select", "selector-no-match,duplicate-key,suppressions", "-", stdin=text)
    assert [column for _, _, column in found(done)] == [42]
    (tmp_path / "a.yaml").write_text(text)
    done = run("--format", "json", "--select", "selector-no-match,duplicate-key,suppressions", "a.yaml")
    assert [column for _, _, column in found(done)] == [24, 42]


@pytest.mark.parametrize("text", ["{{ if .x }}\n{{ end }}\n", "a: [1\n"], ids=["a template", "no YAML"])
def test_what_was_not_looked_at_is_not_judged(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.yaml").write_text(f"{text}# clblint: ignore-object[{LOCAL}] why\n---\nkind: A\n")
    assert found(run("--format", "json", "--select", RULES, "a.yaml")) == []


def test_yaml_that_cannot_be_read_is_silenced_from_above(run: Run, tmp_path: Path) -> None:
    text = "# clblint: ignore-file[yaml-syntax] a sample\nkind: Service\na: [1\n"
    (tmp_path / "a.yaml").write_text(text)
    done = run("--format", "json", "a.yaml")
    assert (found(done), summary(done)["suppressed"]) == ([], 1)


def test_a_patch_takes_the_judgement_away(run: Run, tmp_path: Path) -> None:
    """The base is silent because of what the overlay writes: its suppression is for those who build it alone."""
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "kustomization.yaml").write_text("resources: [a.yaml]\n")
    (tmp_path / "base" / "a.yaml").write_text(SAMPLES["on the line"])
    overlay = tmp_path / "over"
    overlay.mkdir()
    (overlay / "kustomization.yaml").write_text("resources: [../base]\npatches: [{path: p.yaml}]\n")
    (overlay / "p.yaml").write_text(
        "apiVersion: v1\nkind: Service\nmetadata: {name: NAME, annotations: "
        '{service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: "wrr"}}\n'
    )
    assert found(run("--format", "json", "--select", RULES, ".")) == []


def test_the_cache_and_several_processes_change_nothing(run: Run, tmp_path: Path) -> None:
    for number in range(150):
        text = (*SAMPLES.values(), *NOT_SILENCED.values())[number % (len(SAMPLES) + len(NOT_SILENCED))]
        (tmp_path / f"a{number:03}.yaml").write_bytes(text.replace("NAME", f"web{number}").encode())
    arguments = ("--format", "json", "--show-suppressed", "--select", "all", ".")
    plain = run("--no-cache", "--jobs", "1", *arguments)
    assert len(json.loads(plain.stdout)["suppressed"]) > 50
    for options in (("--no-cache", "--jobs", "3"), ("--jobs", "2"), (), ("--no-prefilter",)):
        assert run(*options, *arguments).stdout == plain.stdout, options


def test_a_suppression_through_the_cache(run: Run, tmp_path: Path) -> None:
    """Comments count in a later run that reads nothing again, and with other rules."""
    (tmp_path / "a.yaml").write_text(SAMPLES["on the line"])
    for _ in range(2):
        assert summary(run("--format", "json", "--select", RULES, "a.yaml"))["suppressed"] == 1


def test_what_is_found_on_a_change_is_silenced_too(run: Run, tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    service = WEB.replace("NAME", "web").replace("Local,", "Cluster,")
    (tmp_path / "old" / "a.yaml").write_text(service)
    changed = service.replace("port: 80", "port: 81")
    (tmp_path / "new" / "a.yaml").write_text(changed)
    arguments = ("--format", "json", "--against", "./old", "--select", "changes,suppressions", "new")
    rules = {rule for rule, _, _ in found(run(*arguments))}
    assert "port-removed" in rules
    comment = f"# clblint: ignore-file[{','.join(rules)}] planned\n"
    (tmp_path / "new" / "a.yaml").write_text(comment + changed)
    assert found(run(*arguments)) == []
    (tmp_path / "new" / "a.yaml").write_text(changed + "# clblint: ignore-object[lb-id-added] planned\n")
    assert "unused-suppression" in {rule for rule, _, _ in found(run(*arguments))}
    (tmp_path / "new" / "a.yaml").write_text(service)
    unchanged = "# clblint: ignore-object[lb-id-added] planned\n"
    (tmp_path / "new" / "a.yaml").write_text(service + unchanged)
    (tmp_path / "old" / "a.yaml").write_text(service + unchanged)
    assert found(run(*arguments)) == []


def test_rendered_charts_keep_their_suppressions(run: Run, tmp_path: Path) -> None:
    text = f"---\n# Source: shop/templates/web.yaml\n{SAMPLES['an annotation']}"
    done = run("--format", "json", "--select", RULES, "--stdin-filename", "charts/shop", "-", stdin=text)
    assert (found(done), summary(done)["suppressed"]) == ([], 1)
    assert not list(Path(tmp_path).glob("charts"))


def test_what_is_suppressed_is_shown_on_request(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(SAMPLES["on the line"])
    text = run("--select", RULES, "--show-suppressed", "a.yaml").stdout
    assert "suppressed  a.yaml:5:26  local-without-wrr (suppression): why" in text
    assert "suppressed  a.yaml" not in run("--select", RULES, "a.yaml").stdout
    (one,) = json.loads(run("--select", RULES, "--show-suppressed", "--format", "json", "a.yaml").stdout)["suppressed"]
    assert (one["rule"], one["suppressedBy"], one["reason"]) == (LOCAL, "suppression", "why")
    log = json.loads(run("--select", RULES, "--show-suppressed", "--format", "sarif", "a.yaml").stdout)
    (result,) = log["runs"][0]["results"]
    assert result["suppressions"] == [{"kind": "inSource", "status": "accepted", "justification": "why"}]
    assert json.loads(run("--select", RULES, "--format", "sarif", "a.yaml").stdout)["runs"][0]["results"] == []


def test_thousands_of_suppressions_in_linear_time(run: Run, tmp_path: Path) -> None:
    """Every object with its own, every line with many above it; twice as many take about twice as long."""
    comments = "".join(f"# clblint: ignore[nope-{number}] why\n" for number in range(3000))
    services = "---\n".join(SAMPLES["the object, at its end"].replace("NAME", f"web{number}") for number in range(3000))
    (tmp_path / "a.yaml").write_text(f"{comments}{services}")
    done = run("--format", "json", "--select", RULES, "a.yaml")
    assert summary(done)["suppressed"] == 3000
    assert {rule for rule, _, _ in found(done)} == {"unknown-suppression"}
    assert len(found(done)) == 3000
