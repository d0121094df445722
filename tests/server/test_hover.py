"""Hovers show texts of manifests and folders as they are."""

from __future__ import annotations

from lsprotocol.types import MarkupContent, Position

from clblint.server.document import Document
from clblint.server.hover import hover
from clblint.session.plans import PlannedService
from clblint.source.place import Place, Span


def test_the_name_of_a_folder_is_no_markdown() -> None:
    document = Document("web.yaml", "  type: LoadBalancer\n", "utf-16")
    root = "a`![](https:/example.com/x.png)/kustomization.yaml"
    plan = PlannedService(Place("web.yaml", Span(1, 1, 1, 1)), root, "", "a plan", ())
    found = hover(document, Position(0, 3), (), lambda: [plan])
    assert found is not None
    assert isinstance(found.contents, MarkupContent)
    assert found.contents.value.startswith("Built by: `a'![](https:/example.com/x.png)`\n\n```text\na plan\n```")
