"""`made`: merges a configuration file, as it was read, with those that it extends."""

from __future__ import annotations

import os

from clblint.config.model import Config
from clblint.config.parts import DeclaredCluster, NamedPath, PathSetting
from clblint.discovery.globs import Patterns
from clblint.fast import NamedTuple
from clblint.files.digest import digest_of
from clblint.kube.clusters.profile import PortRange, undeclared
from clblint.kube.fact import Fact, Origin
from clblint.lint.severity import Severity
from clblint.source.place import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from clblint.kube.clusters.profile import Cluster

    Plain = Any  # what marshal takes: numbers, text, lists and mappings of them

_RANGES = frozenset({"node-port-range", "ip-local-port-range"})
_LABELS, _GATES = "node-labels", "feature-gates"


class Layer(NamedTuple):
    """One configuration file: its settings as plain values.

    Its paths are relative to `folder`, its own one, its patterns to `base`, which differs if `--config` names a file in
    another folder.
    """

    shown: str
    folder: str
    base: str
    settings: Mapping[str, Plain]
    data: bytes


def made(layers: Sequence[Layer]) -> Config:
    """Merge a configuration file with those it extends; the extending file takes precedence."""
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
        name: one if name == _LABELS else _fact(name, one, home.shown) for name, one in plain.items() if name != _GATES
    }
    if _GATES in plain:
        facts[_GATES] = {name: _fact(name, one, home.shown) for name, one in plain[_GATES].items()}
    return undeclared(home.shown)._replace(**{name.replace("-", "_"): fact for name, fact in facts.items()})


def _fact(name: str, plain: Plain, shown: str) -> Fact[Any]:
    from clblint.source.located import LocatedSpan  # noqa: PLC0415 - many configurations declare no fact

    value, origin, span, key = plain
    value = PortRange(*value) if name in _RANGES else value
    node, beside = (LocatedSpan(Place(shown, Span(*one))) for one in (span, key))
    return Fact(value, node, getattr(Origin, origin), beside)
