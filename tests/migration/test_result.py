"""The result of a move, when filled in, has no error that the Service of the CLB did not have."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clblint.build import build
from clblint.clb.model import ClassicLoadBalancer
from clblint.discovery.walk import Input
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings
from clblint.kube.clusters.profile import undeclared
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.lint.severity import Severity
from clblint.migration.nlb_service import NlbService
from clblint.migration.write import written
from clblint.plugins.manager import load_plugins
from clblint.source.text import Source
from tests.migration.filled import filled
from tests.recorded.files import CORPUS, needs_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = Path(__file__).parents[2] / "examples"
RULES = tuple(load_plugins().rules)
# A move does not fill in what was left open before, and what no CLB listener used may be used by those of an NLB.
_OPEN = "placeholder-left"


def errors_in(text: str) -> set[str]:
    """The rules of which a manifest has errors."""
    files = {"web.yaml": text.encode()}
    outcome = lint([Input("web.yaml")], lambda: WorkerSettings(RULES, undeclared()), files.__getitem__)
    assert not outcome.errors
    return {finding.rule for finding in outcome.findings if finding.severity is Severity.ERROR}


def clbs_in(path: Path) -> Iterator[ClassicLoadBalancer]:
    """The CLBs of the Services in a file that the API server takes."""
    for thing in read_manifest(Source(path.name, path.read_bytes())).objects:
        balancer = build(thing, undeclared()) if isinstance(thing, Service) and not thing.partial else None
        if isinstance(balancer, ClassicLoadBalancer) and balancer.handled_by.is_("clb") and balancer.rejection is None:
            yield balancer


def moved(path: Path) -> list[str]:
    """Check the moves of all CLBs of a file; the manifests made."""
    made = [written(NlbService(balancer=balancer)) for balancer in clbs_in(path)]
    before = errors_in(path.read_text(encoding="utf-8")) if made else set()
    for text in made:
        assert errors_in(text) >= {_OPEN} or "id: " in text, text  # what has to be filled in is reported
        assert errors_in(filled(text)) - before <= {_OPEN}, text
    return made


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.name)
def test_bundled_examples(path: Path) -> None:
    assert len(moved(path)) == sum(1 for _ in clbs_in(path))


@needs_corpus
def test_real_manifests() -> None:
    files = [path for path in sorted(CORPUS.rglob("*.y*ml")) if b"alibaba" in path.read_bytes()]
    made = [text for path in files for text in moved(path)]
    assert made
