"""How far the labels of workloads agree with a selector that selects nothing."""

from __future__ import annotations

from clblint.kube.well_known import MANAGED_BY_LABEL
from clblint.light import itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.fact import Fact
    from clblint.kube.workloads.pods import Workload

_MIN_SIMILARITY = 0.75
_LONGEST = 63  # of the value of a label
# Labels that all workloads of a release share.
_RELEASE_LABELS = frozenset(
    {MANAGED_BY_LABEL, "app.kubernetes.io/part-of", "app.kubernetes.io/version", "heritage", "release"}
)


def nearest(selector: dict[str, Fact[str]], workloads: Iterable[Workload]) -> Workload | None:
    """The workload with the most matching labels, the first of several; None if none has any, or nearly."""
    agreements = [(agreement(selector, one), one) for one in workloads]
    agreeing = [pair for pair in agreements if any(pair[0][:2])]
    return max(agreeing, key=itemgetter(0))[1] if agreeing else None


def agreement(selector: dict[str, Fact[str]], workload: Workload) -> tuple[int, int, int]:
    """The numbers of selector items that match, that nearly match, and whose key exists."""
    labels, name = workload.pod_labels, workload.name.value
    own = {key: fact.value for key, fact in selector.items() if key not in _RELEASE_LABELS and key in labels}
    return (
        sum(labels[key] == value for key, value in own.items()),
        sum(_is_similar(value, labels[key], name) for key, value in own.items()),
        len(own),
    )


def _is_similar(text: str, *others: str) -> bool:
    """Whether a text is similar to another: a misspelling, transposed letters, or one of its words."""
    return len(text) <= _LONGEST and any(_is_like(text, other) for other in others if other)


def _is_like(text: str, other: str) -> bool:
    if text in other.split("-") or other in text.split("-"):
        return True
    most = 2 * min(len(text), len(other)) / len(text + other)  # the similarity of texts with the same letters
    return most >= _MIN_SIMILARITY and _is_misspelt(text, other)


def _is_misspelt(text: str, other: str) -> bool:
    """Whether most letters of two texts are the same, in the same order, or all in another one."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - 1 % of a run over one manifest, for a selector without pods

    matcher = SequenceMatcher(None, other, text)
    if matcher.quick_ratio() < _MIN_SIMILARITY:  # of their letters, in any order
        return False
    return matcher.ratio() >= _MIN_SIMILARITY or sorted(text) == sorted(other)
