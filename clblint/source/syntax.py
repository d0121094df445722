"""Converts a parser's syntax error to `UnreadableDocumentError`: a message for people, go-yaml's text, the position."""

from __future__ import annotations

from clblint.i18n.text import N_, Text, phrase
from clblint.source.fault import UnreadableDocumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.node import TextOrigin

_BREAKS = "\n\r\x85\u2028\u2029"

# By the error texts of go-yaml, which are those of libyaml.
_MESSAGES = {
    "mapping values are not allowed in this context": N_("a mapping value is not allowed here"),
    "mapping keys are not allowed in this context": N_("a mapping key is not allowed here"),
    "block sequence entries are not allowed in this context": N_("a list item is not allowed here"),
    "did not find expected key": N_("a key was expected here: the indentation fits no mapping that is open"),
    "did not find expected '-' indicator": N_(
        "a list item was expected here: the indentation fits no list that is open"
    ),
    "did not find expected ',' or ']'": N_("',' or ']' was expected: a list in brackets is not closed"),
    "did not find expected ',' or '}'": N_("',' or '}}' was expected: a mapping in braces is not closed"),
    "did not find expected node content": N_("a value was expected here"),
    "did not find expected <document start>": N_("'---' was expected: kubectl cuts directives off from their document"),
    "could not find expected ':'": N_("':' was expected: this is neither a key nor the end of a value"),
    "found unexpected end of stream": N_("a quoted text is not closed before the end of the document"),
    "found unexpected document indicator": N_("a quoted text is not closed before the end of the document"),
    "found unknown escape character": N_("no such escape in a double-quoted text"),
    "found invalid Unicode character escape code": N_("this escape is not a Unicode character"),
    "did not find expected hexdecimal number": N_("hexadecimal digits were expected in the escape"),
    "found a tab character that violates indentation": N_("a tab cannot indent"),
    "found a tab character where an indentation space is expected": N_("a tab cannot indent"),
    "found undefined tag handle": N_("this tag handle is not declared"),
    "found incompatible YAML document": N_("this version of YAML is not supported"),
    "did not find expected alphabetic or numeric character": N_("an anchor's name is letters, digits, '_' and '-'"),
    "control characters are not allowed": N_("control characters are not allowed"),
    "the parser cannot read this document": N_("the parser cannot read this document"),
    "found unexpected ':'": N_("':' is not allowed here"),
}
# The beginnings of error texts of the parser in Python, with libyaml's text for the same problem.
_IN_PYTHON = {
    "mapping values are not allowed": "mapping values are not allowed in this context",
    "mapping keys are not allowed": "mapping keys are not allowed in this context",
    "sequence entries": "block sequence entries are not allowed in this context",
    "expected ',' or ']'": "did not find expected ',' or ']'",
    "expected ',' or '}'": "did not find expected ',' or '}'",
    "expected the node content": "did not find expected node content",
    "expected '<document start>'": "did not find expected <document start>",
    "found unknown escape character": "found unknown escape character",
    "expected escape sequence": "did not find expected hexdecimal number",
    "found undefined tag handle": "found undefined tag handle",
    "found incompatible YAML document": "found incompatible YAML document",
    "special characters are not allowed": "control characters are not allowed",
    "found character '": "found character that cannot start any token",
    "expected alphabetic or numeric character": "did not find expected alphabetic or numeric character",
}
_CONTROL = "control characters are not allowed"
# Problems that the parser detects late: they are reported where the broken construct begins.
_AT_BEGINNING = frozenset(
    {
        "found unexpected end of stream",
        "found unexpected document indicator",
        "could not find expected ':'",
    },
)


def refusal(error: Exception, text: str, origin: TextOrigin) -> UnreadableDocumentError:
    """The error of a parser as `UnreadableDocumentError`, with its position in the file."""
    problem = _problem(error)
    at = _place(error, problem, text)
    message = _sentence(problem, text[at : at + 1])
    if problem == _CONTROL and "\0" in text:
        message = phrase("there are NUL bytes in it, as in a binary file")
    start = origin.offset + at
    end = start + (text[at : at + 1].strip(_BREAKS) != "")
    return UnreadableDocumentError(message, kind="yaml-syntax", start=start, end=end, reason=problem)


def _problem(error: Exception) -> str:
    """The problem in libyaml's words."""
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or error)
    if problem.startswith("expected <block end>"):
        mapping = "mapping" in str(getattr(error, "context", ""))
        return "did not find expected key" if mapping else "did not find expected '-' indicator"
    return next((words for begin, words in _IN_PYTHON.items() if problem.startswith(begin)), problem)


def _place(error: Exception, problem: str, text: str) -> int:
    mark, context = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    if mark is None:
        return _code_points(error, text) if hasattr(error, "position") else 0
    if context is not None and (problem in _AT_BEGINNING or not text[mark.index :].strip()):
        mark = context
    if text[mark.index :].strip():
        return int(mark.index)
    return len(text.rstrip())


def _sentence(problem: str, char: str) -> Text:
    if "cannot start any token" in problem and char != "\t":
        return phrase("{char} cannot begin a value: quote it", char=repr(char))
    if "cannot start any token" in problem:
        return phrase("a tab cannot indent")
    return Text(_MESSAGES.get(problem, "{problem}"), {"problem": problem})


def _code_points(error: Exception, text: str) -> int:
    """The error's position in code points: the C parser reports a UTF-8 byte offset, the pure parser an index."""
    position = int(error.position)  # type: ignore[attr-defined]
    if getattr(error, "encoding", "") == "unicode":
        return position
    return len(text.encode()[:position].decode("utf-8", "ignore"))
