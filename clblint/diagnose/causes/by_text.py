"""The causes behind the texts of failures; where a text has several, objects and the inventory decide."""

from __future__ import annotations

import re

from clblint.diagnose.causes.making import balancer_named, cause, fault_in, of_words, seen_of
from clblint.diagnose.causes.quota import quota_cause
from clblint.diagnose.causes.words import WORDS
from clblint.diagnose.claims import immutable_annotation, is_borne_out, quoted_values
from clblint.diagnose.diagnosis import CERTAIN, CLOUD, HASH, LIKELY, POSSIBLE, Evidence, event_seen, field_of
from clblint.diagnose.failures import failures
from clblint.diagnose.nodes import region_and_server
from clblint.diagnose.service import ENI
from clblint.i18n.text import phrase
from clblint.kube.well_known import HASH_LABEL, ID_LABEL
from clblint.search.event_texts import UNKNOWN_ERROR, causes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.diagnose.diagnosis import Cause
    from clblint.diagnose.failures import Failure
    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.service import LiveService
    from clblint.i18n.text import Value
    from clblint.inventory.records import BalancerRecord

_BEFORE = 600.0  # seconds: an annotation changed at most this long before the first failure is its cause
_META, _ANNOTATIONS, _LABELS = "metadata", "annotations", "labels"
_COPIED = "copied-hash-label"
_API_SERVER_TAG = "ack.aliyun.com"
_OWNER_TAG = "kubernetes.do.not.delete"
_REUSED_TAG = "kubernetes.reused.by.user"
_HIGHEST_WEIGHT = 100


def causes_behind(service: LiveService, failure: Failure) -> list[Cause]:
    """The cause of a failure; all causes of its text if no object of the Service decides."""
    rivals = causes_of(failure.row)
    if not service.only_reported or len(rivals) < 2:  # noqa: PLR2004 - a cause and a rival
        made = cause_of(service, failure)
        is_open = made.name == UNKNOWN_ERROR and failure.row.cause == "vgroup"
        return [*(_of_nothing_collected(service, failure) if is_open else ())] or [made]
    if not WORDS.keys() >= set(rivals) - {_COPIED}:
        return [cause_of(service, failure)._replace(confidence=LIKELY)]
    return [_possible(name, service, failure) for name in rivals]


def _possible(name: str, service: LiveService, failure: Failure) -> Cause:
    if name == _COPIED:
        return copied_hash(service, failure)._replace(confidence=POSSIBLE)
    return of_words(name, service, failure, confidence=POSSIBLE)


def cause_of(service: LiveService, failure: Failure) -> Cause:
    """The cause of a failure that counts; it is certain only if the Service shows what the text claims of it."""
    made = _cause_of(service, failure)
    is_sure = made.confidence == CERTAIN and is_borne_out(service, failure.row, failure.message)
    return made if is_sure or made.confidence != CERTAIN else made._replace(confidence=LIKELY)


def _cause_of(service: LiveService, failure: Failure) -> Cause:
    make = _GROUPS.get(failure.row.cause)
    if make is not None:
        return make(service, failure)
    name = failure.row.cause if failure.row.cause in WORDS else UNKNOWN_ERROR
    return of_words(name, service, failure)


def _annotation(service: LiveService, suffix: str) -> list[Evidence]:
    """The evidence of an annotation; none if the Service does not have it."""
    key = service.key(suffix)
    return [field_of(service.thing, service.get(suffix), _META, _ANNOTATIONS, key)] if service.has(suffix) else []


def _label(thing: LiveObject, label: str) -> list[Evidence]:
    """The evidence of a label; none if the object does not have it."""
    return [field_of(thing, thing.labels[label], _META, _LABELS, label)] if label in thing.labels else []


def _invalid(service: LiveService, failure: Failure) -> Cause:
    """An annotation that the CCM cannot read: those that still have the quoted value."""
    quoted = quoted_values(failure.message)
    fields = [
        field_of(service.thing, value, _META, _ANNOTATIONS, service.key(suffix))
        for suffix, value in service.own_annotations.items()
        if any(text in value for text in quoted)
    ]
    sure = CERTAIN if fields or not quoted else LIKELY
    return of_words("annotation-invalid", service, failure, fields, sure)


def _lookup(service: LiveService, failure: Failure) -> Cause:
    """The load balancer is not found by its tag: the id was removed, the tag is lost, or it is gone."""
    record = service.record
    if record is not None:
        return _lookup_in_inventory(service, failure, record)
    if service.is_surely_gone:
        seen = _unlisted(service)
        return of_words("clb-deleted", service, failure, [seen], CERTAIN, ("lb-id-removed", "owner-tag-lost"))
    if _id_was_removed(service, failure):
        return of_words("lb-id-removed", service, failure, _signs_of_removal(service), LIKELY)
    return of_words("clb-deleted", service, failure, _label(service.thing, ID_LABEL), LIKELY)


def _lookup_in_inventory(service: LiveService, failure: Failure, record: BalancerRecord) -> Cause:
    seen = _found(service, record)
    tags = record.tags
    if tags is not None and (_REUSED_TAG in tags or (_OWNER_TAG not in tags and _id_was_removed(service, failure))):
        return of_words(
            "lb-id-removed", service, failure, [seen, *_signs_of_removal(service)], CERTAIN, ("clb-deleted",)
        )
    owner = record.owner.value if record.owner is not None else ""
    if owner and owner == service.owner_tag:
        return _unexplained(service, failure, [seen], ("owner-tag-lost", "clb-deleted"))
    sure = CERTAIN if tags is not None else LIKELY
    return of_words("owner-tag-lost", service, failure, [seen], sure, ("clb-deleted",))


def missing(service: LiveService) -> Cause:
    """The inventory does not have the load balancer of a Service of which no failure tells."""
    if service.wanted_id:
        return of_words("reuse-id-missing", service, None, [*_annotation(service, "id"), _unlisted(service)], LIKELY)
    return of_words("clb-deleted", service, None, [_unlisted(service), *_label(service.thing, ID_LABEL)], LIKELY)


def _unlisted(service: LiveService) -> Evidence:
    return _of_inventory(service, phrase("a complete list of load balancers has neither this address nor this id"))


def _of_inventory(service: LiveService, text: Value) -> Evidence:
    return Evidence(CLOUD, f"{service.balancer_kind} {service.label_id or service.address}", "", text)


def _found(service: LiveService, record: BalancerRecord) -> Evidence:
    """The evidence of a load balancer that is in the inventory."""
    text = phrase("{id} has the address {address}", id=record.id.value, address=record.shown.value)
    return _of_inventory(service, text)


def _id_was_removed(service: LiveService, failure: Failure) -> bool:
    if service.wanted_id:
        return False
    if service.applied_annotation("id") or service.git_id:
        return True
    event = failure.event
    first = event.first if event is not None else failure.last
    change = service.last_change
    return change is not None and first is not None and 0 <= first - change <= _BEFORE and bool(service.label_id)


def _signs_of_removal(service: LiveService) -> Iterator[Evidence]:
    yield from _label(service.thing, ID_LABEL)
    for event in service.normal_events("AnnotationChanged"):
        yield event_seen(event)
        return


def _by_tag(service: LiveService, failure: Failure) -> Cause:
    if service.address:
        return _lookup(service, failure)
    return copied_hash(service, failure)


def copied_hash(service: LiveService, failure: Failure | None = None) -> Cause:
    """A hash label that came with a manifest: the CCM takes the Service for synced and looks for its load balancer."""
    writer = service.hash_label_writer
    message = phrase(
        "The hash label came with the manifest: the CCM takes the Service for one that is synced, and looks for a load "
        "balancer that was never made."
    )
    text = phrase("label {label}, written by {writer}", label=HASH_LABEL, writer=writer or "?")
    label = Evidence(HASH, f"Service {service.id}", service.thing.file, text)
    seen = [*seen_of(service, failure), *([label] if HASH_LABEL in service.thing.labels else [])]
    do = (
        phrase("remove the labels {hash} and {id} from the manifest", hash=HASH_LABEL, id=ID_LABEL),
        phrase("change any annotation: that alone makes the hash differ, and queues the Service"),
    )
    sure = CERTAIN if writer or failure is not None else LIKELY
    return cause(_COPIED, message, sure, seen, do, () if writer else ("label-writer",))


def _by_id(service: LiveService, failure: Failure) -> Cause:
    """The id is not known: that of the annotation, or the load balancer of a Service that had a working one."""
    wanted, label = service.wanted_id, service.label_id
    about = balancer_named(failure.message)
    record = service.record_of(about or wanted or label)
    if record is not None:
        seen = _found(service, record)
        return _unexplained(service, failure, [seen], ("reuse-id-missing", "clb-deleted"))
    had_it = wanted == label or (not label and service.revision_passed)
    if wanted and not (had_it and service.address):
        sure = CERTAIN if about in {"", wanted} else LIKELY
        return of_words("reuse-id-missing", service, failure, _annotation(service, "id"), sure)
    if not service.address:
        return _unexplained(service, failure)
    sure = CERTAIN if about in {label, wanted} - {""} else LIKELY
    return of_words("clb-deleted", service, failure, _label(service.thing, ID_LABEL), sure)


def _reuse(service: LiveService, failure: Failure) -> Cause:
    """A load balancer that the CCM does not reuse: its own, that of another Service, or that of the API server."""
    wanted = service.wanted_id
    seen = _annotation(service, "id")
    if wanted and wanted == service.label_id:
        return of_words("reuse-own-clb", service, failure, [*seen, *_label(service.thing, ID_LABEL)])
    other = service.all_services.owner_by_label(wanted, service)
    if other is not None and wanted:
        return of_words(
            "reuse-ccm-made", service, failure, [*seen, *_label(other, ID_LABEL)], CERTAIN, ("reuse-own-clb",)
        )
    record = service.record_of(wanted)
    return (
        _reuse_by_record(service, failure, record, seen)
        if record is not None
        else of_words("reuse-ccm-made", service, failure, seen, LIKELY)
    )


def _reuse_by_record(service: LiveService, failure: Failure, record: BalancerRecord, seen: list[Evidence]) -> Cause:
    owner = record.owner.value if record.owner is not None else ""
    if (owner and owner == service.owner_tag) or (record.shown.value and record.shown.value in service.addresses):
        return of_words(
            "reuse-own-clb", service, failure, [*seen, _of_inventory(service, f"tag {_OWNER_TAG}: {owner}")]
        )
    if not owner and (record.api_server is not None or _API_SERVER_TAG in (record.tags or {})):
        text = phrase("tag {tag}, or a listener on 6443", tag=_API_SERVER_TAG)
        return of_words("reuse-apiserver-clb", service, failure, [*seen, _of_inventory(service, text)])
    whose = f"tag {_OWNER_TAG}: {owner}" if owner else phrase("made by a CCM, by its tags")
    return of_words("reuse-ccm-made", service, failure, [*seen, _of_inventory(service, whose)])


def _rebind(service: LiveService, failure: Failure) -> Cause:
    seen = [*_annotation(service, "id"), *_label(service.thing, ID_LABEL)]
    return of_words("rebind-refused", service, failure, seen)


def _vgroup(service: LiveService, failure: Failure) -> Cause:
    """A server group was not made: by weights, by vgroup-port, by hand-made endpoints, or by nodes."""
    for suffix in ("default-weight", "weight"):
        if service.has(suffix) and not _is_weight(service.get(suffix)):
            return of_words("weight-invalid", service, failure, _annotation(service, suffix))
    if service.has("vgroup-port"):
        return of_words("vgroup-unusable", service, failure, _annotation(service, "vgroup-port"), LIKELY)
    bare = [one for one in service.endpoints or [] if not one.node]
    if bare and not service.selector and service.back_end_type != ENI:
        seen = field_of(bare[0].source, phrase("endpoint {address} has no nodeName", address=bare[0].address))
        return of_words("endpoint-without-node", service, failure, [seen])
    nameless = [node for node in service.eligible if not region_and_server(node)[1]]
    if nameless:
        seen = field_of(nameless[0], nameless[0].text("spec", "providerID"), "spec", "providerID")
        return of_words("node-without-provider-id", service, failure, [seen])
    return _unexplained(service, failure, (), causes_of(failure.row))


def _of_nothing_collected(service: LiveService, failure: Failure) -> Iterator[Cause]:
    """Yield the causes of a missing server group that only objects which were not collected could show."""
    if service.back_end_type == ENI:
        return
    if service.endpoints is None and not service.selector:
        yield of_words("endpoint-without-node", service, failure, (), POSSIBLE)._replace(unknown=("endpoints",))
    if not service.cluster.nodes_known:
        yield of_words("node-without-provider-id", service, failure, (), POSSIBLE)._replace(unknown=("nodes",))


def _unexplained(
    service: LiveService, failure: Failure, seen: Iterable[Evidence] = (), ruled_out: tuple[str, ...] = ()
) -> Cause:
    """A known text of which no cause fits the objects as they are."""
    message = phrase("None of the known causes of this error fits: {said}", said=fault_in(failure.message))
    do = (
        phrase("edit any annotation: that starts a full sync; if it fails, too, take a new snapshot"),
        phrase("or open a ticket with the RequestId, which the log of the CCM has"),
    )
    return cause(UNKNOWN_ERROR, message, LIKELY, [*seen_of(service, failure), *seen], do, ("ccm-log",), ruled_out)


def _is_weight(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text[:9]) <= _HIGHEST_WEIGHT


def _port(service: LiveService, failure: Failure) -> Cause:
    """A port 0 was sent: there is no node port, or a name could not be resolved."""
    without = [port for port in service.ports if not port.get("nodePort")]
    if without and service.back_end_type != ENI:
        seen = field_of(service.thing, phrase("ports without nodePort"), "spec", "ports")
        return of_words("node-ports-missing", service, failure, [seen])
    named = [port for port in service.ports if isinstance(port.get("targetPort"), str)]
    if named:
        seen = field_of(service.thing, str(named[0]["targetPort"]), "spec", "ports")
        sure = CERTAIN if service.cluster.ccm_is_older("v2.0.1") else LIKELY
        return of_words("named-target-port", service, failure, [seen], sure)
    return of_words("node-ports-missing", service, failure, (), POSSIBLE)


def _public(service: LiveService, failure: Failure) -> Cause:
    if service.thing.deleted is not None:
        return of_words("deletion-blocked-public", service, failure)
    return of_words("public-clb-forbidden", service, failure)


def _eni(service: LiveService, failure: Failure) -> Cause:
    from clblint.diagnose.causes.enis import eni_not_ready, eni_on_flannel  # noqa: PLC0415 - few Services need them

    on_flannel = eni_on_flannel(service)
    if on_flannel is not None:
        return on_flannel._replace(evidence=(*seen_of(service, failure), *on_flannel.evidence))
    return eni_not_ready(service, seen_of(service, failure))


def _throttled(service: LiveService, failure: Failure) -> Cause:
    """Too many calls; failing Services make many of them, because the CCM retries their syncs."""
    rivals = [one.id for one in service.all_services.by_name.values() if one is not service and failures(one)]
    message = (
        phrase(
            "The cloud refuses calls because there are too many of them. Other Services of this snapshot fail, too "
            "({count}), and each is tried again every five minutes.",
            count=len(rivals),
        )
        if rivals
        else phrase("The cloud refuses calls because there are too many of them.")
    )
    do = (
        *((phrase("first heal those: {names}", names=", ".join(rivals[:10])),) if rivals else ()),
        phrase(
            "look for two Services on one listener, and for one server group in several Services: they undo each other"
        ),
        phrase("then ask for a higher limit of API calls"),
    )
    return cause("api-throttled", message, CERTAIN, seen_of(service, failure), do, ("api-call-rate",))


def _listener(service: LiveService, failure: Failure) -> Cause:
    """Another Service has the listener."""
    wanted = {port.get("port") for port in service.ports}
    seen = []
    for other in service.sharing:
        common = sorted(port for one in other.items("spec", "ports") if (port := one.get("port")) in wanted)
        if common:
            seen.append(
                field_of(other, phrase("has port {port} of the same load balancer", port=common[0]), "spec", "ports")
            )
    return of_words("listener-exists", service, failure, seen, CERTAIN)


def _vswitch(service: LiveService, failure: Failure) -> Cause:
    return of_words(failure.row.cause, service, failure, _annotation(service, "vswitch-id"))


def _certificate(service: LiveService, failure: Failure) -> Cause:
    return of_words(failure.row.cause, service, failure, _annotation(service, "cert-id"))


def _discontinued(service: LiveService, failure: Failure) -> Cause:
    version = service.cluster.ccm_version
    seen = [Evidence("field", version.source, "", version.value)] if version.value else []
    return of_words("shared-clb-discontinued", service, failure, seen)


def _zone_maps(service: LiveService, failure: Failure) -> Cause:
    return of_words("nlb-zone-maps-missing", service, failure)


def _private_address(service: LiveService, failure: Failure) -> Cause:
    """An empty address that an old CCM sent for a zone; every other one is of the annotation."""
    zones = [zone for zone in service.get("zone-maps").split(",") if zone.strip()]
    none_written = not any(_ADDRESS.search(zone) for zone in zones)
    if not none_written or service.cluster.ccm_is_older(_SENDS_NO_EMPTY_ADDRESS) is False:
        return of_words("api-refuses-value", service, failure, _annotation(service, "zone-maps"))
    return of_words("nlb-intranet-old-ccm", service, failure, _annotation(service, "zone-maps"))


def _immutable(service: LiveService, failure: Failure) -> Cause:
    """The annotation that the text names."""
    named = immutable_annotation(failure.message)
    return of_words("immutable-changed", service, failure, _annotation(service, named))


def _of_node(service: LiveService, failure: Failure) -> Cause:
    return of_words("node-without-provider-id", service, failure, (), LIKELY)


_SENDS_NO_EMPTY_ADDRESS = "v2.11.1"
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")  # of a zone: ZONE:VSWITCH:IPv4
_GROUPS: dict[str, Callable[[LiveService, Failure], Cause]] = {
    "annotation-invalid": _invalid,
    "lookup": _lookup,
    "by-tag": _by_tag,
    "by-id": _by_id,
    "reuse": _reuse,
    "rebind-refused": _rebind,
    "vgroup": _vgroup,
    "port": _port,
    "public": _public,
    "eni": _eni,
    "eni-not-ready": _eni,
    "eni-on-flannel": _eni,
    "api-throttled": _throttled,
    "listener-exists": _listener,
    "vswitch-full": _vswitch,
    "vswitch-missing": _vswitch,
    "certificate-missing": _certificate,
    "certificate-expired": _certificate,
    "shared-clb-discontinued": _discontinued,
    "nlb-zone-maps-missing": _zone_maps,
    "nlb-intranet-old-ccm": _private_address,
    "immutable-changed": _immutable,
    "backend-quota": quota_cause,
    "node": _of_node,
}
