"""Runs a whole diagnosis of a snapshot: facts, causes, and the rules on the live objects."""

from __future__ import annotations

from clblint.diagnose.cluster import ReadCluster
from clblint.diagnose.live_rules import LiveFindings
from clblint.diagnose.plugin_causes import PluginCauses
from clblint.diagnose.profile import profile_of
from clblint.diagnose.report import report_on
from clblint.diagnose.service import SnapshotServices
from clblint.diagnose.with_rules import Translations, with_rules
from clblint.fast import NamedTuple
from clblint.i18n.language import tr_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.diagnose.diagnosis import Diagnosis
    from clblint.diagnose.report import DiagnosisReport
    from clblint.diagnose.service import LiveService
    from clblint.diagnose.snapshot import Snapshot
    from clblint.kube.clusters.profile import Cluster
    from clblint.lint.cause import CauseFinder
    from clblint.lint.rule import Rule


class DiagnosisInputs(NamedTuple):
    """What a diagnosis takes beside the snapshot.

    Attributes:
        declared: the cluster as the configuration declares it.
        git_ids: the annotations loadbalancer-id in git, by `namespace/name` of the Service.
        finders: the causes of plugins.
    """

    declared: Cluster
    git_ids: dict[str, str] = {}  # noqa: RUF012 - a default that nobody changes
    finders: tuple[CauseFinder, ...] = ()


class Judged(NamedTuple):
    """The result of a diagnosis.

    Attributes:
        report: the diagnoses.
        cluster: the declared facts, completed by those of the snapshot.
        errors: a line for each rule or plugin cause that raised an exception.
    """

    report: DiagnosisReport
    cluster: Cluster
    errors: tuple[str, ...]


def judge(
    snapshot: Snapshot,
    rules: tuple[Rule, ...],
    inputs: DiagnosisInputs,
    wanted: Callable[[SnapshotServices, str], bool] = lambda _all_services, _name: True,
) -> Judged:
    """Judge the Services for which `wanted` is true; declared facts override those of the snapshot."""
    declared = inputs.declared
    quota = declared.backend_quota.value if declared.backend_quota.written else 0
    read = ReadCluster(snapshot, _value(declared.ccm_version), _value(declared.network_plugin), quota)
    all_services = SnapshotServices(snapshot, read, inputs.git_ids)
    cluster = profile_of(read, declared)
    live = LiveFindings(all_services, rules, cluster, snapshot.inventory)
    translations = Translations({rule.name: rule.pack for rule in rules})
    plugins = PluginCauses(inputs.finders)

    def complete(diagnosis: Diagnosis, service: LiveService) -> Diagnosis:
        return plugins.added(with_rules(diagnosis, service, live, translations), service)

    report = report_on(all_services, lambda name: wanted(all_services, name), complete)
    return Judged(report, cluster, (*live.errors, *map(tr_value, plugins.errors)))


def _value(fact: object) -> str:
    value = getattr(fact, "value", "")
    return value if isinstance(value, str) else ""
