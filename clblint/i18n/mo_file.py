"""Reads compiled message catalogues (`.mo`), as wheels bring them."""

from __future__ import annotations

import gettext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class MoTranslations(gettext.GNUTranslations):
    """The translations of a file, without its header: gettext takes that for the translation of an empty text."""

    _catalog: dict[str | tuple[str, int], str]

    def _parse(self, fp: Any) -> None:  # noqa: ANN401 - a stream of bytes, as in gettext
        super()._parse(fp)
        self._catalog.pop("", None)
