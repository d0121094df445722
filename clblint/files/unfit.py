"""What is wrong with a file that is not read, beside what the system says."""

from __future__ import annotations


class NoRegularFileError(OSError):
    """The path is a pipe or a device."""


class TooLargeError(OSError):
    """The file exceeds the size limit of its kind."""
