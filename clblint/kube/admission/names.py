"""The forms of names that the API server takes (apimachinery, pkg/util/validation/validation.go)."""

from __future__ import annotations

from clblint.i18n.text import N_
from clblint.light import lru_cache

SERVICE_NAME_FIX = N_("take at most 63 lower-case letters, digits and -, a letter first and no - at the end")
_OF_LABELS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
_OF_ENDS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
_OF_NAMES = _OF_ENDS | frozenset("-_.")
_LONGEST_LABEL, _LONGEST_DOMAIN = 63, 253
_LONGEST_KEY = _LONGEST_DOMAIN + 1 + _LONGEST_LABEL


def is_label(text: str) -> bool:
    """Whether a text is a DNS label (RFC 1123): letters in lower case, digits and hyphens, none at either end."""
    return 0 < len(text) <= _LONGEST_LABEL and _OF_LABELS.issuperset(text) and "-" not in {text[0], text[-1]}


def is_service_name(text: str) -> bool:
    """Whether a text is a DNS label as RFC 1035 has it: a letter first."""
    return is_label(text) and text[0].isalpha()


def is_label_value(text: str) -> bool:
    """Whether a label can have a value (IsValidLabelValue); it may be empty."""
    return not text or _is_name(text)


def is_qualified_name(text: str) -> bool:
    """Whether a text is a name, or one behind the name of a domain and a slash (IsQualifiedName)."""
    return len(text) <= _LONGEST_KEY and _is_qualified(text)


@lru_cache(1024)  # few keys are in all files of a project
def _is_qualified(text: str) -> bool:
    prefix, slash, name = text.rpartition("/")
    return _is_name(name) and (not slash or _is_domain(prefix))


def _is_name(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_LABEL and _OF_NAMES.issuperset(text) and _OF_ENDS.issuperset(text[0] + text[-1])


def _is_domain(text: str) -> bool:
    """Whether a text is a DNS subdomain (RFC 1123); a part of it may have more than 63 characters."""
    parts = text.split(".")
    return len(text) <= _LONGEST_DOMAIN and all(
        part and _OF_LABELS.issuperset(part) and "-" not in {part[0], part[-1]} for part in parts
    )
