"""The tables that tell transformers which fields of which kinds they change (api/internal/konfig/builtinpluginconsts).

`configurations` and `crds` of a kustomization add to them.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.kustomize.build.fieldspec import FieldSpec, merged
from clblint.kube.kustomize.build.resource import group_and_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Specs = tuple[FieldSpec, ...]


class References(NamedTuple):
    """Where objects are referred to by name: the kind of the objects, and the fields of those that refer to them."""

    group: str
    version: str
    kind: str
    fields: Specs


class Tables(NamedTuple):
    """All tables; `NAMES` has their names in a file of `configurations`."""

    name_prefix: Specs = ()
    name_suffix: Specs = ()
    namespace: Specs = ()
    common_labels: Specs = ()
    labels: Specs = ()
    template_labels: Specs = ()
    common_annotations: Specs = ()
    name_reference: tuple[References, ...] = ()
    var_reference: Specs = ()
    images: Specs = ()
    replicas: Specs = ()

    def with_more(self, other: Tables) -> Tables:
        """Both tables; raises `RefusedError` if they contradict each other (transformerconfig.go:Merge)."""
        if other is self or other == _NOTHING:
            return self
        if self == _NOTHING:
            return other
        both = {
            name: merged(getattr(self, name), getattr(other, name)) for name in self._fields if name != "name_reference"
        }
        return Tables(**both, name_reference=_with_references(self.name_reference, other.name_reference))

    def refuse_contradictions(self) -> None:
        """Raise `RefusedError` where a spec covers a narrower one and differs in `create`, whichever came first.

        Kustomize sorts each table, and then merges it into an empty one (resaccumulator.go:MergeConfig): there what
        leaves the kind open comes behind all kinds but those that are sorted last (kyaml/resid/gvk.go:IsLessThan).
        """
        for name in self._fields:
            if name != "name_reference":
                merged((), sorted(getattr(self, name), key=_rank))


def _rank(spec: FieldSpec) -> tuple[bool, str]:
    return spec.kind in _LAST, "_".join((spec.group or "~G", spec.version or "~V", spec.kind or "~K"))


_LAST = frozenset({"MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"})
_NOTHING = Tables()


def _with_references(known: Iterable[References], more: Iterable[References]) -> tuple[References, ...]:
    found = {one[:3]: one for one in known}
    for one in more:
        old = found.get(one[:3])
        found[one[:3]] = one if old is None else one._replace(fields=merged(old.fields, one.fields))
    return tuple(found.values())


# The names of the tables in a file of `configurations`.
NAMES = {
    "namePrefix": "name_prefix",
    "nameSuffix": "name_suffix",
    "namespace": "namespace",
    "commonLabels": "common_labels",
    "labels": "labels",
    "templateLabels": "template_labels",
    "commonAnnotations": "common_annotations",
    "varReference": "var_reference",
    "images": "images",
    "replicas": "replicas",
}
# Where a kind has the spec of its pods.
_PODS = {
    "Pod": "spec",
    "PodTemplate": "template/spec",
    "CronJob": "spec/jobTemplate/spec/template/spec",
}
_WORKLOADS = "Deployment ReplicaSet DaemonSet StatefulSet Job CronJob"
_REFERRERS = f"v1:Pod PodTemplate {_WORKLOADS}"
_OTHERS = "Pod StatefulSet Deployment ReplicationController CronJob Job DaemonSet"
_RBAC, _ADMISSION = "rbac.authorization.k8s.io", "admissionregistration.k8s.io"
_NETWORKING = "networking.k8s.io"
_CONTAINERS = ("containers", "initContainers")


def _specs(*rows: str) -> Specs:
    return tuple(spec for row in rows for spec in _row(row))


def _row(row: str) -> Iterator[FieldSpec]:
    """Yield the specs of a row: a path (`+` before it: created), and kinds as `group/version:Kind`, `*` for all.

    `PODS` stands for the path to the spec of the pods.
    """
    path, *kinds = row.split()
    for one in kinds:
        where, _, kind = one.rpartition(":") if ":" in one else ("", "", one)
        group, version = group_and_version(where) if where else ("", "")
        if "/" in kind:
            group, _, kind = kind.rpartition("/")
        below = path.removeprefix("+").replace("PODS", _PODS.get(kind, "spec/template/spec"))
        yield FieldSpec(below, group, version, "" if kind == "*" else kind, create=path.startswith("+"))


def _references(kind: str, *rows: str) -> References:
    where, _, name = kind.rpartition(":")
    group, version = group_and_version(where) if where else ("", "")
    if "/" in name:
        group, _, name = name.rpartition("/")
    return References(group, version, name, _specs(*rows))


def _in_containers(path: str, kinds: str) -> tuple[str, ...]:
    return tuple(f"PODS/{containers}/{path} {kinds}" for containers in _CONTAINERS)


def _pod_references(key: str, bulk: str) -> tuple[str, ...]:
    return (
        *_in_containers(f"env/valueFrom/{key}/name", _REFERRERS),
        *_in_containers(f"envFrom/{bulk}/name", _REFERRERS),
    )


_TERM = "DuringSchedulingIgnoredDuringExecution"
_TEMPLATES = "v1:ReplicationController Deployment ReplicaSet DaemonSet"
_AFFINE = "apps/Deployment apps/StatefulSet"
_LABELS = _specs(
    "+metadata/labels *",
    f"+spec/template/metadata/labels {_TEMPLATES} apps/StatefulSet batch/Job",
    "+spec/volumeClaimTemplates[]/metadata/labels apps/StatefulSet",
    "+spec/jobTemplate/metadata/labels batch/CronJob",
    "+spec/jobTemplate/spec/template/metadata/labels batch/CronJob",
)
_SELECTORS = _specs(
    "+spec/selector v1:Service v1:ReplicationController",
    "+spec/selector/matchLabels Deployment ReplicaSet DaemonSet apps/StatefulSet",
    *(
        f"PODS/affinity/{affinity}/{path}/labelSelector/matchLabels {_AFFINE}"
        for affinity in ("podAffinity", "podAntiAffinity")
        for path in (f"preferred{_TERM}/podAffinityTerm", f"required{_TERM}")
    ),
    f"PODS/topologySpreadConstraints/labelSelector/matchLabels {_AFFINE}",
    "spec/selector/matchLabels batch/Job policy/PodDisruptionBudget",
    "spec/jobTemplate/spec/selector/matchLabels batch/CronJob",
    f"spec/podSelector/matchLabels {_NETWORKING}/NetworkPolicy",
    f"spec/ingress/from/podSelector/matchLabels {_NETWORKING}/NetworkPolicy",
    f"spec/egress/to/podSelector/matchLabels {_NETWORKING}/NetworkPolicy",
)
_ANNOTATIONS = _specs(
    "+metadata/annotations *",
    f"+spec/template/metadata/annotations {_TEMPLATES} StatefulSet batch/Job",
    "+spec/jobTemplate/metadata/annotations batch/CronJob",
    "+spec/jobTemplate/spec/template/metadata/annotations batch/CronJob",
)
_VARIABLES = _specs(
    *(
        f"PODS/{containers}/{path} CronJob DaemonSet Deployment Job Pod ReplicaSet StatefulSet"
        for containers in _CONTAINERS
        for path in ("args", "command", "env/value", "volumeMounts/mountPath")
    ),
    "spec/jobTemplate/spec/template/volumes/nfs/server CronJob",
    "PODS/volumes/nfs/server DaemonSet Deployment Job Pod ReplicaSet",
    "spec/template/metadata/annotations Deployment",
    "spec/rules/host Ingress",
    "spec/tls/hosts Ingress",
    "spec/tls/secretName Ingress",
    "spec/ports/port Service",
    "spec/ports/targetPort Service",
    "spec/volumeClaimTemplates/spec/nfs/server StatefulSet",
    "spec/nfs/server PersistentVolume",
    "metadata/labels *",
    "metadata/annotations *",
)
_SCALED = "spec/scaleTargetRef/name HorizontalPodAutoscaler"
_REFERENCES = (
    *(_references(kind, _SCALED) for kind in ("Deployment", "StatefulSet", "ReplicationController", "ReplicaSet")),
    _references(
        "v1:ConfigMap",
        f"PODS/volumes/configMap/name {_REFERRERS}",
        *_pod_references("configMapKeyRef", "configMapRef"),
        f"PODS/volumes/projected/sources/configMap/name {_REFERRERS}",
        "spec/configSource/configMap Node",
        "rules/resourceNames Role ClusterRole",
        "metadata/annotations/nginx.ingress.kubernetes.io\\/fastcgi-params-configmap Ingress",
    ),
    _references(
        "v1:Secret",
        f"PODS/volumes/secret/secretName {_REFERRERS}",
        *_pod_references("secretKeyRef", "secretRef"),
        f"PODS/imagePullSecrets/name {_REFERRERS}",
        f"PODS/volumes/projected/sources/secret/name {_REFERRERS}",
        "spec/tls/secretName Ingress",
        "metadata/annotations/ingress.kubernetes.io\\/auth-secret Ingress",
        "metadata/annotations/nginx.ingress.kubernetes.io\\/auth-secret Ingress",
        "metadata/annotations/nginx.ingress.kubernetes.io\\/auth-tls-secret Ingress",
        "imagePullSecrets/name ServiceAccount",
        "parameters/secretName StorageClass",
        "parameters/adminSecretName StorageClass",
        "parameters/userSecretName StorageClass",
        "parameters/secretRef StorageClass",
        "rules/resourceNames Role ClusterRole",
        "spec/template/spec/containers/env/valueFrom/secretKeyRef/name serving.knative.dev/v1:Service",
        "spec/azureFile/secretName PersistentVolume",
    ),
    _references(
        "v1:Service",
        "spec/serviceName apps/StatefulSet",
        "spec/rules/http/paths/backend/serviceName Ingress",
        "spec/backend/serviceName Ingress",
        "spec/rules/http/paths/backend/service/name Ingress",
        "spec/defaultBackend/service/name Ingress",
        "spec/service/name apiregistration.k8s.io/APIService",
        f"webhooks/clientConfig/service {_ADMISSION}/ValidatingWebhookConfiguration",
        f"webhooks/clientConfig/service {_ADMISSION}/MutatingWebhookConfiguration",
    ),
    _references(f"{_RBAC}/Role", f"roleRef/name {_RBAC}/RoleBinding"),
    _references(f"{_RBAC}/ClusterRole", f"roleRef/name {_RBAC}/RoleBinding {_RBAC}/ClusterRoleBinding"),
    _references(
        "v1:ServiceAccount",
        f"subjects {_RBAC}/RoleBinding {_RBAC}/ClusterRoleBinding",
        f"PODS/serviceAccountName {_OTHERS}",
    ),
    _references("v1:PersistentVolumeClaim", f"PODS/volumes/persistentVolumeClaim/claimName {_OTHERS}"),
    _references("v1:PersistentVolume", "spec/volumeName PersistentVolumeClaim", "rules/resourceNames ClusterRole"),
    _references(
        "storage.k8s.io/v1:StorageClass",
        "spec/storageClassName PersistentVolume PersistentVolumeClaim",
        "spec/volumeClaimTemplates/spec/storageClassName StatefulSet",
    ),
    _references("scheduling.k8s.io/v1:PriorityClass", f"PODS/priorityClassName {_OTHERS}"),
    # The group is written wrong in kustomize's table, so that `ingressClassName` is never rewritten.
    References(f"{_NETWORKING}/v1", "v1", "IngressClass", _specs("spec/ingressClassName Ingress")),
    _references(
        f"{_ADMISSION}/ValidatingAdmissionPolicy", f"spec/policyName {_ADMISSION}/ValidatingAdmissionPolicyBinding"
    ),
)
_IMAGES = tuple(
    f"+{pods}/{path} *"
    for pods in ("spec", "spec/template/spec")
    for path in ("containers[]/image", "initContainers[]/image", "volumes[]/image/reference")
)
DEFAULTS = Tables(
    name_prefix=_specs("metadata/name *"),
    name_suffix=_specs("metadata/name *"),
    namespace=_specs(
        "+metadata/name Namespace",
        "+spec/service/namespace apiregistration.k8s.io/APIService",
        "spec/conversion/webhook/clientConfig/service/namespace apiextensions.k8s.io/CustomResourceDefinition",
    ),
    common_labels=(*_SELECTORS, *_LABELS),
    template_labels=_LABELS,
    common_annotations=_ANNOTATIONS,
    name_reference=_REFERENCES,
    var_reference=_VARIABLES,
    images=_specs(*_IMAGES),
    replicas=_specs("+spec/replicas Deployment ReplicationController ReplicaSet StatefulSet"),
)
