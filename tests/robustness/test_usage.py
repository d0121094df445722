"""Wrong use and a wrong configuration: exit code 2, and a line that says what to change."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.robustness.conftest import Clblint

FOUND = "local-without-wrr"


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_an_unknown_rule_comes_with_the_nearest(option: str, project: Clblint) -> None:
    ran = project.run("web.yaml", option, "local-without-wr")
    assert (ran.code, ran.out) == (2, "")
    assert "local-without-wrr" in ran.err


def test_an_unknown_format_comes_with_those_that_exist(project: Clblint) -> None:
    ran = project.run("web.yaml", "--format", "srif")
    assert (ran.code, ran.out) == (2, "")
    assert "sarif" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [("--fail-on", "fatal"), ("--jobs", "0"), ("--jobs", "many"), ("--nonsense",), ("--color", "red")],
    ids=" ".join,
)
def test_a_wrong_option_is_exit_2(arguments: tuple[str, ...], project: Clblint) -> None:
    assert project.run("web.yaml", *arguments).code == 2


CONFIGS = {
    "unknown key": ("select: [all]\nignor: [a]\n", "2:1", "ignore"),
    "unknown key below cluster": ("cluster:\n  ccm-verson: v2.12.1\n", "2:3", "ccm-version"),
    "unknown value": ("cluster:\n  network-plugin: terwey\n", "2:19", "terway"),
    "unknown severity": ("severity:\n  local-without-wrr: eror\n", "2:22", "error"),
    "a word for a number": ("cluster:\n  nodes: many\n", "2:10", "nodes"),
    "a word for a list": ("exclude: charts\n", "1:10", "exclude"),
    "a range that ends before it starts": ("cluster:\n  node-port-range: 32767-30000\n", "2:20", "node-port-range"),
    "a list for all": ("- a\n", "1:1", "configuration"),
    "not YAML": ("select: [all\nignore: ]\n", "2:", "not YAML"),
    "unknown rule": ("ignore: [local-without-wr]\n", "", "local-without-wrr"),
}


@pytest.mark.parametrize(("text", "place", "word"), CONFIGS.values(), ids=CONFIGS.keys())
def test_a_wrong_configuration_is_named_with_its_place(text: str, place: str, word: str, project: Clblint) -> None:
    project.write(".clblint.yaml", text)
    ran = project.run("web.yaml")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"clblint: .clblint.yaml:{place}" if place else "clblint: ")
    assert word in ran.err


@pytest.mark.parametrize("name", ["nothing.yaml", "."], ids=["missing", "folder"])
def test_a_configuration_that_cannot_be_read_is_named(name: str, project: Clblint) -> None:
    ran = project.run("web.yaml", "--config", name)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"clblint: {name}: ")


def test_a_context_that_does_not_exist_is_named(project: Clblint) -> None:
    ran = project.run("web.yaml", "--context", "nothing")
    assert (ran.code, ran.err) == (2, "clblint: nothing: No such file or directory\n")


@pytest.mark.parametrize("verb", [(), ("plan",)], ids=["check", "plan"])
def test_a_context_file_that_is_too_large_is_named(verb: tuple[str, ...], project: Clblint) -> None:
    project.write("large.yaml", "a" * (64 * 2**20 + 1))
    ran = project.run(*verb, "web.yaml", "--context", "large.yaml")
    assert ran.code == 2
    assert ran.err.startswith("clblint: large.yaml: larger than 64 MiB, ")


@pytest.mark.parametrize("path", ["web.yaml/such/x.sarif", ".", "web.yaml/x.sarif"])
def test_a_report_that_cannot_be_written_is_exit_2(path: str, project: Clblint) -> None:
    ran = project.run("web.yaml", "--format", f"sarif={path}")
    assert ran.code == 2
    assert ran.err.startswith(f"clblint: {path}: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("stdin", [b"\0\xff\xfe", b"a: 1\n", b"# c\n", b"---\n"])
def test_standard_input_of_any_kind_has_an_answer(stdin: bytes, project: Clblint) -> None:
    ran = project.run("-", stdin=stdin)
    assert ran.code in {0, 1}
    assert ran.err == ""


def test_a_run_that_found_nothing_to_check_says_so(project: Clblint) -> None:
    project.write("web.yaml", "a: 1\n")
    ran = project.run("web.yaml")
    assert ran.code == 0
    assert "no Kubernetes object in 1 file" in ran.out


def shell(project: Clblint, command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in the project, with `clblint` as the module of this Python."""
    line = command.replace("clblint", f'"{sys.executable}" -m clblint', 1)
    return subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=project.folder,
        env={**project.environment, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


POSIX = pytest.mark.skipif(os.name != "posix", reason="a POSIX shell")


@pytest.mark.whole
@POSIX
@pytest.mark.parametrize(
    ("command", "code"),
    [("clblint web.yaml >&-", 2), ("clblint - <&-", 2), ("clblint web.yaml 2>&-", 1), ("clblint nothing 2>&-", 2)],
)
def test_a_stream_that_is_closed(command: str, code: int, project: Clblint) -> None:
    done = shell(project, command)
    assert "Traceback" not in done.stderr
    assert done.returncode == code


VERBS = (
    "plan web.yaml",
    "plan --format svg web.yaml",
    "plan --as nlb --format yaml web.yaml",
    "rules",
    "plugins",
    "explain local-without-wrr",
    "completion bash",
    "diagnose --commands",
    "diagnose --format json web.yaml",
    "--diff misspelt.yaml",
)


@pytest.mark.whole
@POSIX
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_whose_output_is_closed_says_so(verb: str, project: Clblint) -> None:
    annotation = "  annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-schedular: rr}"
    service = (project.folder / "web.yaml").read_text(encoding="utf-8")
    project.write("misspelt.yaml", service.replace("spec:", f"{annotation}\nspec:"))
    done = shell(project, f"clblint {verb} >&-")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, "clblint: standard output is closed")


@pytest.mark.whole
@pytest.mark.skipif(os.name != "posix", reason="a pipe that nobody reads")
@pytest.mark.parametrize("verb", ["plan --format markdown .", "plan --format svg .", "plan --format json ."])
def test_a_reader_that_is_gone_changes_neither_messages_nor_exit_code(verb: str, project: Clblint) -> None:
    project.write("broken.yaml", "kind: Service\nspec: [\n")
    whole = project.run(*verb.split())
    assert (whole.code, whole.err.count("\n")) == (1, 1)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-u", "-m", "clblint", *verb.split()],
            cwd=project.folder,
            env=project.environment,
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (whole.code, whole.err)


@pytest.mark.whole
@POSIX
def test_a_closed_standard_error_changes_no_exit_code(project: Clblint) -> None:
    project.write("broken.yaml", "kind: Service\nspec: [\n")
    assert shell(project, "clblint plan . 2>&-").returncode == 1


@pytest.mark.whole
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
@pytest.mark.parametrize("arguments", ["web.yaml", "--help", "plan --help", "diagnose -h", "--version", "rules"])
def test_a_full_disk_is_exit_2(project: Clblint, arguments: str) -> None:
    done = shell(project, f"clblint {arguments} >/dev/full")
    assert "Traceback" not in done.stderr
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.whole
@POSIX
def test_a_reader_that_has_seen_enough_is_no_error(project: Clblint) -> None:
    for number in range(300):
        project.write(f"{number}.yaml", project.folder.joinpath("web.yaml").read_bytes())
    for arguments in (".", "--help", "plan --help"):
        done = shell(project, f"clblint {arguments} | head -n 1")
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("form", ["text", "concise"])
def test_an_ascii_terminal_gets_ascii(form: str, project: Clblint) -> None:
    project.write("支付.yaml", (project.folder / "web.yaml").read_bytes().replace(b"web", "支付😀".encode()))
    environment = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    ran = project.run("支付.yaml", "--format", form, environment=environment)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.isascii()
    assert FOUND in ran.out


@pytest.mark.parametrize("folder", ["/proc/nothing", "/dev/null"])
def test_a_cache_that_cannot_be_written_is_done_without(folder: str, project: Clblint) -> None:
    ran = project.run("web.yaml", environment={"CLBLINT_CACHE_DIR": folder})
    assert (ran.code, ran.err) == (1, "")


def test_a_cache_that_is_damaged_is_done_without(project: Clblint) -> None:
    cache = project.folder.parent / "cache"
    environment = {"CLBLINT_CACHE_DIR": str(cache)}
    first = project.run("web.yaml", environment=environment)
    for file in cache.rglob("*"):
        if file.is_file():
            file.write_bytes(file.read_bytes()[:-7])
    assert project.run("web.yaml", environment=environment) == first


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a pipe with a name")
def test_a_report_goes_into_a_pipe_and_leaves_it_one(project: Clblint) -> None:
    pipe = project.folder / "report"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert project.run("web.yaml", "--format", f"concise={pipe}").code == 1
        assert FOUND.encode() in os.read(reader, 65536)
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_report_through_a_link_leaves_the_link(project: Clblint) -> None:
    target = project.write("out/report.txt", "old")
    link = project.folder / "latest.txt"
    link.symlink_to(target)
    assert project.run("web.yaml", "--format", f"concise={link}").code == 1
    assert link.is_symlink()
    assert FOUND in target.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "comment",
    [
        "checked by clblint in CI",
        "run clblint --fix",
        "由 clblint 检查",
        "file: .clblint.yaml",
        "see:clblint: ignore[x]",
    ],
)
def test_a_comment_that_only_speaks_of_clblint_is_a_comment(comment: str, project: Clblint) -> None:
    project.write("other.yaml", f"# {comment}\na: 1\n")
    ran = project.run(".")
    assert (ran.code, ran.err) == (1, "")
    assert FOUND in ran.out


def test_an_option_may_stand_between_paths(project: Clblint) -> None:
    project.write("other.yaml", "a: 1\n")
    ran = project.run("other.yaml", "--no-cache", "web.yaml", "-q")
    assert (ran.code, ran.err) == (1, "")


def test_the_text_of_an_editor_is_checked_within_its_project(project: Clblint) -> None:
    service = project.folder.joinpath("web.yaml").read_bytes()
    project.write("web.yaml", service + b"    nodePort: 30080\n")
    project.write("other.yaml", service.replace(b"name: web", b"name: other") + b"    nodePort: 30080\n")
    ran = project.run("--stdin-filename", "web.yaml", "-", stdin=service + b"    nodePort: 30080\n")
    assert "node-port-clash" in ran.out
    assert "other.yaml" in ran.out
    assert "duplicate-service" not in ran.out


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links")
def test_a_configuration_that_is_a_link_to_nowhere_is_exit_2(project: Clblint) -> None:
    (project.folder / ".clblint.yaml").symlink_to("nowhere")
    ran = project.run("web.yaml")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("clblint: .clblint.yaml: ")


@pytest.mark.whole
@POSIX
@pytest.mark.parametrize("verb", ["rules", "explain local-without-wrr", "plugins"])
def test_a_reader_may_close_the_pipe_after_the_first_line(verb: str, project: Clblint) -> None:
    done = shell(project, f"clblint {verb} | (head -n 1 >/dev/null; sleep 0.3)")
    assert done.stderr == ""
    done = shell(project, f"bash -c 'set -o pipefail; clblint {verb} | head -n 1'")
    assert (done.returncode, done.stderr) == (0, "")


def test_behind_two_dashes_there_are_paths_only(project: Clblint) -> None:
    project.write("-q.yaml", project.folder.joinpath("web.yaml").read_bytes())
    ran = project.run("--format", "concise", "--", "-q.yaml")
    assert (ran.code, ran.err.startswith("clblint: ")) == (1, False)
    assert "-q.yaml:" in ran.out


def test_what_was_reported_before_a_failure_is_not_lost(project: Clblint) -> None:
    ran = project.run("web.yaml", "--format", "concise", "--format", "json=web.yaml/x.json")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert FOUND in ran.out


def test_an_empty_pipe_is_exit_2(project: Clblint) -> None:
    hint = "(--allow-empty if that is as it should be)"
    said = f"clblint: nothing on standard input: did the command before it fail? {hint}\n"
    for stdin in (b"", b"\n \n"):
        assert project.run("-", stdin=stdin) == (2, "", said)
        assert project.run("--allow-empty", "-", stdin=stdin).code == 0
    editor = project.run("-", "--stdin-filename", "web.yaml")
    assert editor.code == 0
    assert project.run("-", "--stdin-filename", "rendered.yaml").code == 2


def test_a_template_on_standard_input_has_the_name_that_it_is_given(project: Clblint) -> None:
    ran = project.run("-", "--stdin-filename", "charts/web.yaml", stdin=b"kind: Service\nmetadata: {name: {{ x }}}\n")
    assert "1 unrendered template was not checked: charts/web.yaml (" in ran.out


def test_the_folder_of_a_report_is_made(project: Clblint) -> None:
    whole = project.run("web.yaml", "--format", "json")
    assert project.run("web.yaml", "--format", "json=build/reports/x.json").code == whole.code
    assert (project.folder / "build" / "reports" / "x.json").read_text() == whole.out


def test_there_is_no_plan_of_an_empty_pipe(project: Clblint) -> None:
    said = "clblint: nothing on standard input: did the command before it fail?\n"
    assert project.run("plan", "-", stdin=b"\n") == (2, "", said)


def test_a_folder_without_an_object(project: Clblint) -> None:
    (project.folder / "empty").mkdir()
    assert project.run("empty").code == 0
    ran = project.run("--fail-on-empty", "empty")
    assert (ran.code, ran.err) == (2, "clblint: no Kubernetes object in 0 files (--fail-on-empty)\n")
    project.write("values.yaml", "a: 1\n")
    assert project.run("--fail-on-empty", "values.yaml").err == (
        "clblint: no Kubernetes object in 1 file (--fail-on-empty)\n"
    )
    assert project.run("--fail-on-empty", "--fail-on", "never", "web.yaml").code == 0


@pytest.mark.parametrize(
    "name", ["README.md", "docs/guide.MD", "a.rst", "page.html", "deploy.sh", "Makefile", "app/Dockerfile", "main.tf"]
)
def test_a_document_or_program_is_no_manifest(project: Clblint, name: str) -> None:
    project.write(name, "# Hi\n\n```yaml\nkind: Service\n```\n{{ x }}\n")
    ran = project.run(name)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"clblint: {name} is no manifest: name YAML or JSON files, or folders\n"
    assert project.run("--force-exclude", name).code == 0


LEFT_OUT = {
    "settings of an editor": (".vscode/settings.json", '{\n  // x\n  "a": 2\n}\n'),
    "JSON with comments": ("tsconfig.json", '{\n  // x\n  "a": {}\n}\n'),
    "a hidden manifest": (".hidden.yaml", "a: [\n"),
    "what git ignores": ("build/out.yaml", "a: [\n"),
    "what a folder ignores": ("sub/skip.yaml", "a: [\n"),
    "modules of Node": ("node_modules/x/a.yaml", "a: [\n"),
    "another kind of file": ("a.txt", "a: [\n"),
}


@pytest.mark.parametrize(("name", "text"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_names_that_a_hook_gives_are_taken_as_found(project: Clblint, name: str, text: str) -> None:
    """What a run over the folder leaves out is left out, and nothing else."""
    project.write(".gitignore", "build/\n")
    project.write("sub/.gitignore", "skip.yaml\n")
    project.write(name, text)
    assert project.run("--force-exclude", "--format", "concise", "--", name)[:2] == (0, "")
    assert name not in project.run("--format", "concise", ".").out
    project.write("sub/broken.yaml", "a: [\n")
    ran = project.run("--force-exclude", "--format", "concise", "--", name, "sub/broken.yaml")
    assert (ran.code, ran.out.split(":")[0]) == (1, "sub/broken.yaml")


def test_no_cache_neither_writes_nor_reads_a_cache(project: Clblint) -> None:
    home = project.folder.parent / "elsewhere"
    environment = {"CLBLINT_CACHE_DIR": str(home)}
    fresh = project.run("--no-cache", "web.yaml", environment=environment)
    assert not home.exists()
    assert project.run("web.yaml", environment=environment) == fresh
    kept = [path for path in home.rglob("*") if path.is_file()]
    assert kept
    for path in kept:
        path.write_bytes(b"broken")
    assert project.run("--no-cache", "web.yaml", environment=environment) == fresh
    assert {path.read_bytes() for path in kept} == {b"broken"}


@pytest.mark.whole
@pytest.mark.parametrize("style", ["sarif", "json", "junit"])
def test_a_report_into_a_device_or_a_pipe(project: Clblint, style: str) -> None:
    whole = project.run("--format", style, "web.yaml")
    assert project.run("--format", f"{style}=/dev/stdout", "web.yaml") == whole
    ran = project.run("--format", f"{style}=/dev/stderr", "web.yaml")
    assert (ran.code, ran.out, ran.err) == (whole.code, "", whole.out)
    command = [sys.executable, "-m", "clblint", "web.yaml", "--format"]
    script = 'exec "$@" ' + f"{style}=>(cat >&2)"
    shell = ["bash", "-c", script, "bash", *command]
    done = subprocess.run(
        shell,
        cwd=project.folder,
        env=project.environment,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (whole.code, b"")


@pytest.mark.whole
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_by_name_may_be_a_file(project: Clblint, name: str) -> None:
    report = project.run("--format", "json", "web.yaml").out
    log = project.write("log", "before\n")
    command = [sys.executable, "-m", "clblint", "web.yaml", "--format", "concise", "--format", f"json={name}"]
    with log.open("ab") as stream:
        subprocess.run(command, cwd=project.folder, env=project.environment, stdout=stream, check=False)
    text = log.read_text()
    assert text.startswith("before\nweb.yaml:")
    assert text.endswith(f"\n{report}")


def test_reports_that_go_nowhere(project: Clblint) -> None:
    os.mkfifo(project.folder / "pipe")
    wrong = {
        ("json=pipe", "sarif=pipe"): "pipe: two reports cannot go to one file (json and sarif): name a file for each",
        ("json=out/",): "--format json=out/ names a folder: a report is one file",
        ("json=.",): ".: cannot be written: Is a directory",
        ("json=web.yaml/x.json",): "web.yaml/x.json: cannot be written: Not a directory",
        ("json=/dev/fd/77",): "/dev/fd/77: cannot be written: Bad file descriptor",
    }
    for formats, line in wrong.items():
        options = [part for one in formats for part in ("--format", one)]
        assert project.run(*options, "web.yaml") == (2, "", f"clblint: {line}\n")


@pytest.mark.parametrize("style", ["text", "concise", "junit"])
@pytest.mark.parametrize("name", ["::error::x.yaml", "##[error]x.yaml", "##vso[task.x]y.yaml"])
def test_no_row_is_a_command_of_a_runner(project: Clblint, style: str, name: str) -> None:
    web = (project.folder / "web.yaml").read_text()
    text = web.replace("name: web", 'name: "::warning::web"').replace(
        "spec:", '  namespace: "::stop-commands::x"\nspec:'
    )
    project.write(name, text)
    ran = project.run("--format", style, "--select", "all", ".")
    assert ran.code == 1
    rows = [row.strip() for row in ran.out.splitlines()]
    assert style == "concise" or any("stop-commands" in row for row in rows)
    assert not [row for row in rows if row.startswith(("::", "##"))]


def test_a_baseline_takes_no_option_that_changes_or_reports(project: Clblint) -> None:
    before = (project.folder / "web.yaml").read_bytes()
    options = {
        "--fix": [], "--diff": [], "--unsafe-fixes": [], "--add-ignore": ["why"], "--format": ["sarif=x.sarif"],
        "--fail-on": ["error"], "--min-severity": ["error"],
    }  # fmt: skip
    for option, values in options.items():
        ran = project.run("baseline", "b.json", option, *values)
        assert (ran.code, ran.err) == (2, f"clblint: unexpected with baseline: {option}\n")
    assert (project.folder / "web.yaml").read_bytes() == before
    assert {path.name for path in project.folder.iterdir()} - {".git"} == {"web.yaml"}


@pytest.mark.parametrize("arguments", [("baseline", "-", "web.yaml"), ("diagnose", "--redact", "-", "web.yaml")])
def test_a_stream_is_no_file_to_write(project: Clblint, arguments: tuple[str, ...]) -> None:
    assert project.run(*arguments) == (2, "", "clblint: -: is no file: name the file to write\n")
    assert not (project.folder / "-").exists()


def test_checks_that_wait_are_named(project: Clblint) -> None:
    ports = ", ".join(f"{{port: {80 + n}, name: p{n}}}" for n in range(3))
    spec = f"spec: {{type: LoadBalancer, selector: {{a: b}}, ports: [{ports}]}}"
    project.write("web.yaml", f"apiVersion: v1\nkind: Service\nmetadata: {{name: web, namespace: shop}}\n{spec}\n")
    assert "waits" not in project.run("web.yaml").err
    for _ in range(2):  # the second run knows it from the cache
        told = project.run("-v", "web.yaml").err
        assert "clblint: backend-quota waits for a fact about the cluster: shop/Service/web\n" in told
