"""Lists of API groups and kinds: custom resources that make no pods, and those that deploy objects from elsewhere."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# API groups without a kind that makes pods.
GROUPS = _words(
    """
    admissionregistration.k8s.io apiextensions.k8s.io apiregistration.k8s.io apiserver.config.k8s.io
    apiserver.k8s.io app.k8s.io audit.k8s.io authentication.k8s.io authorization.k8s.io autoscaling.k8s.io
    certificates.k8s.io client.authentication.k8s.io component.k8s.io config.k8s.io coordination.k8s.io
    custom.metrics.k8s.io discovery.k8s.io events.k8s.io external.metrics.k8s.io flowcontrol.apiserver.k8s.io
    gateway.networking.k8s.io imagepolicy.k8s.io internal.apiserver.k8s.io kubeadm.k8s.io kubelet.config.k8s.io
    kubeproxy.config.k8s.io kubescheduler.config.k8s.io kustomize.config.k8s.io metrics.k8s.io networking.k8s.io
    node.k8s.io policy.k8s.io policy.networking.k8s.io rbac.authorization.k8s.io resource.k8s.io scheduling.k8s.io
    snapshot.storage.k8s.io storage.k8s.io storagemigration.k8s.io gateway.networking.x-k8s.io
    secrets-store.csi.x-k8s.io
    acme.cert-manager.io cert-manager.io certmanager.k8s.io trust.cert-manager.io
    authentication.istio.io config.istio.io extensions.istio.io networking.istio.io rbac.istio.io security.istio.io
    telemetry.istio.io istio.alibabacloud.com
    keda.sh eventing.keda.sh external-secrets.io generators.external-secrets.io kubernetes-client.io bitnami.com
    configuration.konghq.com contour.heptio.com getambassador.io projectcontour.io split.smi-spec.io
    specs.smi-spec.io access.smi-spec.io metrics.smi-spec.io traefik.containo.us traefik.io k8s.nginx.org
    networking.higress.io extensions.higress.io gateway.envoyproxy.io apisix.apache.org
    alibabacloud.com alb.alibabacloud.com autoscaling.alibabacloud.com log.alibabacloud.com
    network.alibabacloud.com scheduling.alibabacloud.com storage.alibabacloud.com sls.aliyun.com
    network.k8s.io networking.gke.io cloud.google.com elbv2.k8s.aws vpcresources.k8s.aws
    cilium.io crd.projectcalico.org projectcalico.org k8s.cni.cncf.io k8s.ovn.org metallb.io
    config.gatekeeper.sh constraints.gatekeeper.sh mutations.gatekeeper.sh templates.gatekeeper.sh kyverno.io
    policies.kyverno.io wgpolicyk8s.io aquasecurity.github.io
    image.toolkit.fluxcd.io notification.toolkit.fluxcd.io source.toolkit.fluxcd.io
    velero.io linkerd.io policy.linkerd.io externaldns.k8s.io
    karpenter.sh karpenter.k8s.aws karpenter.alibabacloud.com
    """
)
# Kinds that make no pods, in groups in which others do.
KINDS = _words(
    """
    monitoring.coreos.com/ServiceMonitor monitoring.coreos.com/PodMonitor monitoring.coreos.com/PrometheusRule
    monitoring.coreos.com/Probe monitoring.coreos.com/AlertmanagerConfig monitoring.coreos.com/ScrapeConfig
    operator.victoriametrics.com/VMServiceScrape operator.victoriametrics.com/VMPodScrape
    operator.victoriametrics.com/VMRule
    argoproj.io/AppProject argoproj.io/AnalysisTemplate argoproj.io/ClusterAnalysisTemplate
    argoproj.io/WorkflowTemplate argoproj.io/ClusterWorkflowTemplate argoproj.io/Workflow argoproj.io/CronWorkflow
    grafana.integreatly.org/GrafanaDashboard grafana.integreatly.org/GrafanaDatasource
    core.oam.dev/TraitDefinition core.oam.dev/ComponentDefinition core.oam.dev/WorkloadDefinition
    core.oam.dev/PolicyDefinition core.oam.dev/WorkflowStepDefinition core.oam.dev/ScopeDefinition
    kafka.strimzi.io/KafkaTopic kafka.strimzi.io/KafkaUser
    """
)
# Kinds that deploy objects from elsewhere into a namespace, named or not.
BRINGING = _words(
    """
    argoproj.io/Application argoproj.io/ApplicationSet kustomize.toolkit.fluxcd.io/Kustomization
    fleet.cattle.io/GitRepo fleet.cattle.io/Bundle helm.cattle.io/HelmChart kappctrl.k14s.io/App
    core.oam.dev/Application
    """
)
