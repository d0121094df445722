"""The Hatchling build hook: adds compiled catalogues and modules, and files generated from rules, to a wheel.

An editable installation gets none of them: there, `.po` files are read and the other files are generated at run time,
so that they are never older than their sources.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Runs the module that the first argument names, with the folders of the second one before all others.
_RUN = """
import os, runpy, sys
module, folders = sys.argv[1:3]
del sys.argv[1:3]
sys.path[:0] = folders.split(os.pathsep)
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""


class WheelFiles(BuildHookInterface[Any]):
    """Adds files that are made in a folder of their own: the source tree stays as it is."""

    _made: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files, and name them to the builder; this hook runs after the one that compiles."""
        if version == "editable":
            return
        self._made = tempfile.TemporaryDirectory()
        installed, files = (os.path.join(self._made.name, name) for name in ("installed", "files"))
        self._pretend_installed(installed)
        self._run("tools.wheel_files", files, path=installed)
        build_data["force_include"][files] = "/"
        if not build_data["pure_python"]:  # hatch-cython compiles beside the sources, where git ignores what it makes
            build_data["artifacts"].append(f"*{sysconfig.get_config_var('EXT_SUFFIX')}")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - as hatchling calls it
        """Remove what is in the wheel now."""
        if self._made:
            self._made.cleanup()

    def _pretend_installed(self, folder: str) -> None:
        """Declare the packs as an installation does: nothing is installed where a wheel is built."""
        metadata = os.path.join(folder, f"clblint-{self.metadata.version}.dist-info")
        os.makedirs(metadata)
        lines = ["[clblint]", *(f"{name} = {name}" for name in self.metadata.core.entry_points["clblint"])]
        with open(os.path.join(metadata, "entry_points.txt"), "w", encoding="utf-8") as stream:
            stream.write("\n".join(lines))

    def _run(self, module: str, *arguments: str, path: str) -> None:
        """Run a module of this tree, whatever of the same name is installed."""
        folders = [self.root, *(os.path.join(self.root, name) for name in ("plugins", "schemas")), path]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        # Not by PYTHONPATH: from there pip takes what an editable installation of this tree has on its path, too.
        command = [sys.executable, "-c", _RUN, module, os.pathsep.join(folders), *arguments]
        subprocess.run(command, cwd=self.root, env=environment, check=True)  # noqa: S603 - our own module
