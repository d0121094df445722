"""`Translator`: translates findings with the message catalogue of the pack of each rule."""

from __future__ import annotations

import os

from clblint.i18n.language import HOST, catalogue_of, in_catalogue, place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.lint.finding import Finding


class Translator:
    """Translates findings into a language; `packs` maps the names of rules to their packages."""

    def __init__(self, language: str, packs: Mapping[str, str]) -> None:
        self._language = language
        self._packs = packs

    @property
    def key(self) -> str:
        """The cache key of translated texts: the language, and path, size and modification time of each catalogue."""
        places = (place_of(package, self._language) for package in dict.fromkeys([HOST, *self._packs.values()]))
        states = ((place, os.stat(place)) for place in places if place)
        return repr((self._language, [(place, state.st_size, state.st_mtime_ns) for place, state in states]))

    def __call__(self, finding: Finding) -> Finding:
        """The finding with its texts in that language."""
        catalogue = catalogue_of(self._packs[finding.rule], self._language)
        details = finding.unpacked_details

        in_language = catalogue.gettext
        return finding.with_details(
            values={name: in_catalogue(value, catalogue) for name, value in details.values.items()},
            message=in_language(details.message),
            seen=in_language(details.seen),
            fix=in_language(details.fix),
            because=tuple([(place, in_language(template)) for place, template in details.because]),
        )
