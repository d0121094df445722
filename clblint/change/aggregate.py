"""Joins the errors of parallel tasks as Go's `utilerrors.NewAggregate`: each error once, several in brackets."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.change.calls import SyncError


def aggregate(texts: Iterable[str]) -> str:
    """Several errors as one text; empty without errors."""
    found = list(dict.fromkeys(texts))
    return found[0] if len(found) == 1 else f"[{', '.join(found)}]" if found else ""


def joined(refused: Iterable[SyncError], together: frozenset[str]) -> str:
    """The errors of all stages as one; those of the stages `together` are aggregated behind one prefix."""
    stages: dict[str, list[str]] = {}
    for one in refused:
        stages.setdefault(one.stage, []).append(one.text)
    texts: list[str] = []
    for stage, words in stages.items():
        prefix = f"{stage}: " if stage else ""
        texts += [prefix + text for text in ([aggregate(words)] if stage in together else words)]
    return aggregate(texts)
