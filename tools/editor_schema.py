"""The JSON Schema with which editors check the annotations of a Service while they are typed.

It is draft-07, which is what yaml-language-server reads, and open: other kinds, other annotations and values that a
later step fills in (`${NAME}`, `{{ ... }}`) are left alone.
"""

from __future__ import annotations

from typing import Any

from clblint.kube.catalogue.texts import allowed_words, details_for, term
from clblint.kube.well_known import NLB_CLASS

PLACEHOLDER = r"\$\{|\$\(|\{\{|<[^>]*>"
TITLE = "Annotations of a Service of type LoadBalancer that the Alibaba Cloud Controller Manager reads"


def editor_schema(document: dict[str, Any]) -> dict[str, Any]:
    """The schema that `clblint_schemas/service.schema.json` holds."""
    nlb = _required({"spec": _required({"loadBalancerClass": {"const": NLB_CLASS}})})
    other = _required({"spec": _required({"loadBalancerClass": {"type": "string"}})})
    clb = {"if": {"not": other}, "then": _service(document, "clb")}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": TITLE,
        "if": _required({"apiVersion": {"const": "v1"}, "kind": {"const": "Service"}}),
        "then": {"if": nlb, "then": _service(document, "nlb"), "else": clb},
        "definitions": {
            _name(annotation, controller): _value(annotation, controller)
            for annotation in (*document["annotations"], *document["newer"])
            for controller in ("clb", "nlb")
        },
    }


def _service(document: dict[str, Any], controller: str) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    legacy: dict[str, Any] = {}
    for annotation in (*document["annotations"], *document["newer"]):
        reference = {"$ref": f"#/definitions/{_name(annotation, controller)}"}
        properties[annotation["key"]] = reference
        if "legacy_key" in annotation:
            # As a pattern, a key is checked and explained, but not offered.
            legacy[f"^{annotation['legacy_key'].replace('.', '[.]')}$"] = reference
    for entry in document["dead"]:
        properties[entry["key"]] = {"deprecationMessage": _dead(entry), "doNotSuggest": True}
    keys = {annotation["suffix"]: _keys(annotation) for annotation in document["annotations"]}
    conditions = [_condition(row, keys) for row in document["conditions"] if row["for"] == controller]
    annotations = {"properties": properties, "patternProperties": legacy, "allOf": conditions}
    return {"properties": {"metadata": {"properties": {"annotations": annotations}}}}


def _name(annotation: dict[str, Any], controller: str) -> str:
    """One definition serves both controllers if they read an annotation alike."""
    alike = controller == "clb" or (len(annotation["accepts"]) == 1 and controller in annotation["controllers"])
    alike = alike and annotation["controllers"] != ["nlb"]
    return annotation["suffix"] if alike else f"{annotation['suffix']}.{controller}"


def _keys(annotation: dict[str, Any]) -> list[str]:
    return [annotation[name] for name in ("key", "legacy_key") if name in annotation]


def _value(annotation: dict[str, Any], controller: str) -> dict[str, Any]:
    """The schema of one value; an empty one counts as none, so it is always right."""
    accepts = next((row for row in annotation["accepts"] if controller in row["for"]), annotation["accepts"][0])
    description = annotation["description"]["en"]
    if controller not in annotation["controllers"]:
        description = f"Not read here: it is for {annotation['controllers'][0].upper()}s. {description}"
    description = "\n\n".join((description, *_side_by_side(annotation)))
    schema = {"title": annotation["title"]["en"], "description": description, "type": "string"}
    return {**schema, **_constraint(accepts), **_examples(annotation, accepts)}


def _side_by_side(annotation: dict[str, Any]) -> tuple[str, ...]:
    """What it takes, its default and the effect of a change for each controller, where these differ."""
    told = {controller: _told(annotation, controller) for controller in annotation["controllers"]}
    if len(set(told.values())) == 1:
        return ()
    return tuple(f"{controller.upper()}: {text}" for controller, text in told.items())


def _told(annotation: dict[str, Any], controller: str) -> str:
    accepts = next(row for row in annotation["accepts"] if controller in row["for"])
    details = details_for(annotation, controller)
    default, change = details["default"], details["change"]
    said = default["text"]["en"] if "text" in default else term("default", default["when"]).en
    unset = default.get("value") or said.removesuffix(".")
    effect = term("change", change["does"]).en
    return f"takes {allowed_words(accepts).en}; without it: {unset}; a change: {effect}."


def _constraint(accepts: dict[str, Any]) -> dict[str, Any]:
    words = {word: value for word, value in accepts["schema"].items() if word != "type"}
    if not words:
        return {}
    message = f"It takes {allowed_words(accepts).en}"
    if set(words) == {"pattern"}:
        return {"pattern": f"(?:{words['pattern']})|^$|{PLACEHOLDER}", "patternErrorMessage": message}
    if set(words) == {"enum"}:
        words["enum"] = [*words["enum"], ""]
    if "pattern" in words:
        words["patternErrorMessage"] = message
    branches = words.pop("anyOf", []) + ([words] if words else [])
    # The enumeration goes first: editors take its values for completion and for the message.
    return {"anyOf": [*branches, {"pattern": f"^$|{PLACEHOLDER}"}]}


def _examples(annotation: dict[str, Any], accepts: dict[str, Any]) -> dict[str, Any]:
    first = accepts is annotation["accepts"][0]
    examples = annotation["examples"] if first else annotation["examples"].get("nlb", {"valid": []})
    wanted = accepts["kind"] in {"string", "list", "map"} and examples["valid"]
    return {"examples": examples["valid"][:1]} if wanted else {}


def _dead(entry: dict[str, Any]) -> str:
    text: str = entry["text"]["en"]
    instead = " or ".join(entry["instead"])
    return f"{text} Use {instead}." if instead else text


def _condition(row: dict[str, Any], keys: dict[str, list[str]]) -> dict[str, Any]:
    wanted = [_present(keys[suffix], value) for suffix, value in row["if"].items()]
    wanted += [{"not": _present(keys[suffix], {})} for suffix in row.get("unless", ())]
    needed = [_present(keys[suffix], value, lenient=True) for suffix, value in row["then"].items()]
    return {"if": _all(wanted), "then": {"$comment": row["text"]["en"], **_all(needed)}}


def _all(parts: list[dict[str, Any]]) -> dict[str, Any]:
    return parts[0] if len(parts) == 1 else {"allOf": parts}


def _present(keys: list[str], value: dict[str, Any], *, lenient: bool = False) -> dict[str, Any]:
    """One of the keys stands there with such a value; `lenient` also takes a placeholder for it."""
    if "not" in value:
        return {"properties": dict.fromkeys(keys, value)}
    wanted = value or {"minLength": 1}
    if lenient and value:
        wanted = {"anyOf": [value, {"pattern": PLACEHOLDER}]}
    wanted = {**wanted, "doNotSuggest": True}  # the properties proper are suggested, with their texts
    parts = [_required({key: wanted}) for key in keys]
    return parts[0] if len(parts) == 1 else {"anyOf": parts}


def _required(properties: dict[str, Any]) -> dict[str, Any]:
    return {"required": list(properties), "properties": properties}
