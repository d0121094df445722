"""Writes the generated files of a wheel, in the layout of the wheel: `python -m tools.wheel_files FOLDER`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from clblint.plugins.message_catalogues import LANGUAGE, packages
from tools.rule_data import rule_data, write

if TYPE_CHECKING:
    from clblint.plugins.message_catalogues import Package


def compile_catalogue(package: Package, folder: str) -> None:
    """Write the catalogue of a package as gettext reads it."""
    target = os.path.join(folder, package.name, os.path.relpath(package.po, package.folder))[: -len("po")] + "mo"
    os.makedirs(os.path.dirname(target))
    with open(package.po, "rb") as source, open(target, "wb") as stream:
        write_mo(stream, read_po(source, locale=LANGUAGE))


def main(folder: str) -> None:
    """Write everything."""
    write(os.path.join(folder, "clblint_schemas"), rule_data())
    for package in packages():
        if os.path.exists(package.po):
            compile_catalogue(package, folder)


if __name__ == "__main__":
    main(sys.argv[1])
