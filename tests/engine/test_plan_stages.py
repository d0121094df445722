"""Of several errors that rules foretell, a plan names the one that a sync meets first."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
INSTANCE, LISTENER, HTTPS = "address-type: Intranet", "tls-cipher-policy: none", 'protocol-port: "https:443"'


def _ends(run: Run, path: Path, lines: tuple[str, ...]) -> tuple[str, str]:
    rows = "".join(f"    {KEY}{line}\n" for line in lines)
    path.write_text(
        f"apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations:\n{rows}"
        "spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 443}]}\n"
    )
    (made,) = json.loads(run("plan", "--format", "json", str(path)).stdout)["services"]
    return made["endsRule"], made["ends"]


@pytest.mark.parametrize("lines", [*itertools.permutations((INSTANCE, LISTENER, HTTPS))])
def test_a_load_balancer_is_refused_before_its_listeners(run: Run, tmp_path: Path, lines: tuple[str, ...]) -> None:
    rule, ends = _ends(run, tmp_path / "web.yaml", lines)
    assert (rule, "AddressType" in ends) == ("invalid-annotation-value", True)


def test_without_an_error_of_the_load_balancer_that_of_a_listener_is_named(run: Run, tmp_path: Path) -> None:
    assert _ends(run, tmp_path / "web.yaml", (HTTPS,))[0] == "https-without-certificate"


def test_what_the_sync_may_survive_is_no_end(run: Run, tmp_path: Path) -> None:
    """Of a charge type in another letter case it is not known whether the API takes it."""
    rule, _ = _ends(run, tmp_path / "web.yaml", ("charge-type: PayByTraffic", HTTPS))
    assert rule == "https-without-certificate"
