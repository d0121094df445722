"""A plan names the error that the first sync meets first, whatever fails later."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from clblint.balancer.neighbours.claims import claims_of
from clblint.build import build
from clblint.change.change import Change
from clblint.change.plan import rows_of
from clblint.config.model import no_config
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.kube.project.outlining import outline_of
from clblint.kube.project.project import Project
from clblint.lint.settings import LintSettings, one_settings
from clblint.plugins.manager import load_plugins
from clblint.run.against import between
from clblint.run.verdicts import Verdicts
from clblint.source.text import Source

if TYPE_CHECKING:
    from clblint.balancer.refusal import SyncEnd

PREFIX = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
UNCERTIFIED, MALFORMED = {"protocol-port": "https:80"}, {"vgroup-port": "80"}
DOMAINS = {"protocol-port": "https:80", "cert-id": "c", "domain-extensions": "a.com:c1,a.com:c2"}
BY_BANDWIDTH = {"charge-type": "paybybandwidth", "bandwidth": "10"}
NO_HOST = {"hostname": "Example_1"}


def manifest(annotations: dict[str, str]) -> bytes:
    metadata = {"name": "web", "annotations": {PREFIX + key: value for key, value in annotations.items()}}
    spec = {"type": "LoadBalancer", "selector": {"app": "web"}, "ports": [{"port": 80, "targetPort": 8080}]}
    return json.dumps({"apiVersion": "v1", "kind": "Service", "metadata": metadata, "spec": spec}).encode()


class Planned:
    """How the first syncs of a new Service end."""

    def __init__(self, annotations: dict[str, str]) -> None:
        text, cluster = manifest(annotations), no_config().cluster
        read = read_manifest(Source("web.yaml", text))
        (service,) = read.objects
        assert isinstance(service, Service)
        verdicts = Verdicts(one_settings(LintSettings(tuple(load_plugins().rules), cluster)))
        verdicts.read(Project([outline_of(read, claims_of)], lambda _: read), [read])
        self.ends: SyncEnd = verdicts.sync_end_of(build(service, cluster))
        (change,) = between({}, {"web.yaml": ("web.yaml", text)}, cluster, None)
        assert isinstance(change, Change)
        assert change.new is not None
        (self.row,) = rows_of([change.new], [change], verdicts.sync_end_of_change)


@pytest.mark.parametrize("annotations", [{**UNCERTIFIED, **MALFORMED}, {**MALFORMED, **UNCERTIFIED}])
def test_what_fails_as_of_the_second_sync_hides_nothing(annotations: dict[str, str]) -> None:
    made = Planned(annotations)
    assert (made.ends.rule, made.ends.later) == ("https-without-certificate", "")
    assert made.ends.first == made.row.error


@pytest.mark.parametrize("annotations", [MALFORMED, DOMAINS])
def test_what_fails_as_of_the_second_sync_is_not_the_end_of_the_first(annotations: dict[str, str]) -> None:
    ends = Planned(annotations).ends
    assert not ends.first
    assert ends.later


@pytest.mark.parametrize("other", [BY_BANDWIDTH, UNCERTIFIED])
def test_the_status_is_written_last(other: dict[str, str]) -> None:
    alone, made = Planned(NO_HOST), Planned({**NO_HOST, **other})
    assert alone.ends.first.startswith("Error updating load balancer status")
    assert alone.row.error == alone.ends.first
    assert made.ends.rule in {"paybybandwidth-with-clcu", "https-without-certificate"}
    assert made.row.error == made.ends.first
    assert made.row.ends.rule == made.ends.rule
    assert (len(made.row.calls) == 1) is (other is BY_BANDWIDTH)


def test_the_order_of_annotations_means_nothing() -> None:
    given = {**UNCERTIFIED, "scheduler": "wrrr", "health-check-domain": "a_b"}
    turned = dict(reversed(given.items()))
    assert Planned(given).ends == Planned(turned).ends
    assert Planned(given).row.error == Planned(turned).row.error
