"""The command `clblint`, and `python -m clblint`."""

import os
import sys

# The interpreter puts the current folder first, where a stranger's modules and plugins may lie; what PYTHONPATH names
# comes after it and stays. The console script has no such entry.
if __name__ == "__main__" and not getattr(sys.flags, "safe_path", False):
    import contextlib

    with contextlib.suppress(OSError):  # a folder that is gone holds nothing
        if sys.path[:1] == [os.getcwd()]:  # noqa: TID251 - only what Python itself put there is meant
            del sys.path[0]

from clblint.importer import install


def script() -> None:
    """Run the command, and exit the process."""
    install()
    from clblint.cli.main import script as run  # noqa: PLC0415 - `install` makes it and its imports faster

    run()


if __name__ == "__main__":
    script()
