"""Writes the generated files of a wheel, in the layout of the wheel: `python -m tools.wheel_files FOLDER`."""

from __future__ import annotations

import os
import sys
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from clblint.plugins.message_catalogues import LANGUAGE, packages
from clblint.plugins.packed_rules import NAME
from tools import rule_rows
from tools.rule_data import own_rules, rule_data, write

if TYPE_CHECKING:
    from clblint.plugins.message_catalogues import Package

_NO_DATE = datetime(1970, 1, 1, tzinfo=timezone.utc)  # a wheel is the same whenever it is built


def compile_catalogue(package: Package, folder: str) -> None:
    """Write the catalogue of a package as gettext reads it."""
    target = os.path.join(folder, package.name, os.path.relpath(package.po, package.folder))[: -len("po")] + "mo"
    os.makedirs(os.path.dirname(target))
    with open(package.po, "rb") as source, open(target, "wb") as stream:
        catalogue = read_po(source, locale=LANGUAGE)
        catalogue.creation_date = catalogue.revision_date = _NO_DATE
        write_mo(stream, catalogue)


def main(folder: str) -> None:
    """Write everything."""
    write(os.path.join(folder, "clblint_schemas"), {**rule_data(), f"{NAME}.py": rule_rows.as_text(own_rules())})
    for package in packages():
        if os.path.exists(package.po):
            compile_catalogue(package, folder)


if __name__ == "__main__":
    main(sys.argv[1])
