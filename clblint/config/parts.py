"""The parts of a `Config`: paths that it names, settings for some paths, and declared clusters."""

from __future__ import annotations

from clblint.discovery.globs import Patterns
from clblint.fast import NamedTuple
from clblint.source.place import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.clusters.profile import Cluster
    from clblint.lint.severity import Severity


class NamedPath(NamedTuple):
    """A path in a configuration, and the place where it is written."""

    path: str
    place: Place


class PathSetting(NamedTuple):
    """An item of `paths`: settings for some paths or objects; an empty field changes nothing.

    `match` is a pattern in `.gitignore` syntax, `object` a glob of `namespace/Kind/name`; if both are given, both must
    match. `until` is the last day on which the item applies (`YYYY-MM-DD`), `place` the place of that date.
    """

    match: str
    object: str
    ignore: tuple[str, ...]
    select: tuple[str, ...] = ()
    severity: dict[str, Severity | None] = {}  # noqa: RUF012 - nobody writes to it
    reason: str = ""
    until: str = ""
    place: Place = Place("", Span(1, 1, 1, 1))
    files: Patterns = Patterns(())


class DeclaredCluster(NamedTuple):
    """A named cluster: the files applied to it, its facts, its inventory (None: that of the whole configuration)."""

    name: str
    files: Patterns
    cluster: Cluster
    inventory: tuple[NamedPath, ...] | None = None
