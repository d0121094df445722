"""`--fix`, `--unsafe-fixes` and `--diff`: what is written, what is printed, and the exit code."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.fix.conftest import Run

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
HEAD = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations:\n"
SPEC = "spec:\n  type: LoadBalancer\n  selector: {app: web}\n  ports: [{port: 80}]\n"
# One finding that --fix mends, one for --unsafe-fixes, and one that nothing mends.
SAFE = f"    {KEY}connection-drain: on  # why\n"
SAFE_FIXED = f'    {KEY}connection-drain: "on"  # why\n'
TIMEOUT = f'    {KEY}connection-drain-timeout: "30"\n'
UNSAFE = f'    {KEY}established-timeout: "0"\n'
HOPELESS = f'    {KEY}hostname: "https://example.com"\n'
BAD = HEAD + SAFE + TIMEOUT + SPEC
GOOD = HEAD + SAFE_FIXED + TIMEOUT + SPEC
MIXED = HEAD + SAFE + TIMEOUT + UNSAFE + HOPELESS + SPEC
MIXED_SAFE = HEAD + SAFE_FIXED + TIMEOUT + UNSAFE + HOPELESS + SPEC
MIXED_ALL = HEAD + SAFE_FIXED + TIMEOUT + HOPELESS + SPEC


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with all three kinds of findings."""
    found = tmp_path / "web.yaml"
    found.write_text(MIXED)
    return found


def test_fix_writes_safe_fixes_only(run: Run, file: Path) -> None:
    done = run("--fix", "web.yaml")
    assert file.read_text() == MIXED_SAFE
    assert done.returncode == 1
    assert b"annotation-not-a-string" not in done.stdout
    assert b"1 fixed, 1 fixable with --fix --unsafe-fixes" in done.stdout
    assert done.stderr == b""


def test_unsafe_fixes(run: Run, file: Path) -> None:
    done = run("--fix", "--unsafe-fixes", "web.yaml")
    assert file.read_text() == MIXED_ALL
    assert b"\n2 fixed\n" in done.stdout
    assert done.returncode == 1


@pytest.mark.parametrize("options", [(), ("--unsafe-fixes",)])
def test_without_fix_nothing_is_written(run: Run, file: Path, options: tuple[str, ...]) -> None:
    done = run(*options, "web.yaml")
    assert file.read_text() == MIXED
    assert b"1 fixable with --fix, 1 more fixable with --fix --unsafe-fixes" in done.stdout


def test_all_fixed_is_clean(run: Run, tmp_path: Path) -> None:
    (tmp_path / "web.yaml").write_text(BAD)
    done = run("--fix", "web.yaml")
    assert done.returncode == 0
    assert b"\n1 fixed\n" in done.stdout
    assert (tmp_path / "web.yaml").read_text() == GOOD


def test_fixing_twice_is_fixing_once(run: Run, file: Path) -> None:
    run("--fix", "--unsafe-fixes", ".")
    once, status = file.read_bytes(), file.stat()
    again = run("--fix", "--unsafe-fixes", ".")
    assert file.read_bytes() == once
    assert file.stat().st_mtime_ns == status.st_mtime_ns
    assert b"fixed" not in again.stdout


def test_diff_shows_safe_fixes_and_writes_nothing(run: Run, file: Path) -> None:
    done = run("--diff", "web.yaml")
    assert file.read_text() == MIXED
    assert done.returncode == 1
    rows = done.stdout.decode().splitlines()
    assert rows[:3] == ["--- web.yaml", "+++ web.yaml", "@@ -3,7 +3,7 @@"]
    assert [row for row in rows[3:] if row[0] in "-+"] == ["-" + SAFE.rstrip(), "+" + SAFE_FIXED.rstrip()]
    assert done.stderr == b"clblint: 1 finding would be fixed in 1 file\n"


@pytest.mark.whole
@pytest.mark.parametrize("text", [MIXED, MIXED.rstrip("\n"), MIXED.replace("\n", "\r\n"), "\ufeff" + MIXED])
def test_diff_is_what_patch_takes(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "web.yaml").write_text(text, newline="")
    diff = run("--diff", "--unsafe-fixes", "web.yaml").stdout
    command = ["git", "apply", "-p0", "-"]
    subprocess.run(command, cwd=tmp_path, input=diff, check=True, capture_output=True)
    patched = (tmp_path / "web.yaml").read_bytes()
    (tmp_path / "web.yaml").write_text(text, newline="")
    run("--fix", "--unsafe-fixes", "web.yaml")
    assert (tmp_path / "web.yaml").read_bytes() == patched != text.encode()


def test_diff_of_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "web.yaml").write_text(HEAD + TIMEOUT + HOPELESS + SPEC)
    done = run("--diff", "web.yaml")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_diff_goes_before_fix(run: Run, file: Path) -> None:
    assert run("--fix", "--diff", "web.yaml").stdout.startswith(b"--- web.yaml\n")
    assert file.read_text() == MIXED


def test_diff_leaves_reports_in_files(run: Run, file: Path, tmp_path: Path) -> None:
    done = run("--diff", "--format", "json=out.json", "--format", "text", file.name)
    assert done.stdout.startswith(b"--- web.yaml\n")
    assert b"hostname" not in done.stdout.replace(b"loadbalancer-hostname", b"")
    found = json.loads((tmp_path / "out.json").read_text())["findings"]
    assert "annotation-not-a-string" in {one["rule"] for one in found}


def test_standard_input_goes_through(run: Run) -> None:
    done = run("--fix", "-", stdin=BAD.replace("\n", "\r\n").encode())
    assert done.stdout == GOOD.replace("\n", "\r\n").encode()
    assert done.returncode == 0
    assert b"1 fixed" in done.stderr


def test_standard_input_without_a_fix_goes_through(run: Run) -> None:
    done = run("--fix", "--stdin-filename", "deploy/web.yaml", "-", stdin=b"\xef\xbb\xbfa: 1\n")
    assert done.stdout == b"\xef\xbb\xbfa: 1\n"


def test_standard_input_with_a_name(run: Run) -> None:
    done = run("--fix", "--stdin-filename", "deploy/web.yaml", "-", stdin=MIXED.encode())
    assert done.stdout.decode() == MIXED_SAFE
    assert b"deploy/web.yaml:" in done.stderr
    assert done.returncode == 1


def test_diff_of_standard_input(run: Run) -> None:
    done = run("--diff", "-", stdin=BAD.encode())
    assert done.stdout.startswith(b"--- standard input\n")


def test_only_what_is_reported_is_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for name in ("web.yaml", "api.yaml"):
        (tmp_path / name).write_text(BAD.replace("name: web", f"name: {name[:3]}"))
    before = (tmp_path / "api.yaml").read_bytes()
    run("--fix", "web.yaml")
    assert (tmp_path / "api.yaml").read_bytes() == before


def test_no_value_that_is_refused_all_the_same_is_written(run: Run, tmp_path: Path) -> None:
    manifest = tmp_path / "web.yaml"
    manifest.write_text(BAD.replace(": on", ": true"))
    before = manifest.read_bytes()
    assert b'write "on", with the quotes' in run("--fix", "web.yaml").stdout
    assert manifest.read_bytes() == before
    run("--fix", "--unsafe-fixes", "web.yaml")
    assert b': "on"' in manifest.read_bytes()


@pytest.mark.parametrize(("written", "meant"), [("0x10", "16"), ("1e2", "100"), ("1_0", "10"), ("007", "007")])
def test_a_number_in_another_notation_is_written_as_it_is_read(
    run: Run, tmp_path: Path, written: str, meant: str
) -> None:
    key = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout"
    (tmp_path / "web.yaml").write_text(
        f"apiVersion: v1\nkind: Service\nmetadata: {{name: web, annotations: {{{key}: {written}}}}}\n"
        "spec: {type: LoadBalancer, ports: [{port: 80}]}\n"
    )
    run("--fix", "web.yaml")
    assert (f'"{written}"' in (tmp_path / "web.yaml").read_text()) == (written == meant)
    run("--fix", "--unsafe-fixes", "web.yaml")
    assert f'{key}: "{meant}"' in (tmp_path / "web.yaml").read_text()
    rules = "annotation-not-a-string,invalid-annotation-value"
    assert b"nothing to report" in run("--select", rules, "web.yaml").stdout


def test_ignored_findings_are_not_fixed(run: Run, file: Path) -> None:
    run("--fix", "--ignore", "annotation-not-a-string", "web.yaml")
    assert file.read_text() == MIXED


def test_what_is_suppressed_or_in_a_baseline_is_not_fixed(run: Run, file: Path) -> None:
    text = MIXED.replace("# why", "# clblint: ignore[annotation-not-a-string] kustomize writes it")
    file.write_text(text)
    run("baseline", "known.json", "web.yaml")
    run("--fix", "--unsafe-fixes", "--baseline", "known.json", "web.yaml")
    assert file.read_text() == text
    run("--fix", "--unsafe-fixes", "web.yaml")
    assert file.read_text() == text.replace(UNSAFE, "")


def test_a_diff_writes_no_comments(run: Run, file: Path) -> None:
    assert run("--diff", "--add-ignore", "known", "web.yaml").returncode == 1
    assert file.read_text() == MIXED


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_mode_stays(run: Run, file: Path, mode: int) -> None:
    file.chmod(mode)
    run("--fix", "web.yaml")
    assert stat.S_IMODE(file.stat().st_mode) == mode
    assert file.read_text() == MIXED_SAFE


def test_a_link_stays_a_link(run: Run, tmp_path: Path, file: Path) -> None:
    (tmp_path / "real").mkdir()
    file.rename(tmp_path / "real" / "target.txt")
    file.symlink_to(tmp_path / "real" / "target.txt")
    assert run("--fix", "web.yaml").returncode == 1
    assert file.is_symlink()
    assert (tmp_path / "real" / "target.txt").read_text() == MIXED_SAFE
    assert sorted(os.listdir(tmp_path / "real")) == ["target.txt"]


def test_two_names_of_one_file(run: Run, tmp_path: Path, file: Path) -> None:
    (tmp_path / "zzz.yaml").symlink_to(file)
    done = run("--fix", "web.yaml", "zzz.yaml")
    assert (done.returncode, done.stderr) == (1, b"")
    assert file.read_text() == MIXED_SAFE


def test_a_read_only_file_is_reported_and_others_are_fixed(run: Run, tmp_path: Path, file: Path) -> None:
    (tmp_path / "other.yaml").write_text(BAD.replace("name: web", "name: other"))
    file.chmod(0o444)
    done = run("--fix", ".")
    assert done.returncode == 2
    assert done.stderr == b"clblint: web.yaml: cannot be written, so nothing in it was fixed: it is read-only\n"
    assert file.read_text() == MIXED
    assert b"annotation-not-a-string" in done.stdout
    assert (tmp_path / "other.yaml").read_text() == GOOD.replace("name: web", "name: other")


def test_read_only_is_no_matter_for_a_diff(run: Run, file: Path) -> None:
    file.chmod(0o444)
    assert run("--diff", "web.yaml").returncode == 1


def test_findings_without_a_possible_fix_are_reported(run: Run, tmp_path: Path) -> None:
    text = HEAD + f"    {KEY}connection-drain: &flag on\n    example.com/x: *flag\n" + TIMEOUT + SPEC
    (tmp_path / "web.yaml").write_text(text)
    done = run("--fix", "web.yaml")
    assert done.returncode == 1
    assert done.stderr.startswith(b"clblint: web.yaml:6: annotation-not-a-string was not fixed: an anchor stands there")
    assert (tmp_path / "web.yaml").read_text() == text


OPERATIONS = f"""\
- {{op: add, path: /metadata/annotations/{KEY.replace("/", "~1")}master-zone-id, value: cn-hangzhou-k}}
- {{op: add, path: "/metadata/annotations/{KEY.replace("/", "~1")}established-timeout", value: "0"}}
"""
WITH_PATCH = "patches: [{target: {kind: Service}, path: ops.yaml}]\n"
INLINE = "patches:\n- target: {kind: Service}\n  patch: |\n    " + OPERATIONS.replace("\n-", "\n    -")


@pytest.mark.parametrize("resources", ["[web.yaml]", "[web.yaml, gone.yaml]"], ids=["built", "refused"])
@pytest.mark.parametrize("patches", [WITH_PATCH, INLINE], ids=["file", "inline"])
def test_a_key_in_the_path_of_a_json_patch_stays(run: Run, tmp_path: Path, resources: str, patches: str) -> None:
    """The key would take the place of the path."""
    files = {"kustomization.yaml": f"resources: {resources}\n{patches}", "ops.yaml": OPERATIONS, "web.yaml": HEAD}
    files["web.yaml"] += f"    {KEY}bandwidth: '5'\n{SPEC}"
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    select = ("--select", "unknown-annotation,int-zero-ignored")
    found = json.loads(run(*select, "--format", "json", ".").stdout)["findings"]
    path, line = ("ops.yaml", 1) if patches is WITH_PATCH else ("kustomization.yaml", 5)
    assert [(one["rule"], one["path"], one["line"]) for one in found] == [
        ("unknown-annotation", path, line),
        ("int-zero-ignored", path, line + 1),
    ]
    assert not any(one["fixes"] for one in found)
    sarif = json.loads(run(*select, "--format", "sarif", ".").stdout)["runs"][0]["results"]
    assert not any("fixes" in one for one in sarif)
    assert b"fixable" not in run(*select, ".").stdout
    assert b"not fixed" not in run(*select, "--fix", "--unsafe-fixes", ".").stderr
    assert {name: (tmp_path / name).read_text() for name in files} == files


def test_a_fix_that_makes_room_for_another(run: Run, tmp_path: Path) -> None:
    """The misspelt key is renamed, and then its value is judged."""
    text = HEAD + f"    {KEY}schedular: wrr\n    {KEY}connection_drain: ''\n" + SPEC
    (tmp_path / "web.yaml").write_text(text)
    assert run("--fix", "--unsafe-fixes", "--select", "annotations", "web.yaml").returncode == 0
    fixed = HEAD + f"    {KEY}scheduler: wrr\n" + SPEC
    assert (tmp_path / "web.yaml").read_text() == fixed


NLB = "  loadBalancerClass: alibabacloud.com/nlb\n"
# A misspelt key that stays as it is, with its value and the end of the Service.
LEFT = {
    "of NLBs, on a CLB": ("security-group-id", "sg-bp1example", SPEC),
    "of CLBs, on an NLB": ("bandwith", "'100'", SPEC + NLB),
    "on a Service without a load balancer": ("schedular", "wrr", SPEC.replace("LoadBalancer", "ClusterIP")),
    "a value that the new one refuses": ("access-control-list", "192.168.0.0/16,10.0.0.0/8", SPEC),
    "JSON for a list": ("zone-mapping", """'[{"ZoneId": "cn-hangzhou-a"}]'""", SPEC + NLB),
    "another letter case": ("connection_drain", "'ON'", SPEC),
}


@pytest.mark.parametrize(("name", "value", "spec"), LEFT.values(), ids=LEFT)
def test_a_new_name_that_would_do_nothing(run: Run, tmp_path: Path, name: str, value: str, spec: str) -> None:
    """The finding stays, and so does the line."""
    text = HEAD + f"    {KEY}{name}: {value}\n" + spec
    (tmp_path / "web.yaml").write_text(text)
    done = run("--fix", "--unsafe-fixes", "--fail-on", "note", "--select", "unknown-annotation", "web.yaml")
    assert done.returncode == 1
    assert (tmp_path / "web.yaml").read_text() == text


def test_a_new_name_on_the_load_balancer_that_it_is_for(run: Run, tmp_path: Path) -> None:
    text = HEAD + f"    {KEY}security-group-id: sg-bp1example\n" + SPEC + NLB
    (tmp_path / "web.yaml").write_text(text)
    assert run("--fix", "--unsafe-fixes", "--select", "unknown-annotation", "web.yaml").returncode == 0
    assert (tmp_path / "web.yaml").read_text() == text.replace("group-id:", "group-ids:")


# Misspelt keys with values whose settings disturb what works once they take effect, and those that do not.
DISTURBING = {
    "force-overide-listeners": "true",
    "force_override_listeners": "true",
    "Proxy-Protocol": "on",
    "protocol_port": "https:80",
    "backend_label": "pool=a",
}
HARMLESS = {"health_check_flag": "on", "delete_protection": "on", "additional_resource_tags": "a=b"}


@pytest.mark.parametrize(("name", "value"), [*DISTURBING.items(), *HARMLESS.items()])
def test_a_new_name_of_a_setting_that_disturbs_is_unsafe(run: Run, tmp_path: Path, name: str, value: str) -> None:
    """It has no effect today, and with the new name it takes listeners or shuts clients out."""
    text = HEAD + f'    {KEY}id: lb-2zexyzabcdef0123456789\n    {KEY}{name}: "{value}"\n' + SPEC
    (tmp_path / "web.yaml").write_text(text)
    run("--fix", "--select", "unknown-annotation", "web.yaml")
    assert ((tmp_path / "web.yaml").read_text() == text) == (name in DISTURBING)
    run("--fix", "--unsafe-fixes", "--select", "unknown-annotation", "web.yaml")
    assert (tmp_path / "web.yaml").read_text() != text


def test_the_cache_knows_the_fixed_file(run: Run, file: Path) -> None:
    fixed = run("--fix", "--format", "concise", "web.yaml")
    assert run("--format", "concise", "web.yaml").stdout == fixed.stdout
    assert run("--no-cache", "--format", "concise", "web.yaml").stdout == fixed.stdout
    assert file.read_text() == MIXED_SAFE


DEEP = 400
DEEPLY = {
    "block": "".join("  " * level + "a:\n" for level in range(1, DEEP)) + "  " * DEEP + f'{KEY}idle-timeout: "0"\n',
    "braces": "  {" + "a: {" * DEEP + f'{KEY}idle-timeout: "0"' + "}" * DEEP + "}\n",
}


@pytest.mark.parametrize("text", DEEPLY.values(), ids=DEEPLY)
def test_a_removed_field_takes_its_empty_parents_with_it(run: Run, tmp_path: Path, text: str) -> None:
    """The whole chain of mappings that would be left empty goes."""
    (tmp_path / "web.yaml").write_text("apiVersion: x/v1\nkind: X\nspec:\n" + text)
    done = run("--fix", "--unsafe-fixes", "web.yaml")
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "web.yaml").read_text() == "apiVersion: x/v1\nkind: X\n"


def test_rules_say_what_they_fix(run: Run) -> None:
    rules = {rule["name"]: rule["fix"] for rule in json.loads(run("rules", "--format", "json").stdout)["rules"]}
    assert rules["annotation-not-a-string"] == "safe"
    assert rules["empty-annotation"] == "unsafe"
    assert rules["invalid-service"] is None
    listed = run("rules").stdout.decode().splitlines()
    assert any(row.split()[:4] == ["spec-with-clcu", "warning", "instance", "safe"] for row in listed)
    assert b"fixed by --fix --unsafe-fixes" in run("explain", "empty-annotation").stdout


def test_a_broken_document_beside_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "web.yaml").write_text(BAD + "---\na: [\n")
    done = run("--fix", "web.yaml")
    assert done.returncode == 1
    assert (tmp_path / "web.yaml").read_text() == GOOD + "---\na: [\n"


def test_unsafe_fixes_take_a_change_back(run: Run, tmp_path: Path) -> None:
    """A change that is taken back with --unsafe-fixes."""
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    text = HEAD + f"    {KEY}address-type: intranet\n" + SPEC
    (tmp_path / "old" / "web.yaml").write_text(text)
    (tmp_path / "new" / "web.yaml").write_text(text.replace("intranet", "internet"))
    done = run("--fix", "--unsafe-fixes", "--against", "../old", ".", cwd=tmp_path / "new")
    assert (tmp_path / "new" / "web.yaml").read_text() == text
    assert done.returncode == 0, done.stdout


def fixes_of(run: Run, text: str) -> list[dict[str, Any]]:
    done = run("--format", "json", "-", stdin=text.encode())
    return [fix for one in json.loads(done.stdout)["findings"] for fix in one["fixes"]]


def test_json_lists_the_replacements_of_each_fix(run: Run) -> None:
    assert fixes_of(run, MIXED) == [
        {"safe": True, "replacements": [_row(6, 77, 6, 79, '"on"')]},
        {"safe": False, "replacements": [_row(8, 1, 9, 1, "")]},
    ]


def _row(line: int, column: int, end_line: int, end_column: int, text: str) -> dict[str, object]:
    return {"line": line, "column": column, "endLine": end_line, "endColumn": end_column, "text": text}


def test_sarif_replaces_bytes_exactly(run: Run, tmp_path: Path) -> None:
    """Making the replacements as a reader of SARIF does gives what --fix writes."""
    text = MIXED.replace("metadata:\n", "metadata:\n  labels: {'支😀': '付'}\n").replace("  # why", "  # 支😀付")
    (tmp_path / "web.yaml").write_text(text)
    (log,) = json.loads(run("--format", "sarif", "web.yaml").stdout)["runs"]
    for result in reversed(log["results"]):
        for fix in result.get("fixes", ()):
            (change,) = fix["artifactChanges"]
            assert change["artifactLocation"]["uri"] == "web.yaml"
            assert fix["description"]["text"]
            for replacement in reversed(change["replacements"]):
                text = _replaced(text, replacement)
    run("--fix", "--unsafe-fixes", "web.yaml")
    assert (tmp_path / "web.yaml").read_text() == text


def _replaced(text: str, replacement: dict[str, Any]) -> str:
    region = replacement["deletedRegion"]
    lines = text.split("\n")

    def at(line: int, column: int) -> int:
        before = sum(len(row) + 1 for row in lines[: line - 1])
        units = lines[line - 1].encode("utf-16-le") if line <= len(lines) else b""
        return before + len(units[: 2 * (column - 1)].decode("utf-16-le"))

    start, end = at(region["startLine"], region["startColumn"]), at(region["endLine"], region["endColumn"])
    inserted: str = replacement.get("insertedContent", {"text": ""})["text"]
    return text[:start] + inserted + text[end:]


def test_text_shows_the_lines(run: Run, file: Path) -> None:
    rows = run(file.name).stdout.decode().splitlines()
    at = next(number for number, row in enumerate(rows) if row.startswith("  edit "))
    assert rows[at : at + 3] == [
        "  edit     --fix writes it",
        "           6 -     …-connection-drain: on  # why",
        '           6 +     …-connection-drain: "on"  # why',
    ]
    later = next(row for row in rows[at + 1 :] if row.startswith("  edit "))
    assert later == "  edit     --fix --unsafe-fixes writes it; it may change behaviour"


IGNORE = "# clblint: ignore[invalid-annotation-value] tested"
DEAD = f'    {KEY}force-override-listeners: "true"\n'
WRONG = f'    {KEY}scheduler: "foo"\n'
NOTES = {
    "a suppression": (f"    {IGNORE}\n", ""),
    "two": (f"    {IGNORE}\n    # clblint: ignore[override-without-id] so it is\n", ""),
    "two in one": (f"    {IGNORE} # clblint: ignore[override-without-id] so it is\n", ""),
    "indented otherwise": (f"  {IGNORE}\n", ""),
    "above a comment": (f"    {IGNORE}\n    # what it is for\n", "    # what it is for\n"),
    "below a comment": (f"    # what it is for\n    {IGNORE}\n", "    # what it is for\n"),
    "a comment": ("    # what it is for\n", "    # what it is for\n"),
    "for the object": ("    # clblint: ignore-object[public-by-default] so\n",) * 2,
    "line ends of Windows": (f"    {IGNORE}\r\n", ""),
}


@pytest.mark.parametrize(("above", "left"), NOTES.values(), ids=NOTES)
def test_a_suppression_goes_with_the_line_that_it_is_for(run: Run, tmp_path: Path, above: str, left: str) -> None:
    text = HEAD + above + DEAD + WRONG + SPEC
    (tmp_path / "web.yaml").write_bytes(text.encode())
    run("--fix", "--unsafe-fixes", "--select", "override-without-id", "--ignore", "unused-suppression", "web.yaml")
    kept = "ignore[override-without-id]" in above  # nothing is fixed that is suppressed
    assert (tmp_path / "web.yaml").read_bytes() == (text if kept else HEAD + left + WRONG + SPEC).encode()
    if not kept:
        assert b"invalid-annotation-value" in run("--format", "concise", "web.yaml").stdout


def test_an_access_list_that_is_incomplete_is_not_switched_on(run: Run, tmp_path: Path) -> None:
    for present, missing in (("acl-id: acl-bp1ut10zzvh5gtu8zq0dj", "acl-type"), ("acl-type: white", "acl-id")):
        text = f"{HEAD}    {KEY}{present}\n{SPEC}"
        (tmp_path / "web.yaml").write_text(text)
        done = run("--fix", "--unsafe-fixes", "web.yaml")
        assert (tmp_path / "web.yaml").read_text() == text
        assert f"{KEY}{missing}" in done.stdout.decode().partition("\n  fix ")[2]


@pytest.mark.whole
def test_names_in_a_diff_are_quoted_as_git_does(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.sh").write_text("echo ok\n")
    names = [
        "x\n--- a.sh\n+++ a.sh\n@@ -1 +1 @@\n-echo ok\n+echo pwned\n.yaml",
        'a"b\\.yaml',
        "with blanks.yaml",
        "\x1b.yaml",
    ]
    for name in names:
        (tmp_path / name).write_text(BAD)
    diff = run("--diff", ".").stdout
    assert b"\n+echo" not in diff
    assert b"\x1b" not in diff
    command = ["git", "apply", "-p0", "-"]
    subprocess.run(command, input=diff, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "a.sh").read_text() == "echo ok\n"
    assert [(tmp_path / name).read_text() for name in names] == [GOOD] * len(names)


def test_other_links_to_a_fixed_file_are_reported(run: Run, tmp_path: Path, file: Path) -> None:
    os.link(file, tmp_path / "other.yaml")
    done = run("--fix", "web.yaml")
    assert b"web.yaml: 1 other name of this file (a hard link) still has the text from before\n" in done.stderr
    assert (tmp_path / "other.yaml").read_text() == MIXED


def test_a_format_for_programs_leaves_the_count_to_standard_error(run: Run, file: Path) -> None:
    assert run("--fix", "--format", "concise", file.name).stderr == b"clblint: 1 finding fixed\n"
    assert run("--fix", "--format", "concise", file.name).stderr == b""
