"""`Inventory`: tables of all cloud resources by id, with listeners and server groups assigned to CLBs and NLBs."""

from __future__ import annotations

from collections import Counter, defaultdict

from clblint.fast import cached_property
from clblint.inventory import answers as calls
from clblint.inventory.answers import CliAnswer, UnreadableAnswer
from clblint.inventory.extent import missing_pages
from clblint.inventory.network import CasCertificate, Nlb, NlbGroup, NlbListener, SecurityGroup
from clblint.inventory.records import AccessList, BalancerRecord, Certificate, Clb, ClbGroup, ClbListener, Record
from clblint.light import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from clblint.inventory.answers import CliCall
    from clblint.inventory.extent import PartialCall
    from clblint.inventory.records import ListenerRecord
    from clblint.kube.field import Field

R = TypeVar("R", bound=Record)
B = TypeVar("B", bound=BalancerRecord)


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


class Balancers(Table[B]):
    """The CLBs, or the NLBs, also by what the CCM finds them by."""

    @cached_property
    def by_owner(self) -> dict[str, list[B]]:
        """By the value of the owner's tag."""
        return self._by(lambda one: one.owner.value if one.owner is not None else "")

    @cached_property
    def by_name(self) -> dict[str, list[B]]:
        """By their name, if it is one that the CCM makes up."""
        return self._by(lambda one: one.default_name)

    @cached_property
    def by_name_with_tags(self) -> dict[str, list[B]]:
        """The same for those whose tags are known."""
        return self._by(lambda one: one.default_name if one.tags is not None else "")

    def _by(self, key: Callable[[B], str]) -> dict[str, list[B]]:
        found: dict[str, list[B]] = defaultdict(list)
        for one in self:
            if key(one):
                found[key(one)].append(one)
        return dict(found)


class Inventory:
    """CLBs, NLBs and related resources. `today` is the date for expiry checks, in milliseconds since 1970."""

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
        self.clbs = Balancers(self._things(Clb, calls.BALANCERS, calls.BALANCER), complete=self._has(calls.BALANCERS))
        self.nlbs = Balancers(self._things(Nlb, calls.NLBS, calls.NLB), complete=self._has(calls.NLBS))
        self.certificates = self._table(Certificate, calls.CERTIFICATES)
        self.acls = self._table(AccessList, calls.ACLS, calls.ACL)
        self.vswitches = self._table(Record, calls.VSWITCHES)
        self.groups = self._table(ClbGroup, calls.GROUPS, calls.GROUP)
        self.eips = self._eips()
        self._owners: dict[str, str] = {}
        self.mentioned: dict[str, BalancerRecord] = {}  # those of which nothing but listeners was printed
        self._put_listeners()
        self._put_groups()
        self.nlb_groups = self._table(NlbGroup, calls.NLB_GROUPS)
        self.security_groups = self._table(SecurityGroup, calls.SECURITY_GROUPS, calls.SECURITY_GROUP)
        self.cas_certificates = self._cas_certificates()
        self._put_nlb_listeners()
        self._put_nlb_groups()

    def with_room(self, vpc: str) -> list[str]:
        """The ids of the vSwitches of a VPC that have addresses left."""
        found = (switch for switch in self.vswitches if switch.get("VpcId").value == vpc)
        return [one.get("VSwitchId").value for one in found if (one.number("AvailableIpAddressCount") or 0) > 0]

    def owner_of(self, group_id: str) -> str:
        """The id of the CLB of a server group; empty if not known."""
        return self._owners.get(group_id, "")

    def _flawed(self, call: CliCall) -> bool:
        return any(flaw.call in {None, call} for flaw in self.flaws)

    def _has(self, call: CliCall) -> bool:
        """Whether all pages of a call are there; an empty list of listeners may be that of NLBs."""
        if call is calls.LISTENERS and self._answers[calls.NLBS] and not any(one.items for one in self._answers[call]):
            return False
        return call in self._whole

    def _table(self, kind: type[R], call: CliCall, single: CliCall | None = None) -> Table[R]:
        return Table(self._things(kind, call, single), complete=self._has(call))

    def _things(self, kind: type[R], call: CliCall, single: CliCall | None = None) -> dict[str, R]:
        """The resources of a call by id; answers of `single` add fields that the list lacks."""
        fields: dict[str, list[Field]] = {}
        for one in (call, single) if single else (call,):
            for answer in self._answers[one]:
                for item in answer.items:
                    fields.setdefault(Record((item,)).get(call.identity[0]).value, []).append(item)
        return {id_: kind(parts) for id_, parts in fields.items()}

    def _eips(self) -> Table[Record]:
        """The EIPs by the id of the resource that they are bound to."""
        found = [Record((item,)) for answer in self._answers[calls.EIPS] for item in answer.items]
        return Table({eip.get("InstanceId").value: eip for eip in found}, complete=calls.EIPS in self._whole)

    @cached_property
    def eips_by_id(self) -> Table[Record]:
        """The EIPs by their allocation ids."""
        found = [Record((item,)) for answer in self._answers[calls.EIPS] for item in answer.items]
        return Table({eip.get("AllocationId").value: eip for eip in found}, complete=calls.EIPS in self._whole)

    def _cas_certificates(self) -> Table[CasCertificate]:
        """The certificates of NLBs by their ids without a region; only one of the two calls lists all of them."""
        answers = (*self._answers[calls.CAS_CERTIFICATES], *self._answers[calls.CAS_ORDERS])
        found = [CasCertificate((item,)) for answer in reversed(answers) for item in answer.items]
        return Table({one.id: one for one in found}, complete=calls.CAS_CERTIFICATES in self._whole)

    def _put_nlb_listeners(self) -> None:
        by_nlb: dict[str, list[NlbListener]] = defaultdict(list)
        for listener in self._things(NlbListener, calls.NLB_LISTENERS, calls.NLB_LISTENER).values():
            by_nlb[listener.balancer_id].append(listener)
        for nlb in self.nlbs:
            nlb.listeners = tuple(by_nlb[nlb.id.value])
            nlb.all_listeners = self._has(calls.NLB_LISTENERS)
        self._mention(Nlb, self.nlbs, by_nlb, self.nlb_groups)

    def _mention(
        self,
        kind: type[BalancerRecord],
        printed: Balancers[Any],
        by_balancer: Mapping[str, Sequence[ListenerRecord]],
        groups: Table[Any],
    ) -> None:
        """Keep the listeners of load balancers that no answer describes, with their server groups."""
        for id_, listeners in by_balancer.items():
            if listeners and id_ not in printed and not printed.lacks(id_):
                made = self.mentioned[id_] = kind(listeners[0].fields)
                made.listeners = tuple(listeners)
                found = (groups.get(listener.group_id.value) for listener in listeners)
                made.groups = tuple(group for group in found if group is not None)

    def _put_nlb_groups(self) -> None:
        """Count the servers of the groups, and assign to each NLB those that it sends to."""
        servers = Counter(
            Record((item,)).get("ServerGroupId").value
            for answer in self._answers[calls.NLB_SERVERS]
            for item in answer.items
        )
        by_nlb: dict[str, list[NlbGroup]] = defaultdict(list)
        for group in self.nlb_groups:
            group.servers = servers.get(group.id.value)
            for id_ in group.balancers:
                by_nlb[id_].append(group)
        for nlb in self.nlbs:
            nlb.groups = tuple(by_nlb[nlb.id.value])

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
            clb.all_listeners = self._has(calls.LISTENERS) or clb.id.value in told
        self._mention(Clb, self.clbs, by_clb, self.groups)

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


def _ports_of(clb: Clb) -> Iterator[Field]:
    listed = clb.field("ListenerPortsAndProtocol")
    if listed.present:
        yield from listed.get("ListenerPortAndProtocol").each()
