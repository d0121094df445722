"""The site: `python -m tools.site` builds it into `site/`, `python -m tools.site serve` shows it.

Pages that are made of rules, annotations and documents are no files of `docs/`: they are made here, in a copy.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile

from tools import cause_pages, playground, rule_pages, seed_coverage, subject_page
from tools.rule_data import own_rules

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_BESIDE = (
    "zensical.toml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
)  # what the pages of docs/ include, and how they are shown


def made_pages() -> dict[str, str]:
    """The pages that are made, by their path from the root."""
    rules = own_rules()
    return {
        **rule_pages.pages(rules),
        **cause_pages.pages(tuple(rules)),
        seed_coverage.PAGE: seed_coverage.coverage_page(rules),
        subject_page.PAGE: subject_page.subject_page(),
    }


def lay_out(folder: str) -> None:
    """Copy into a folder what the site is built of, with the pages that are made."""
    shutil.copytree(os.path.join(ROOT, "docs"), os.path.join(folder, "docs"))
    for name in _BESIDE:
        shutil.copy(os.path.join(ROOT, name), folder)
    for path, text in made_pages().items():
        target = os.path.join(folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)


def zensical(folder: str, *arguments: str) -> None:
    """Run the program that builds the site in a folder that is laid out; raises where it fails."""
    program = os.path.join(sysconfig.get_path("scripts"), "zensical")
    subprocess.run([program, *arguments], cwd=folder, check=True)  # noqa: S603 - a program of this environment


def main(arguments: list[str]) -> None:
    """Build the site, or show it until it is interrupted."""
    with tempfile.TemporaryDirectory() as folder:
        lay_out(folder)
        if arguments:
            zensical(folder, *arguments)
            return
        zensical(folder, "build", "--clean", "--strict")
        target = os.path.join(ROOT, "site")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(os.path.join(folder, "site"), target)
    playground.build(os.path.join(target, "play"))


if __name__ == "__main__":
    main(sys.argv[1:])
