"""What git ignores is not walked: by git's own rules, without git."""

from __future__ import annotations

import os
import random
import subprocess
from typing import TYPE_CHECKING

import pytest

from clblint.discovery.gitignore import Glob, patterns_in
from clblint.discovery.walk import walk
from tests.effort import lines_run

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

SERVICE = """\
apiVersion: v1
kind: Service
metadata: {{name: {name}}}
spec: {{type: LoadBalancer, externalTrafficPolicy: Local, ports: [{{port: 80}}]}}
"""


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "core.excludesFile=", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SERVICE.format(name=path.stem), encoding="utf-8")


def walked(folder: Path) -> list[str]:
    return sorted(os.path.relpath(name, folder) for name in walk(str(folder), gitignore=True))


FILES = ("a.yaml", "b.yaml", "build/c.yaml", "build/keep.yaml", "deploy/build/d.yaml", "deploy/e.yaml", "x/y/z/f.yaml")
# .gitignore, and which of the files are left
TABLE = {
    "nothing": ("", FILES),
    "a name anywhere": ("build", ("a.yaml", "b.yaml", "deploy/e.yaml", "x/y/z/f.yaml")),
    "a folder anywhere": ("build/", ("a.yaml", "b.yaml", "deploy/e.yaml", "x/y/z/f.yaml")),
    "a folder here": ("/build/", ("a.yaml", "b.yaml", "deploy/build/d.yaml", "deploy/e.yaml", "x/y/z/f.yaml")),
    "only folders are meant": ("a.yaml/", FILES),
    "a star": ("*.yaml", ()),
    "negation": ("*.yaml\n!b.yaml", ("b.yaml",)),
    "the last one counts": ("!b.yaml\n*.yaml", ()),
    "nothing comes back": ("build/\n!build/keep.yaml", ("a.yaml", "b.yaml", "deploy/e.yaml", "x/y/z/f.yaml")),
    "all but one of a folder": ("/build/*\n!/build/keep.yaml", tuple(n for n in FILES if n != "build/c.yaml")),
    "two stars in between": ("x/**/f.yaml", FILES[:-1]),
    "two stars at the end": ("deploy/**", tuple(n for n in FILES if not n.startswith("deploy"))),
    "two stars in front": ("**/build", ("a.yaml", "b.yaml", "deploy/e.yaml", "x/y/z/f.yaml")),
    "a set": ("[ab].yaml", FILES[2:]),
    "a set of others": ("/[!a].yaml", ("a.yaml", *FILES[2:])),
    "comments, blanks and carriage returns": ("# a.yaml\r\n\r\nb.yaml  \r\n", ("a.yaml", *FILES[2:])),
}  # fmt: skip


@pytest.mark.parametrize(("text", "left"), TABLE.values(), ids=TABLE)
def test_each_pattern_leaves_the_expected_files(text: str, left: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path, *FILES)
    (tmp_path / ".gitignore").write_bytes(text.encode())
    assert walked(tmp_path) == sorted(left)


NAMES = (
    "a",
    "b",
    "ab",
    "aa",
    "x.yaml",
    "y.yaml",
    "ab.yaml",
    "#c.json",
    "!d",
    "e f",
    "[g]",
    "h*.yml",
    "build",
    "B.yaml",
)
ATOMS = (
    "a", "b", "ab", "*", "?", "**", "a*", "*b", "*.yaml", "x.yaml", "[ab]", "[!a]", "[a-c]*", "\\#c*", "\\!d", "e f",
    "[[]g]", "h\\*", "[[:alpha:]]", "[^x]*", "build", "[]x]*", "*a*b*", "B*", "[A-Z]*", "a?", "[a-]*", "\\a",
)  # fmt: skip


def pattern(dice: random.Random) -> str:
    text = "/".join(dice.choice(ATOMS) for _ in range(dice.choice([1, 1, 1, 2, 2, 3])))
    text = "/" + text if dice.random() < 0.25 else text
    text = text + "/" if dice.random() < 0.25 else text
    return "!" + text if dice.random() < 0.3 else text


def grow(dice: random.Random, folder: Path, depth: int = 0) -> None:
    for name in dice.sample(NAMES, dice.randint(2, 7)):
        if depth < 3 and dice.random() < 0.45:
            (folder / name).mkdir()
            grow(dice, folder / name, depth + 1)
        else:
            (folder / name).touch()
    if depth == 0 or dice.random() < 0.3:
        lines = [pattern(dice) for _ in range(dice.randint(1, 6))]
        (folder / ".gitignore").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(40))
def test_random_trees_are_walked_as_git_lists_them(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)  # noqa: S311 - the same trees every time
    git(tmp_path, "init", "-q")
    grow(dice, tmp_path)
    (tmp_path / ".git/info/exclude").write_text(pattern(dice) + "\n", encoding="utf-8")
    listed = git(tmp_path, "ls-files", "-z", "--others", "--exclude-standard").split("\0")
    assert walked(tmp_path) == sorted(name for name in listed if name.endswith((".yaml", ".yml", ".json")))


def test_patterns_above_a_folder_hold_in_it(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path, "deploy/web.yaml", "deploy/web.local.yaml")
    (tmp_path / ".gitignore").write_text("*.local.yaml\n/deploy/web.yaml/\n")
    assert walked(tmp_path / "deploy") == ["web.yaml"]


def test_nothing_is_ignored_outside_of_a_repository(tmp_path: Path) -> None:
    write(tmp_path, "web.yaml")
    (tmp_path / ".gitignore").write_text("*.yaml\n")
    assert walked(tmp_path) == ["web.yaml"]


def test_a_repository_within_has_its_own_rules(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("web.yaml\n")
    write(tmp_path, "web.yaml", "inner/web.yaml", "inner/api.yaml")
    (tmp_path / "inner/.git").mkdir()
    (tmp_path / "inner/.gitignore").write_text("api.yaml\n")
    assert walked(tmp_path) == ["inner/web.yaml"]


@pytest.mark.whole
def test_a_linked_work_tree_has_the_exclusions_of_its_repository(tmp_path: Path) -> None:
    main = tmp_path / "main"
    main.mkdir()
    git(main, "init", "-q")
    git(main, "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "--allow-empty", "-m", "x")
    git(main, "worktree", "add", "-q", str(tmp_path / "linked"))
    (main / ".git/info/exclude").write_text("web.yaml\n")
    write(tmp_path / "linked", "web.yaml", "api.yaml")
    assert walked(tmp_path / "linked") == ["api.yaml"]


@pytest.mark.skipif(os.name != "posix", reason="FIFOs and links as on POSIX")
@pytest.mark.parametrize("kind", ["fifo", "link", "folder", "too large", "gitdir to nowhere"])
def test_what_is_no_gitignore_is_none(kind: str, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path, "web.yaml")
    path = tmp_path / ".gitignore"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "link":
        (tmp_path / "patterns").write_text("*.yaml\n")
        path.symlink_to("patterns")
    elif kind == "folder":
        path.mkdir()
    elif kind == "too large":
        path.write_text("*.yaml\n" * 100_000)
    else:
        (tmp_path / ".git").rmdir()
        (tmp_path / ".git").write_text("gitdir: \0/nowhere\n")
    assert walked(tmp_path) == ["web.yaml"]


@pytest.mark.usefixtures("ends")
def test_a_hostile_pattern_ends() -> None:
    assert not Glob("*a" * 60 + "b").matches("a" * 250 + "c")
    assert not Glob("*a" * 60 + "[b]").matches("a" * 250 + "c")
    (made,) = patterns_in("**/a/" * 200 + "**/[b]")
    assert not made.matches(("a",) * 500, "c")
    assert not made.matches(("a",) * 150, "b")


def test_a_path_twice_as_long_is_at_most_four_times_the_work() -> None:
    (made,) = patterns_in("**/a/" * 20 + "**/[b]")

    def look(length: int) -> None:
        assert made.matches(("a",) * length, "b")

    assert lines_run(lambda: look(300)) < 5 * lines_run(lambda: look(150))


@pytest.mark.whole
@pytest.mark.usefixtures("ends")
def test_ten_thousand_hostile_patterns_end(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path, *(f"{'a' * 200}{number}.yaml" for number in range(50)))
    (tmp_path / ".gitignore").write_text("".join(f"*a*a*a*a*{number}[.]yaml\n" for number in range(10_000)))
    assert walked(tmp_path) == []


def findings(run: Run, *arguments: str) -> list[str]:
    out = run("--select", "local-without-wrr", "--format", "concise", *arguments).stdout
    return [line.split(":")[0] for line in out.splitlines()]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository that ignores what it builds."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("build/\n*.local.yaml\n.cache/\n")
    write(tmp_path, "web.yaml", "web.local.yaml", "build/api.yaml")
    return tmp_path


def test_a_walk_leaves_it_out_and_a_name_takes_it(run: Run, repository: Path) -> None:
    assert repository.exists()
    assert findings(run) == ["web.yaml"]
    assert findings(run, "web.local.yaml", "build") == ["build/api.yaml", "web.local.yaml"]
    assert findings(run, "--no-gitignore") == ["build/api.yaml", "web.local.yaml", "web.yaml"]


def test_an_ignored_file_is_no_context_of_others(run: Run, repository: Path) -> None:
    """What was tried out or built would be a second Service of the same name."""
    (repository / "web.local.yaml").write_text(SERVICE.format(name="web"))
    assert run("--select", "duplicate-service").returncode == 0
    assert run("--select", "duplicate-service", "web.yaml").returncode == 0
    assert run("--select", "duplicate-service", "web.yaml", "--no-gitignore").returncode == 1


def test_context_that_is_asked_for_is_read(run: Run, repository: Path) -> None:
    (repository / "web.local.yaml").write_text(SERVICE.format(name="web"))
    (repository / ".clblint.yaml").write_text('context: ["*.local.yaml"]\n')
    assert run("--select", "duplicate-service", "web.yaml").returncode == 1


def test_a_folder_in_which_all_is_ignored_says_so(run: Run, repository: Path) -> None:
    (repository / "web.yaml").unlink()
    done = run()
    assert done.returncode == 0
    assert done.stderr == "clblint: git ignores every manifest here; --no-gitignore checks them\n"
