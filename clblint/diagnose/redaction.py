"""`--redact`: a copy of a snapshot that can be sent away: pseudonyms, and nothing that may hold a secret.

The hash label of a Service is taken anew where it was right, so that the copy gives the same diagnosis.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from clblint.diagnose.hash_label import service_hash
from clblint.diagnose.masking import Mask
from clblint.diagnose.objects import HASH_LABEL
from clblint.diagnose.reading.files import pieces_of
from clblint.errors import UsageError
from clblint.i18n.language import tr, why_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.diagnose.shape import Plain

_DROPPED_KINDS = frozenset({"Secret", "ConfigMap"})
_DROPPED = frozenset({"env", "envFrom", "args", "volumes", "imagePullSecrets", "data", "stringData", "binaryData"})
_LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"


def redact(paths: Iterable[str], out: str) -> int:
    """Write the redacted copy of files and folders to a file; returns the number of objects in it.

    It holds one JSON value a line, and behind them the lines of logs and tables. Raises `UsageError` if it cannot be
    written, or is one of the files that are read.
    """
    mask = Mask(uids=False)
    found = list(paths)
    if any(os.path.exists(path) and os.path.exists(out) and os.path.samefile(path, out) for path in found):
        raise UsageError(tr("{path}: is read, too: name another file for the copy", path=out))
    count = 0
    try:
        with open(out, "w", encoding="utf-8") as stream:
            for piece in pieces_of(found):
                if isinstance(piece, str):
                    stream.write(mask(piece))
                    continue
                made = _redacted(piece, mask)
                if made is not None:
                    stream.write(json.dumps(made, ensure_ascii=False) + "\n")
                    count += 1
    except OSError as error:
        message = f"{out}: {why_of(error)}"
        raise UsageError(message) from error
    return count


def _redacted(value: Plain, mask: Mask) -> Plain | None:
    """An object without secrets and with pseudonyms; None if it is not handed on."""
    if str(value.get("kind")) in _DROPPED_KINDS:
        return None
    was_right = value.get("kind") == "Service" and _label(value) == _hash(value)
    kept = _without_secrets(value, is_service=value.get("kind") == "Service")
    made: Plain = mask.value(kept)
    if was_right and _label(value):
        made["metadata"]["labels"][HASH_LABEL] = _hash(made) or _label(value)
    return made


def _without_secrets(value: Any, *, is_service: bool) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        return {
            key: _without_secrets(inner, is_service=is_service)
            for key, inner in value.items()
            if key not in _DROPPED
            and (is_service or key not in {_LAST_APPLIED, "managedFields"})
            and not (key == "command" and "image" in value)
        }
    return [_without_secrets(item, is_service=is_service) for item in value] if isinstance(value, list) else value


def _label(value: Plain) -> str:
    meta = value.get("metadata")
    labels = meta.get("labels") if isinstance(meta, dict) else None
    found = labels.get(HASH_LABEL) if isinstance(labels, dict) else None
    return found if isinstance(found, str) else ""


def _hash(value: Plain) -> str | None:
    spec, meta = value.get("spec"), value.get("metadata")
    if not isinstance(spec, dict) or not isinstance(meta, dict):
        return None
    annotations = meta.get("annotations")
    return service_hash(spec, annotations if isinstance(annotations, dict) else None)
