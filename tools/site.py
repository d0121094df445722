"""The site: `python -m tools.site` builds it into `site/`, `python -m tools.site serve` shows it in English.

It is built once for each language, English at its root and Chinese below `zh/`, with the same paths. Pages that are
made of rules, annotations and documents are no files of `docs/`: they are made here, in a copy, where the hand-written
ones are translated, too (`tools.guides`).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from itertools import groupby
from typing import TYPE_CHECKING

from clblint.i18n.language import CHINESE, ENGLISH, LANGUAGES, current_language, in_language
from tools import cause_pages, guides, playground, rule_pages, seed_coverage, subject_page
from tools.rule_data import own_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SETTINGS = "zensical.toml"
_INCLUDED = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")  # by pages of docs/
_RULES, _CAUSES = "  # the pages of the rules\n", "  # the pages of the causes\n"
_PLACES = {ENGLISH: "", CHINESE: f"{CHINESE}/"}


def made_pages() -> dict[str, str]:
    """The pages that are made, in the language that is spoken, by their path from the root."""
    rules = own_rules()
    return {
        **rule_pages.pages(rules),
        **cause_pages.pages(tuple(rules)),
        seed_coverage.PAGE: seed_coverage.coverage_page(rules),
        subject_page.PAGE: subject_page.subject_page(),
    }


def lay_out(folder: str, language: str = ENGLISH) -> None:
    """Copy into a folder what the site is built of in a language, with the pages that are made."""
    shutil.copytree(os.path.join(ROOT, "docs"), os.path.join(folder, "docs"), ignore=shutil.ignore_patterns("*.po"))
    for name in _INCLUDED:
        shutil.copy(os.path.join(ROOT, name), folder)
    with in_language(language):
        texts = {SETTINGS: settings(), **made_pages(), **(_translated() if language == CHINESE else {})}
    for path, text in texts.items():
        target = os.path.join(folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)


def settings() -> str:
    """The settings of zensical in the language that is spoken, with the rules in the navigation."""
    text = _read(SETTINGS).replace(_RULES, "".join(_rules_by_pack())).replace(_CAUSES, "".join(_causes()))
    if current_language() == ENGLISH:
        return text
    changes = {
        'language = "en"': f'language = "{CHINESE}"',
        '"play/"': f'"../play/?lang={CHINESE}"',
        'link = "./': 'link = "../',
    }
    for old, new in changes.items():
        text = text.replace(old, new)
    text = re.sub(r'(?<=site_url = ")[^"]*', lambda url: url[0] + _PLACES[CHINESE], text)
    return guides.LABEL.sub(lambda label: guides.in_chinese(label[0]), text)


def _causes() -> Iterator[str]:
    """Yield the entries of the causes in the navigation."""
    for name in cause_pages.names():
        yield f'      {{ "{name}" = "causes/{name}.md" }},\n'


def _rules_by_pack() -> Iterator[str]:
    """Yield entries of the navigation: for each pack one with its rules."""
    rules = sorted(own_rules(), key=lambda rule: (rule.pack, rule.name))
    for pack, own in groupby(rules, key=lambda rule: rule.pack.removeprefix("clblint_")):
        pages = "".join(f'      {{ "{rule.name}" = "rules/{rule.name}.md" }},\n' for rule in own)
        yield f'    {{ "{pack}" = [\n{pages}    ] }},\n'


def _translated() -> dict[str, str]:
    """The hand-written pages in Chinese, by their path from the root."""
    folder = os.path.join(ROOT, "docs")
    pages = (name for name in os.listdir(folder) if name.endswith(".md") and not name.endswith(".zh.md"))
    return {f"docs/{name}": guides.translated(_read("docs", name), guides.in_chinese) for name in pages}


def _read(*path: str) -> str:
    with open(os.path.join(ROOT, *path), encoding="utf-8") as stream:
        return stream.read()


def zensical(folder: str, *arguments: str) -> None:
    """Run the program that builds the site in a folder that is laid out; raises where it fails."""
    program = os.path.join(sysconfig.get_path("scripts"), "zensical")
    subprocess.run([program, *arguments], cwd=folder, check=True)  # noqa: S603 - a program of this environment


def build(target: str) -> None:
    """Build the pages in all languages into a folder that is not there; the playground is built apart."""
    with tempfile.TemporaryDirectory() as made:
        for language in LANGUAGES:
            folder = os.path.join(made, language)
            lay_out(folder, language)
            zensical(folder, "build", "--clean", "--strict")
            shutil.copytree(os.path.join(folder, "site"), os.path.join(target, _PLACES[language]), dirs_exist_ok=True)
    _lead_on(os.path.join(target, "404.html"))


def _lead_on(page: str) -> None:
    """Let the page for addresses that are not there look where they have moved."""
    with open(page, "r+", encoding="utf-8", newline="\n") as stream:
        text = stream.read()
        stream.seek(0)
        stream.write(text.replace("</head>", '<script src="/clblint/moved.js"></script></head>', 1))


def main(arguments: list[str]) -> None:
    """Build the site, or show it until it is interrupted."""
    if arguments:
        with tempfile.TemporaryDirectory() as folder:
            lay_out(folder)
            zensical(folder, *arguments)
        return
    target = os.path.join(ROOT, "site")
    shutil.rmtree(target, ignore_errors=True)
    build(target)
    playground.build(os.path.join(target, "play"))


if __name__ == "__main__":
    main(sys.argv[1:])
