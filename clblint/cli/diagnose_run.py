"""Makes a diagnosis for the command line from files, configuration, rules and manifests."""

from __future__ import annotations

from clblint.diagnose.reading.files import read_snapshot
from clblint.diagnose.run_diagnosis import DiagnosisInputs, judge
from clblint.diagnose.times import parse_time
from clblint.errors import UsageError
from clblint.i18n.language import tr
from clblint.plugins.registry import Rulebook
from clblint.run.output import tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from clblint.config.model import Config
    from clblint.diagnose.diagnosis import Diagnosis, Difference
    from clblint.diagnose.git import Manifested, Manifests
    from clblint.diagnose.report import DiagnosisReport
    from clblint.diagnose.service import SnapshotServices
    from clblint.diagnose.snapshot import Snapshot
    from clblint.kube.clusters.profile import Cluster


def make_report(
    given: argparse.Namespace, config: Config, day: int, said: Callable[[str, int], None]
) -> DiagnosisReport:
    """Read and diagnose what the options name; `day` is today, in days since 1970."""
    paths = [*given.paths, *([given.inventory] if given.inventory else [])]
    snapshot = read_snapshot(paths, day, said)
    if given.as_of is not None:
        snapshot.as_of = parse_time(given.as_of)
        if snapshot.as_of is None:
            raise UsageError(tr("--as-of {text}: a time is written as 2026-11-20T08:00:00Z", text=given.as_of))
    manifests = _manifests(given, snapshot)
    book = Rulebook(config.disabled_plugins)
    inputs = DiagnosisInputs(config.cluster, manifests.ids if manifests is not None else {}, book.causes)

    def wanted(all_services: SnapshotServices, name: str) -> bool:
        return _is_wanted(given, all_services, name)

    judged = judge(snapshot, book.rules, inputs, wanted)
    for line in (*book.errors, *judged.errors):
        tell(line)
    report, cluster = judged.report, judged.cluster
    if given.service and not report.diagnoses:
        raise UsageError(tr("no Service of this snapshot is {names}", names=tr(", ").join(given.service)))
    if given.namespace is not None and not report.diagnoses and snapshot.whole and not snapshot.is_empty:
        _refuse_unknown(given.namespace, snapshot)
    if given.verbose:
        for file in snapshot.files:
            tell(
                tr("{path}: {what} ({count})", path=file.path, what=tr(", ").join(file.holds) or "-", count=file.total)
            )
    report = _with_manifests(report, manifests, cluster) if manifests is not None else report
    return _with_symptom(report, given.symptom, book) if given.symptom else report


def _refuse_unknown(namespace: str, snapshot: Snapshot) -> None:
    """Raise `UsageError` if the snapshot has nothing in a namespace: it is misspelt, or was not collected."""
    if namespace not in snapshot.namespaces:
        raise UsageError(tr("nothing in this snapshot is in the namespace {namespace}", namespace=namespace))


def _manifests(given: argparse.Namespace, snapshot: Snapshot) -> Manifests | None:
    if given.manifests is None:
        return None
    from clblint.diagnose.git import Manifests  # noqa: PLC0415 - only with manifests

    found = Manifests([given.manifests], snapshot)
    for line in found.unbuilt:
        tell(tr("not compared: {root}", root=line))
    return found


def _with_manifests(report: DiagnosisReport, manifests: Manifests, cluster: Cluster) -> DiagnosisReport:
    """The report with the differences to git, and what the next apply would do."""
    from clblint.diagnose.git import differences, next_apply  # noqa: PLC0415 - only with manifests

    services = report.all_services.by_name
    names = [one.name for one in report.diagnoses if one.name in services]
    found = {name: tuple(differences(services[name], manifests)) for name in names}
    diagnoses = tuple(
        _placed(one, manifests.of(services[one.name].thing), found[one.name]) if one.name in found else one
        for one in report.diagnoses
    )
    return report._replace(diagnoses=diagnoses, apply=next_apply(report.all_services, manifests, cluster, names))


def _placed(one: Diagnosis, place: Manifested | None, found: tuple[Difference, ...]) -> Diagnosis:
    """The diagnosis with its place in git."""
    if place is None:
        return one._replace(differences=found)
    return one._replace(differences=found, path=place.path, line=place.line, line_hash=place.line_hash)


def _with_symptom(report: DiagnosisReport, symptom: str, book: Rulebook) -> DiagnosisReport:
    from clblint.diagnose.symptom import put_first  # noqa: PLC0415 - only with a symptom

    return put_first(report, symptom, book.rules)


def _is_wanted(given: argparse.Namespace, all_services: SnapshotServices, name: str) -> bool:
    """Whether the options select a Service."""
    if given.namespace is not None and name.partition("/")[0] != given.namespace:
        return False
    if not given.service:
        return True
    service = all_services.by_name.get(name)
    known = {name, *(service.addresses if service is not None else ())}
    known |= {service.label_id, service.wanted_id} if service is not None else set()
    return not known.isdisjoint(given.service)
