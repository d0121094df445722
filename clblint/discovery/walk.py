"""Finds the input files: manifests at the paths of a command line, and the context files around them."""

from __future__ import annotations

import os
import stat
import sys

from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.files.digest import digest_of
from clblint.files.paths import display_path
from clblint.files.read import STDIN
from clblint.files.working_folder import absolute, contains_link, here, is_file, is_folder, on_disk, real
from clblint.i18n.language import tr, why_of
from clblint.light import attrgetter, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from clblint.discovery.gitignore import IgnoreRules
    from clblint.discovery.globs import Patterns

    Look = Callable[[str, set[str]], None]

_SUFFIXES = (".yaml", ".yml", ".json")
_DOCUMENTS = (".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc", ".html")
_PROGRAMS = (
    ".sh", ".bash", ".zsh", ".ps1", ".bat", ".py", ".rb", ".go", ".js", ".ts", ".java", ".tf", ".hcl",
    "makefile", "dockerfile", "jenkinsfile",
)  # fmt: skip
_KUSTOMIZATION = "Kustomization"  # the one name without a suffix by which kustomize knows its file
_VALUES = pattern(r"(?i)(?:^|[/._-])values(?:[._-][^/]*)?\.ya?ml$")
_NEVER = frozenset({"node_modules", "__pycache__"})
_GIT, _GITIGNORE = ".git", ".gitignore"
_name_of = attrgetter("name")
_repositories: dict[str, str] = {}  # the root of the repository around a folder, empty without one


class Input(NamedTuple):
    """A file to read: its path, whether the user named it (`explicit`), and whether it is reported or context only.

    `role` is its role in kustomizations, as plain values. `linked` says that the path contains a symbolic link,
    `outside` that it was found in a folder, but leads out of the project, so it is not read. `stands_for` is the file
    whose content standard input has.
    """

    path: str
    explicit: bool = False
    reported: bool = True
    role: tuple[Any, ...] = ()
    linked: bool = False
    outside: bool = False
    stands_for: str = ""

    @property
    def absolute(self) -> str:
        """The absolute path of the file, or of the one that it stands for."""
        return absolute(self.file)

    @property
    def file(self) -> str:
        """The path of the file, or of the one that it stands for."""
        return self.stands_for or self.path

    def digest(self, data: bytes) -> bytes:
        """The digest of its bytes as it was asked for: naming a file of another tool's kind is another question.

        It begins with the digest of the bytes alone.
        """
        return self.digest_with(digest_of(data), binary=self.explicit and b"\0" in data)

    def digest_with(self, digest: bytes, *, binary: bool) -> bytes:
        """The same, from the digest of the bytes and whether the user named a file with NUL bytes."""
        named = b"!" if binary or (self.explicit and is_something_else(self.path)) else b""
        return digest + named + (digest_of(repr(self.role).encode(errors="replace")) if self.role else b"")


def collect(
    paths: Iterable[str], *, gitignore: bool = True, named: bool = True, look: Look | None = None
) -> list[Input]:
    """The files that are reported, as they are named: a file that is named, and the manifests below a folder, sorted.

    What git ignores in a folder is left out unless `gitignore` is false; what is named is always taken, unless `named`
    is false: then a file counts only if a look into its folder would have found it. `/dev/null` stands for nothing.
    `look` is as for `walk`.
    Raises `UsageError` for a path that does not exist or is neither a file nor a folder.
    """
    found: dict[str, Input] = {}
    asked = list(paths)
    roots = _Roots(asked)
    for path in asked:
        if path == STDIN:
            found[STDIN] = Input(STDIN, explicit=True)
        elif is_folder(path):
            links: set[str] = set()
            moved = contains_link(path)
            names = set(walk(path, gitignore=gitignore, links=links, look=look))
            for name in [*sorted(names - links), *sorted(links)]:
                linked = name in links
                outside = linked and roots.are_left_by(name)
                if name not in found:
                    found[name] = Input(name, False, True, (), moved or linked, outside, "")  # noqa: FBT003 - much faster
        elif path != os.devnull:
            _refuse_special(path)
            if named and path.lower().endswith(_DOCUMENTS + _PROGRAMS):
                raise UsageError(tr("{path} is no manifest: name YAML or JSON files, or folders", path=path))
            name = display_path(path)
            if named or _would_be_found(name, gitignore=gitignore):
                linked = contains_link(path)
                outside = linked and not named and leave(path, [os.path.dirname(path) or "."])
                found[name] = Input(name, explicit=named, linked=linked, outside=outside)
    return list(found.values())


class _Roots:
    """The folders that links in them must not leave: the repositories around some paths, or the paths themselves."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = paths
        self._known: list[str] = []

    def are_left_by(self, path: str) -> bool:
        """Whether a link leads out of all of them."""
        if not self._known:  # hardly a project has links
            folders = [real(path) for path in self._paths if path != STDIN and is_folder(path)]
            self._known = [*folders, *(root for folder in folders if (root := repository_of(folder)))]
        from clblint.files.links import leads_out  # noqa: PLC0415 - as said

        return leads_out(path, self._known)


def leave(path: str, folders: Iterable[str]) -> bool:
    """Whether a link leads out of some folders, and out of the repositories around them."""
    return _Roots(folders).are_left_by(path)


def repository_of(folder: str) -> str:
    """The root of the repository around a folder; empty if there is none."""
    return _root_around(absolute(folder))


def _would_be_found(path: str, *, gitignore: bool) -> bool:
    """Whether walking the working directory, or the folder of a file elsewhere, would find a file."""
    folder, name = os.path.split(path)
    elsewhere = os.path.isabs(path) or path.startswith("..")
    if not would_be_walked(name if elsewhere else path):
        return False
    return not (gitignore and _is_ignored(folder or ".", name))


def _refuse_special(path: str) -> None:
    try:
        mode = os.stat(on_disk(path)).st_mode
    except FileNotFoundError as error:
        raise UsageError(tr("{path}: {why}", path=path, why=why_of(error)), missing=path) from error
    except OSError as error:
        message = tr("{path}: {why}", path=path, why=why_of(error))
        raise UsageError(message) from error
    except ValueError as error:
        message = f"{path!r}: {error}"
        raise UsageError(message) from error
    if not stat.S_ISREG(mode):
        message = tr("{path}: a pipe or a device, not a file; what a command prints is read by: clblint -", path=path)
        raise UsageError(message)


def walk(  # noqa: PLR0913 - all but the first one by name
    folder: str,
    *,
    deep: bool = True,
    gitignore: bool = False,
    links: set[str] | None = None,
    most: int = sys.maxsize,
    look: Look | None = None,
) -> Iterator[str]:
    """The manifests below a folder, or in it alone. Links to folders are not followed, so a loop of links ends.

    With `gitignore`, what git ignores in the repository around it, or in one below it, is left out. Those that are
    links are added to `links`, and `look` is called with each folder and the hidden names in it, in lower case.
    `UsageError` where there are more than `most` files and folders to look at.
    """
    pending = [(folder, display_path(folder), _ignored_above(folder) if gitignore else None)]
    current = here().replace(os.sep, "/")  # the one folder within others that is not shown below these
    while pending:
        at, shown_here, ignored = pending.pop()
        listed = _listed(at, look)
        if listed is None:
            yield shown_here  # reading it reports the error
            continue
        most = _left(most - len(listed), folder)
        if gitignore:
            ignored = _ignored(at, ignored, listed)
        before = "" if shown_here == "." else f"{shown_here.rstrip('/')}/"
        for entry in listed:
            name = entry.name
            if name.startswith(".") or name in _NEVER:
                continue
            path = before + name
            if entry.is_dir(follow_symlinks=False):
                if deep and not (ignored and ignored.has(name, folder=True)):
                    inside = os.path.join(at, name)
                    shown = path if path != current else display_path(inside)
                    pending.append((inside, shown, ignored and ignored.below(name)))
            elif _is_manifest(entry) and not (ignored and ignored.has(name, folder=False)):
                if links is not None and entry.is_symlink():
                    links.add(path)
                yield path


def _listed(folder: str, look: Look | None) -> list[os.DirEntry[str]] | None:
    """What is in a folder, by name; None if it cannot be read."""
    try:
        with os.scandir(on_disk(folder)) as entries:
            listed = sorted(entries, key=_name_of)
    except OSError:
        return None
    if look is not None:
        look(folder, {entry.name.lower() for entry in listed if entry.name.startswith(".")})
    return listed


def _left(count: int, folder: str) -> int:
    if count < 0:
        raise UsageError(tr("{path}: too many files and folders to look at: name a folder in it", path=folder))
    return count


def _ignored_above(folder: str) -> IgnoreRules | None:
    """The ignore rules that the repository around a folder has for it; None if there is no repository."""
    root, trail = _repository_of(folder)
    if not root:
        return None
    from clblint.discovery.gitignore import ignored_in  # noqa: PLC0415 - not outside of repositories

    return ignored_in(root, trail)


def _is_ignored(folder: str, name: str) -> bool:
    """Whether the repository around a folder, if there is one, ignores a file in it."""
    root, trail = _repository_of(folder)
    if not root:
        return False
    from clblint.discovery.gitignore import is_ignored  # noqa: PLC0415 - not outside of repositories

    return is_ignored(root, (*trail, name))


def forget_folders() -> None:
    """Look at folders anew: links and repositories may have come or gone since they were seen first."""
    from clblint.files.links import forget_links  # noqa: PLC0415 - a session alone does so

    _repositories.clear()
    forget_links()


def _repository_of(folder: str) -> tuple[str, tuple[str, ...]]:
    """The root of the repository around a folder, and the folders that lead there from it; empty without one."""
    within = absolute(folder)
    root = _root_around(within)
    below = within[len(root) :].strip(os.sep) if root else ""
    return root, tuple(below.split(os.sep)) if below else ()


def _root_around(folder: str) -> str:
    """The root of the repository around a folder by its absolute path; many folders are below the same ones."""
    seen: list[str] = []
    while (root := _repositories.get(folder)) is None:
        seen.append(folder)
        parent = os.path.dirname(folder)
        if os.path.lexists(os.path.join(folder, _GIT)):
            root = folder
            break
        if parent == folder:
            root = ""
            break
        folder = parent
    _repositories.update(dict.fromkeys(seen, root))
    return root


def _ignored(folder: str, above: IgnoreRules | None, listed: list[os.DirEntry[str]]) -> IgnoreRules | None:
    """What is ignored in a folder: as above it, unless it has patterns of its own or is a repository of its own."""
    names = {entry.name for entry in listed if entry.name.startswith(_GIT)}
    found = above
    if _GIT in names:
        from clblint.discovery.gitignore import of_repository  # noqa: PLC0415 - not outside of repositories

        found = of_repository(folder)
    return found.within(folder) if found is not None and _GITIGNORE in names else found


def would_be_walked(path: str) -> bool:
    """Whether `walk` would yield a relative path: it has the name of a manifest, and no part is hidden."""
    parts = path.split("/")
    is_manifest = path.endswith(_SUFFIXES) or parts[-1] == _KUSTOMIZATION
    return is_manifest and not any(part.startswith(".") or part in _NEVER for part in parts)


def _is_manifest(entry: os.DirEntry[str]) -> bool:
    if not (entry.name.endswith(_SUFFIXES) or entry.name == _KUSTOMIZATION):
        return False
    try:
        return entry.is_file()
    except OSError:  # a link that leads in a circle
        return False


def are_ignored(paths: Iterable[str]) -> bool:
    """Whether git ignores all manifests of the folders among the paths, and there are some."""
    return not collect(paths) and bool(collect(paths, gitignore=False))


def context_of(
    paths: Iterable[str], own: Iterable[str], root_of: Callable[[str], str], *, gitignore: bool = True
) -> list[Input]:
    """The manifests of the projects around the paths, without `own`; a file without a project has its neighbours.

    `root_of` gives the project around an absolute folder, empty where there is none.
    What git ignores is no part of a project: a copy that something has built would be a second Service of that name.
    """
    known = set(own)
    known |= {absolute(path).replace(os.sep, "/") for path in known if path.startswith("..")}  # as `shown` has it
    named = [path for path in paths if path not in {STDIN, os.devnull}]
    folders = {absolute(path if is_folder(path) else os.path.dirname(path)) for path in named}
    links: set[str] = set()
    projects = sorted({root_of(folder) for folder in folders} - {""})
    alone = sorted(folder for folder in folders if not root_of(folder))
    found = {name for root in projects for name in _project(root, links, gitignore=gitignore)}
    found.update(name for folder in alone for name in walk(folder, deep=False, gitignore=gitignore, links=links))
    roots = _Roots([*projects, *alone])
    return [
        Input(name, reported=False, linked=name in links, outside=name in links and roots.are_left_by(name))
        for name in sorted(found - known)
    ]


def _project(root: str, links: set[str], *, gitignore: bool) -> Iterable[str]:
    tracked = _tracked(root) if os.environ.get("PRE_COMMIT") else None
    if tracked is None:
        return walk(root, gitignore=gitignore, links=links)
    links.update(path for path in tracked if os.path.islink(on_disk(path)))
    return tracked


def _tracked(root: str) -> list[str] | None:
    """The manifests that git tracks: a commit is checked with its own files, not with untracked drafts beside them."""
    from clblint.discovery.git import run_git  # noqa: PLC0415 - only within pre-commit

    try:
        done = run_git("ls-files", "-z", folder=root)
    except OSError:
        return None
    if done.returncode:
        return None
    names = done.stdout.split(b"\0")
    paths = (os.path.join(root, os.fsdecode(name)) for name in names if name)
    return [display_path(path) for path in paths if path.endswith(_SUFFIXES) and is_file(path)]


def matching(patterns: Patterns) -> list[Input]:
    """The manifests below the folder of `patterns` that match one of them, including those that git ignores."""
    links = set[str]()
    names = [name for name in walk(patterns.folder, links=links) if patterns.match(name)] if patterns else []
    roots = _Roots([patterns.folder or "."])
    return [Input(name, linked=name in links, outside=name in links and roots.are_left_by(name)) for name in names]


def is_something_else(path: str) -> bool:
    """Whether a file by its name is meant for another tool: JSON of any kind, and the values of a Helm chart."""
    if path.isascii() and "values" not in path.lower():  # nearly always
        return path.endswith(".json")
    return path.endswith(".json") or _VALUES.search(path) is not None
