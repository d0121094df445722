"""Whether an ingress-nginx controller expects the PROXY protocol, as its ConfigMap says.

Sources: kubernetes/ingress-nginx, flag --configmap, and UseProxyProtocol of internal/ingress/controller/config: false
by default.
"""

from __future__ import annotations

from itertools import pairwise

from clblint.kube.fact import Fact, Origin
from clblint.kube.unrendered import is_unrendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.objects import KubeObject
    from clblint.kube.workloads.pods import Workload

_FLAG, _CONTROLLER, _IMAGE = "--configmap", "nginx-ingress-controller", "ingress-nginx/controller"
_SWITCH = "use-proxy-protocol"
_WORDS = {"true": True, "false": False, "": False}


def expects_proxy(workload: Workload, beside: Iterable[KubeObject]) -> Fact[bool] | None:
    """What its ConfigMap among the objects beside it says, at the position of that; None if that is not known."""
    namespace, _, name = next(filter(None, map(_config_named, _commands(workload))), "").rpartition("/")
    if not name or is_unrendered(name) or not (is_unrendered(namespace) or namespace == (workload.namespace or "")):
        return None
    configs = [one for one in beside if one.kind == "ConfigMap" and one.name.is_(name)]
    found = [one for one in configs if one.namespace == workload.namespace and not one.partial]
    return _said_by(found[0]) if len(found) == 1 else None


def _commands(workload: Workload) -> Iterator[list[str]]:
    """Yield the command and the arguments of each container that is such a controller."""
    for container in workload.pod_spec.get("containers").each():
        words = [item.text().value for part in ("command", "args") for item in container.get(part).each()]
        if _IMAGE in container.get("image").text().value or any(_CONTROLLER in word for word in words):
            yield words


def _config_named(words: list[str]) -> str:
    """Namespace and name behind the flag; empty if there is none."""
    parts = [part for word in words for part in word.split("=", 1)]
    return next((value for flag, value in pairwise(parts) if flag == _FLAG), "")


def _said_by(config: KubeObject) -> Fact[bool] | None:
    data = config.root.get("data")
    switch = data.get(_SWITCH)
    if not switch.present:
        return Fact(value=False, node=data.at if data.present else config.name.node, origin=Origin.DEFAULT)
    said = switch.text()
    return Fact(_WORDS[said.value], said.node) if said.known and said.value in _WORDS else None
