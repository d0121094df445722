"""The command line."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from typing import TYPE_CHECKING

from clblint.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

VERBS = ("explain", "plan", "plugins", "rules")


def main(argv: Sequence[str] | None = None) -> int:
    """Run `clblint`; the exit code is 0 clean, 1 findings, 2 wrong use, configuration or a rule that broke."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    gc.disable()  # a short life that makes millions of objects and hardly any circle: collecting costs half the time
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except UsageError as error:
        _tell(str(error))
        return 2
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # a fault of clblint's own is one line, too
        if os.environ.get("CLBLINT_DEBUG"):
            raise
        _tell(f"internal error: {type(error).__name__}: {error}; CLBLINT_DEBUG=1 shows where; please report it")
        return 2
    return code


def _tell(text: str) -> None:
    for line in text.splitlines():
        shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in line)
        sys.stderr.write(f"clblint: {shown}\n")


def _run(arguments: list[str]) -> int:
    if arguments and arguments[0] in VERBS:
        verb = importlib.import_module(f"clblint.commands.{arguments[0]}")  # only what is asked for takes its time
        code: int = getattr(verb, f"run_{arguments[0]}")(arguments[1:])
        return code
    from clblint.commands.check import run_check  # noqa: PLC0415 - nor does a verb pay for the check

    return run_check(arguments)


if __name__ == "__main__":
    sys.exit(main())
