"""Fields of a Service that the cluster writes, copied into a manifest with `kubectl get -o yaml`."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.well_known import FINALIZER_PREFIX, HASH_LABEL, ID_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service


class CopiedFields(NamedTuple):
    """The fields of a Service that a cluster wrote into it, at least one, by name, the worst first."""

    service: Service
    fields: tuple[tuple[str, Fact[object]], ...]

    @property
    def is_export(self) -> bool:
        """Whether it is a whole Service as the cluster prints it."""
        service = self.service
        return service.uid.present and service.resource_version.present and service.created.present


def copied_fields(service: Service) -> tuple[CopiedFields, ...]:
    """The copied fields of a Service, together; nothing where there are none."""
    found = tuple(_copied(service))
    return (CopiedFields(service, found),) if found else ()


def _copied(service: Service) -> Iterator[tuple[str, Fact[object]]]:
    for label in (HASH_LABEL, ID_LABEL):
        fact = service.labels.get(label)
        if fact is not None and fact.is_set:
            yield label, fact
    for finalizer in service.finalizers:
        if finalizer.readable and finalizer.value.startswith(FINALIZER_PREFIX):
            yield "finalizer", finalizer
    if service.resource_version.present:
        yield "resourceVersion", service.resource_version
    if service.uid.present:
        yield "uid", service.uid
    if service.status_addresses.present:
        yield "status", service.status_addresses
