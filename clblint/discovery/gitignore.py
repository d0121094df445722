"""Ignore rules of git: parses `.gitignore` files and `info/exclude`, and matches paths as git does.

A pattern is matched against one entry of one folder, never against the entries below it, so a walk that skips ignored
folders decides as git does. `pathspec` does not make this difference, takes as long to import as reading a hundred
files, and its regular expressions backtrack without end on patterns with many stars; here each star is tried once.
"""

from __future__ import annotations

import os
import re
from functools import cache

from clblint.files.read import read_whole
from clblint.files.unfit import TooLargeError
from clblint.files.working_folder import absolute, is_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


NAME = ".gitignore"
LARGEST = 256 * 1024  # bytes of one file; hand-written ones are smaller
TOO_LARGE: set[str] = set()  # files skipped in this process, for a message to the user
_NONE = "(?!)"
_MAGIC = frozenset("*?[\\")
_CLASSES = {
    "alnum": "a-zA-Z0-9", "alpha": "a-zA-Z", "blank": r" \t", "digit": "0-9", "lower": "a-z", "upper": "A-Z",
    "space": r"\s", "xdigit": "0-9A-Fa-f", "punct": r"!-/:-@\[-`{-~", "cntrl": r"\x00-\x1f\x7f",
    "graph": "!-~", "print": " -~",
}  # fmt: skip


@cache
def _token() -> re.Pattern[str]:
    member = r"\[:\w+:\]|\\.|(?!\[:\w+:\])[^\]\\]"
    inner = rf"(?:[!^]|(?![!^]))(?:\]|{member})(?:{member})*"  # a `]` at its beginning is one of its signs
    return re.compile(rf"(?P<star>\*+)|(?P<any>\?)|\[(?P<set>{inner})\]|\\(?P<quoted>.)|(?P<char>[^[])", re.DOTALL)


@cache
def _token_outside_sets() -> re.Pattern[str]:
    return re.compile(r"(?P<star>\*+)|(?P<any>\?)|(?P<set>(?!))|\\(?P<quoted>.)|(?P<char>.)", re.DOTALL)


def _tokens(glob: str) -> Iterator[re.Match[str]]:
    """The parts of a pattern. Where a set is not closed, no later one is, and `[` is a sign like any other."""
    at = 0
    while at < len(glob):
        token = _token().match(glob, at)
        if token is None:
            yield from _token_outside_sets().finditer(glob, at)
            return
        yield token
        at = token.end()


@cache
def _of_set() -> re.Pattern[str]:
    return re.compile(r"\[:(?P<kind>\w+):\]|\\(?P<quoted>.)|(?P<low>.)-(?P<high>[^\]])|(?P<char>.)", re.DOTALL)


class Glob:
    """A pattern for one name: no `/` in it, and at most one place for each star is tried."""

    __slots__ = ("_compiled", "_text", "end")

    def __init__(self, text: str) -> None:
        self._text = text
        self.end = text[max(text.rfind(char) for char in "*?[]\\") + 1 :]  # the literal end of every matching name
        self._compiled: re.Pattern[str] | None = None

    @property
    def is_impossible(self) -> bool:
        """Whether it contains a character set that is empty or has reversed ranges only, so that nothing matches."""
        sets = (token["set"] for token in _tokens(self._text) if token["set"])
        return any(inner[0] not in "!^" and not any(map(_holds_some, _of_set().finditer(inner))) for inner in sets)

    def matches(self, name: str) -> bool:
        """Whether the whole name matches."""
        if not name.endswith(self.end):
            return False
        if self._compiled is None:
            self._compiled = re.compile(_expression(self._text), re.DOTALL)
        return self._compiled.match(name) is not None


def _expression(glob: str) -> str:
    """A regular expression without backtracking: a lookahead finds what follows each star, and is final."""
    parts: list[list[str]] = [[]]
    for token in _tokens(glob):
        if token["star"]:
            parts.append([])
        else:
            parts[-1].append(_one(token))
    first, *middle = map("".join, parts)
    if not middle:
        return rf"{first}\Z"
    last = middle.pop()
    looks = "".join(rf"(?=(?P<g{number}>.*?{part}))(?P=g{number})" for number, part in enumerate(middle) if part)
    return rf"{first}{looks}.*{last}\Z"


def _one(token: re.Match[str]) -> str:
    """The regular expression for a pattern part that matches one character."""
    if token["any"]:
        return "."
    return _set(token["set"]) if token["set"] else re.escape(token["quoted"] or token["char"])


def _set(inner: str) -> str:
    negated = inner[:1] in {"!", "^"}
    chars = "".join(map(_member, _of_set().finditer(inner[1:] if negated else inner)))
    if not chars:
        return "." if negated else _NONE
    return f"[{'^' if negated else ''}{chars}]"


def _holds_some(token: re.Match[str]) -> bool:
    return token["low"] <= token["high"] if token["low"] else not token["kind"] or token["kind"] in _CLASSES


def _member(token: re.Match[str]) -> str:
    low, high = token["low"], token["high"]
    if token["kind"]:
        return _CLASSES.get(token["kind"], "")
    if low:  # git reads a reversed range as its first character
        return f"{re.escape(low)}-{re.escape(high)}" if low <= high else re.escape(low)
    return re.escape(token["quoted"] or token["char"])


class Pattern:
    """A line of a `.gitignore`. `parts` are names, globs, and None for a `**` that stands for any folders."""

    __slots__ = ("anchored", "folders", "negated", "parts")

    def __init__(self, parts: tuple[str | Glob | None, ...], *, anchored: bool, folders: bool, negated: bool) -> None:
        self.parts = parts
        self.anchored = anchored
        self.folders = folders
        self.negated = negated

    @property
    def end(self) -> str:
        """The literal end of all names that the pattern matches; empty if there is none."""
        last = self.parts[-1]
        return last if isinstance(last, str) else last.end if last else ""

    @property
    def can_match(self) -> bool:
        """Whether any name can match: a pattern with an empty character set such as `[z-a]` matches none."""
        return not any(isinstance(part, Glob) and part.is_impossible for part in self.parts)

    def matches(self, trail: tuple[str, ...], name: str) -> bool:
        """Whether it matches the entry `name` of the folder `trail`, a path relative to that of the `.gitignore`."""
        last = self.parts[-1]
        if not (last is None or last == name or (isinstance(last, Glob) and last.matches(name))):
            return False
        return not self.anchored or _leads_to(self.parts, (*trail, name))


def _leads_to(parts: tuple[str | Glob | None, ...], path: tuple[str, ...]) -> bool:
    """Whether the parts match the whole path; of several `**` only the last one is ever tried anew."""
    at = place = 0
    again, from_here = -1, 0
    while place < len(path):
        part = parts[at] if at < len(parts) else ""
        if part is None and at < len(parts):
            if at == len(parts) - 1:
                return True
            again, from_here, at = at, place, at + 1
        elif at < len(parts) and (part.matches(path[place]) if isinstance(part, Glob) else part == path[place]):
            at, place = at + 1, place + 1
        elif again >= 0:
            from_here += 1
            at, place = again + 1, from_here
        else:
            return False
    return at == len(parts)


def patterns_in(text: str) -> list[Pattern]:
    """The patterns of a file, in its order."""
    lines = (line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n"))
    return [made for line in lines if line and not line.startswith("#") and (made := _pattern(line))]


def _pattern(line: str) -> Pattern | None:
    negated = line.startswith("!")
    text = line[1:] if negated else line
    if text.endswith(" "):
        bare = text.rstrip(" ")
        text = bare + " " if bare.endswith("\\") else bare
    folders = text.endswith("/")
    body = text[:-1] if folders else text
    anchored = "/" in body
    names = body.removeprefix("/").split("/")
    if not any(names) or _is_unfinished(body):
        return None
    parts = [None if name == "**" and anchored else _part(name) for name in names]
    merged = [part for at, part in enumerate(parts) if part is not None or at == 0 or parts[at - 1] is not None]
    if merged == [None]:
        return Pattern((Glob("*"),), anchored=False, folders=folders, negated=negated)
    return Pattern(tuple(merged), anchored=anchored, folders=folders, negated=negated)


def _is_unfinished(body: str) -> bool:
    """A set that is not closed, or a backslash at the end, matches nothing."""
    if "[" not in body and "\\" not in body:
        return False
    return any(token["char"] == "[" for token in _tokens(body)) or (len(body) - len(body.rstrip("\\"))) % 2 == 1


def _part(name: str) -> str | Glob:
    return Glob(name) if _MAGIC.intersection(name) else name


class Level:
    """The patterns of one file, `depth` folders below the root of the repository."""

    __slots__ = ("_by_end", "depth", "patterns")

    def __init__(self, depth: int, patterns: list[Pattern]) -> None:
        self.depth = depth
        self.patterns = patterns
        self._by_end: dict[tuple[bool, str], list[Pattern]] = {}

    def find(self, trail: tuple[str, ...], name: str, *, folder: bool) -> Pattern | None:
        """The last pattern that matches an entry of the folder `trail`; None if none does."""
        kind = (folder, name[-1:])
        near = self._by_end.get(kind)
        if near is None:
            near = self._by_end[kind] = [
                one
                for one in reversed(self.patterns)
                if (folder or not one.folders) and one.end[-1:] in {"", name[-1:]}
            ]
        trail = trail[self.depth :]
        return next((one for one in near if one.matches(trail, name)), None)


class IgnoreRules:
    """The ignore rules for one folder of a repository: the patterns of this folder and of those above it.

    `trail` is the path from the root of the repository, `levels` are in the order of precedence, the weakest first.
    """

    __slots__ = ("_levels", "_trail")

    def __init__(self, trail: tuple[str, ...], levels: tuple[Level, ...]) -> None:
        self._trail = trail
        self._levels = levels

    def has(self, name: str, *, folder: bool) -> bool:
        """Whether git ignores an entry of the folder; the last matching pattern decides."""
        for level in reversed(self._levels):
            found = level.find(self._trail, name, folder=folder)
            if found is not None:
                return not found.negated
        return False

    def below(self, name: str) -> IgnoreRules:
        """The rules for a subfolder, without its own `.gitignore`."""
        return IgnoreRules((*self._trail, name), self._levels)

    def within(self, folder: str) -> IgnoreRules:
        """These rules with the `.gitignore` of the folder added, if it is a readable file."""
        patterns = patterns_in(_read(os.path.join(folder, NAME)))
        return IgnoreRules(self._trail, (*self._levels, Level(len(self._trail), patterns))) if patterns else self


def ignored_in(root: str, trail: tuple[str, ...]) -> IgnoreRules:
    """The ignore rules for the folder at `trail`, without those of its own `.gitignore`."""
    found = of_repository(root)
    for name in trail:
        found = found.within(root).below(name)
        root = os.path.join(root, name)
    return found


def is_ignored(root: str, trail: tuple[str, ...]) -> bool:
    """Whether a repository ignores the file at `trail`, or a folder on the way to it."""
    found = of_repository(root)
    *folders, name = trail
    for folder in folders:
        found = found.within(root)
        if found.has(folder, folder=True):
            return True
        found = found.below(folder)
        root = os.path.join(root, folder)
    return found.within(root).has(name, folder=False)


def of_repository(root: str) -> IgnoreRules:
    """The ignore rules at the root of a repository, from its `info/exclude`."""
    patterns = patterns_in(_read(os.path.join(_common_folder(os.path.join(root, ".git")), "info", "exclude")))
    return IgnoreRules((), (Level(0, patterns),) if patterns else ())


def _common_folder(git: str) -> str:
    """The folder that the work trees of a repository share; in a linked one `.git` is a file that leads there."""
    if is_folder(git):
        return git
    own = os.path.join(os.path.dirname(git), _read(git).strip().removeprefix("gitdir:").strip())
    return os.path.join(own, _read(os.path.join(own, "commondir")).strip())


def _read(path: str) -> str:
    """A text file; empty where there is none, or none that git would read: it follows no links there."""
    try:
        return read_whole(path, LARGEST, follow=False).decode("utf-8", "surrogateescape")
    except TooLargeError:
        TOO_LARGE.add(absolute(path))  # git passes it over, too, with a warning
        return ""
    except (OSError, ValueError):
        return ""
