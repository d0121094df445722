"""What a tree brings is data: regular files of a sensible size that lie in it, and nothing of another file is told."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest

from tests.files import write_large
from tests.robustness.conftest import SERVICE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.robustness.conftest import Clblint

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, FIFOs and devices as on POSIX")

FOUND = "local-without-wrr"
SECRET = "wJalrXUtnFEMI"  # noqa: S105 - nobody's
MEMORY = ("prlimit", "--as=3000000000")  # bytes


def fifo(path: Path) -> None:
    """Make a FIFO that nobody writes to."""
    os.mkfifo(path)


def zeros(path: Path) -> None:
    """Make a link to a device without an end."""
    path.symlink_to("/dev/zero")


def secret(path: Path) -> None:
    """Make a link out of the project, to a file with a secret."""
    elsewhere = path.parent.parent / "elsewhere"
    elsewhere.write_text(f"{SECRET}\n{SECRET}: a: {SECRET}\n")
    path.symlink_to(elsewhere)


def chain(path: Path) -> None:
    """Make a link to a link that leads out of the project."""
    secret(path.parent / "hop")
    path.symlink_to("hop")


def of_git(path: Path) -> None:
    """Make a link to what git keeps in the project, such as the token of a runner."""
    (path.parent / ".git" / "config").write_text(f"[http]\n\textraheader = {SECRET}\n")
    path.symlink_to(".git/config")


ODD = [fifo, zeros, secret, chain, of_git, write_large]
SETTINGS = {  # how a configuration names a file
    "itself": ("", ".clblint.yaml"),
    "extends": ("extends: odd\n", "odd"),
    "inventory": ("inventory: odd\n", "odd"),
    "inventory of a cluster": ("clusters:\n- {name: hz, match: [web.yaml], inventory: odd}\n", "odd"),
    "in an inventory": ("inventory: clbs\n", "clbs/odd.json"),
}


@pytest.mark.parametrize("make", ODD, ids=lambda make: make.__name__)
@pytest.mark.parametrize(("setting", "name"), SETTINGS.values(), ids=SETTINGS.keys())
def test_a_configuration_is_read_from_files_of_the_project(
    make: Callable[[Path], None], setting: str, name: str, project: Clblint
) -> None:
    if setting:
        project.write(".clblint.yaml", setting)
    (project.folder / "clbs" / ".git").mkdir(parents=True)
    make(project.folder / name)
    ran = project.run("web.yaml", before=MEMORY)
    if name == "clbs/odd.json" and make in {fifo, zeros}:
        assert "no JSON file in this folder" in ran.err
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), ran
    assert SECRET not in ran.err
    assert "internal error" not in ran.err


def test_a_link_that_a_user_names_is_followed(project: Clblint) -> None:
    project.write("../elsewhere.yaml", f"ignore: [{FOUND}]\n")
    (project.folder / "named.yaml").symlink_to("../elsewhere.yaml")
    assert FOUND not in project.run("--config", "named.yaml", "web.yaml").out
    (project.folder / "link.yaml").symlink_to("../service.yaml")
    project.write("../service.yaml", SERVICE)
    assert FOUND in project.run("--context", os.devnull, "link.yaml").out


@pytest.mark.parametrize("content", [SECRET, f"'{SECRET}'", f"|\n  {SECRET}", f"!!str {SECRET}", f"# x\n{SECRET}\n"])
def test_what_is_no_mapping_is_not_quoted(content: str, project: Clblint) -> None:
    project.write("token", content)
    (project.folder / ".clblint.yaml").symlink_to("token")
    ran = project.run("web.yaml")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert SECRET not in ran.err


@pytest.mark.parametrize(
    "setting", ["{long}: 1", "fail-on: {long}", "lang: {long}", "cluster: {{ccm-version: {long}}}", "extends: {long}"]
)
def test_a_message_quotes_a_short_piece(setting: str, project: Clblint) -> None:
    project.write(".clblint.yaml", setting.format(long="x" * 900))
    ran = project.run("web.yaml")
    assert ran.code == 2
    assert len(ran.err) < 500


def test_only_the_first_of_many_faults_are_reported(project: Clblint) -> None:
    project.write(".clblint.yaml", "".join(f"k{number}: 1\n" for number in range(500)))
    ran = project.run("web.yaml")
    assert (ran.code, ran.err.count("\n")) == (2, 21)
    assert ran.err.endswith("and 480 more\n")


@pytest.mark.parametrize("path", ["/", "..", "../..", "/etc"])
def test_an_inventory_lies_in_the_project(path: str, project: Clblint) -> None:
    project.write(".clblint.yaml", f"inventory: {path}\n")
    ran = project.run("web.yaml")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "not in the project: an inventory from elsewhere is named with --inventory" in ran.err


def test_a_configuration_from_elsewhere_may_name_an_inventory_from_elsewhere(project: Clblint) -> None:
    project.write("../ours/.clblint.yaml", "inventory: ../clbs\n")
    project.write("../clbs/a.json", '{"LoadBalancers": {"LoadBalancer": []}, "TotalCount": 0}')
    ran = project.run("--config", "../ours/.clblint.yaml", "web.yaml")
    assert (ran.code, ran.err) == (1, "")


def test_a_link_that_a_tool_names_is_taken_as_in_its_folder(project: Clblint) -> None:
    secret(project.folder / "x.yaml")
    ran = project.run("--force-exclude", "x.yaml", "web.yaml")
    assert ran.code == 2
    assert ran.err.startswith("clblint: x.yaml: a link that leads out of the project, so it is not read")


def test_a_folder_that_is_no_inventory_is_not_searched_for_ever(project: Clblint) -> None:
    ran = project.run("--inventory", "/", "web.yaml")
    assert (ran.code, ran.err) == (2, "clblint: /: too many files and folders to look at: name a folder in it\n")


@pytest.mark.parametrize("make", [fifo, zeros, write_large], ids=lambda make: make.__name__)
@pytest.mark.parametrize("option", ["--baseline", "--config", "--inventory"])
def test_an_option_waits_for_no_pipe(make: Callable[[Path], None], option: str, project: Clblint) -> None:
    make(project.folder / "odd")
    ran = project.run(option, "odd", "web.yaml", before=MEMORY)
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_what_a_shell_hands_over_is_read(project: Clblint) -> None:
    script = f"exec {sys.executable} -m clblint --config <(echo 'ignore: [{FOUND}]') web.yaml"
    ran = project.run("web.yaml", before=("bash", "-c", script))
    assert FOUND not in ran.out
    assert "ignore" not in ran.err


@pytest.mark.parametrize("make", [fifo, zeros, secret, of_git], ids=lambda make: make.__name__)
def test_a_file_of_patterns_that_is_none_holds_nothing(make: Callable[[Path], None], project: Clblint) -> None:
    make(project.folder / ".gitignore")
    ran = project.run(".", before=MEMORY)
    assert (ran.code, ran.err) == (1, "")
    assert FOUND in ran.out


def test_a_gitignore_that_is_too_large_is_not_used(project: Clblint) -> None:
    write_large(project.folder / ".gitignore")
    ran = project.run(".")
    assert (ran.code, ran.err) == (1, "clblint: .gitignore: larger than 256 KiB, so it is not used\n")


@pytest.mark.parametrize("make", [secret, chain, of_git], ids=lambda make: make.__name__)
@pytest.mark.parametrize(
    "form", ["text", "concise", "json", "sarif", "github", "gitlab", "junit", "markdown", "html", "rdjson"]
)
def test_a_link_out_of_the_project_is_named_and_not_read(
    make: Callable[[Path], None], form: str, project: Clblint
) -> None:
    make(project.folder / "x.yaml")
    ran = project.run(".", "--format", form)
    assert ran.code == 2
    assert ran.err.startswith("clblint: x.yaml: a link that leads out of the project, so it is not read")
    assert "web.yaml" in ran.out
    assert SECRET not in ran.out + ran.err


@pytest.mark.parametrize(
    "arguments",
    [("--fix", "--unsafe-fixes"), ("--diff", "--unsafe-fixes"), ("--add-ignore", "x", "--select", "all"), ("plan",)],
    ids=lambda arguments: arguments[0],
)
@pytest.mark.parametrize("around", ["repository", "folder"])
def test_nothing_is_written_through_a_link_out_of_the_project(
    arguments: tuple[str, ...], around: str, project: Clblint
) -> None:
    fixable = SERVICE.replace(
        "spec:", "  annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: ''}\nspec:"
    )
    (project.folder / "sub").mkdir()
    outside = project.write(
        "../outside.yaml" if around == "repository" else "outside.yaml", fixable.replace("port: 80", "port: '80'")
    )
    (project.folder / "sub" / "x.yaml").symlink_to(outside)
    if around == "folder":
        (project.folder / ".git").rmdir()
    before = outside.read_bytes()
    ran = project.run(*arguments, "sub")
    assert ran.code == 2
    assert outside.read_bytes() == before
    assert "leads out of the project" in ran.err
    assert (project.folder / "sub" / "x.yaml").is_symlink()


def test_a_link_within_the_repository_is_followed_from_a_folder_of_it(project: Clblint) -> None:
    (project.folder / "sub").mkdir()
    (project.folder / "sub" / "x.yaml").symlink_to("../web.yaml")
    ran = project.run("sub", "--format", "concise", "--select", FOUND)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("sub/x.yaml:")


def test_a_project_may_lie_where_git_keeps_its_own(project: Clblint) -> None:
    project.folder = project.folder / ".git" / "trees" / "one"
    (project.folder / ".git").mkdir(parents=True)
    project.write("web.yaml", SERVICE)
    project.write("base.yaml", f"ignore: [{FOUND}]\n")
    project.write(".clblint.yaml", "extends: base.yaml\n")
    (project.folder / "sub").mkdir()
    (project.folder / "sub" / "x.yaml").symlink_to("../web.yaml")
    ran = project.run("sub")
    assert ran.err == ""
    assert FOUND not in ran.out


def test_a_cache_of_pipes_and_links_is_no_cache(project: Clblint) -> None:
    first = project.run("web.yaml")
    cache = [path for path in (project.folder.parent / "home").rglob("*") if path.is_file()]
    assert cache
    for make in (fifo, zeros, secret, write_large):
        for path in cache:
            path.unlink()
            (path.parent.parent / "elsewhere").unlink(missing_ok=True)
            make(path)
        assert project.run("web.yaml", before=MEMORY) == first


COUNTS = {"large": str(10**12), "largest": "9" * 4000}


@pytest.mark.parametrize("count", COUNTS.values(), ids=COUNTS.keys())
def test_a_count_in_a_baseline_is_counted(count: str, project: Clblint) -> None:
    entry = '{"rule": "%s", "object": "%s", "subject": "x", "file": "z", "count": %s}'
    rows = ", ".join(entry % (FOUND, owner, count) for owner in ("web", "default/Service/web", ""))
    project.write("known.json", f'{{"format": 1, "findings": [{rows}]}}')
    ran = project.run("--baseline", "known.json", "web.yaml", before=MEMORY)
    assert (ran.code, ran.err) == (1, "")


def test_findings_that_moved_use_up_the_count_of_others(project: Clblint) -> None:
    assert project.run("baseline", "known.json", "web.yaml").code == 0
    (project.folder / "web.yaml").rename(project.folder / "a.yaml")
    assert FOUND not in project.run("--baseline", "known.json", "--context", os.devnull, "a.yaml").out
    project.write("b.yaml", SERVICE)
    ran = project.run("--baseline", "known.json", "--format", "concise", "--select", FOUND, ".")
    assert ran.out.count(FOUND) == 1


@pytest.mark.parametrize(
    "content", ['{"format": ' + "9" * 5000 + "}", "[" * 100_000, '{"format": "' + "x" * 900 + '"}']
)
def test_a_baseline_that_is_none_is_one_short_line(content: str, project: Clblint) -> None:
    project.write("known.json", content)
    ran = project.run("--baseline", "known.json", "web.yaml")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert len(ran.err) < 300


PATTERNS = ["!", "[z-a]", "\\", "a\\", "[ab", "/", "# x", "a\nb", "!/", "x[b-a]y", "a/[9-0]/b"]
PLACES = ["exclude: [{}]", "context: [{}]", "clusters: [{{name: a, match: [{}]}}]"]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("place", [*PLACES, f"paths: [{{{{match: {{}}, ignore: [{FOUND}], reason: x}}}}]"])
def test_a_pattern_that_matches_nothing_is_refused_where_it_stands(place: str, pattern: str, project: Clblint) -> None:
    project.write(".clblint.yaml", place.format(json.dumps(pattern)))
    column = place.format("@").index("@") + 1
    for path in (".", "web.yaml"):
        ran = project.run(path)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert ran.err.startswith(f"clblint: .clblint.yaml:1:{column}: ")
        assert "matches nothing: write a pattern as in a .gitignore" in ran.err


OBJECTS = {
    "web": False, "shop/web": False, "*/service/web": False, "[z-a]/Service/web": False, "///": False,
    "Service/": False, "/Service/web": False, "a/b/Service/web": False, "shop/service/*": False,
    "Service/web": True, "shop/Service/web": True, "*": True, "*web*": True, "shop/*": True, "shop-?/S*/web": True,
    "shop/[ST]*/*": True, "*/Service/*": True, "{{ ns }}/Service/web": True, "Service": True, "shop/Service": True,
}  # fmt: skip


@pytest.mark.parametrize("pattern", OBJECTS)
def test_what_no_object_is_named_is_refused_where_it_stands(pattern: str, project: Clblint) -> None:
    project.write(".clblint.yaml", f"paths: [{{object: {json.dumps(pattern)}, ignore: [{FOUND}], reason: x}}]")
    ran = project.run("web.yaml")
    refused = "clblint: .clblint.yaml:1:18: " in ran.err and "is no object: write namespace/Kind/name" in ran.err
    assert (ran.code == 2, refused) == (not OBJECTS[pattern],) * 2


@pytest.mark.parametrize(
    "setting", ['inventory: "a\\0b"', 'extends: "a\\0b"', 'exclude: ["\\0"]', '"a\\0": 1', 'fail-on: "\\0"']
)
def test_no_setting_has_a_nul(setting: str, project: Clblint) -> None:
    project.write(".clblint.yaml", setting)
    ran = project.run(".")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "a NUL character (\\0), which no setting has: remove it" in ran.err


@pytest.mark.parametrize("start", ["exclude: [", "cluster: {a: [", "[", "- ", "paths: [{match: [", "? "])
def test_a_configuration_that_is_nested_deep_is_one_line(start: str, project: Clblint) -> None:
    project.write(".clblint.yaml", start + start[-1] * 50_000 if start[-1] == "[" else start * 50_000)
    ran = project.run("web.yaml")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "not YAML: nested more than" in ran.err
