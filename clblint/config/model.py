"""The settings of a run, and of the files that they are for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from clblint.discovery.globs import Patterns
from clblint.fast import NamedTuple
from clblint.files.digest import digest_of
from clblint.kube.clusters.profile import PortRange, undeclared
from clblint.kube.fact import Fact, Origin
from clblint.lint.severity import Severity
from clblint.source.place import LocatedSpan, Place, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clblint.kube.clusters.profile import Cluster

    Plain = Any  # what marshal takes: numbers, text, lists and mappings of them

_RANGES = frozenset({"node-port-range", "ip-local-port-range"})
_LABELS = "node-labels"


class NamedPath(NamedTuple):
    """A path that a configuration names, and where."""

    path: str
    place: Place


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
    files: Patterns = Patterns(())


class DeclaredCluster(NamedTuple):
    """A cluster by name: the files that are applied to it, its profile, its inventory (None: that of the others)."""

    name: str
    files: Patterns
    cluster: Cluster
    inventory: tuple[NamedPath, ...] | None = None


class Config(NamedTuple):
    """The settings of one configuration file and of those it extends, before the command line overrides them.

    `digest` stands for all that was written, `sources` are the files with their paths, the extending one first.
    """

    path: str
    folder: str
    cluster: Cluster
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    severity: dict[str, Severity | None]
    exclude: Patterns
    context: Patterns
    paths: tuple[PathSetting, ...]
    fail_on: str
    disabled_plugins: tuple[str, ...]
    digest: bytes
    inventory: tuple[NamedPath, ...] = ()
    lang: str = ""
    pedantic: bool = False
    clusters: tuple[DeclaredCluster, ...] = ()
    sources: tuple[tuple[str, bytes], ...] = ()


class Layer(NamedTuple):
    """One file of a configuration: what it sets, as plain values.

    Its paths count from `folder`, where it lies, and its patterns from `base`, which is another where a file that lies
    elsewhere is named on the command line.
    """

    shown: str
    folder: str
    base: str
    settings: Mapping[str, Plain]
    data: bytes


def no_config() -> Config:
    """What holds where no configuration file is found."""
    return Config("", "", undeclared(), (), (), {}, Patterns(()), Patterns(()), (), "warning", (), b"")


def made(layers: Sequence[Layer]) -> Config:
    """The configuration that a file makes with those it extends: what a file sets goes before what they set."""
    own = layers[0]
    homes = {name: layer for layer in reversed(layers) for name in layer.settings}

    def value(name: str, default: Plain = ()) -> Plain:
        return homes[name].settings[name] if name in homes else default

    def home(name: str) -> Layer:
        return homes.get(name, own)

    return Config(
        path=own.shown,
        folder=own.folder,
        cluster=_cluster(value("cluster", {}), home("cluster")),
        select=tuple(value("select")),
        ignore=tuple(value("ignore")),
        severity=_severities(value("severity", {})),
        exclude=Patterns(value("exclude"), home("exclude").base),
        context=Patterns(value("context"), home("context").base),
        paths=tuple(_path_setting(one, home("paths")) for one in value("paths")),
        fail_on=value("fail-on", "warning"),
        disabled_plugins=tuple(value("plugins")),
        digest=digest_of(repr([(layer.shown, layer.base, layer.data) for layer in layers]).encode()),
        inventory=_named(value("inventory"), home("inventory")),
        lang=value("lang", ""),
        pedantic=value("pedantic", default=False),
        clusters=tuple(_declared(one, home("clusters")) for one in value("clusters")),
        sources=tuple((layer.shown, layer.data) for layer in layers),
    )


def _path_setting(plain: Plain, home: Layer) -> PathSetting:
    match = plain["match"]
    return PathSetting(
        match=match,
        object=plain["object"],
        ignore=tuple(plain["ignore"]),
        select=tuple(plain["select"]),
        severity=_severities(plain["severity"]),
        reason=plain["reason"],
        until=plain["until"],
        place=Place(home.shown, Span(*plain["span"])),
        files=Patterns([match] if match else (), home.base),
    )


def _declared(plain: Plain, home: Layer) -> DeclaredCluster:
    inventory = plain["inventory"]
    return DeclaredCluster(
        plain["name"],
        Patterns(plain["match"], home.base),
        _cluster(plain["cluster"], home),
        None if inventory is None else _named(inventory, home),
    )


def _named(plain: Iterable[Plain], home: Layer) -> tuple[NamedPath, ...]:
    return tuple(NamedPath(os.path.join(home.folder, path), Place(home.shown, Span(*span))) for path, span in plain)


def _severities(plain: Mapping[str, str]) -> dict[str, Severity | None]:
    return {name: None if level == "off" else Severity[level.upper()] for name, level in plain.items()}


def _cluster(plain: Mapping[str, Plain], home: Layer) -> Cluster:
    facts: dict[str, Any] = {
        name: one if name == _LABELS else _fact(name, one, home.shown) for name, one in plain.items()
    }
    return undeclared(home.shown)._replace(**{name.replace("-", "_"): fact for name, fact in facts.items()})


def _fact(name: str, plain: Plain, shown: str) -> Fact[Any]:
    value, origin, span, key = plain
    value = PortRange(*value) if name in _RANGES else value
    return Fact(value, LocatedSpan(Place(shown, Span(*span))), Origin[origin], LocatedSpan(Place(shown, Span(*key))))
