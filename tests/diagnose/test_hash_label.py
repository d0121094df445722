"""The hash label of Services, as the controller's own function gives it."""

from __future__ import annotations

import gzip
import json

import pytest

from clblint.diagnose.hash_label import DIFFERS, EQUAL, OLDER_FORM, UNKNOWN, _old_hash, hash_verdict, service_hash
from clblint.diagnose.objects import LiveObject, live_object
from clblint.diagnose.yaml_v2 import NotModelledError, document
from clblint.kube.well_known import HASH_LABEL
from tests.recorded.files import HASHES


def _vectors() -> list[dict[str, object]]:
    with gzip.open(HASHES, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def test_every_recorded_label_is_computed() -> None:
    wrong = []
    for vector in _vectors():
        service = vector["service"]
        assert isinstance(service, dict)
        meta = service.get("metadata", {})
        made = service_hash(service.get("spec", {}), meta.get("annotations"), meta.get("deletionTimestamp"))
        if made != vector["hash"]:
            wrong.append(service)
    assert not wrong


def _service(label: str, annotations: dict[str, str] | None = None) -> LiveObject:
    plain = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {
            "name": "web",
            "namespace": "default",
            "labels": {HASH_LABEL: label},
            "annotations": annotations or {},
        },
        "spec": {"type": "LoadBalancer", "ports": [{"port": 80, "targetPort": "http"}], "selector": {"app": "web"}},
    }
    made = live_object(plain, "Service", "x.json")
    assert made is not None
    return made


@pytest.mark.parametrize(("label", "verdict"), [("new", EQUAL), ("old", OLDER_FORM), ("0" * 56, DIFFERS)])
def test_a_label_has_the_verdict_of_its_form(label: str, verdict: str) -> None:
    spec = _service("").raw["spec"]
    labels = {"new": service_hash(spec, {}), "old": _old_hash(spec, {})}
    assert hash_verdict(_service(labels.get(label) or label), described=False) == verdict


def test_a_redacted_annotation_makes_the_verdict_unknown() -> None:
    assert hash_verdict(_service("0" * 56, {"a/b": "***HIDDEN***"}), described=False) == UNKNOWN


def test_kubectl_describe_makes_the_verdict_unknown() -> None:
    assert hash_verdict(_service("0" * 56), described=True) == UNKNOWN


def test_keys_that_are_not_modelled_raise_an_error() -> None:
    with pytest.raises(NotModelledError):
        document({"k" * 129: "x"})
