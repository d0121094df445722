"""The label `service.beta.kubernetes.io/hash`, recomputed: whether the present revision was ever synced completely.

The CCM writes it as the last step of a sync that changed anything but back ends (SU:GetServiceHash, hash.go). It lists
ports, type, policy, class, annotations and deletion time, from v2.14.0 on also source ranges; before v2.7.0 the whole
spec, annotations and deletion time. What is zero is dropped, the rest is written as YAML, and its SHA-224 is the label.
"""

from __future__ import annotations

import hashlib

from clblint.diagnose.yaml_v2 import NotModelledError, document
from clblint.kube.well_known import HASH_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.shape import Plain

ABSENT, EQUAL, OLDER_FORM, DIFFERS, UNKNOWN = "absent", "equal", "equal in an older form", "differs", "unknown"
PASSED = "passed"  # a sync after the last change ended well, so the label does not matter
SHORT_FORM_SINCE, SOURCE_RANGES_SINCE, KNOWN_UNTIL = "v2.7.0", "v2.14.0", "v2.15.0"
_OWN = "alibabacloud.com/reconcile.hash"  # hash.go removes it everywhere
_EMPTY: tuple[object, ...] = (None, "", 0, False, [], {})
_HIDDEN = ("***HIDDEN***", "REDACTED", "<redacted>")


def service_hash(spec: Plain, annotations: dict[str, str] | None, deleted: str | None = None) -> str | None:
    """The label that the CCM since v2.7.0 gives a Service; None if its text is not modelled."""
    parts = [
        spec.get("ports"), spec.get("type"), spec.get("externalTrafficPolicy"), spec.get("loadBalancerClass"),
        annotations, deleted, spec.get("loadBalancerSourceRanges"),
    ]  # fmt: skip
    return _digest(parts)


def _hash_without_ranges(spec: Plain, annotations: dict[str, str] | None) -> str | None:
    return service_hash({**spec, "loadBalancerSourceRanges": None}, annotations)


def _old_hash(spec: Plain, annotations: dict[str, str] | None) -> str | None:
    """The label of a CCM before v2.7.0."""
    return _digest([spec, annotations])


def same_form(label: str, spec: Plain, annotations: dict[str, str] | None) -> Callable[..., str | None] | None:
    """The known form (a function) that gives a Service this label; None if no form does."""
    forms = service_hash, _hash_without_ranges, _old_hash
    return next((form for form in forms if label and form(spec, annotations) == label), None)


def _digest(parts: list[Any]) -> str | None:
    kept = [found for part in parts if (found := _without_zeros(part)) not in _EMPTY]
    try:
        return hashlib.sha224(document(kept).encode("utf-8", "replace")).hexdigest()
    except (NotModelledError, RecursionError, ValueError):
        return None


def _without_zeros(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        known = {key: _without_zeros(inner) for key, inner in value.items() if key != _OWN}
        return {key: inner for key, inner in known.items() if inner not in _EMPTY}
    return [_without_zeros(item) for item in value] if isinstance(value, list) else value


def hash_verdict(service: LiveObject, *, described: bool) -> str:
    """How the label compares with the Service as it is: one of the words above.

    A deleted Service is compared as it was before. `described`: it comes from `kubectl describe`, which
    hides annotations. The result is cached: a snapshot has thousands of Services.
    """
    known: str | None = service.raw.get("verdict")
    if known is None:
        known = service.raw["verdict"] = _verdict(service, described=described)
    return known


def _verdict(service: LiveObject, *, described: bool) -> str:
    label = service.labels.get(HASH_LABEL)
    if not label:
        return ABSENT
    spec, annotations = service.raw.get("spec"), service.annotations
    if described or not isinstance(spec, dict) or any(map(is_hidden, annotations.values())):
        return UNKNOWN
    computed = service_hash(spec, annotations)
    if computed is None:
        return UNKNOWN
    if label == computed or (spec.get("loadBalancerSourceRanges") and label == _hash_without_ranges(spec, annotations)):
        return EQUAL
    return OLDER_FORM if label == _old_hash(spec, annotations) else DIFFERS


def is_hidden(value: str) -> bool:
    """Whether a value was redacted before the snapshot was handed on."""
    return any(word in value for word in _HIDDEN)


def counts_ranges(service: LiveObject) -> bool:
    """Whether the label is that of a CCM which counts source ranges."""
    spec = service.raw.get("spec")
    if not isinstance(spec, dict) or not spec.get("loadBalancerSourceRanges"):
        return False
    return service.labels.get(HASH_LABEL) == service_hash(spec, service.annotations)
