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
