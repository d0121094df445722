"""The words for a syntax error, and where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.source.fault import Refusal

if TYPE_CHECKING:
    from clblint.source.node import Origin

KIND = "yaml-syntax"

# By the parser's own words, which both engines and go-yaml share for the most part.
_MESSAGES = {
    "mapping values are not allowed in this context": "a mapping value is not allowed here",
    "mapping values are not allowed here": "a mapping value is not allowed here",
    "mapping keys are not allowed in this context": "a mapping key is not allowed here",
    "mapping keys are not allowed here": "a mapping key is not allowed here",
    "block sequence entries are not allowed in this context": "a list item is not allowed here",
    "sequence entries are not allowed here": "a list item is not allowed here",
    "sequence entries not allowed here": "a list item is not allowed here",
    "did not find expected key": "a key was expected here: the indentation fits no mapping that is open",
    "did not find expected '-' indicator": "a list item was expected here: the indentation fits no list that is open",
    "did not find expected ',' or ']'": "',' or ']' was expected: a list in brackets is not closed",
    "did not find expected ',' or '}'": "',' or '}' was expected: a mapping in braces is not closed",
    "did not find expected node content": "a value was expected here",
    "did not find expected <document start>": "'---' was expected: kubectl cuts directives off from their document",
    "could not find expected ':'": "':' was expected: this is neither a key nor the end of a value",
    "could not found expected ':'": "':' was expected: this is neither a key nor the end of a value",
    "found unexpected end of stream": "a quoted text is not closed before the end of the document",
    "found unexpected document indicator": "a quoted text is not closed before the end of the document",
    "found unknown escape character": "no such escape in a double-quoted text",
    "found invalid Unicode character escape code": "this escape is no Unicode character",
    "did not find expected hexdecimal number": "hexadecimal digits were expected in the escape",
    "found a tab character that violates indentation": "a tab cannot indent",
    "found a tab character where an indentation space is expected": "a tab cannot indent",
    "found a tab character where an intendation space is expected": "a tab cannot indent",
    "control characters are not allowed": "control characters are not allowed",
    "found undefined tag handle": "this tag handle is not declared",
    "found incompatible YAML document": "this version of YAML is not supported",
    "did not find expected alphabetic or numeric character": "an anchor's name is letters, digits, '_' and '-'",
    "found unexpected ':'": "':' is not allowed here",
}
_NO_TOKEN = "found character that cannot start any token"  # noqa: S105 - no password


def refusal(error: Exception, text: str, origin: Origin) -> Refusal:
    """What a parser raised, with its place in the file."""
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or error)
    mark = getattr(error, "problem_mark", None)
    if mark is not None:
        at = int(mark.index)
    elif isinstance(getattr(error, "position", None), int):
        at = _code_points(error, text)
    else:
        at = 0
    at = min(at, len(text))
    message = _sentence(problem, text[at : at + 1])
    start = origin.offset + at
    return Refusal(KIND, message, start, start + 1, problem)


def _sentence(problem: str, char: str) -> str:
    if problem.startswith(_NO_TOKEN[: len("found character ")]) and "cannot start any token" in problem:
        return "a tab cannot indent" if char == "\t" else f"{char!r} cannot begin a value: quote it"
    return _MESSAGES.get(problem, problem)


def _code_points(error: Exception, text: str) -> int:
    """The C parser gives a byte offset in UTF-8, the pure one an index."""
    position = int(error.position)  # type: ignore[attr-defined]
    if type(error).__module__.startswith("ruamel") and getattr(error, "encoding", "") == "unicode":
        return position
    return len(text.encode()[:position].decode("utf-8", "ignore"))
