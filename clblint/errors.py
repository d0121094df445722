"""What goes wrong in a way that the user has to mend: one line each, and exit code 2."""

from __future__ import annotations


class UsageError(Exception):
    """Wrong options, configuration, paths or plugins. The message is shown as it is."""


class ChangedError(Exception):
    """A file is not what it was when this run first read it, so that not all would judge the same."""


def raised_in(package: str, error: BaseException) -> str:
    """Where a package raised an error or called what did, as `FILE:LINE`; empty where it had no part in it."""
    import os  # noqa: PLC0415 - hardly ever is anything broken
    from importlib.machinery import PathFinder  # noqa: PLC0415 - the same
    from traceback import extract_tb  # noqa: PLC0415 - the same

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
