"""Parses the answers of the Alibaba Cloud CLI in a file; the call of each is recognised by its top-level keys.

A file may hold several answers one after the other (the pages of a call), or a list of them.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.i18n.language import shortened, tr
from clblint.kube.field import Field, field_of
from clblint.source.document import read_documents
from clblint.source.mapping import Mapping
from clblint.source.node import Sequence, resolve
from clblint.source.place import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.node import Node
    from clblint.source.text import Source


class CliCall(NamedTuple):
    """A supported API call: its name, the path to its list of items, and the keys that identify an item.

    Where several products have a list of that name, its items are told apart by how `told_by` begins: a key and the
    beginnings of its value. `further` are keys that tell items of one identity apart, where they are there.
    """

    name: str
    path: tuple[str, ...]
    identity: tuple[str, ...]
    told_by: tuple[str, tuple[str, ...]] = ("", ())
    further: tuple[str, ...] = ()

    def takes(self, item: Field | None) -> bool:
        """Whether an item, None where the list is empty, is one of this call's."""
        key, beginnings = self.told_by
        return not key or (item is not None and _plain(item, key).startswith(beginnings))


BALANCERS = CliCall("DescribeLoadBalancers", ("LoadBalancers", "LoadBalancer"), ("LoadBalancerId",))
LISTENERS = CliCall(
    "DescribeLoadBalancerListeners", ("Listeners",), ("LoadBalancerId", "ListenerPort", "ListenerProtocol")
)
GROUPS = CliCall("DescribeVServerGroups", ("VServerGroups", "VServerGroup"), ("VServerGroupId",))
CERTIFICATES = CliCall(
    "DescribeServerCertificates", ("ServerCertificates", "ServerCertificate"), ("ServerCertificateId",)
)
ACLS = CliCall("DescribeAccessControlLists", ("Acls", "Acl"), ("AclId",))
VSWITCHES = CliCall("DescribeVSwitches", ("VSwitches", "VSwitch"), ("VSwitchId",))
EIPS = CliCall("DescribeEipAddresses", ("EipAddresses", "EipAddress"), ("IpAddress",))
_OF_NLB = ("LoadBalancerId", ("nlb-",))
NLBS = CliCall("ListLoadBalancers", ("LoadBalancers",), ("LoadBalancerId",), _OF_NLB)
NLB_LISTENERS = CliCall("ListListeners", ("Listeners",), ("ListenerId",), _OF_NLB)
NLB_GROUPS = CliCall("ListServerGroups", ("ServerGroups",), ("ServerGroupId",), ("Protocol", ("TCP", "UDP")))
NLB_SERVERS = CliCall(
    "ListServerGroupServers", ("Servers",), ("ServerGroupId", "ServerId"), further=("ServerIp", "Port")
)
SECURITY_GROUPS = CliCall("DescribeSecurityGroups", ("SecurityGroups", "SecurityGroup"), ("SecurityGroupId",))
CAS_CERTIFICATES = CliCall("ListCertificates", ("CertificateList",), ("CertIdentifier",))
# Of all kinds of certificates those that the call was asked for, and by default no expired ones.
CAS_ORDERS = CliCall("ListUserCertificateOrder", ("CertificateOrderList",), ("CertificateId",))
# Calls whose answer is a single item.
GROUP = CliCall("DescribeVServerGroupAttribute", (), ("VServerGroupId",))
ACL = CliCall("DescribeAccessControlListAttribute", (), ("AclId",))
BALANCER = CliCall("DescribeLoadBalancerAttribute", (), ("LoadBalancerId",))
NLB = CliCall("GetLoadBalancerAttribute", (), ("LoadBalancerId",), _OF_NLB)
NLB_LISTENER = CliCall("GetListenerAttribute", (), ("ListenerId",), _OF_NLB)
SECURITY_GROUP = CliCall("DescribeSecurityGroupAttribute", (), ("SecurityGroupId",))
# Answers that are not needed: those of ALB and GWLB, whose lists have the same names, empty ones, which NLB and they
# print alike, and the policies of NLB.
_OF_OTHERS = ("LoadBalancerId", ("alb-", "gwlb-"))
_IGNORED = (
    CliCall("", ("LoadBalancers",), (), _OF_OTHERS),
    CliCall("", ("Listeners",), (), _OF_OTHERS),
    CliCall("", ("ServerGroups",), ()),
    CliCall("", ("SecurityPolicies",), ()),
)
_IGNORED_SINGLE = CliCall("", (), ("LoadBalancerId",), _OF_OTHERS)

# A list takes precedence over an id next to it; the id of a CLB is last, since answers about its parts have it, too.
_LISTS = (
    NLBS, NLB_LISTENERS, NLB_GROUPS, NLB_SERVERS, SECURITY_GROUPS, CAS_CERTIFICATES, CAS_ORDERS, *_IGNORED,
    BALANCERS, LISTENERS, GROUPS, CERTIFICATES, ACLS, VSWITCHES, EIPS,
)  # fmt: skip
_SINGLES = (NLB_LISTENER, NLB, _IGNORED_SINGLE, GROUP, ACL, SECURITY_GROUP, BALANCER)


class CliAnswer(NamedTuple):
    """The answer of one call and its items."""

    call: CliCall
    root: Field
    items: tuple[Field, ...]

    @property
    def identities(self) -> frozenset[tuple[str, ...]]:
        """The identities of its items."""
        names = (*self.call.identity, *self.call.further)
        return frozenset(tuple(_plain(item, name) for name in names) for item in self.items)

    def number(self, name: str) -> int | None:
        """A number next to the list (`TotalCount`); None if absent."""
        fact = self.root.get(name).integer()
        return fact.value if fact.given else None


class UnreadableAnswer(NamedTuple):
    """An unreadable answer with its place; `call` is None if it could not be recognised."""

    place: Place
    message: str
    call: CliCall | None = None

    def __str__(self) -> str:
        span = self.place.span
        return tr("{path}: {why}", path=f"{self.place.path}:{span.line}:{span.column}", why=self.message)


def answers_in(source: Source, setting: str | None = None) -> Iterator[CliAnswer | UnreadableAnswer]:
    """Yield the answers in a file in order, and an `UnreadableAnswer` for anything else.

    `setting` is the place in a configuration that names the file.
    """
    for one in _answers_in(source):
        if setting is None or isinstance(one, CliAnswer):
            yield one
        else:
            yield one._replace(message=tr("{why} (inventory of {place})", why=one.message, place=setting))


def _answers_in(source: Source) -> Iterator[CliAnswer | UnreadableAnswer]:
    count = 0
    for document in read_documents(source):
        if document.fault is not None:
            count += 1
            yield UnreadableAnswer(
                Place(source.path, document.fault.span), tr("not JSON: {fault}", fault=document.fault.message)
            )
        elif document.root is not None and not document.skipped:
            root = resolve(document.root)
            for node in root.values() if isinstance(root, Sequence) else [root]:
                count += 1
                yield from _answer(node)
    if not count:
        yield UnreadableAnswer(Place(source.path, Span(1, 1, 1, 1)), tr("holds no answer of the Alibaba Cloud CLI"))


def _answer(node: Node) -> Iterator[CliAnswer | UnreadableAnswer]:
    if isinstance(node, Mapping):
        root = field_of(node)
        call = _list_call(root)
        if call is not None:
            yield from _listed(call, root) if call.name else ()
            return
        for call in _SINGLES:
            if root.get(call.identity[0]).present and call.takes(root):
                yield from (CliAnswer(call, root, (root,)),) if call.name else ()
                return
        if root.get("Code").present and root.get("Message").present:
            code = root.get("Code")
            yield UnreadableAnswer(
                (code.node or node).place, tr("the call failed with {code}", code=shortened(_plain(root, "Code")))
            )
            return
        if root.get("RequestId").present:  # an answer of a call that is not needed
            return
    known = tr(", ").join(dict.fromkeys(call.path[0] for call in _LISTS))
    yield UnreadableAnswer(
        node.place,
        tr("no answer of the Alibaba Cloud CLI that is known here; its first key would be {known}", known=known),
    )


def _list_call(root: Field) -> CliCall | None:
    """The call whose list an answer has; None if it has none."""
    for call in _LISTS:
        field = root.get(call.path[0])
        item = next(field.each(), None)
        if field.present and call.takes(item):
            bare = call is BALANCERS and item is None and isinstance(field.node, Sequence)
            return _IGNORED[0] if bare else call
    return None


def _listed(call: CliCall, root: Field) -> Iterator[CliAnswer | UnreadableAnswer]:
    field = _list(call, root.get(call.path[0]))
    if field is None:
        at = root.get(call.path[0])
        yield UnreadableAnswer((at.node or at.at).place, tr("{path} is no list", path=".".join(call.path)), call)
        return
    items = []
    flaw = None
    for item in field.each():
        missing = next((name for name in call.identity if not _plain(item, name)), None)
        if missing is None:
            items.append(item)
        elif flaw is None:  # only the first is reported
            message = tr("an entry of {path} without {missing}", path=".".join(call.path), missing=missing)
            flaw = UnreadableAnswer((item.node or item.at).place, message, call)
    if flaw is not None:
        yield flaw
    yield CliAnswer(call, root, tuple(items))


def _list(call: CliCall, field: Field) -> Field | None:
    """The list of items, which some tools wrap in an object; an empty wrapper is an empty list."""
    if isinstance(field.node, Mapping):
        inner = field.get(call.path[-1] if len(call.path) > 1 else call.path[0].removesuffix("s"))
        field = inner if inner.node is not None else field
        if field is not inner:
            return field if not field.node.children else None  # type: ignore[union-attr]
    return field if isinstance(field.node, Sequence) else None


def _plain(item: Field, name: str) -> str:
    value = getattr(item.get(name).node, "value", None)
    return "" if value is None else str(value)
