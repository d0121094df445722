"""The model of the NLB that the CCM would build from one Service: instance, listeners, server groups, errors.

Docstrings name the place in the controller that they follow (kubernetes/cloud-provider-alibaba-cloud, v2.14.0):
`NC` nlb_controller, `NM` model_builder, `NA` model_applier, `NB` loadbalancer, `NL` listeners, `NG` server_groups of
pkg/controller/service/nlbv2; `NPB`, `NPL` and `NPG` loadbalancer, listener and servergroup of
pkg/provider/alibaba/nlb; `NO` pkg/model/nlb/nlb; `AN`, `BE` and `SU` as for CLBs.
"""
