"""Subjects on Services that share a name, a load balancer or its address."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.balancer.model import LoadBalancer
    from clblint.kube.addresses import Mention
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service


class DuplicateService(NamedTuple):
    """A Service, and the last few Services of the same name that are applied before it.

    `built` says that one kustomization builds this one and the last of them. `more` is the number of earlier ones.
    """

    service: Service
    before: tuple[Service, ...]
    built: bool
    more: int


class Sharing(NamedTuple):
    """A load balancer, those of other Services on the same reused CLB, and the Services that the CCM created it for.

    `before` and `after` are in the order of files and positions, in the same cluster; those in `perhaps` may be. The
    Services in `made_for` may be anywhere, since an id is unique. Of very many, these are a few,
    and `on_port` is the number of Services by port.
    """

    balancer: LoadBalancer
    before: tuple[LoadBalancer, ...]
    after: tuple[LoadBalancer, ...]
    made_for: tuple[Service, ...]
    perhaps: tuple[LoadBalancer, ...] = ()
    on_port: Mapping[int, int] = {}

    @property
    def others(self) -> tuple[LoadBalancer, ...]:
        """The load balancers of the other Services."""
        return self.before + self.after

    @property
    def supposed(self) -> Sharing | None:
        """The same with those in `perhaps` as if they were in the cluster; None if there are none."""
        if not self.perhaps:
            return None
        own = _place_of(self.balancer)
        before = tuple(one for one in self.perhaps if _place_of(one) < own)
        after = tuple(one for one in self.perhaps if _place_of(one) > own)
        return Sharing(self.balancer, self.before + before, self.after + after, self.made_for, (), self.on_port)


class AddressUse(NamedTuple):
    """A load balancer, and uses of its address in manifests that are, or may be (`perhaps`), of its cluster."""

    balancer: LoadBalancer
    mentions: tuple[Mention, ...]
    perhaps: tuple[Mention, ...] = ()

    @property
    def detour(self) -> Fact[str] | None:
        """The setting that sends traffic from inside the cluster through the CLB; None if kube-proxy short-circuits it.

        A host name removes the address from the status, and kube-proxy does not know listeners of others.
        """
        balancer = self.balancer
        hostname = balancer.annotations.get("hostname")
        if hostname.is_set:
            return hostname
        is_used = bool(self.mentions or self.perhaps)
        return balancer.reuses if is_used and balancer.reuses.is_set and not balancer.manages_listeners else None


def _place_of(balancer: LoadBalancer) -> tuple[str, int]:
    return balancer.service.path, balancer.service.index
