"""`Bases`: what bases gather, once for all kustomizations that use them."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.light import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

T = TypeVar("T")


class Entered(NamedTuple):
    """A kustomization that a build has gone through: the folder of its base without links, and how deep it is."""

    folder: str
    depth: int


class Trace(NamedTuple):
    """How a base was gathered: the kustomizations gone through, itself the first, and the paths looked for."""

    entered: tuple[Entered, ...]
    asked: frozenset[str]

    @property
    def levels(self) -> int:
        """How many levels of kustomizations are below it."""
        return max(one.depth for one in self.entered) - self.entered[0].depth


class Bases(Generic[T]):
    """What was gathered, by the fields of the kustomization or by what else it depends on; never changed."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[T, Trace]] = {}

    def get(self, form: Hashable) -> tuple[T, Trace] | None:
        """What a base has gathered, and how."""
        return self._known.get(form)

    def keep(self, form: Hashable, gathered: T, trace: Trace) -> None:
        """Keep what a base has gathered."""
        self._known[form] = gathered, trace

    @property
    def asked(self) -> frozenset[str]:
        """The paths that were looked for."""
        return frozenset().union(*(trace.asked for _, trace in self._known.values()))

    def without(self, paths: Iterable[str]) -> Bases[T]:
        """Those that depend on none of some paths."""
        made = Bases[T]()
        gone = frozenset(paths)
        made._known = {form: found for form, found in self._known.items() if gone.isdisjoint(found[1].asked)}
        return made
