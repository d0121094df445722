"""Code lenses: a summary of `clblint plan` above each Service."""

from __future__ import annotations

from lsprotocol.types import CodeLens, Command

from clblint.i18n.language import tr
from clblint.report.report import PLAIN
from clblint.report.terminal import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.server.document import Document
    from clblint.session.plans import PlannedService


def lenses(document: Document, plans: Iterable[PlannedService]) -> list[CodeLens]:
    """A lens for each Service, and for each kustomization that builds it; none of them does anything."""
    return [CodeLens(document.range_of(one.name.span), Command(_title(one), "")) for one in plans]


def _title(one: PlannedService) -> str:
    folder = one.root.rpartition("/")[0] or "."
    title = tr("{root}: {summary}", root=folder, summary=one.summary) if one.root else one.summary
    return visible(title, PLAIN)
