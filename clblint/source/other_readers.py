"""What readers of YAML other than kubectl take: files that are no manifests are for those."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 1 << 20  # code points; the reader in Python takes seconds for more
_OF_OBJECTS = frozenset({"apiVersion", "kind"})


def is_for_another_reader(text: str) -> bool:
    """Whether a text is YAML by the specification, with no Kubernetes object in it.

    kubectl cuts a file at every line that begins with `---`, takes directives for content, and knows YAML 1.1 only.
    """
    if len(text) > _LONGEST:
        return False
    try:
        return not any(_OF_OBJECTS & keys for keys in _keys_of_documents(text))
    except Exception:  # noqa: BLE001 - whatever the reader trips over, it does not take the text
        return False


def _keys_of_documents(text: str) -> Iterator[set[str]]:
    """The keys at the top of each document."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - only for a file that kubectl cannot read

    for root in YAML(typ="safe", pure=True).compose_all(text):
        yield _keys(root)


def _keys(root: Any) -> set[str]:  # noqa: ANN401 - a node of ruamel.yaml
    entries = root.value if root is not None and root.id == "mapping" else ()
    return {key.value for key, _ in entries if isinstance(key.value, str)}
