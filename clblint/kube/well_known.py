"""Well-known names of Kubernetes, the CCM and clblint: labels, annotations, finalizers, classes, comments.

Sources: pkg/controller/helper/service_utils.go, node_utils.go and pod_utils.go; Well-Known Labels, Annotations and
Taints (kubernetes.io)
"""

DOMAIN = "service.beta.kubernetes.io/"  # of the annotations of the CCM, and of its hash label

# What the CCM writes into a Service: labels after a sync, and a finalizer before the first call of the cloud.
HASH_LABEL = DOMAIN + "hash"
ID_LABEL = "service.k8s.alibaba/loadbalancer-id"  # of the load balancer, whether it was made for it or is reused
FINALIZER_PREFIX = "service.k8s.alibaba/"
CLB_FINALIZER, NLB_FINALIZER = FINALIZER_PREFIX + "resources", FINALIZER_PREFIX + "nlb"

NLB_CLASS = "alibabacloud.com/nlb"  # the `spec.loadBalancerClass` of the NLB controller
READINESS_GATE = "service.readiness.alibabacloud.com/"  # before the name of the Service

# The labels of nodes that the CCM never takes as back ends.
MASTER_LABEL = "node-role.kubernetes.io/master"
EXCLUDE_LABEL = "node.kubernetes.io/exclude-from-external-load-balancers"
EXCLUDE_LABELS = (
    EXCLUDE_LABEL,
    "alpha.service-controller.kubernetes.io/exclude-balancer",
    "service.alibabacloud.com/exclude-node",
    DOMAIN + "exclude-node",
)

HOST_NAME_LABEL = "kubernetes.io/hostname"
SERVICE_NAME_LABEL = "kubernetes.io/service-name"  # of an EndpointSlice
MANAGED_BY_LABEL = "app.kubernetes.io/managed-by"
LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"  # the annotation of `kubectl apply`
KUSTOMIZE_GROUP = "kustomize.config.k8s.io/"  # of the `apiVersion` of a kustomization
# What scales a workload names it so; `workloadRef` names the Deployment whose pods a Rollout makes instead of it.
SCALE_TARGETS = ("scaleTargetRef", "workloadRef")
MARKER = "clblint"  # a file without this word has no suppressions
