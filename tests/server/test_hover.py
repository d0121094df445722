"""Hovers show texts of manifests and folders as they are."""

from __future__ import annotations

import pytest
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


KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
LINES = {
    "block": (f"    {KEY}scheduler: wrr", "wrr", "scheduler"),
    "an item of a flow mapping": (
        f"metadata: {{annotations: {{{KEY}id: lb-1, {KEY}scheduler: wrr}}}}",
        "wrr",
        "scheduler",
    ),
    "the item before it": (f"metadata: {{annotations: {{{KEY}id: lb-1, {KEY}scheduler: wrr}}}}", "lb-1", "id"),
    "a key in quotes": (f'{{"metadata": {{"annotations": {{"{KEY}scheduler": "wrr"}}}}}}', "wrr", "scheduler"),
    "before all of them": (f"metadata: {{annotations: {{{KEY}id: lb-1}}}}", "metadata", ""),
    "a value like a flow mapping": (
        f"    {KEY}additional-resource-tags: 'a, b: c'",
        "b: c",
        "additional-resource-tags",
    ),
}


@pytest.mark.parametrize(("line", "at", "suffix"), LINES.values(), ids=LINES)
def test_an_annotation_is_explained_wherever_it_stands(line: str, at: str, suffix: str) -> None:
    found = hover(Document("web.yaml", f"{line}\n", "utf-16"), Position(0, line.index(at) + 1), (), list)
    text = found.contents.value if found is not None and isinstance(found.contents, MarkupContent) else ""
    assert text.partition("\n")[0] == (f"**`{KEY}{suffix}`**" if suffix else "")


PORTS = {
    "block": ("    - port: 80", "80", "first"),
    "an item of a list in brackets": ("  ports: [{port: 80}]", "80", "first"),
    "the second of two": ("  ports: [{port: 80, name: a}, {port: 81, name: b}]", "81", "second"),
    "beside it": ("  ports: [{port: 80, name: a}, {port: 81, name: b}]", "a}", ""),
    "an item in braces": ("  - {name: a, port: 80}", "port", "first"),
    "JSON": ('"ports": [{"name": "a", "port": 80}, {"port": 81}]', 'ort": 81', "second"),
    "a target port": ("  ports: [{port: 80, targetPort: 81}]", "81", ""),
}


@pytest.mark.parametrize(("line", "at", "listener"), PORTS.values(), ids=PORTS)
def test_a_port_shows_its_listener_wherever_it_stands(line: str, at: str, listener: str) -> None:
    places = [
        Place(path, Span(1, line.index(port) + 1, 1, line.index(port) + 3))
        for path, port in (("web.yaml", "80"), ("web.yaml", "81"), ("patch.yaml", "80"))
        if port in line
    ]
    texts = ["first", "second", "third"] if "81" in line else ["first", "third"]
    plan = PlannedService(places[0], "", "", "a plan", tuple(zip(places, texts, strict=True)))
    found = hover(Document("web.yaml", f"{line}\n", "utf-16"), Position(0, line.index(at)), (), lambda: [plan])
    text = found.contents.value if found is not None and isinstance(found.contents, MarkupContent) else ""
    assert text == (f"```text\n{listener}\n```" if listener else "")
