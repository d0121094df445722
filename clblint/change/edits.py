"""What differs between two revisions of a Service: annotations, listeners that stay, ports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from clblint.clb.listeners import Listener
    from clblint.clb.model import LoadBalancer
    from clblint.inventory.records import Clb
    from clblint.kube.fact import Fact
    from clblint.source.place import Located


class AnnotationEdit(NamedTuple):
    """An annotation that says something else than before; absent counts as empty, as for the CCM."""

    suffix: str
    before: Fact[str]
    after: Fact[str]

    @property
    def added(self) -> bool:
        """It said nothing before."""
        return self.before.is_empty

    @property
    def removed(self) -> bool:
        """It says nothing any more."""
        return self.after.is_empty

    @property
    def at(self) -> Located:
        """The new value, or the place that leaves it out."""
        return self.after


class KeptListener(NamedTuple):
    """A listener that stays: of the same port and protocol in both revisions."""

    old: Listener
    new: Listener

    def printed(self, live: Clb | None, name: str) -> Fact[str] | None:
        """A setting as the inventory has it; None where it was not printed."""
        protocol = self.old.protocol.value
        for found in live.listeners_on(str(self.old.port.value)) if live is not None else ():
            if found.protocol.value == protocol and found.setting(name).given:
                return found.setting(name)
        return None


class PortPair(NamedTuple):
    """A Service port in both revisions."""

    old: Listener
    new: Listener


def annotation_edit(old: LoadBalancer, new: LoadBalancer, suffix: str) -> AnnotationEdit | None:
    """The change of an annotation's value between two revisions; None where there is none or it cannot be known.

    That a value is taken away which cannot be known is known.
    """
    before, after = old.annotations.get(suffix), new.annotations.get(suffix)
    return (
        AnnotationEdit(suffix, before, after) if before.differs(after) or (before.is_set and after.is_empty) else None
    )
