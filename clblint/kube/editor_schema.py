"""The JSON Schema with which editors check the annotations of a Service while they are typed.

It is draft-07, which is what yaml-language-server reads, and open: other kinds, other annotations and values that a
later step fills in (`${NAME}`, `{{ ... }}`) are left alone.
"""

from __future__ import annotations

from typing import Any

NLB_CLASS = "alibabacloud.com/nlb"
PLACEHOLDER = r"\$\{|\$\(|\{\{|<[^>]*>"
TITLE = "Annotations of a Service of type LoadBalancer that the Alibaba Cloud Controller Manager reads"


def editor_schema(document: dict[str, Any]) -> dict[str, Any]:
    """The schema that `schemas/clblint_schemas/service.schema.json` holds."""
    nlb = {"required": ["spec"], "properties": {"spec": _required({"loadBalancerClass": {"const": NLB_CLASS}})}}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": TITLE,
        "if": _required({"apiVersion": {"const": "v1"}, "kind": {"const": "Service"}}),
        "then": {"if": nlb, "then": _service(document, "nlb"), "else": _service(document, "clb")},
    }


def _service(document: dict[str, Any], controller: str) -> dict[str, Any]:
    annotations: dict[str, Any] = {"type": "object", "properties": {}}
    keys: dict[str, list[str]] = {}
    for annotation in document["annotations"]:
        keys[annotation["suffix"]] = [annotation[name] for name in ("key", "legacy_key") if name in annotation]
        for key in keys[annotation["suffix"]]:
            annotations["properties"][key] = _property(document, annotation, controller)
    for entry in document["dead"]:
        annotations["properties"][entry["key"]] = _dead(entry)
    conditions = [_condition(row, keys) for row in document["conditions"] if row["for"] == controller]
    annotations["allOf"] = conditions
    return {"properties": {"metadata": {"properties": {"annotations": annotations}}}}


def _property(document: dict[str, Any], annotation: dict[str, Any], controller: str) -> dict[str, Any]:
    accepts = next((row for row in annotation["accepts"] if controller in row["for"]), annotation["accepts"][0])
    description = annotation["description"]["en"]
    if controller not in annotation["controllers"]:
        reader = annotation["controllers"][0].upper()
        description = f"Without effect here: only {reader}s have it. {description}"
    described = {
        "title": annotation["title"]["en"],
        "description": description,
        "type": "string",
    }
    value = _value(document, accepts)
    return {**described, **value} if value else described


def _value(document: dict[str, Any], accepts: dict[str, Any]) -> dict[str, Any]:
    """An empty value counts as none, so it is always right."""
    schema = {word: value for word, value in accepts["schema"].items() if word != "type"}
    if not schema:
        return {}
    if set(schema) == {"enum"}:
        return {"enum": [*schema["enum"], ""]}
    if set(schema) != {"pattern"}:
        schema = {"anyOf": [{"const": ""}, {"pattern": PLACEHOLDER}, schema]}
        return {**schema, **_examples(accepts)}
    message = f"It takes {_allowed(document, accepts)}."
    return {
        "pattern": f"{schema['pattern']}|^$|{PLACEHOLDER}",
        "patternErrorMessage": message,
        **_examples(accepts),
    }
