"""What goes wrong in a way that the user has to mend: one line each, and exit code 2."""

from __future__ import annotations


class UsageError(Exception):
    """Wrong options, configuration, paths or plugins. The message is shown as it is."""
