"""The API server's validation of the names in a Service: namespace, labels, selector, keys of annotations.

Source: apimachinery, pkg/api/validation/objectmeta.go and pkg/apis/meta/v1/validation/validation.go
"""

from __future__ import annotations

from clblint.i18n.text import N_
from clblint.kube.admission.names import is_label, is_label_value, is_qualified_name
from clblint.kube.admission.rejection import Rejection
from clblint.kube.unrendered import is_unrendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service

_KEY_FIX = N_(
    "take at most 63 letters, digits, -, _ and ., with a letter or digit at either end; a domain in lower case and one "
    "slash may stand before it"
)
_QUALIFIED = (
    "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
    "alphanumeric character, with an optional DNS subdomain prefix and '/'"
)


def rejected_metadata(service: Service) -> Iterator[Rejection]:
    """Yield the names that no object may have, but not those that a kustomization replaces."""
    yield from _namespace(service)
    yield from _labels(service, "metadata.labels", service.labels)
    yield from _labels(service, "spec.selector", service.selector)
    for key, fact in service.annotations.items():
        if _is_refused_key(key.lower()):  # the case does not matter there
            message = N_("{key} is not a key that an annotation can have, and the API server refuses the Service")
            yield _refused_key(message, "metadata.annotations", key, fact)


def _namespace(service: Service) -> Iterator[Rejection]:
    name = service.root.get("metadata", "namespace").text()
    if name.readable and name.value == service.namespace and not is_label(name.value):
        yield Rejection(
            N_("{name} is not a name that a namespace can have, and the API server refuses the Service"),
            name,
            'metadata.namespace: Invalid value: "{name}": a lowercase RFC 1123 label must consist of lower case '
            "alphanumeric characters or '-', and must start and end with an alphanumeric character",
            N_("take at most 63 lower-case letters, digits and -, no - at either end"),
            "namespace",
            {"name": name.value},
        )


def _labels(service: Service, field: str, labels: Mapping[str, Fact[str]]) -> Iterator[Rejection]:
    for key, fact in labels.items():
        if key in service.relabelled:
            continue
        if _is_refused_key(key):
            message = N_("{key} is not a key that a label can have, and the API server refuses the Service")
            yield _refused_key(message, field, key, fact)
        if fact.readable and not is_label_value(fact.value):
            yield Rejection(
                N_("{value} is not a value that a label can have, and the API server refuses the Service"),
                fact,
                '{field}: Invalid value: "{value}": a valid label must be an empty string or consist of alphanumeric '
                "characters, '-', '_' or '.', and must start and end with an alphanumeric character",
                N_("take at most 63 letters, digits, -, _ and ., with a letter or digit at either end"),
                f"{field} {key}",
                {"field": field, "value": fact.value},
            )


def _is_refused_key(key: str) -> bool:
    return not is_qualified_name(key) and not is_unrendered(key)


def _refused_key(message: str, field: str, key: str, fact: Fact[str]) -> Rejection:
    values = {"field": field, "key": key}
    return Rejection(
        message, fact.at_key, f'{{field}}: Invalid value: "{{key}}": {_QUALIFIED}', _KEY_FIX, f"{field} {key}", values
    )
