"""Finds custom resources from which an operator or deployment tool may make pods that are in no file."""

from __future__ import annotations

from clblint.kube.unrendered import is_unrendered
from clblint.kube.workloads.podless import BRINGING, GROUPS, KINDS
from clblint.kube.workloads.pods import Workload
from clblint.light import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.objects import KubeObject

ANYWHERE = ""  # in place of a namespace that is not known
_TARGETS = (
    ("spec", "targetNamespace"),
    ("spec", "destination", "namespace"),
    ("spec", "template", "spec", "destination", "namespace"),
)
# The pattern begins with a literal, for which the search is ten times faster than for the start of a word.
_GROUP = pattern(r"""apiVersion(?<!\wapiVersion)["']?\s*:\s*["']?([\w-]+(?:\.[\w-]+)+)/""")


def may_hold_makers(text: str) -> bool:
    """Whether a document may contain one: a fast text search."""
    return "apiVersion" in text and any(group not in GROUPS for group in _GROUP.findall(text))


def namespaces_of_makers(things: Iterable[KubeObject]) -> tuple[str, ...]:
    """The namespaces in which pods may be made from the objects of a file; one may be `ANYWHERE`."""
    return tuple(sorted({name for thing in things for name in _namespaces(thing)}))


def _namespaces(thing: KubeObject) -> Iterator[str]:
    group, _, _ = thing.api_version.partition("/")
    kind = f"{group}/{thing.kind}"
    if "." not in group or group in GROUPS or kind in KINDS or thing.partial or isinstance(thing, Workload):
        return
    targets = [thing.root.get(*path).text().value for path in _TARGETS]
    named = [name for name in targets if name]
    if not named or kind not in BRINGING:
        named.append(ANYWHERE if kind in BRINGING else thing.namespace or ANYWHERE)
    yield from (ANYWHERE if is_unrendered(name) else name for name in named)
