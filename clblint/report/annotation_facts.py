"""What is known of an annotation, as rows: of the page in a terminal, of the reference, and of what an editor shows."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.i18n.language import tr, tr_value
from clblint.i18n.text import Words
from clblint.kube.catalogue.texts import details_for, term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from clblint.kube.catalogue.annotation import KnownAnnotation

_NAMES = {"clb": "CLB", "nlb": "NLB"}


class Row(NamedTuple):
    """A row of the page: its heading, and one text for all controllers, or one for each if these differ."""

    heading: str
    texts: tuple[str, ...]


def facts_of(annotation: KnownAnnotation) -> Iterator[Row]:
    """Yield the rows of facts about an annotation, after a row with the controllers that read it."""
    controllers = annotation.controllers
    yield Row("", tuple(_NAMES[controller] for controller in controllers))
    yield _row(tr("takes"), (_values(annotation, controller) for controller in controllers))
    yield _row(tr("since"), (_since(annotation, controller) for controller in controllers))
    behaviours = [annotation.behaviour(controller) for controller in controllers]
    if any(behaviour.protocols for behaviour in behaviours):
        yield _row(tr("listeners"), (tr(", ").join(behaviour.protocols) for behaviour in behaviours))
    yield _row(tr("scope"), (tr_value(term("scope", behaviour.scope)) for behaviour in behaviours))
    details = [details_for(annotation.details, controller) for controller in controllers]
    yield _row(tr("default"), map(_default, details))
    for field, heading in (("change", tr("changed")), ("removal", tr("removed")), ("reuse", tr("reused"))):
        yield _row(heading, (_with_text(tr_value(term(field, one[field]["does"])), one[field]) for one in details))


def _row(heading: str, texts: Iterable[str]) -> Row:
    """A row; equal texts are merged into one."""
    each = tuple(texts)
    return Row(heading, each[:1] if len(set(each)) == 1 else each)


def _values(annotation: KnownAnnotation, controller: str) -> str:
    allowed = tr_value(annotation.allowed(controller))
    in_any_case = annotation.accepts(controller).folds_case
    return tr("{allowed}, in any letter case", allowed=allowed) if in_any_case else allowed


def _since(annotation: KnownAnnotation, controller: str) -> str:
    version = annotation.since(controller)
    return tr("unknown") if version is None else tr("CCM {version}", version=version)


def _default(details: dict[str, Any]) -> str:
    default = details["default"]
    return _with_text(str(default.get("value", "")), default) or tr_value(term("default", default["when"]))


def _with_text(start: str, found: dict[str, Any]) -> str:
    text = tr_value(Words(**found["text"])) if "text" in found else ""
    return tr("{term}. {text}", term=start, text=text) if start and text else start or text
