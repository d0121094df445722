"""`clblint server`: the language server; an editor starts it and talks to it over standard input and output."""

from __future__ import annotations

import os
import sys

from clblint.cli.common import bare_parser
from clblint.cli.parsers import parsed
from clblint.errors import UsageError
from clblint.i18n.language import tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from clblint.cli.parsers import Parser

_INSTALL = "pip install 'clblint[server]'"


def parser() -> Parser:
    """The parser of `clblint server`."""
    made = bare_parser("server", tr("Speak with an editor on standard input and output: the language server (LSP)."))
    made.add_argument(
        "--stdio",
        action="store_true",
        help=tr("accepted because editors pass it; standard input and output are always used"),
    )
    made.add_argument("--check", action="store_true", help=tr("exit at once: 0 if the server can start"))
    return made


def run(arguments: Sequence[str]) -> int:
    """Serve one editor until it ends the server; returns the exit code."""
    options = parsed(parser(), arguments)
    try:
        from clblint.server.handlers import new_server  # noqa: PLC0415 - an extra, and no other verb needs it
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"pygls", "lsprotocol"}:
            raise
        raise UsageError(tr("the language server is an extra: {command}", command=_INSTALL)) from error
    if not options.check:
        new_server().start_io(sys.stdin.buffer, _own_output())
    return 0


def _own_output() -> BinaryIO:
    """Standard output for the server alone: what anything else prints goes to standard error."""
    own = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    return own
