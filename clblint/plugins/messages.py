"""Extracts the translatable messages of a package from its source: message templates, and the text of rule pages.

The source is parsed, not run: every literal argument where a template is expected is a message. A template in any other
place is marked with `N_`.
"""

from __future__ import annotations

import ast
import os

from clblint.fast import NamedTuple
from clblint.plugins.pages import pieces_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Where a template stands: by position, or by the name of an argument, with what translators are told about it.
_POSITIONS = {
    "Case": ("message", "seen as", "fix"),
    "N_": ("",),
    "Reason": (None, "reason"),
    "ntr": ("one", "many"),
    "phrase": ("value",),
    "problem": ("message",),
    "tr": ("",),
}
_OF_A_PROBLEM = {"fix": "fix", "seen": "seen as"}
_NAMES = {"Case": _OF_A_PROBLEM, "at": _OF_A_PROBLEM, "problem": _OF_A_PROBLEM}
_PLURAL = "ntr"
_PAGES = "pages"  # a folder of pages without code
_WITH_PAGE = frozenset({"rule", "cause_finder"})


class Message(NamedTuple):
    """A template with its file and a comment for translators; `many` is its plural form, if it has one."""

    one: str
    many: str
    file: str
    use: str


class Unmarked(Exception):  # noqa: N818 - the name says what is wrong
    """A template argument is a computed text, which cannot be translated."""


def messages_of(folder: str) -> Iterator[Message]:
    """The messages in the Python files and pages of a folder, by file.

    Raises `Unmarked` for a template that is no literal.
    """
    for path in sorted(_files(folder)):
        file = os.path.relpath(path, folder).replace(os.sep, "/")
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        yield from _messages(ast.parse(text), file) if path.endswith(".py") else _of_page(text, file)


def _files(folder: str) -> Iterator[str]:
    for place, _, names in os.walk(folder):
        pages = os.path.basename(place) == _PAGES
        endings = (".py", ".md") if pages else ".py"
        yield from (os.path.join(place, name) for name in names if name.endswith(endings))


def _of_page(page: str, file: str) -> Iterator[Message]:
    """The paragraphs of a page."""
    for number, text in enumerate(text for text, is_prose in pieces_of(page) if is_prose):
        yield Message(text, "", file, "page" if number else "page, the fault in one sentence")


def _messages(tree: ast.Module, file: str) -> Iterator[Message]:
    calls = sorted(
        (node for node in ast.walk(tree) if isinstance(node, ast.Call)), key=lambda call: (call.lineno, call.col_offset)
    )
    if any(_has_page(call) for call in calls):
        yield from _of_page(ast.get_docstring(tree, clean=False) or "", file)
    for call in calls:
        yield from _of_call(call, file)


def _has_page(call: ast.Call) -> bool:
    """Whether a call creates a rule or a cause whose page is the docstring of the module."""
    if not (isinstance(call.func, ast.Name) and call.func.id in _WITH_PAGE):
        return False
    pages = [word.value for word in call.keywords if word.arg == "page"]
    return all(isinstance(page, ast.Name) and page.id == "__doc__" for page in pages)


def _of_call(call: ast.Call, file: str) -> Iterator[Message]:
    name = _name_of(call.func)
    places = [
        (argument, use) for argument, use in zip(call.args, _POSITIONS.get(name, ()), strict=False) if use is not None
    ]
    named = _NAMES.get(name, {})
    places += [(word.value, named[word.arg]) for word in call.keywords if word.arg in named]
    if name == _PLURAL and all(isinstance(argument, ast.Constant) for argument, _ in places):
        one, many = (str(ast.literal_eval(argument)) for argument, _ in places)
        yield Message(one, many, file, "")
        return
    for argument, use in places:
        for template in _templates(argument, file):
            yield Message(template, "", file, use)


def _name_of(function: ast.expr) -> str:
    """The name of the called function; of methods only `Case.at`."""
    match function:
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr="at"):
            return "at"
    return ""


def _templates(node: ast.expr, file: str) -> Iterator[str]:
    """The literals that an argument may evaluate to; a name is marked where it is assigned."""
    match node:
        case ast.Constant(value=str(text)):
            if text:
                yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _templates(body, file)
            yield from _templates(orelse, file)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _templates(value, file)
        case ast.JoinedStr() | ast.BinOp():
            message = f"{file}:{node.lineno}: a template is one literal, with values in braces: {ast.unparse(node)}"
            raise Unmarked(message)
        case ast.Call(args=arguments) if any(
            isinstance(one, ast.Constant) and " " in str(one.value) for one in arguments
        ):
            if not (isinstance(node.func, ast.Name) and node.func.id in _POSITIONS):
                message = f"{file}:{node.lineno}: a template inside of a call is marked with N_: {ast.unparse(node)}"
                raise Unmarked(message)
