"""The parts of a change: edits of annotations, and pairs of the listeners and ports that are in both revisions."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.listeners import Listener
    from clblint.balancer.model import LoadBalancer
    from clblint.clb.listeners import ClassicListener
    from clblint.inventory.records import Clb
    from clblint.kube.fact import Fact
    from clblint.source.located import Located


class AnnotationEdit(NamedTuple):
    """An annotation with another value than before; an absent one counts as empty, as for the CCM."""

    suffix: str
    before: Fact[str]
    after: Fact[str]

    @property
    def added(self) -> bool:
        """It had no value before."""
        return self.before.is_empty

    @property
    def removed(self) -> bool:
        """It has no value now."""
        return self.after.is_empty

    @property
    def at(self) -> Located:
        """The position of the new value, or of the mapping that omits it."""
        return self.after


class KeptListener(NamedTuple):
    """A listener with the same port and protocol in both revisions."""

    old: ClassicListener
    new: ClassicListener

    def printed(self, live: Clb | None, name: str) -> Fact[str] | None:
        """The setting `name` in the inventory; None if the inventory lacks it."""
        protocol = self.old.protocol.value
        for found in live.listeners_on(str(self.old.port.value)) if live is not None else ():
            if found.protocol.value == protocol and found.setting(name).given:
                return found.setting(name)
        return None


class PortPair(NamedTuple):
    """The listeners of a Service port in both revisions, on a CLB or an NLB.

    `group_is_there` says whether the server group of the new listener exists before the change, for any port; None if
    unknown.
    """

    old: Listener
    new: Listener
    group_is_there: bool | None


def annotation_edit(old: LoadBalancer, new: LoadBalancer, suffix: str) -> AnnotationEdit | None:
    """The change of an annotation's value between two revisions; None if there is none or it cannot be known.

    The removal of a value that cannot be known is a known change.
    """
    before, after = old.annotations.get(suffix), new.annotations.get(suffix)
    return (
        AnnotationEdit(suffix, before, after) if before.differs(after) or (before.is_set and after.is_empty) else None
    )
