"""`main()`: entry point of the command line; chooses the language, runs the verb, and handles errors."""

from __future__ import annotations

import gc
import os
import sys

from clblint.errors import UsageError
from clblint.i18n.language import OPTION, choose_language, tr, why_of
from clblint.light import import_module, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run `clblint` and return the exit code.

    0 clean, 1 findings, 2 a usage, configuration or internal error, 130 interrupted (Ctrl-C).
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    gc.disable()  # a short run makes millions of objects and few cycles: collecting them takes half of the time
    code = 0
    try:
        _choose_language(arguments)
        code = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except UsageError as error:
        return _fail(str(error))
    except BrokenPipeError:  # the reader, such as `head`, has ended
        _abandon_output()
        return code
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        _abandon_output()
        return _fail(tr("{path}: {why}", path=error.filename or tr("standard output"), why=why_of(error)))
    except Exception as error:  # a bug is reported in one line, too
        if os.environ.get("CLBLINT_DEBUG"):
            raise
        return _fail(
            tr(
                "internal error: {error}; CLBLINT_DEBUG=1 shows where; please report it",
                error=f"{type(error).__name__}: {error}",
            )
        )
    return code


def script() -> None:
    """Run `clblint` and exit the process at once.

    The interpreter would free all objects first: with many manifests that takes half a second, with one manifest a
    tenth of the run.
    """
    code = main()
    for stream in (sys.stdout, sys.stderr):  # output from before a failure must not get lost
        with suppress(OSError, AttributeError):
            stream.flush()
    os._exit(code)


def _choose_language(arguments: list[str]) -> None:
    choose_language(arguments)
    if not {"-h", "--help"}.isdisjoint(arguments):  # otherwise the verb loads the configuration
        from clblint.config.read import load_config  # noqa: PLC0415 - only --help needs a configuration here

        with suppress(UsageError):
            load_config(None)


def _fail(text: str) -> int:
    with suppress(OSError, AttributeError):  # standard error may be closed
        for line in text.splitlines():
            shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in line)
            sys.stderr.write(f"clblint: {shown}\n")
    return 2


def _abandon_output() -> None:
    """Redirect standard output to the null device, so that the interpreter reports no further error at exit."""
    with suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _split_language(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The option `--lang`, which may precede the verb, and the other arguments."""
    first = arguments[0] if arguments else ""
    count = 2 if first == OPTION else int(first.startswith(f"{OPTION}="))
    return arguments[:count], arguments[count:]


def _run(arguments: list[str]) -> int:
    language, rest = _split_language(arguments)
    if rest and rest[0].isalpha():  # as hardly a path is
        from clblint.cli.verbs import VERBS  # noqa: PLC0415 - as said

        if rest[0] in VERBS:
            verb = import_module(f"{__package__}.{rest[0]}")  # only the module that is needed
            code: int = verb.run([*language, *rest[1:]])
            return code
    from clblint.cli.check import run_check  # noqa: PLC0415 - verbs do not need what a check needs

    return run_check(arguments)


if __name__ == "__main__":
    script()
