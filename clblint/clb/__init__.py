"""The model of the CLB that the CCM would build from one Service: instance, listeners, server groups, errors.

Docstrings name the place in the controller that they follow (kubernetes/cloud-provider-alibaba-cloud, v2.14.0):
`SC` service_controller, `EH` event_handler, `MB` model_builder, `MA` model_applier, `LB` loadbalancer, `LS` listeners,
`VG` vgroups of pkg/controller/service/clbv1; `AN` reconcile/annotation/annotations, `BE` reconcile/backend/backend;
`SU` pkg/controller/helper/service_utils; `PL` and `PB` listener and loadbalancer of pkg/provider/alibaba/slb.
"""
