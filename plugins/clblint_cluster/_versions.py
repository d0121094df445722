"""Faults of the NLB controller that a later version of the CCM mended."""

from __future__ import annotations

from clblint.api import Reason, known_older

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Case, Fact, NetworkLoadBalancer, Problems

_FIRST = "v2.5.0"  # of the versions that make NLBs: before it, nlb-needs-ccm speaks


def before(mended: str, case: Case, at: Fact[str], balancer: NetworkLoadBalancer, *, since: str = _FIRST) -> Problems:
    """The problem that the declared CCM has a fault, which came with one version and was mended in another."""
    version = balancer.cluster.ccm_version
    if version is None or not known_older(version, mended) or known_older(version, since):
        return
    because = [Reason(version, "the version declared for this cluster")]
    yield case.at(at, because=because, since=mended, version=version.value, subject="ccm-version")
