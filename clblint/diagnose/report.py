"""`DiagnosisReport`: the diagnoses of all judged Services, and what several of them have in common."""

from __future__ import annotations

from clblint.diagnose.commands import commands
from clblint.diagnose.common_causes import CommonCause, common_causes
from clblint.diagnose.context import ingress_service_gone, local_node_ports, node_failures
from clblint.diagnose.diagnosis import UNKNOWN, Diagnosis, Unknown
from clblint.diagnose.judge import diagnose
from clblint.diagnose.snapshot import NO_SERVICE, NOTHING_READ, SnapshotProblem
from clblint.fast import NamedTuple
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.diagnose.cluster import ReadCluster
    from clblint.diagnose.service import LiveService, SnapshotServices
    from clblint.diagnose.snapshot import Snapshot
    from clblint.i18n.text import Value


def _as_it_is(diagnosis: Diagnosis, _: LiveService) -> Diagnosis:
    return diagnosis


class DiagnosisReport(NamedTuple):
    """The result of a run for all formats."""

    snapshot: Snapshot
    cluster: ReadCluster
    all_services: SnapshotServices
    diagnoses: tuple[Diagnosis, ...]
    common_causes: tuple[CommonCause, ...]
    apply: Value = ""  # what the next apply of git would do, as text
    fitting: frozenset[str] = frozenset()  # the causes and advice that fit the reported symptom


def report_on(
    all_services: SnapshotServices,
    wanted: Callable[[str], bool],
    complete: Callable[[Diagnosis, LiveService], Diagnosis] = _as_it_is,
) -> DiagnosisReport:
    """Judge the Services whose `namespace/name` is wanted; `complete` adds the findings of rules."""
    snapshot, cluster = all_services.snapshot, all_services.cluster
    services = [one for name, one in all_services.by_name.items() if wanted(name)]
    diagnoses = [complete(diagnose(one), one) for one in services]
    known = {one.name for one in diagnoses}
    cut = (f"{namespace}/{name}" for namespace, name in snapshot.cut)
    diagnoses += [_cut_off(name) for name in cut if name not in known and wanted(name)]
    snapshot.problems += [*node_failures(cluster), *ingress_service_gone(cluster)]
    if not diagnoses and snapshot.complete:
        snapshot.problems += local_node_ports(cluster)
    if not diagnoses and snapshot.whole:
        snapshot.problems += _without_services(all_services)
    ordered = tuple(sorted(diagnoses, key=lambda one: one.name))
    return DiagnosisReport(snapshot, cluster, all_services, ordered, tuple(common_causes(ordered, all_services)))


def _without_services(all_services: SnapshotServices) -> Iterator[SnapshotProblem]:
    """Yield why no Service was judged: there is none, none was asked for, or nothing was read."""
    snapshot = all_services.snapshot
    if not snapshot.is_empty:
        message = (
            phrase("there is no Service of type LoadBalancer among those that were asked for")
            if all_services.by_name
            else phrase("there is no Service of type LoadBalancer")
        )
        yield SnapshotProblem(NO_SERVICE, "", message)
        return
    again = commands("", "")[0]
    for file, error in dict(reversed(snapshot.refusals)).items():  # the first of each file
        yield SnapshotProblem(
            NOTHING_READ, file, phrase("no Services, but an error of kubectl: {error}", error=error), again
        )
    if not snapshot.refusals:
        message = phrase("nothing was read: there is no object, no event and no line of a log")
        yield SnapshotProblem(NOTHING_READ, "", message, again)


def _cut_off(name: str) -> Diagnosis:
    """The diagnosis of a Service that the end of its file cuts off."""
    namespace, _, bare = name.partition("/")
    command = f"kubectl get service {bare} -n {namespace} -o json --show-managed-fields"
    why = Unknown("service", phrase("the file ends in the middle of it"), command)
    return Diagnosis(name, "", "", UNKNOWN, None, "", "", "unknown", None, False, (), (), (), (why,))  # noqa: FBT003 - it is not known
