"""`Config`: the settings of a configuration file merged with those that it extends."""

from __future__ import annotations

from clblint.discovery.globs import Patterns
from clblint.fast import NamedTuple
from clblint.kube.clusters.profile import undeclared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.config.parts import DeclaredCluster, NamedPath, PathSetting
    from clblint.kube.clusters.profile import Cluster
    from clblint.lint.severity import Severity


class Config(NamedTuple):
    """The settings of a configuration file merged with those it extends, before command line options.

    `digest` is that of all the files, `sources` are their paths and contents, the extending one first.
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


def no_config() -> Config:
    """The default configuration, for a run without a configuration file."""
    return Config("", "", undeclared(), (), (), {}, Patterns(()), Patterns(()), (), "warning", (), b"")
