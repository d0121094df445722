"""Computes how long a command sleeps: `sleep` as a command, in shell scripts and in scripting languages.

A shell script is interpreted as by the shell: command separators, `&&`, `||`, loops and branches.
Unknown commands are assumed to take no time and to succeed, unless `||` handles their failure.
"""

from __future__ import annotations

import re

from clblint.fast import NamedTuple
from clblint.kube.workloads.shell import Operator, UnreadableError, Word, tokens_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.kube.workloads.shell import Token

_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_AMOUNT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)([smhd]?)")
_CALL = re.compile(r"\bsleep\s*\(?\s*(\d+(?:\.\d+)?)\s*\)?")
_LOOP = re.compile(r"\b(?:for|while|until|if|unless|loop)\b")
_ASSIGNMENT = re.compile(r"\w+\+?=.*", re.DOTALL)
_SHELLS = frozenset({"ash", "bash", "dash", "ksh", "sh", "zsh"})
_LANGUAGES = re.compile(r"(?:python|perl|ruby|node|php)[\d.]*")
_IN_FRONT = frozenset({"builtin", "busybox", "command", "env", "exec", "nice", "nohup", "sudo", "time"})
_SUCCEED = frozenset({":", "echo", "printf", "true"})
_ASK = frozenset({"[", "[[", "grep", "pgrep", "pidof", "test"})  # before && they form a branch
_CLOSED_BY = {"if": "fi", "for": "done", "while": "done", "until": "done", "select": "done", "case": "esac"}
_BEFORE_COMMANDS = frozenset({"!", "{", "do", "elif", "else", "if", "then", "until", "while"})
_VALUED = frozenset({"-k", "-n", "-s", "-t", "-u"})  # options that take a value


class _Ran(NamedTuple):
    """The result of a command: the seconds, whether it sleeps at all, and whether it succeeds (None: unknown).

    `ends` says that the script ends with it, `asks` that it is a test whose result is not known.
    """

    seconds: float = 0.0
    sleeps: bool = False
    succeeds: bool | None = None
    ends: bool = False
    asks: bool = False


def seconds_of(command: Sequence[str]) -> float | None:
    """The seconds that a command sleeps; None if they cannot be determined.

    Supported are `sleep 30` as words or in a shell, GNU's units and sums (`sleep 1m 30`), several sleeps in a row,
    and `sleep(30)` of scripting languages.
    """
    try:
        if len(command) == 1 and " " in command[0]:
            ran = _Script(command[0]).run()
        else:
            ran = _run([Word(text) for text in command])
    except (UnreadableError, RecursionError):
        return None
    return ran.seconds if ran.sleeps else None


class _Script:
    """An interpreter of a script: one pass over its tokens."""

    def __init__(self, text: str) -> None:
        self._tokens = tokens_of(text)
        self._at = 0
        self._left_behind = False  # a command sleeps in the background

    def run(self) -> _Ran:
        """Interpret the whole script."""
        ran = self._list("")
        if self._at < len(self._tokens):
            raise UnreadableError
        return ran

    def _next(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _skip(self, *operators: str) -> str:
        """Consume the next token if it is one of these operators, and return it; else empty."""
        token = self._next()
        if not isinstance(token, Operator) or token.text not in operators:
            return ""
        self._at += 1
        return token.text

    def _list(self, end: str) -> _Ran:
        """A list of commands up to the token that closes its group."""
        total = _Ran(succeeds=True)
        while (token := self._next()) is not None and not _is(token, end):
            if self._skip(";", "\n"):
                continue
            ran = self._and_or()
            if self._skip("&"):
                self._left_behind |= ran.sleeps
            elif not total.ends:
                total = ran._replace(seconds=total.seconds + ran.seconds, sleeps=total.sleeps or ran.sleeps)
        return total

    def _and_or(self) -> _Ran:
        ran = self._pipeline()
        while operator := self._skip("&&", "||"):
            while self._skip("\n"):
                pass
            ran = _joined(ran, operator, self._pipeline())
        return ran

    def _pipeline(self) -> _Ran:
        """Commands that run concurrently; the last one determines the result."""
        negated = _is(self._next(), "!")
        self._at += negated
        ran = self._command()
        while self._skip("|", "|&"):
            last = self._command()
            ran = last._replace(seconds=max(ran.seconds, last.seconds), sleeps=ran.sleeps or last.sleeps, ends=False)
        if negated:
            return ran._replace(succeeds=None if ran.succeeds is None else not ran.succeeds, asks=True)
        return ran

    def _command(self) -> _Ran:
        if self._skip("("):
            return self._group(")")._replace(ends=False)
        token = self._next()
        if not isinstance(token, Word):
            raise UnreadableError
        if _is(token, "{"):
            self._at += 1
            return self._group("}")
        if token.plain and token.text in _CLOSED_BY:
            return self._compound()
        words = []
        while isinstance(token, Word):
            words.append(token)
            self._at += 1
            token = self._next()
        if _is(token, "("):  # a function definition
            raise UnreadableError
        return self._simple(words)

    def _group(self, end: str) -> _Ran:
        ran = self._list(end)
        if self._next() is None:
            raise UnreadableError
        self._at += 1
        return ran

    def _compound(self) -> _Ran:
        """A loop or branch, which runs an unknown number of times."""
        open_, starts = [], True
        while (token := self._next()) is not None:
            self._at += 1
            if isinstance(token, Operator):
                starts = True
                continue
            if "sleep" in token.text:
                raise UnreadableError
            if starts and token.plain and token.text in _CLOSED_BY:
                open_.append(_CLOSED_BY[token.text])
            elif starts and _is(token, open_[-1]):
                open_.pop()
            if not open_:
                return _Ran()
            starts = token.plain and token.text in _BEFORE_COMMANDS
        raise UnreadableError

    def _simple(self, words: list[Word]) -> _Ran:
        """One command, without its assignments."""
        while words and _ASSIGNMENT.fullmatch(words[0].text):
            words = words[1:]
        if not words:
            return _Ran(succeeds=True)
        if words[0].text == "wait" and self._left_behind:
            raise UnreadableError
        return _run(words)


def _is(token: Token | None, text: str) -> bool:
    """Whether a token is this operator or keyword of the shell."""
    return token is not None and token.text == text and (isinstance(token, Operator) or token.plain)


def _joined(left: _Ran, operator: str, right: _Ran) -> _Ran:
    """The result of two commands joined by `&&` or `||`."""
    if left.ends or left.succeeds is (operator == "||"):
        return left
    if right.sleeps and left.succeeds is None and (operator == "||" or left.asks):
        raise UnreadableError
    sure = left.succeeds is not None
    succeeds = right.succeeds if sure or (operator == "||" and right.succeeds) else None
    return _Ran(
        left.seconds + right.seconds,
        left.sleeps or right.sleeps,
        succeeds,
        right.ends and sure,
        not sure and (left.asks or right.asks),
    )


def _run(words: Sequence[Word]) -> _Ran:
    """The result of one command with its arguments."""
    name, rest = words[0].command if words else "", words[1:]
    if name == "sleep":
        return _Ran(_amount_of(rest), sleeps=True, succeeds=True)
    if name in _IN_FRONT:
        return _run(_without_options(rest))._replace(ends=name == "exec")
    if name == "timeout":
        return _limited(rest)
    if name in _SHELLS or name == "eval":
        return _of_shell(name, rest)
    if _LANGUAGES.fullmatch(name):
        return _of_language(" ".join(word.text for word in rest))
    if name not in _SUCCEED and any(word.command == "sleep" for word in rest):
        raise UnreadableError  # a command that may run `sleep`
    succeeds = True if name in _SUCCEED else False if name == "false" else None
    return _Ran(succeeds=succeeds, ends=name == "exit", asks=name in _ASK)


def _amount_of(words: Sequence[Word]) -> float:
    found = [_AMOUNT.fullmatch(word.text) for word in words if word.known]
    if not words or len(found) < len(words):
        raise UnreadableError
    total = 0.0
    for match in found:
        if match is None:
            raise UnreadableError
        total += float(match[1]) * _UNITS[match[2]]
    return total


def _without_options(words: Sequence[Word]) -> Sequence[Word]:
    """The words from the first that is not an option, an option's value or an assignment: the command to run."""
    at = 0
    while at < len(words) and (words[at].text.startswith("-") or _ASSIGNMENT.fullmatch(words[at].text)):
        at += 2 if words[at].text in _VALUED else 1
    return words[at:]


def _limited(words: Sequence[Word]) -> _Ran:
    """`timeout 10 sleep 30`; an old one of busybox has `-t 10`."""
    rest = _without_options(words)
    if words and words[0].text == "-t":
        limit = words[1:2]
    else:
        limit, rest = rest[:1], rest[1:]
    ran = _run(rest)
    if not ran.sleeps:
        return ran._replace(succeeds=None, ends=False)
    most = _amount_of(limit)
    return ran if ran.seconds < most else ran._replace(seconds=most, succeeds=False, ends=False)


def _of_shell(name: str, words: Sequence[Word]) -> _Ran:
    """`sh -c SCRIPT`, `eval WORDS`; the script in a file is not known."""
    if name == "eval":
        script = words
    else:
        option = next((at for at, word in enumerate(words) if re.fullmatch(r"-\w*c", word.text)), None)
        script = words[option + 1 : option + 2] if option is not None else ()
    if not all(word.known for word in script):
        raise UnreadableError
    return _Script(" ".join(word.text for word in script)).run()._replace(ends=False)


def _of_language(script: str) -> _Ran:
    found = _CALL.findall(script)
    if len(found) < script.count("sleep") - script.count("import sleep") or (found and _LOOP.search(script)):
        raise UnreadableError
    return _Ran(sum(map(float, found)), sleeps=bool(found))
