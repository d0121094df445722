"""Adds the causes of plugins to a diagnosis, after those of clblint; on a healthy Service they are advice."""

from __future__ import annotations

from clblint.diagnose.diagnosis import CERTAIN, FIELD, HEALTHY, LIKELY, POSSIBLE, Cause, Evidence
from clblint.i18n.language import ENGLISH, catalogue_of, current_language, in_catalogue
from clblint.i18n.text import Words, phrase
from clblint.lint.cause import LiveView
from clblint.lint.failure import raised_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.diagnose.diagnosis import Diagnosis
    from clblint.diagnose.service import LiveService
    from clblint.i18n.text import Text, Value
    from clblint.lint.cause import CauseFinder, FoundCause

_SURE = frozenset({CERTAIN, LIKELY, POSSIBLE})


class PluginCauses:
    """The causes of plugins; `errors` are those of finders that broke, each once."""

    def __init__(self, finders: Iterable[CauseFinder]) -> None:
        self._finders = tuple(finders)
        self._broken: dict[str, Text] = {}

    @property
    def errors(self) -> tuple[Text, ...]:
        """A sentence for each finder that broke."""
        return tuple(self._broken.values())

    def added(self, diagnosis: Diagnosis, service: LiveService) -> Diagnosis:
        """The diagnosis with what they find."""
        if not self._finders:
            return diagnosis
        view = _view_of(diagnosis, service)
        found = tuple(made for one in self._finders if (made := self._found(one, view)) is not None)
        if diagnosis.state == HEALTHY:
            return diagnosis._replace(advice=(*diagnosis.advice, *found))
        return diagnosis._replace(causes=(*diagnosis.causes, *found))

    def _found(self, finder: CauseFinder, view: LiveView) -> Cause | None:
        if finder.name in self._broken:
            return None
        try:
            return _cause(finder, finder.find(view))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a third-party function may raise anything; others go on
            self._broken[finder.name] = phrase(
                "cause {name} of {pack} broke: {error}",
                name=finder.name,
                pack=finder.pack,
                error=f"{type(error).__name__}: {error} ({raised_in(finder.pack, error)})",
            )
            return None


def _view_of(diagnosis: Diagnosis, service: LiveService) -> LiveView:
    events = tuple((one.type, one.reason, one.message) for one in service.events)
    pods, nodes = (tuple(one.body for one in things) for things in (service.pods, service.cluster.nodes))
    return LiveView(diagnosis.name, diagnosis.state, service.thing.body, pods, nodes, events)


def _cause(finder: CauseFinder, found: FoundCause | None) -> Cause | None:
    if found is None:
        return None
    if found.sure not in _SURE:
        message = f"sure={found.sure!r}: expected certain, likely or possible"
        raise TypeError(message)
    seen = tuple(Evidence(FIELD, thing, "", _translatable(text, finder)) for thing, text in found.seen)
    do = tuple(_translatable(text, finder) for text in found.do)
    return Cause(finder.name, found.sure, _translatable(found.message, finder), seen, do)


def _translatable(value: Value, finder: CauseFinder) -> Value:
    """A text in both languages, with the catalogue of its plugin."""
    language = current_language()
    if language == ENGLISH or isinstance(value, Words):
        return value
    return Words(str(value), in_catalogue(value, catalogue_of(finder.pack, language)))
