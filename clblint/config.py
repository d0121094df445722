"""The settings of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.kube.cluster import undeclared
from clblint.source.place import Place, Span
from clblint.tuples import NamedTuple

if TYPE_CHECKING:
    from clblint.kube.cluster import Cluster
    from clblint.lint.severity import Severity


class PathSetting(NamedTuple):
    """What holds for some paths or objects alone; what is empty is left as it is.

    `match` is a pattern as in a `.gitignore`, `object` a glob of `namespace/Kind/name`; both must fit where both are
    given. `until` is the last day on which it holds (`YYYY-MM-DD`), `place` where that is written.
    """

    match: str
    object: str
    ignore: tuple[str, ...]
    select: tuple[str, ...] = ()
    severity: dict[str, Severity | None] = {}  # noqa: RUF012 - nobody writes to it
    reason: str = ""
    until: str = ""
    place: Place = Place("", Span(1, 1, 1, 1))


class Config(NamedTuple):
    """The settings of a run, before the command line overrides them."""

    path: str
    folder: str
    cluster: Cluster
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    severity: dict[str, Severity | None]
    exclude: tuple[str, ...]
    context: tuple[str, ...]
    paths: tuple[PathSetting, ...]
    fail_on: str
    disabled_plugins: tuple[str, ...]
    digest: bytes
    inventory: str = ""
    lang: str = ""
    pedantic: bool = False


def no_config() -> Config:
    """What holds where no configuration file is found."""
    return Config("", "", undeclared(), (), (), {}, (), (), (), "warning", (), b"")
