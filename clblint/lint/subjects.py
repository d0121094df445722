"""What a rule can be on: the types of what the checker hands to rules, by name, and the module of each.

A rule on anything else would be accepted and never run, so it is refused where its pack is loaded.
"""

from __future__ import annotations

SUBJECTS = {
    "Annotation": "clblint.kube.annotated",
    "BackEnds": "clblint.clb.back_ends",
    "Backing": "clblint.clb.backing",
    "Broken": "clblint.kube.manifest",
    "Change": "clblint.change.change",
    "Cluster": "clblint.kube.cluster",
    "Concerned": "clblint.kube.objects",
    "ExpiredSetting": "clblint.lint.silenced",
    "Fleet": "clblint.clb.fleet",
    "Gate": "clblint.clb.backing",
    "Holding": "clblint.clb.holdings",
    "KubeObject": "clblint.kube.objects",
    "Leftover": "clblint.clb.holdings",
    "Listener": "clblint.clb.listeners",
    "LoadBalancer": "clblint.clb.model",
    "NetworkLoadBalancer": "clblint.nlb.model",
    "NodePort": "clblint.clb.sharing",
    "Permissions": "clblint.kube.ram",
    "Reached": "clblint.clb.sharing",
    "Selection": "clblint.clb.backing",
    "ServerGroup": "clblint.clb.server_groups",
    "Service": "clblint.kube.objects",
    "SharedGroup": "clblint.clb.sharing",
    "SharedListener": "clblint.clb.sharing",
    "Sharing": "clblint.clb.sharing",
    "Suppression": "clblint.lint.suppression",
    "TargetPort": "clblint.clb.backing",
    "Twins": "clblint.clb.sharing",
    "Workload": "clblint.kube.pods",
}
