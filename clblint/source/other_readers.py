"""Recognises YAML files for tools other than kubectl, so that kubectl's complaints about them are not reported."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_LONGEST = 1 << 20  # code points; the parser in Python takes seconds for more
_VERSION = re.compile(r"^(%YAML 1\.)[0-9]+", re.MULTILINE)
_OF_OBJECTS = frozenset({"apiVersion", "kind"})


def is_for_another_reader(text: str) -> bool:
    """Whether a text is valid YAML by the specification and contains no Kubernetes object.

    kubectl differs from the specification: it splits a file at every line that begins with `---`, takes directives for
    content, and knows YAML 1.1 only. A later version than 1.2 is read as that one, as the specification has it.
    """
    if len(text) > _LONGEST:
        return False
    try:
        return not any(_OF_OBJECTS & keys for keys in _keys_of_documents(text))
    except Exception:  # noqa: BLE001 - whatever the parser raises, it does not accept the text
        return False


def _keys_of_documents(text: str) -> Iterator[set[str]]:
    """Yield the set of top-level keys of each document."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - only for a file that kubectl cannot read

    reader = YAML(typ="safe", pure=True)
    reader.composer.warn_double_anchors = False  # which is no error, and would be written to standard error
    for root in reader.compose_all(_VERSION.sub(r"\g<1>2", text)):
        yield _keys(root)


def _keys(root: Any) -> set[str]:  # noqa: ANN401 - a node of ruamel.yaml
    entries = root.value if root is not None and root.id == "mapping" else ()
    return {key.value for key, _ in entries if isinstance(key.value, str)}
