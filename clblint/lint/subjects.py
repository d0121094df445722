"""What a rule can be on: the types of what the checker hands to rules, by name, and the module of each.

A rule on anything else would be accepted and never run, so it is refused where its pack is loaded.
"""

from __future__ import annotations

SUBJECTS = {
    "Annotation": "clblint.kube.annotations",
    "BackEnds": "clblint.clb.back_ends",
    "WorkloadBehind": "clblint.clb.neighbours.workloads",
    "Broken": "clblint.kube.manifest",
    "Change": "clblint.change.change",
    "Cluster": "clblint.kube.clusters.profile",
    "Concerned": "clblint.kube.objects",
    "ExpiredSetting": "clblint.suppress.silenced",
    "Fleet": "clblint.clb.neighbours.fleet",
    "ReadinessGate": "clblint.clb.neighbours.workloads",
    "ExistingClb": "clblint.clb.existing.holdings",
    "KubeObject": "clblint.kube.objects",
    "OrphanedResource": "clblint.clb.existing.holdings",
    "Listener": "clblint.clb.listeners",
    "LoadBalancer": "clblint.clb.model",
    "NetworkLoadBalancer": "clblint.nlb.model",
    "NodeOption": "clblint.clb.unheeded",
    "NodePort": "clblint.clb.neighbours.sharing",
    "Permissions": "clblint.kube.ram",
    "AddressUse": "clblint.clb.neighbours.sharing",
    "ProxyField": "clblint.clb.unheeded",
    "Selection": "clblint.clb.neighbours.selection",
    "ServerGroup": "clblint.clb.server_groups",
    "Service": "clblint.kube.objects",
    "SharedGroup": "clblint.clb.neighbours.sharing",
    "SharedListener": "clblint.clb.neighbours.sharing",
    "Sharing": "clblint.clb.neighbours.sharing",
    "Suppression": "clblint.suppress.model",
    "WantedLabel": "clblint.clb.wanted_labels",
    "TargetPort": "clblint.clb.neighbours.workloads",
    "DuplicateService": "clblint.clb.neighbours.sharing",
    "Workload": "clblint.kube.workloads.pods",
}
