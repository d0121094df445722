"""The current language of messages, and translation with gettext catalogues.

Ids, machine-readable formats and messages of the CCM are never translated. English texts are in the code and need no
catalogue. Each package has its catalogues in its folder `locale`; a message that a pack's catalogue lacks is looked up
in that of clblint.
"""

from __future__ import annotations

import os
import sys

from clblint.fast import NamedTuple, Scoped
from clblint.i18n.text import N_, Text, Words
from clblint.light import cache, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from contextlib import AbstractContextManager
    from gettext import GNUTranslations, NullTranslations

    from clblint.i18n.text import Value

ENGLISH, CHINESE = "en", "zh"
LANGUAGES = (ENGLISH, CHINESE)
OPTION = "--lang"
HOST = "clblint"
_PIECE = 60  # characters of what somebody else has written
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides, as everywhere


class _Spoken(NamedTuple):
    """A language, its catalogue (None for English), and whether `--lang` has set it."""

    language: str = ENGLISH
    catalogue: NullTranslations | None = None
    settled: bool = False


_SPOKEN = Scoped(_Spoken())  # that of the process is the one of its command line


def current_language() -> str:
    """The current language."""
    return _SPOKEN.get().language


def choose_language(arguments: Sequence[str]) -> None:
    """Set the language to that of the command line, otherwise to that of the locale."""
    named = _named(arguments)
    is_settled = named in LANGUAGES
    _SPOKEN.value = _SPOKEN.value._replace(settled=is_settled)
    set_language(named if is_settled else _of_locale())


def prefer_language(language: str) -> None:
    """Set the language to that of a configuration, if it names one, unless the command line did."""
    if language and not _SPOKEN.value.settled:
        set_language(language)


def set_language(language: str) -> None:
    """Set the language of the process; English if standard output cannot encode it."""
    if language != _SPOKEN.value.language:
        _SPOKEN.value = _spoken(ENGLISH if language != ENGLISH and not _can_be_shown() else language)


def _spoken(language: str) -> _Spoken:
    catalogue = None if language == ENGLISH else catalogue_of(HOST, language)
    return _Spoken(language, catalogue, _SPOKEN.value.settled)


def in_language(language: str) -> AbstractContextManager[None]:
    """Context manager: use a language within the block, for texts that need not go to standard output."""
    if language == current_language():
        return suppress()  # nothing changes
    return _SPOKEN.within(_spoken(language))


def tr(template: str, /, **values: object) -> str:
    """A message of clblint in the current language, with the values filled in."""
    catalogue = _SPOKEN.get().catalogue
    if catalogue is None:
        return template.format_map(values) if values else template
    return _filled(catalogue.gettext(template), values)


def ntr(one: str, many: str, number: int, /, **values: object) -> str:
    """A message in singular or plural, by the number that fills `{count}`."""
    catalogue = _SPOKEN.get().catalogue
    values["count"] = number
    if catalogue is None:
        return (one if number == 1 else many).format_map(values)
    return _filled(catalogue.ngettext(one, many, number), values)


def remarked(text: str, remark: str) -> str:
    """A text with a remark in the brackets of the language."""
    return tr("{text} ({remark})", text=text, remark=remark)


def tr_value(value: Value) -> str:
    """A value in the current language, if it is a text of clblint."""
    catalogue = _SPOKEN.get().catalogue
    return str(value) if catalogue is None else in_catalogue(value, catalogue)


def why_of(error: OSError) -> str:
    """What the system says of a failure, by its number where that is a common one: systems differ in their words."""
    import errno  # noqa: PLC0415 - most runs meet no failure

    known = {
        errno.EACCES: N_("Permission denied"),
        errno.EEXIST: N_("File exists"),
        errno.EIO: N_("Input/output error"),
        errno.EISDIR: N_("Is a directory"),
        errno.ELOOP: N_("Too many levels of symbolic links"),
        errno.EMFILE: N_("Too many open files"),
        errno.ENAMETOOLONG: N_("File name too long"),
        errno.ENOENT: N_("No such file or directory"),
        errno.ENOSPC: N_("No space left on device"),
        errno.ENOTDIR: N_("Not a directory"),
        errno.EPERM: N_("Operation not permitted"),
        errno.EROFS: N_("Read-only file system"),
    }
    return tr(known.get(error.errno or 0) or error.strerror or str(error))


def shortened(text: str) -> str:
    """A short piece of what somebody else has written, for a message about it."""
    return text if len(text) <= _PIECE else f"{text[:_PIECE]}..."


def _filled(template: str, values: dict[str, object]) -> str:
    if not values:
        return template
    ours = {name: tr_value(value) for name, value in values.items() if isinstance(value, (Text, Words))}
    filled = {**values, **ours}
    return _without_seams(template, filled).format_map(filled)


def in_catalogue(value: Value, catalogue: NullTranslations) -> str:
    """A value in the language of a catalogue; what people wrote themselves stays as it is."""
    if isinstance(value, Words):
        return value.in_language(current_language())
    return str(translated(value, catalogue)) if isinstance(value, Text) else value


def translated(text: Text, catalogue: NullTranslations) -> Text:
    """A sentence in the language of a catalogue, and the words of ours among its values."""
    values = {name: in_catalogue(value, catalogue) for name, value in text.values.items()}
    return Text(_without_seams(catalogue.gettext(text.template), values), values)


def _without_seams(template: str, values: Mapping[str, object]) -> str:
    """A template without the blanks that would stand between Chinese characters once the values are filled in."""
    for name, value in values.items():
        text, field = str(value), f"{{{name}}}"
        if _is_chinese(text[:1]) and (before := template.find(f" {field}")) > 0 and _is_chinese(template[before - 1]):
            template = template[:before] + template[before + 1 :]
        if _is_chinese(text[-1:]) and _is_chinese(template.partition(f"{field} ")[2][:1]):
            template = template.replace(f"{field} ", field)
    return template


def _is_chinese(character: str) -> bool:
    return "\u3000" <= character <= "\u303f" or "\u4e00" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef"


@cache
def catalogue_of(package: str, language: str) -> NullTranslations:
    """The catalogue of a package, and after it clblint's own; an empty one where the package brings none."""
    import gettext  # noqa: PLC0415 - English needs none of this

    place = place_of(package, language)
    if place:
        kind = _kind_of(place)
        with open(place, "rb") as stream:
            made: NullTranslations = kind(stream)
    else:
        made = gettext.NullTranslations()
    if package != HOST:
        made.add_fallback(catalogue_of(HOST, language))
    return made


def _kind_of(place: str) -> type[GNUTranslations]:
    if place.endswith(".po"):
        from clblint.i18n.po_file import PoTranslations  # noqa: PLC0415 - English needs none of this

        return PoTranslations
    from clblint.i18n.mo_file import MoTranslations  # noqa: PLC0415 - the same

    return MoTranslations


def place_of(package: str, language: str) -> str:
    """The file of a package's catalogue, compiled if it brings that; empty where it brings none."""
    from importlib.machinery import PathFinder  # noqa: PLC0415 - English needs none of this

    spec = PathFinder.find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for ending in (".mo", ".po"):
            place = os.path.join(folder, "locale", language, "LC_MESSAGES", package + ending)
            if os.path.isfile(place):
                return place
    return ""


def _named(arguments: Sequence[str]) -> str:
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == OPTION:
            return arguments[index + 1] if index + 1 < len(arguments) else ""
        if argument.startswith(f"{OPTION}="):
            return argument.partition("=")[2]
    return ""


def _of_locale() -> str:
    name = next(filter(None, map(os.environ.get, _LOCALE)), "")
    return CHINESE if name.startswith(CHINESE) else ENGLISH


def _can_be_shown() -> bool:
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    return encoding.lower().replace("-", "").startswith(("utf", "gb18030"))
