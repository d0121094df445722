"""What the CLB and the NLB of a Service have in common: who handles it, its annotations, listeners, groups, back ends.

Docstrings name the place in the controller that they follow (kubernetes/cloud-provider-alibaba-cloud, v2.14.0):
`AN` pkg/controller/service/reconcile/annotation/annotations, `BE` reconcile/backend/backend, `SU`
pkg/controller/helper/service_utils; the others are those of `clblint.clb` and `clblint.nlb`.
"""
