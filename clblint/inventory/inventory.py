"""`Inventory`: tables of all cloud resources by id, with listeners and server groups assigned to their CLBs."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Generic, TypeVar

from clblint.inventory import answers as calls
from clblint.inventory.answers import CliAnswer, UnreadableAnswer
from clblint.inventory.extent import missing_pages
from clblint.inventory.records import AccessList, Certificate, Clb, ClbGroup, ClbListener, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.inventory.answers import CliCall
    from clblint.inventory.extent import PartialCall
    from clblint.kube.field import Field

R = TypeVar("R", bound=Record)


class Table(Generic[R]):
    """Resources of one type by id; `complete` says that an id that is missing here does not exist in the cloud."""

    def __init__(self, things: dict[str, R], *, complete: bool) -> None:
        self.things = things
        self.complete = complete

    def get(self, id_: str) -> R | None:
        """The resource with an id; None if it is missing."""
        return self.things.get(id_)

    def lacks(self, id_: str) -> bool:
        """Whether a resource certainly does not exist."""
        return self.complete and id_ not in self.things

    def __contains__(self, id_: str) -> bool:
        return id_ in self.things

    def __iter__(self) -> Iterator[R]:
        return iter(self.things.values())

    def __len__(self) -> int:
        return len(self.things)


class Inventory:
    """CLBs and related resources. `today` is the date for expiry checks, in milliseconds since 1970."""

    def __init__(self, found: Iterable[CliAnswer | UnreadableAnswer], today: int) -> None:
        found = list(found)
        self.today = today
        self.flaws = tuple(one for one in found if isinstance(one, UnreadableAnswer))
        self._answers: dict[CliCall, list[CliAnswer]] = defaultdict(list)
        for one in found:
            if isinstance(one, CliAnswer):
                self._answers[one.call].append(one)
        extents = {call: missing_pages(self._answers[call]) for call in list(self._answers) if call.path}
        self.partial: tuple[PartialCall, ...] = tuple(partial for partial in extents.values() if partial)
        self._whole = {call for call, partial in extents.items() if partial is None and not self._flawed(call)}
        self.clbs = self._table(Clb, calls.BALANCERS, calls.BALANCER)
        self.certificates = self._table(Certificate, calls.CERTIFICATES)
        self.acls = self._table(AccessList, calls.ACLS, calls.ACL)
        self.vswitches = self._table(Record, calls.VSWITCHES)
        self.groups = self._table(ClbGroup, calls.GROUPS, calls.GROUP)
        self.eips = self._eips()
        self._owners: dict[str, str] = {}
        self._put_listeners()
        self._put_groups()
        self.by_owner = self._by(lambda clb: clb.owner.value if clb.owner is not None else "")
        self.by_name = self._by(lambda clb: clb.default_name)
        self.by_name_with_tags = self._by(lambda clb: clb.default_name if clb.tags is not None else "")

    def with_room(self, vpc: str) -> list[str]:
        """The ids of the vSwitches of a VPC that have addresses left."""
        found = (switch for switch in self.vswitches if switch.get("VpcId").value == vpc)
        return [one.get("VSwitchId").value for one in found if (one.number("AvailableIpAddressCount") or 0) > 0]

    def owner_of(self, group_id: str) -> str:
        """The id of the CLB of a server group; empty if not known."""
        return self._owners.get(group_id, "")

    def _flawed(self, call: CliCall) -> bool:
        return any(flaw.call in {None, call} for flaw in self.flaws)

    def _table(self, kind: type[R], call: CliCall, single: CliCall | None = None) -> Table[R]:
        """The table of a call; answers of `single` add fields that the list lacks."""
        fields: dict[str, list[Field]] = {}
        for one in (call, single) if single else (call,):
            for answer in self._answers[one]:
                for item in answer.items:
                    fields.setdefault(Record((item,)).get(call.identity[0]).value, []).append(item)
        return Table({id_: kind(parts) for id_, parts in fields.items()}, complete=call in self._whole)

    def _eips(self) -> Table[Record]:
        """The EIPs by the id of the resource that they are bound to."""
        found = [Record((item,)) for answer in self._answers[calls.EIPS] for item in answer.items]
        return Table({eip.get("InstanceId").value: eip for eip in found}, complete=calls.EIPS in self._whole)

    def _put_listeners(self) -> None:
        fields: dict[tuple[str, ...], list[Field]] = {}
        for answer in self._answers[calls.LISTENERS]:
            for item in answer.items:
                record = ClbListener((item,))
                fields.setdefault((record.balancer_id, record.port.value, record.protocol.value), []).append(item)
        told = set()
        for clb in self.clbs:
            for item in _ports_of(clb):
                record = ClbListener((item,))
                fields.setdefault((clb.id.value, record.port.value, record.protocol.value), []).append(item)
                told.add(clb.id.value)
            if clb.field("ListenerPortsAndProtocol").present:
                told.add(clb.id.value)
        by_clb: dict[str, list[ClbListener]] = defaultdict(list)
        for (id_, _, _), parts in fields.items():
            by_clb[id_].append(ClbListener(parts))
        for clb in self.clbs:
            clb.listeners = tuple(by_clb[clb.id.value])
            clb.all_listeners = calls.LISTENERS in self._whole or clb.id.value in told

    def _put_groups(self) -> None:
        """Assign server groups to CLBs: an answer has the groups of one CLB, but not always its id."""
        owners = self._owners
        for clb in self.clbs:
            owners.update({item.group_id.value: clb.id.value for item in clb.listeners if item.group_id.value})
        for group in self.groups:
            told = group.get("LoadBalancerId").value
            if told:
                owners[group.id.value] = told
        homeless = []
        whole = set()
        for answer in self._answers[calls.GROUPS]:
            ids = [Record((item,)).get("VServerGroupId").value for item in answer.items]
            named = {owners[id_] for id_ in ids if id_ in owners} or {
                Record((answer.root,)).get("LoadBalancerId").value
            }
            whole |= named
            if named == {""}:
                homeless.append(ids)
            elif len(named) == 1:
                owners.update(dict.fromkeys(ids, *named))
        self._finish_groups(homeless, whole)

    def _finish_groups(self, homeless: list[list[str]], whole: set[str]) -> None:
        rest = [clb for clb in self.clbs if clb.id.value not in whole]
        every = self.clbs.complete and 0 < len(rest) <= len(homeless)
        if every and len(rest) == len(homeless) == 1:
            self._owners.update(dict.fromkeys(homeless[0], rest[0].id.value))
        by_clb: dict[str, list[ClbGroup]] = defaultdict(list)
        for group in self.groups:
            by_clb[self._owners.get(group.id.value, "")].append(group)
        for clb in self.clbs:
            clb.groups = tuple(by_clb[clb.id.value])
            clb.all_groups = calls.GROUPS in self._whole and (every or clb.id.value in whole)

    def _by(self, key: Callable[[Clb], str]) -> dict[str, list[Clb]]:
        found: dict[str, list[Clb]] = defaultdict(list)
        for clb in self.clbs:
            if key(clb):
                found[key(clb)].append(clb)
        return dict(found)


def _ports_of(clb: Clb) -> Iterator[Field]:
    listed = clb.field("ListenerPortsAndProtocol")
    if listed.present:
        yield from listed.get("ListenerPortAndProtocol").each()
