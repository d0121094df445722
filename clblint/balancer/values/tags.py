"""Parses `additional-resource-tags`, the tags of the load balancer (AN:GetLoadBalancerAdditionalTags)."""

from __future__ import annotations

from clblint.balancer.values.item import Item, items_of
from clblint.light import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.values.slices import ValueSlice
    from clblint.kube.annotations import Annotation

_SUFFIX = "-additional-resource-tags"
_TWO = 2
_LONGEST_KEY, _LONGEST_VALUE = 64, 128


class TagFault(Enum):
    """What is wrong with an item."""

    EMPTY = "nothing between two commas"
    NO_KEY = "a value without a key"
    CUT = "a second `=`, and what stands behind it"
    TWICE = "a key of an item before it"
    OF_THE_CLOUD = "a key that begins like those of the cloud"
    URL = "a URL"
    LONG_KEY = "a key that is too long"
    LONG_VALUE = "a value that is too long"


class Tag(Item):
    """An item of `additional-resource-tags`, blanks around it removed: `Key`, `Key=` or `Key=value`.

    What follows a second `=` is dropped.
    """

    __slots__ = ()

    separator = "="
    owner: Annotation

    def _within(self, at: ValueSlice) -> ValueSlice:
        text = at.text.strip()
        start = at.text.find(text)
        return at.part(start, start + len(text))

    @property
    def annotation(self) -> Annotation:
        """The annotation."""
        return self.owner

    @property
    def fault(self) -> TagFault | None:
        """What is wrong with it: what the CCM drops goes before what the API refuses; None where nothing is."""
        text = f"{self.key}={self.value}".lower()
        faults = (
            (TagFault.EMPTY, not self.at.text),
            (TagFault.NO_KEY, not self.key),
            (TagFault.CUT, self.is_cut),
            (TagFault.TWICE, self.previous is not None),
            (TagFault.OF_THE_CLOUD, text.startswith(("aliyun", "acs:"))),
            (TagFault.URL, "http://" in text or "https://" in text),
            (TagFault.LONG_KEY, len(self.key) > _LONGEST_KEY),
            (TagFault.LONG_VALUE, len(self.value) > _LONGEST_VALUE),
        )
        return next((fault for fault, applies in faults if applies), None)

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
