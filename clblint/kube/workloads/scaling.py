"""`Scaler`: objects that set the number of pods of a workload (HPA, KEDA ScaledObject, Argo Rollout)."""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.objects import KubeObject
from clblint.kube.well_known import SCALE_TARGETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.fact import Fact
    from clblint.kube.field import Field

HPA = "HorizontalPodAutoscaler"
_LEAST = ("minReplicas", "minReplicaCount", "replicas")  # of an HPA, KEDA and a Rollout


class Scaler(KubeObject):
    """An object that sets the number of pods of another one."""

    @cached_property
    def target(self) -> tuple[str, str]:
        """(kind, name) of the scaled object; KEDA's default kind is Deployment."""
        field = next(field for field in _targets(self.root) if field.present)
        name = field.get("name") if field.get("name").present else field.get("deployment")
        return field.get("kind").text("Deployment").value, name.text().value

    @cached_property
    def least(self) -> Fact[int]:
        """The minimum number of pods while there is load."""
        spec = self.root.get("spec")
        field = next((spec.get(key) for key in _LEAST if spec.get(key).present), spec.get(_LEAST[0]))
        return field.integer(1 if self.kind == HPA else 0)

    @property
    def starts_pods(self) -> bool:
        """Whether it scales up from 0 replicas; an HPA does not."""
        return self.kind != HPA


def _targets(root: Field) -> tuple[Field, ...]:
    spec = root.get("spec")
    return tuple(spec.get(key) for key in SCALE_TARGETS)
