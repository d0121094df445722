"""What two Services on one NLB undo of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.nlb.conftest import Network

GROUPS, ZONE_MAPS, PACKAGE = "security-group-ids", "zone-maps", "bandwidth-package-id"
PARAMETER = {GROUPS: "SecurityGroupIds", ZONE_MAPS: "ZoneMappings", PACKAGE: "BandwidthPackageId"}


@pytest.mark.parametrize(
    ("key", "one", "other", "undone"),
    [
        (GROUPS, "sg-1", "sg-2", True),
        (GROUPS, "sg-1", '""', True),
        (GROUPS, "sg-1", "sg-1,sg-2", True),
        (GROUPS, '""', '""', False),
        (GROUPS, "sg-1,sg-2", "SG-2,sg-1", False),
        (GROUPS, "sg-1", '" sg-1"', False),
        (GROUPS, "sg-1,sg-1", "sg-1,sg-2", False),  # equal to the CCM: the second one stays
        (GROUPS, "sg-1,sg-1", "sg-2,sg-3", True),
        (GROUPS, "sg-1", '"${GROUP}"', False),
        (GROUPS, '""', '"sg-1,${GROUP}"', False),
        (GROUPS, "sg-1", None, False),
        (ZONE_MAPS, "a:vsw-1,b:vsw-2", "a:vsw-1,c:vsw-3", True),
        (ZONE_MAPS, "a:vsw-1,b:vsw-2", "a:vsw-1,b:vsw-3", True),
        (ZONE_MAPS, "a:vsw-1,b:vsw-2", "b:vsw-2,a:vsw-1", False),
        (ZONE_MAPS, "a:vsw-1,b:vsw-2,c:vsw-3", "b:vsw-2,a:vsw-1", False),
        (ZONE_MAPS, "a:vsw-1:10.0.0.1,b:vsw-2", "a:vsw-1:10.0.0.2,b:vsw-2::eip-1", False),
        (ZONE_MAPS, "a:vsw-1,b:vsw-2", '"a:vsw-1, b:vsw-2"', False),
        (ZONE_MAPS, "a:vsw-1,b:vsw-2", "vsw-1:a,b:vsw-3", False),
        (ZONE_MAPS, "a:vsw-1,b:vsw-2", "c:vsw-3,d", False),
        (ZONE_MAPS, "a:vsw-1,b:vsw-2", '"c:vsw-3,d:${VSWITCH}"', False),
        (ZONE_MAPS, "a:vsw-1,b:vsw-2", '""', False),
        (ZONE_MAPS, "a:vsw-1,b:vsw-2", "a:vsw-1:10.0.0.1:eip-1:more,c:vsw-3", True),
        (PACKAGE, "cbwp-1", "cbwp-2", True),
        (PACKAGE, "cbwp-1", '""', True),
        (PACKAGE, "cbwp-1", "cbwp-1", False),
        (PACKAGE, "cbwp-1", None, False),
        (PACKAGE, "cbwp-1", '"${PACKAGE}"', False),
    ],
)
def test_what_two_services_undo(network: Network, key: str, one: str, other: str | None, *, undone: bool) -> None:
    first, second = (
        network(f"+id: nlb-1\n+{key}: {value}" if value is not None else "+id: nlb-1") for value in (one, other)
    )
    undo_each_other = first.compared_apart[PARAMETER[key]]
    assert undo_each_other(first, second) is undone
    assert undo_each_other(second, first) is undone
