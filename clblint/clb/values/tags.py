"""`additional-resource-tags`: tags of the load balancer (AN:GetLoadBalancerAdditionalTags)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.values.items import Item, items_of

if TYPE_CHECKING:
    from clblint.clb.values.slices import ValueSlice
    from clblint.kube.annotations import Annotation

_SUFFIX = "-additional-resource-tags"
_TWO = 2


class Tag(Item["Annotation"]):
    """An item of `additional-resource-tags`, blanks around it removed: `Key`, `Key=` or `Key=value`.

    What follows a second `=` is dropped.
    """

    __slots__ = ()

    separator = "="

    def _within(self, at: ValueSlice) -> ValueSlice:
        text = at.text.strip()
        start = at.text.find(text)
        return at.part(start, start + len(text))

    @property
    def annotation(self) -> Annotation:
        """The annotation."""
        return self.owner

    @property
    def key(self) -> str:
        """The key of the tag."""
        return self.parts[0].text

    @property
    def counts(self) -> bool:
        """Whether it gives a tag."""
        return bool(self.key)

    @property
    def value(self) -> str:
        """Its value, empty where there is none."""
        return self.parts[1].text if len(self.parts) >= _TWO else ""

    @property
    def is_cut(self) -> bool:
        """Whether there is a second `=`."""
        return len(self.parts) > _TWO


def tags_of(annotation: Annotation) -> tuple[Tag, ...]:
    """The tags that an annotation gives, none where it is another one."""
    return items_of(Tag, annotation.value, annotation) if annotation.key.endswith(_SUFFIX) else ()
