"""Tokenizes a shell script into words (unquoted) and operators."""

from __future__ import annotations

import re

from clblint.fast import NamedTuple

_LONGEST = 20_000  # characters
_NESTED = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_EXPANSION = rf"\$(?:{_NESTED}|\{{[^}}]*\}}|\w+|[@*#?$!-])|`[^`]*`"
_SINGLE, _DOUBLE = r"'[^']*'", r'"(?:[^"\\]|\\.)*"'
_PART = re.compile(rf"(?s){_EXPANSION}|{_SINGLE}|{_DOUBLE}|\\.|[^\s;&|()<>\"'\\`]")
_BLANK = re.compile(r"(?:[ \t\r]|\\\r?\n)+(?:#[^\n]*)?")
_COMMENT = re.compile(r"#[^\n]*")
_REDIRECTION = re.compile(r"(?:\d*(?:>>|>\||>&|<&|<>|>|<)|&>>?)[ \t]*(?:\d+(?![^\s;&|()<>])|-(?=\s|$))?")
_OPERATOR = re.compile(r"&&|\|\||;;|\|&|[;&|()\n]")
_EXPANDS = re.compile(_EXPANSION)


class UnreadableError(Exception):
    """The effect of a script cannot be determined from its text."""


class Word(NamedTuple):
    """A word without its quotes; `plain` if it had none, `known` if nothing in it is expanded at run time."""

    text: str
    plain: bool = False
    known: bool = True

    @property
    def command(self) -> str:
        """The command name without its folder."""
        return self.text.rpartition("/")[2]


class Operator(NamedTuple):
    """An operator that ends or joins commands."""

    text: str


Token = Word | Operator


def tokens_of(script: str) -> list[Token]:
    """The words and operators of a script, without comments and redirections."""
    if len(script) > _LONGEST or "<<" in script:
        raise UnreadableError
    found: list[Token] = []
    at, start = 0, True  # at the start of a word
    while at < len(script):
        if (blank := _BLANK.match(script, at)) or (start and (blank := _COMMENT.match(script, at))):
            at, start = blank.end(), True
        elif redirection := _REDIRECTION.match(script, at):
            at, start = redirection.end(), True
            if redirection[0].rstrip().endswith((">", "<", "|")):  # followed by a file name
                at = _word(script, at)[1]
        elif operator := _OPERATOR.match(script, at):
            found.append(Operator(operator[0]))
            at, start = operator.end(), True
        else:
            word, at = _word(script, at)
            found.append(word)
            start = False
    return found


def _word(script: str, at: int) -> tuple[Word, int]:
    text, first, plain, known = "", at, True, True
    while part := _PART.match(script, at):
        at, raw = part.end(), part[0]
        if raw[0] in "'\"":
            text, plain = text + raw[1:-1], False
        else:
            text, plain = text + raw.removeprefix("\\"), plain and raw[0] != "\\"
        known = known and (raw[0] == "'" or raw[0] == "\\" or not _EXPANDS.search(raw))
    if at == first:
        raise UnreadableError
    if not known and "sleep" in text:
        raise UnreadableError  # the expansion itself may wait
    return Word(text, plain, known), at
