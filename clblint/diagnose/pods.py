"""Why a pod is not ready: by its conditions, the states of its containers, and its gates."""

from __future__ import annotations

from clblint.diagnose.cluster import is_pod_ready
from clblint.diagnose.times import MINUTE, parse_time
from clblint.fast import NamedTuple
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.shape import Plain
    from clblint.i18n.text import Value

IMAGE, UNSCHEDULABLE, CRASHING, GATE, NOT_READY = (
    "pods-image-pull", "pods-unschedulable", "pods-crashing", "readiness-gate-stuck", "pods-not-ready",
)  # fmt: skip
_IMAGE = frozenset({
    "ImagePullBackOff", "ErrImagePull", "InvalidImageName", "ErrImageNeverPull", "ImageInspectError",
    "RegistryUnavailable",
})  # fmt: skip
_CRASH = frozenset({
    "CrashLoopBackOff", "RunContainerError", "CreateContainerConfigError", "CreateContainerError", "StartError",
    "PostStartHookError",
})  # fmt: skip
_STARTING = 2 * MINUTE
_LONGEST_START = 60 * MINUTE  # the condition of a pod that turned later does not show how long its start took
_LONGEST = 200  # characters of a message of the kubelet


class PodFault(NamedTuple):
    """Why a pod is not ready.

    Attributes:
        cause: the name of the cause.
        words: the reason and message of Kubernetes; may be empty.
        container: the name of the container; empty if it is the whole pod.
        path: the field that shows it.
        restarts: how often a crashing container was restarted.
        exit_code: its last exit code; None if it has not ended.
    """

    cause: str
    words: str
    container: str
    path: tuple[str, ...]
    restarts: int = 0
    exit_code: int | None = None

    @property
    def words_with_exit_code(self) -> Value:
        """The words of Kubernetes with the exit code; empty if there are none."""
        if self.exit_code is None:
            return self.words
        if not self.words:
            return phrase("exit code {code}", code=self.exit_code)
        return phrase("{words}, exit code {code}", words=self.words, code=self.exit_code)


def fault_of(pod: LiveObject, now: float) -> PodFault | None:
    """Why a pod is not ready; None if it is ready, is being deleted, or is still starting."""
    if is_pod_ready(pod) or pod.deleted is not None:
        return None
    scheduled = pod.condition("PodScheduled")
    if scheduled.get("status") == "False":
        return PodFault(UNSCHEDULABLE, _cut(scheduled.get("message", "")), "", ("status", "conditions"))
    for key in ("initContainerStatuses", "containerStatuses"):
        for status in pod.items("status", key):
            found = _of_container(status, ("status", key))
            if found is not None:
                return found
    if pod.condition("ContainersReady").get("status") == "True":
        return PodFault(GATE, _gates(pod), "", ("status", "conditions"))
    if _age(pod, now) < _STARTING:
        return None
    ready = pod.condition("Ready")
    words = ready.get("message") or ready.get("reason") or pod.text("status", "phase")
    return PodFault(NOT_READY, _cut(words), "", ("status", "conditions"))


def _of_container(status: Plain, path: tuple[str, ...]) -> PodFault | None:
    if status.get("ready"):
        return None
    waiting = status.get("state", {}).get("waiting", {})
    reason, name, restarts = waiting.get("reason", ""), status.get("name", ""), status.get("restartCount", 0)
    if reason in _IMAGE:
        return PodFault(IMAGE, _cut(f"{reason}: {waiting.get('message', '')}"), name, path)
    ended = status.get("state", {}).get("terminated") or status.get("lastState", {}).get("terminated") or {}
    is_job_done = path[-1] == "initContainerStatuses" and ended.get("exitCode") == 0
    if reason in _CRASH or (ended and not is_job_done and (restarts or ended.get("exitCode"))):
        words = _cut(_crash_words(reason, waiting, ended))
        return PodFault(CRASHING, words, name, path, restarts, ended.get("exitCode"))
    return None


def _crash_words(reason: str, waiting: Plain, ended: Plain) -> str:
    why = ended.get("reason", "") if ended else waiting.get("message", "")
    return ", ".join(part for part in (reason, why) if part not in {"", "Error"})


def _gates(pod: LiveObject) -> str:
    """The readiness gates that are not true."""
    gates = [gate.get("conditionType", "") for gate in pod.items("spec", "readinessGates")]
    return ", ".join(gate for gate in gates if pod.condition(gate).get("status") != "True")


def _age(pod: LiveObject, now: float) -> float:
    start = parse_time(pod.text("status", "startTime")) or pod.created
    return now - start if start is not None else _STARTING


def seconds_to_ready(pod: LiveObject) -> int | None:
    """How long a pod took from its start until it was ready; None if it is not, or has started anew since."""
    ready = pod.condition("Ready")
    statuses = pod.items("status", "containerStatuses")
    if ready.get("status") != "True" or any(status.get("restartCount") for status in statuses):
        return None
    start, end = parse_time(pod.text("status", "startTime")), parse_time(ready.get("lastTransitionTime", ""))
    took = end - start if start is not None and end is not None else -1.0
    return int(took) if 0 <= took <= _LONGEST_START else None


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}..."


def faults_of(pods: list[LiveObject], now: float) -> dict[str, list[tuple[LiveObject, PodFault]]]:
    """The pods that are not ready, by cause."""
    found: dict[str, list[tuple[LiveObject, PodFault]]] = {}
    for pod in pods:
        fault = fault_of(pod, now)
        if fault is not None:
            found.setdefault(fault.cause, []).append((pod, fault))
    return found
