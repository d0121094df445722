"""Reading inventories that tests write down."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from clblint.inventory.load import find_export

if TYPE_CHECKING:
    from pathlib import Path

    from clblint.inventory.inventory import Inventory

DAY = 20_454  # 2026-01-01


class Load(Protocol):
    """Read an inventory of files by name; a text is taken as it stands, anything else is printed as JSON."""

    def __call__(self, **files: Any) -> Inventory: ...  # noqa: ANN401 - any JSON


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    monkeypatch.chdir(tmp_path)

    def read(**files: Any) -> Inventory:  # noqa: ANN401
        folder = tmp_path / "clbs"
        folder.mkdir()
        for name, value in files.items():
            text = value if isinstance(value, str) else json.dumps(value, indent="\t")
            (folder / f"{name}.json").write_text(text, encoding="utf-8")
        return find_export("clbs", DAY).read()

    return read


def balancers(*ids: str, **beside: int) -> dict[str, Any]:
    """An answer of DescribeLoadBalancers."""
    return {"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": id_} for id_ in ids]}, **beside}


def listener(balancer: str, port: int, protocol: str = "tcp", **more: object) -> dict[str, Any]:
    """An entry of DescribeLoadBalancerListeners."""
    return {"LoadBalancerId": balancer, "ListenerPort": port, "ListenerProtocol": protocol, **more}


def groups(*ids: str, balancer: str = "", **names: str) -> dict[str, Any]:
    """An answer of DescribeVServerGroups."""
    entries: list[dict[str, Any]] = [{"VServerGroupId": id_, "VServerGroupName": names.get(id_, "")} for id_ in ids]
    for entry in entries if balancer else ():
        entry["LoadBalancerId"] = balancer
    return {"VServerGroups": {"VServerGroup": entries}}
