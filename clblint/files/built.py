"""Reads data files generated from the rules: a wheel contains them, and a checkout generates them on first use.

In a checkout they are in `build/`, under the digest of the sources, so they are never out of date. They are generated
in a separate process, which runs the modules in `tools/`: these are not part of a wheel.
"""

from __future__ import annotations

import functools
import json
import os
from importlib import resources

from clblint.errors import UsageError
from clblint.files.digest import digest_of
from clblint.files.stamps import stamps_of
from clblint.i18n.language import tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: TID251 - no path of a user
TOOL = "tools.rule_data"
_SOURCES = ("clblint", "plugins", "schemas", "tools")
_PREFIX = "rule-data-"


@functools.cache
def read_built(name: str) -> dict[str, Any]:
    """The JSON content of a generated file."""
    packaged = resources.files("clblint_schemas").joinpath(name)
    text = packaged.read_text(encoding="utf-8") if packaged.is_file() else _from_checkout(name)
    read: dict[str, Any] = json.loads(text)
    return read


def _from_checkout(name: str) -> str:
    """The text of a generated file in a checkout; the files are generated if they are missing."""
    if not os.path.isfile(os.path.join(_ROOT, *TOOL.split(".")) + ".py"):
        raise UsageError(tr("clblint is not installed as a whole: {file} is missing; install it again", file=name))
    files = [stamp for folder in _SOURCES for stamp in stamps_of(os.path.join(_ROOT, folder), (".py", ".json", ".po"))]
    folder = os.path.join(_ROOT, "build", _PREFIX + digest_of(repr(files).encode(errors="replace")).hex())
    if not os.path.isdir(folder):
        _generate(folder)
    with open(os.path.join(folder, name), encoding="utf-8") as stream:
        return stream.read()


def _generate(folder: str) -> None:
    """Generate all files into a folder, atomically, and remove folders of older sources."""
    import shutil  # noqa: PLC0415 - only a checkout whose sources have changed does this
    import subprocess  # noqa: PLC0415 - only a checkout whose sources have changed does this
    import sys  # noqa: PLC0415 - only a checkout whose sources have changed does this
    import tempfile  # noqa: PLC0415 - only a checkout whose sources have changed does this

    above = os.path.dirname(folder)
    os.makedirs(above, exist_ok=True)
    fresh = tempfile.mkdtemp(dir=above)
    try:
        command = [sys.executable, "-m", TOOL, fresh]
        done = subprocess.run(command, cwd=_ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603 - our own tool
        if done.returncode:
            cause = (done.stderr.strip() or done.stdout.strip()).rpartition("\n")[2]
            raise UsageError(tr("what is known of the rules cannot be made from these sources: {cause}", cause=cause))
        for name in os.listdir(above):
            if name.startswith(_PREFIX) and name != os.path.basename(folder):
                shutil.rmtree(os.path.join(above, name), ignore_errors=True)
        os.rename(fresh, folder)
    except OSError:
        if not os.path.isdir(folder):  # otherwise another process was faster
            raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
