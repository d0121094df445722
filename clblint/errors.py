"""`UsageError` and `ChangedError`: errors that end a run with exit code 2 and a one-line message."""

from __future__ import annotations


class UsageError(Exception):
    """The user has to correct options, configuration, paths or plugins. The message is shown unchanged.

    `missing` is the path that was to be checked, if there is none.
    """

    def __init__(self, message: object = "", *, missing: str = "") -> None:
        super().__init__(message)
        self.missing = missing


class ChangedError(Exception):
    """A file has changed since this run first read it, so that results would be inconsistent."""


def raised_in(package: str, error: BaseException) -> str:
    """The last line of a package in the traceback of an error, as `FILE:LINE`; empty if it is not in there."""
    import os  # noqa: PLC0415 - hardly ever is anything broken
    from importlib.machinery import PathFinder  # noqa: PLC0415 - hardly ever is anything broken
    from traceback import extract_tb  # noqa: PLC0415 - hardly ever is anything broken

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
