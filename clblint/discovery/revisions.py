"""Older revisions for `--against`: a git revision or a folder, with the paths and contents of its manifests.

The git command reads objects; the work tree is not changed. For a branch, the merge base with the current commit is
used, as in a pull request; any other revision is used as it is.
"""

from __future__ import annotations

import hashlib
import os

from clblint.discovery.git import run_git
from clblint.discovery.walk import leave, repository_of, walk, would_be_walked
from clblint.errors import UsageError
from clblint.files.paths import display_path
from clblint.files.read import MAX_BYTES, read_input
from clblint.files.working_folder import absolute, here, is_folder, relative
from clblint.i18n.language import tr, why_of
from clblint.light import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterable, Mapping

_BRANCHES = ("refs/heads/", "refs/remotes/")
_PRESENT = ("HEAD", "@")
_SHA1_LENGTH = 40


class Revision(Protocol):
    """An older revision: the paths of its manifests, relative to the current folder, and their contents.

    `whole` says that it covers the whole project, not only a folder in it. `name` is the name for git, empty if the
    files exist on disk.
    """

    whole: bool
    name: str

    @property
    def top(self) -> str:
        """The absolute folder that no link in the tree may lead out of: that of the repository, if there is one."""

    def paths(self) -> list[str]:
        """All manifests, by the paths that they would be reported under now."""

    def same(self, path: str, data: bytes) -> bool:
        """Whether a file had the same content then."""

    def read(self, paths: Iterable[str]) -> dict[str, bytes]:
        """The contents of manifests."""

    def label(self, path: str) -> str:
        """The displayed path of the older version of a file."""

    def holds(self, path: str) -> bool:
        """Whether a current file belongs to the older revision itself."""

    def at(self, path: str) -> str:
        """The absolute path of the older version of a file, in the revision's own tree."""

    def every(self) -> list[str] | None:
        """All files, manifests or not; None if they are on disk."""

    def links(self) -> dict[str, str]:
        """The targets of symbolic links by path, of files that are not on disk."""


def find_revision(text: str, paths: list[str]) -> Revision:
    """The older revision that `--against` names, to compare with the given paths.

    Raises `UsageError` if there is none, or if the name is ambiguous.
    """
    folder = is_folder(text)
    if folder and (os.sep in text or text in {".", ".."} or not _in_repository()):
        return FolderRevision(text, paths)
    commit = _commit(text) if _in_repository() else ""
    if folder and commit:
        message = tr("--against {text}: both a folder and a revision; write ./{text} or refs/heads/{text}", text=text)
        raise UsageError(message)
    if folder:
        return FolderRevision(text, paths)
    return GitRevision(text, [display_path(path) for path in paths])


class FolderRevision:
    """A folder as older revision: compared with the only checked folder, otherwise with the working directory."""

    whole = False
    name = ""

    def __init__(self, folder: str, paths: list[str]) -> None:
        self._single = paths[0] if len(paths) == 1 and is_folder(paths[0]) else "."
        self.folder = display_path(folder)
        links: set[str] = set()
        self._found = {
            display_path(os.path.join(self._single, relative(path, folder))): path for path in walk(folder, links=links)
        }
        self._outside = frozenset(link for link in links if leave(link, [folder]))
        self._files = frozenset(map(display_path, self._found.values()))

    @property
    def top(self) -> str:
        """That of the repository around the folder, else the folder."""
        folder = absolute(self.folder)
        return repository_of(folder) or folder

    def paths(self) -> list[str]:
        """All manifests, by the paths that they would be reported under now."""
        return list(self._found)

    def same(self, path: str, data: bytes) -> bool:
        """Whether a file had the same content then."""
        return path in self._found and self._read(path) == data

    def read(self, paths: Iterable[str]) -> dict[str, bytes]:
        """The contents of manifests."""
        return {path: self._read(path) for path in paths if path in self._found}

    def _read(self, path: str) -> bytes:
        name = self._found[path]
        if name in self._outside:
            raise UsageError(tr("{path}: a link that leads out of the folder to compare with", path=name))
        return read_input(name)

    def label(self, path: str) -> str:
        """The path in the folder."""
        return self._found.get(path, path)

    def holds(self, path: str) -> bool:
        """Whether a file lies in the folder, unless that folder is checked as well."""
        return path in self._files and path not in self._found

    def at(self, path: str) -> str:
        """The absolute path in the folder, also of what is no file there."""
        there = self._found.get(path) or os.path.join(self.folder, relative(path, self._single))
        return absolute(there)

    def every(self) -> None:
        """Nothing: a folder is on disk."""

    def links(self) -> dict[str, str]:
        """None: they are on disk."""
        return {}


class GitRevision:
    """A git commit as older revision, or the empty tree before the first one."""

    whole = True

    def __init__(self, text: str, paths: list[str]) -> None:
        self._commit = _resolve(text)
        self._top = os.path.realpath(_git("rev-parse", "--show-toplevel").decode().rstrip("\n"))
        self.name = text
        self._lacking = _lacking(self._commit)
        self._links: dict[str, tuple[str, str]] = {}
        self._blobs: dict[str, tuple[str, str]] = {}
        self._list()
        self._manifests = [shown for shown, (path, _) in self._blobs.items() if _is_manifest(path, shown, paths)]

    @property
    def top(self) -> str:
        """The work tree."""
        return self._top

    def _list(self) -> None:
        """Note the path in the repository and the blob id of each file or link, by the path from the current folder."""
        folder = os.path.realpath(here())
        for line in _git("ls-tree", "-r", "-z", "--full-tree", self._commit).split(b"\0"):
            head, _, name = line.partition(b"\t")
            path = os.fsdecode(name)
            if head.startswith((b"100", b"120")):
                shown = display_path(os.path.relpath(os.path.join(self._top, path), folder))
                found = self._blobs if head.startswith(b"100") else self._links
                found[shown] = (path, head.split()[2].decode())

    def paths(self) -> list[str]:
        """All manifests, by the paths that they would be reported under now."""
        return self._manifests

    def same(self, path: str, data: bytes) -> bool:
        """Whether a file had the same content then."""
        found = self._blobs.get(path)
        if found is None:
            return False
        algorithm = hashlib.sha1 if len(found[1]) == _SHA1_LENGTH else hashlib.sha256
        return algorithm(b"blob %d\0" % len(data) + data).hexdigest() == found[1]

    def read(self, paths: Iterable[str]) -> dict[str, bytes]:
        """The contents of manifests."""
        wanted = [path for path in paths if path in self._blobs]
        if not wanted:
            return {}
        return self._contents({path: self._blobs[path][1] for path in wanted})

    def _contents(self, wanted: Mapping[str, str]) -> dict[str, bytes]:
        """The contents of blobs by path, which are given by their ids."""
        if not self._lacking.isdisjoint(wanted.values()):
            raise _missing()
        given = "".join(f"{blob}\n" for blob in wanted.values()).encode()
        for path, row in zip(wanted, _git("cat-file", "--batch-check", given=given).splitlines(), strict=True):
            self._refuse(path, row)
        return dict(zip(wanted, _blobs(_git("cat-file", "--batch", given=given)), strict=True))

    def _refuse(self, path: str, row: bytes) -> None:
        """Raise `UsageError` for a blob that is missing or too large, by its row in the output of git."""
        *_, size = row.split()
        if not size.isdigit():
            raise _missing()
        if int(size) > MAX_BYTES:
            most = MAX_BYTES // 1024 // 1024
            message = tr(
                "{path}: larger than {most} MiB, the limit for a manifest; exclude it", path=self.label(path), most=most
            )
            raise UsageError(message)

    def label(self, path: str) -> str:
        """`REVISION:PATH`, as for `git show`."""
        name = self._blobs[path][0] if path in self._blobs else path
        return f"{self.name}:{name}"

    def holds(self, path: str) -> bool:  # noqa: ARG002 - a commit has no files on disk
        """No file on disk belongs to a commit."""
        return False

    def at(self, path: str) -> str:
        """The absolute path of the current version."""
        return absolute(path)

    def every(self) -> list[str]:
        """All files of the commit, by the paths that they would be reported under now."""
        return list(self._blobs)

    def links(self) -> dict[str, str]:
        """The targets of the symbolic links of the commit, by the paths that they would be reported under now."""
        found = self._contents({path: blob for path, (_, blob) in self._links.items()}) if self._links else {}
        return {path: os.fsdecode(target) for path, target in found.items()}


def _is_manifest(path: str, shown: str, paths: list[str]) -> bool:
    """Whether discovery would find a file by its path in the repository, or it was given."""
    return would_be_walked(path) or _is_named(shown, paths)


def _is_named(path: str, paths: list[str]) -> bool:
    """Whether a path was given, or lies in a given folder and discovery would find it there."""
    inside = (path[len(folder) + 1 :] for folder in paths if path.startswith(f"{folder}/"))
    return path in paths or any(would_be_walked(rest) for rest in inside)


def _blobs(output: bytes) -> list[bytes]:
    """The contents in the output of `git cat-file --batch`: a line with the size, then the bytes."""
    found, at = [], 0
    while at < len(output):
        end = output.index(b"\n", at)
        header = output[at:end].split()
        if header[-1] == b"missing":  # removed since it was asked for
            raise _missing()
        size = int(header[2])
        found.append(output[end + 1 : end + 1 + size])
        at = end + size + 2
    return found


def _lacking(commit: str) -> frozenset[str]:
    """The files of a commit that a partial clone does not have; git must not fetch them.

    Git before 2.45 has no option against fetching, but answers this question without. Raises `UsageError` if trees are
    missing as well.
    """
    if not _asked("config", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.promisor)$"):
        return frozenset()
    if _marked(commit, "--filter=blob:none"):
        raise _missing()
    return _marked(commit)


def _marked(commit: str, *more: str) -> frozenset[str]:
    """The objects of a commit that git marks as missing."""
    rows = _git("rev-list", "--objects", "--missing=print", "--no-walk", *more, commit).split(b"\n")
    return frozenset(row[1:].decode() for row in rows if row.startswith(b"?"))


def _missing() -> UsageError:
    return UsageError(tr("an object of the older revision is missing: fetch it (a partial or damaged clone)"))


def _resolve(text: str) -> str:
    """The commit that a text means; for a branch, where it and the present have branched off.

    Before the first commit, as where a hook checks it, `HEAD` means that there were no files.
    """
    if not _in_repository():
        message = tr("--against {text}: no such folder, and this is no git repository", text=text)
        raise UsageError(message)
    commit = _commit(text)
    if not commit and _has_no_commit(text):
        return _git("hash-object", "-t", "tree", "--stdin").decode().strip()  # the empty tree
    if not commit:
        message = tr("--against {text}: no such revision or folder", text=text) + _hint(text)
        raise UsageError(message)
    full = _asked("rev-parse", "--symbolic-full-name", "--verify", "--quiet", text)
    if not full.startswith(_BRANCHES):
        return commit
    base = _asked("merge-base", commit, "HEAD")
    if not base:
        reason = _hint(text) or tr("; name a commit to compare with it as it is")
        message = tr("--against {text}: it has no commit in common with HEAD", text=text) + reason
        raise UsageError(message)
    return base


def _has_no_commit(text: str) -> bool:
    """Whether a text names the present branch, and that has no commit yet; one that is lost has a name."""
    is_branch = text in _PRESENT and _asked("symbolic-ref", "--quiet", "HEAD") != ""
    return is_branch and _asked("rev-parse", "--verify", "--quiet", "HEAD") == ""


def _hint(text: str) -> str:
    if _asked("rev-parse", "--is-shallow-repository") != "true":
        return ""
    return tr(
        " (the clone is shallow: git fetch --unshallow origin {text}, or fetch-depth: 0 for actions/checkout)",
        text=text,
    )


def _commit(text: str) -> str:
    return "" if text.startswith("-") else _asked("rev-parse", "--verify", "--quiet", f"{text}^{{commit}}")


def _in_repository() -> bool:
    return _asked("rev-parse", "--is-inside-work-tree") == "true"


def _asked(*arguments: str) -> str:
    """The answer of a git command in one line; empty where it fails."""
    done = _run(arguments, b"")
    return done.stdout.decode(errors="replace").strip() if done.returncode == 0 else ""


def _git(*arguments: str, given: bytes = b"") -> bytes:
    done = _run(arguments, given)
    if done.returncode:
        words = done.stderr.decode(errors="replace").strip().splitlines()
        message = tr("git {command} failed: {why}", command=arguments[0], why=words[0] if words else done.returncode)
        raise UsageError(message)
    return done.stdout


def _run(arguments: tuple[str, ...], given: bytes) -> subprocess.CompletedProcess[bytes]:
    try:
        return run_git(*arguments, given=given)
    except OSError as error:
        message = tr("git: {why}; --against needs it unless it names a folder", why=why_of(error))
        raise UsageError(message) from error
