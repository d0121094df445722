"""What goes wrong in a way that the user has to mend: one line each, and exit code 2."""

from __future__ import annotations


class UsageError(Exception):
    """Wrong options, configuration, paths or plugins. The message is shown as it is."""


class ChangedError(Exception):
    """A file is not what it was when this run first read it, so that not all would judge the same."""
