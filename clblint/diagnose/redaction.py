"""`--redact`: a copy of a snapshot that can be sent away: pseudonyms, and nothing that may hold a secret.

The copy has only what a diagnosis reads. A hash label that fits its Service is recomputed for the redacted Service, so
that the copy gives the same diagnosis.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter

from clblint.diagnose.hash_label import same_form
from clblint.diagnose.masking import Mask
from clblint.diagnose.objects import HIDDEN_VALUE, is_of_kubernetes, is_read, settings_in
from clblint.diagnose.reading.named_files import listed_files
from clblint.diagnose.reading.pieces import is_answer, pieces_of
from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.i18n.language import tr, why_of
from clblint.kube.well_known import HASH_LABEL, LAST_APPLIED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from clblint.diagnose.shape import Plain

_DROPPED_KINDS = frozenset({"Secret", "ConfigMap"})
_DROPPED = frozenset({
    "env", "envFrom", "args", "volumes", "imagePullSecrets", "data", "stringData", "binaryData", "httpHeaders",
})  # fmt: skip
_GAP = re.compile(r"( {2,})")  # between the cells of a line
# A hook that does nothing but wait: how long decides on the end of a pod.
_WAITS = re.compile(r"(?:(?:/bin/)?(?:ba)?sh -c )?(?:(?:/usr)?/bin/)?sleep \d{1,5}s?")


class Copy(NamedTuple):
    """The result of a redaction: the number of objects, those left out by kind, and the files read only in part."""

    objects: int
    left_out: dict[str, int]
    broken: tuple[str, ...]


def redact(paths: Iterable[str], out: str) -> Copy:
    """Write the redacted copy of files and folders to a file.

    It holds one JSON value a line, and behind them the lines of logs and tables. Raises `UsageError` if it cannot be
    written, or is one of the files that are read.
    """
    mask = Mask(uids=False)
    found = list(listed_files(paths))  # before there is a copy, which may be in a folder that is read
    if any(os.path.exists(path) and os.path.exists(out) and os.path.samefile(path, out) for path in found):
        raise UsageError(tr("{path}: is read, too: name another file for the copy", path=out))
    count, left_out, broken = 0, Counter[str](), dict[str, None]()
    try:
        with open(out, "w", encoding="utf-8", errors="replace") as stream:
            for piece in pieces_of(found, broken.setdefault):
                if isinstance(piece, str):
                    stream.write(_aligned(piece, mask(piece)))
                    continue
                made = _redacted(piece, mask)
                if made is None:
                    left_out[str(piece.get("kind") or "JSON")] += 1
                    continue
                stream.write(json.dumps(made, ensure_ascii=False) + "\n")
                count += 1
    except OSError as error:
        message = f"{out}: {why_of(error)}"
        raise UsageError(message) from error
    return Copy(count, dict(left_out), tuple(broken))


def _aligned(line: str, masked: str) -> str:
    """A masked line whose cells keep their columns where the gaps are wide enough: tables are read by column."""
    before, after = _GAP.split(line), _GAP.split(masked)
    if len(before) != len(after):
        return masked
    for at in range(1, len(after), 2):
        after[at] = " " * max(1, len(before[at]) + len(before[at - 1]) - len(after[at - 1]))
    return "".join(after)


def _redacted(value: Plain, mask: Mask) -> Plain | None:
    """An object without secrets and with pseudonyms; None if the copy leaves it out."""
    kind = str(value.get("kind") or "")
    if not isinstance(value.get("metadata"), dict):
        return mask.value(value) if is_answer(value) else None
    if kind in _DROPPED_KINDS or not (is_read(kind) or kind == "Event"):
        return None
    is_service = kind == "Service"
    form = same_form(*_hashed(value)) if is_service else None
    made: Plain = mask.value(_without_secrets(value, is_service=is_service))
    if form is not None:
        label, spec, annotations = _hashed(made)
        made["metadata"]["labels"][HASH_LABEL] = form(spec, annotations) or label
    return made


def _without_secrets(value: Any, *, is_service: bool) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, list):
        return [_without_secrets(item, is_service=is_service) for item in value]
    if not isinstance(value, dict):
        return value
    made = {
        key: _kept(key, inner, is_service=is_service)
        for key, inner in value.items()
        if key not in _DROPPED and (is_service or key != "managedFields")
    }
    if "image" in value:  # a container: what it runs is not handed on
        made.pop("command", None)
        made |= settings_in(value)
    elif "exitCode" in value:  # how it ended: the message is the end of its log
        made.pop("message", None)
    return made


def _kept(key: str, value: Any, *, is_service: bool) -> Any:  # noqa: ANN401 - any JSON value
    if key == "annotations" and isinstance(value, dict):
        return dict(_annotations(value, is_service=is_service))
    if key == "command" and isinstance(value, list):  # of a hook or probe, or of a container without an image
        return value if _WAITS.fullmatch(" ".join(map(str, value))) else [HIDDEN_VALUE]
    return _without_secrets(value, is_service=is_service)


def _annotations(value: Plain, *, is_service: bool) -> Iterable[tuple[str, Any]]:
    """Yield the annotations of Kubernetes and Alibaba Cloud; those of others may hold anything."""
    for key, text in value.items():
        if key == LAST_APPLIED:
            applied = _applied(text) if is_service else None
            if applied is not None:
                yield key, applied
        elif is_of_kubernetes(key):
            yield key, text


def _applied(text: object) -> str | None:
    """What `kubectl apply` was given, redacted; None if it cannot be read."""
    try:
        value = json.loads(str(text))
    except (ValueError, RecursionError):
        return None
    return json.dumps(_without_secrets(value, is_service=True)) if isinstance(value, dict) else None


def _hashed(service: Plain) -> tuple[str, Plain, dict[str, str] | None]:
    """The hash label of a Service (empty if it has none), and what it is taken from."""
    spec, meta = _mapping(service.get("spec")), _mapping(service.get("metadata"))
    annotations = meta.get("annotations")
    label = _mapping(meta.get("labels")).get(HASH_LABEL)
    return label if isinstance(label, str) else "", spec, annotations if isinstance(annotations, dict) else None


def _mapping(value: object) -> Plain:
    return value if isinstance(value, dict) else {}
