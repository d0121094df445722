"""`Condition`: what a rule waits for beside the annotations of the CCM.

The names in `when=` of a rule are short names of annotations, or one of these: `ANY_ANNOTATION`, `spec.FIELD` and `no
spec.FIELD` (a field that a Service has, or lacks), the whole key of an annotation of others, `cluster.FACT` (one that
the cluster declares).
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.objects import Service
from clblint.light import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.clusters.profile import Cluster

ANY_ANNOTATION = "(any annotation)"  # of the CCM
_FIELD, _NO_FIELD, _FACT = "spec.", "no spec.", "cluster."
_NO_ANNOTATION = (_FIELD, _NO_FIELD, _FACT, "(")


class Condition(NamedTuple):
    """The fields, one of which a Service has or lacks, and the annotations of others, one of which it has."""

    fields: frozenset[str]
    missing: frozenset[str]
    keys: frozenset[str]

    def may_hold(self, thing: object) -> bool:
        """Whether an object has any of it; of anything but a Service whose fields are known, that cannot be said."""
        if not isinstance(thing, Service):
            return True
        fields = thing.fields
        if fields is None or not self.fields.isdisjoint(fields) or not self.missing <= fields.keys():
            return True
        return bool(self.keys) and not self.keys.isdisjoint(thing.annotations)


def condition_in(when: Iterable[str]) -> Condition | None:
    """What the names in `when=` say of a Service itself; None if nothing."""
    parts = (_behind(_FIELD, when), _behind(_NO_FIELD, when), frozenset(name for name in when if "/" in name))
    return Condition(*parts) if any(parts) else None


@cache  # each rule is asked about in each run of a session
def waits_for_facts(when: frozenset[str]) -> bool:
    """Whether the names in `when=` are those of facts alone."""
    return all(name.startswith(_FACT) for name in when)


def is_declared(cluster: Cluster, when: frozenset[str]) -> bool:
    """Whether a cluster declares one of the facts that the names in `when=` wait for, if they are of facts alone."""
    return not waits_for_facts(when) or any(map(cluster.has_declared, _behind(_FACT, when)))


def annotations_in(names: Iterable[str]) -> frozenset[str]:
    """The short names of annotations among the names in `when=`."""
    return frozenset(name for name in names if "/" not in name and not name.startswith(_NO_ANNOTATION))


def _behind(prefix: str, names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.removeprefix(prefix) for name in names if name.startswith(prefix))
