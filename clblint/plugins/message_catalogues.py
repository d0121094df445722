"""Updates and checks the message catalogues (`.po`) of clblint and of packs.

    python -m clblint.plugins.message_catalogues [PACKAGE ...]           bring them up to date with the sources
    python -m clblint.plugins.message_catalogues --check [PACKAGE ...]   say what is missing or wrong, and write nothing

Without a package: clblint itself and every pack that is installed. Each package has `locale/zh/LC_MESSAGES/PACKAGE.po`
in its folder, which translators edit. A changed template is a new entry without translation (no fuzzy matching).
Untranslated messages are shown in English.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from importlib.machinery import PathFinder
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from clblint.fast import NamedTuple
from clblint.plugins.messages import Unmarked, messages_of
from clblint.plugins.metadata import plugin_entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from babel.messages.catalog import Message

LANGUAGE = "zh"
_HEADERS = (
    ("Language", LANGUAGE),
    ("MIME-Version", "1.0"),
    ("Content-Type", "text/plain; charset=utf-8"),
    ("Content-Transfer-Encoding", "8bit"),
    ("Plural-Forms", "nplurals=1; plural=0;"),
)
_HEAD = "# English to Simplified Chinese. Write msgstr; python -m clblint.plugins.message_catalogues sees to the rest."
_NAMED = re.compile(r"\{\w*\}|%(?:\(\w+\))?[sdr]")
# Chinese has punctuation of its own; these look like those that templates and commands are made of.
_FULL_WIDTH = re.compile("[\uff5b\uff5d\uff05\uff1d\uff0d\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u3000]")


class Package(NamedTuple):
    """A package and the folder that holds its modules."""

    name: str
    folder: str

    @property
    def sources(self) -> Iterator[str]:
        """The folders whose messages are in the catalogue: that of the package, for clblint also `tools/`."""
        yield self.folder
        tools = os.path.join(os.path.dirname(self.folder), "tools")
        if self.name == "clblint" and os.path.exists(os.path.join(tools, "generate.py")):
            yield tools

    @property
    def po(self) -> str:
        """The path of the `.po` file."""
        return os.path.join(self.folder, "locale", LANGUAGE, "LC_MESSAGES", f"{self.name}.po")


class _Catalogue(Catalog):
    """A Babel catalogue without dates, names and versions in its header, so that the output is reproducible."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The header fields that gettext needs."""
        return list(_HEADERS)

    @mime_headers.setter
    def mime_headers(self, _headers: Iterable[tuple[str, str]]) -> None:
        """Set nothing: they are always the same."""


def packages(names: Sequence[str] = ()) -> list[Package]:
    """The packages of these names, or clblint and all packs; `LookupError` for one that is not installed."""
    wanted = names or ["clblint", *dict.fromkeys(entry.module.partition(".")[0] for entry in plugin_entries())]
    return [Package(name, _folder(name)) for name in wanted]


def _folder(name: str) -> str:
    spec = PathFinder.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        message = f"no package is called {name}"
        raise LookupError(message)
    return next(iter(spec.submodule_search_locations))


def updated(package: Package) -> Catalog:
    """The catalogue of a package, with the messages of its sources and the existing translations."""
    made, known = _Catalogue(locale=LANGUAGE, header_comment=_HEAD, fuzzy=False), _read(package.po)
    for one in (message for folder in package.sources for message in messages_of(folder)):
        key = (one.one, one.many) if one.many else one.one
        old = known.get(one.one)
        string = old.string if old is not None and isinstance(old.id, tuple) == isinstance(key, tuple) else ""
        new = made.add(key, string, locations=[(one.file, 0)], auto_comments=[one.use] if one.use else [])
        new.flags = {"python-brace-format"} if "{" in one.one else set()
        new.user_comments = old.user_comments if old is not None else []
    return made


def _read(path: str) -> Catalog:
    if not os.path.exists(path):
        return Catalog(locale=LANGUAGE)
    with open(path, "rb") as stream:
        return read_po(stream, locale=LANGUAGE)


def as_po(catalogue: Catalog) -> bytes:
    """The catalogue in `.po` format."""
    stream = io.BytesIO()
    write_po(stream, catalogue, width=0, include_lineno=False, ignore_obsolete=True)
    return stream.getvalue()


def missing(package: Package) -> Iterator[str]:
    """Yield a line for each untranslated message of a package."""
    for message in updated(package):
        if message.id and not _first(message.string):
            yield f"{package.po}: {_first(message.id)!r}: not translated"


def faults(package: Package) -> Iterator[str]:
    """Yield a line for each fault in the catalogue of a package."""
    for message in updated(package):
        if message.id and _first(message.string):
            yield from (f"{package.po}: {_first(message.id)!r}: {fault}" for fault in _faults(message))


def _faults(message: Message) -> Iterator[str]:
    one, many, text = _first(message.id), _last(message.id), _first(message.string)
    names = set(_NAMED.findall(text))
    if names - {*_NAMED.findall(one), *_NAMED.findall(many)} or set(_NAMED.findall(many)) - names:
        yield f"its values are {sorted(names)}, and those of the English are {sorted(set(_NAMED.findall(many)))}"
    if not _can_be_filled(text) and _can_be_filled(many):
        yield "its values cannot be filled in: a brace that is meant as one is written twice"
    if text.strip() != text and one.strip() == one:
        yield "it has blanks around it"
    if found := set(_FULL_WIDTH.findall(text)):
        yield f"full-width characters that belong to no Chinese sentence: {' '.join(sorted(found))}"
    if one.endswith(".") and not text.endswith(("\u3002", ".", "\uff09", ")")):
        yield "the English is a whole sentence with a full stop, and this is not"


def _can_be_filled(template: str) -> bool:
    try:
        return all(name is not None for name in Formatter().parse(template))
    except ValueError:
        return False


def _first(texts: str | Sequence[str] | None) -> str:
    return (texts or "") if isinstance(texts, str | None) else texts[0]


def _last(texts: str | Sequence[str]) -> str:
    return texts if isinstance(texts, str) else texts[-1]


def _write(package: Package) -> None:
    made = updated(package)
    os.makedirs(os.path.dirname(package.po), exist_ok=True)
    with open(package.po, "wb") as stream:
        stream.write(as_po(made))
    left = sum(not _first(message.string) for message in made if message.id)
    sys.stdout.write(f"{package.name}: {len(made)} messages, {left} not translated\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Update or check; the exit code is 1 where something is missing or wrong."""
    parser = argparse.ArgumentParser(prog="python -m clblint.plugins.message_catalogues", description=__doc__)
    parser.add_argument("package", nargs="*")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    try:
        chosen = packages(options.package)
        if options.check:
            found = [line for package in chosen for line in (*missing(package), *faults(package))]
            sys.stdout.write("".join(f"{fault}\n" for fault in found))
            return int(bool(found))
        for package in chosen:
            _write(package)
    except (LookupError, Unmarked) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
