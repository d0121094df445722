"""What is said of code of a pack that is broken."""

from __future__ import annotations

import os
from importlib.machinery import PathFinder
from traceback import extract_tb, format_exception
from types import FunctionType

from clblint.i18n.language import tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.lint.rule import Rule


def failure_of(rule: Rule, owner: str, subject: object, error: BaseException) -> str:
    """What is said of a rule that has raised an exception, or yielded what is no problem."""
    cause = f"{type(error).__name__}: {error}".splitlines()[0]
    if place := raised_in(rule.pack, error):
        cause += f" ({place})"
    else:  # what the check hands over is at fault
        code = next((check.__code__ for check in (rule.checks or {}).values() if isinstance(check, FunctionType)), None)
        where = f"{code.co_filename}:{code.co_firstlineno}" if code is not None else rule.module
        cause += " " + tr("(a check has to yield what problem() returns: {place})", place=where)
    about = owner or type(subject).__name__
    trace = "\n" + "".join(format_exception(error)).rstrip() if os.environ.get("CLBLINT_DEBUG") else ""
    message = tr(
        "rule {rule} of {pack} broke on {object}: {cause}; the other rules' findings are complete",
        rule=rule.name,
        pack=rule.pack,
        object=about,
        cause=cause,
    )
    return message + trace


def raised_in(package: str, error: BaseException) -> str:
    """The last line of a package in the traceback of an error, as `FILE:LINE`; empty if it is not in there."""
    spec = PathFinder.find_spec(package)
    if spec is None:
        return ""
    folders = tuple(os.path.join(folder, "") for folder in spec.submodule_search_locations or ())
    own = [
        frame
        for frame in extract_tb(error.__traceback__)
        if frame.filename == spec.origin or frame.filename.startswith(folders or "\0")
    ]
    return f"{own[-1].filename}:{own[-1].lineno}" if own else ""
