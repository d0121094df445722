"""The pictures as text: what Mermaid and XML take for markup is escaped, and what is too much is left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from clblint.cli.main import main
from clblint.i18n.language import in_language
from clblint.picture.drawing import MARKS, NEW, Box, Edge, drawing
from clblint.picture.mermaid import mermaid
from clblint.picture.service import draw
from clblint.picture.svg import svg
from tests.balancer.services import balancer_of

if TYPE_CHECKING:
    from pathlib import Path

    from clblint.picture.drawing import Drawing

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = {
    "mermaid": 'a"]; click n1 "javascript:alert(1)"; end %%{init: {}}%% #quot; <script>alert(1)</script> `**b**`',
    "list": "1. one",
    "dash": "- one",
    "controls": "a\x1b[31m\x00\u202e\ufeffb",
    "surrogate": "\ud800",
    "lines": "a\nend\nclick n1 callback",
    "style": "</style><style>*{display:none}</style>]]>--><!--",
    "long": "x" * 100_000,
    "chinese": "生产环境的网关",
}


def big(listeners: int) -> Drawing:
    return draw(balancer_of(ports=", ".join(f"{{name: p{n}, port: {1000 + n}}}" for n in range(listeners))))


def with_texts(text: str) -> Drawing:
    boxes = [Box("a", 0, text), Box("b", 1, "CLB", (text,), NEW), Box(text, 2, text, (text, text))]
    return drawing(text, text, boxes, [Edge("a", "b"), Edge("b", text, dashed=True)])


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_an_image_is_xml_without_scripts_or_references(text: str) -> None:
    image = svg([with_texts(text), with_texts(text)])
    root = ET.fromstring(image)  # noqa: S314 - of our own making
    assert {one.tag.removeprefix(SVG) for one in root.iter()} == {"svg", "style", "g", "rect", "path", "text"}
    assert not {name for one in root.iter() for name in one.attrib if name.startswith("on") or "href" in name}
    assert image.isascii()
    assert len(image) < 20_000


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_label_holds_nothing_that_ends_it(text: str) -> None:
    lines = mermaid([with_texts(text)]).splitlines()
    box = re.compile(r'n\d(\["[^"`<>%]*(<br>[^"`<>%]*)*"\]|\(\["[^"`<>%]*"\]\))(:::\w+)?')
    assert lines[:1] == ["flowchart LR"]
    assert re.fullmatch(r'subgraph s1\["[^"`<>%]*"\]', lines[1])
    assert all(box.fullmatch(line) for line in lines[2:5])
    assert lines[5:8] == ["direction LR", "n1-->n2-.->n3", "end"]


def test_a_flowchart_can_be_ascii() -> None:
    made = mermaid([with_texts("生产")], unicode=False)
    assert made.isascii()
    assert "#29983;#20135;" in made


def test_twenty_listeners_are_what_gitlab_draws_at_once() -> None:
    assert len(mermaid([big(20)])) < 2000


def test_a_flowchart_is_never_larger_than_mermaid_draws() -> None:
    made = mermaid([big(500), *(big(20) for _ in range(40))])
    assert len(made) < 50_000
    assert made.count("-->") < 500
    assert "500 listeners" in made
    assert re.search(r'more\["\d+ more Services"\]', made)


def test_a_service_too_large_for_a_picture_keeps_its_remarks() -> None:
    one = big(500)
    remark = Box("x", 2, "the sync then fails with", ("an error",), is_remark=True)
    made = mermaid([drawing("a", "b", [*one.boxes.values(), remark], [*one.edges, Edge("balancer", "x", dashed=True)])])
    assert '["the sync then fails with<br>an error"]' in made
    assert '["500 listeners"]' in made


def test_an_image_has_them_all() -> None:
    assert svg([big(500), *(big(20) for _ in range(40))]).count(">TCP ") == 1300


def test_boxes_do_not_overlap() -> None:
    root = ET.fromstring(svg([big(20)]))  # noqa: S314 - of our own making
    rects = [[float(one.attrib[name]) for name in ("x", "y", "width", "height")] for one in root.iter(f"{SVG}rect")]
    assert len(rects) == 43
    for number, (x, y, width, height) in enumerate(rects):
        others = rects[number + 1 :]
        assert not [
            one
            for one in others
            if x < one[0] + one[2] and one[0] < x + width and y < one[1] + one[3] and one[1] < y + height
        ]
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert all(x + wide <= width and y + high <= height for x, y, wide, high in rects)


def test_what_is_special_has_a_style() -> None:
    image, chart = svg([]), mermaid([drawing("a", "b", [Box(one.name, 1, "x", (), one) for one in MARKS], [])])
    assert all(f".plan .{mark.name} rect" in image for mark in MARKS)
    assert all(f"classDef {mark.name} fill:" in chart and f"{mark.sign} " in chart for mark in MARKS)


WEB = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  type: LoadBalancer\n  ports: [{port: PORT}]\n"


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, port in (("old", "80"), ("new", "81")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "web.yaml").write_text(WEB.replace("PORT", port), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


PLAIN = {
    "svg": [">TCP 81</text>", ">new/web.yaml:3</text>"],
    "mermaid": ["flowchart LR\n", '"TCP 81"]'],
    "markdown": ["## What is built\n\n```mermaid\nflowchart LR\n", "```\n"],
}
CHANGED = {
    "svg": [">TCP 81</text>", ">&#8853; new</text>", ">&#8854; removed</text>"],
    "mermaid": ['"TCP 81<br>⊕ new"]:::new', '"TCP 80<br>⊖ removed"]:::removed'],
    "markdown": ["| default/web | update |", "\n```mermaid\nflowchart LR\n", "```\n"],
}


@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize(("format_", "holds"), PLAIN.items(), ids=PLAIN)
def test_the_command_draws_services(format_: str, holds: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--format", format_, "new"]) == 0
    printed = capsys.readouterr().out
    assert not [text for text in holds if text not in printed]


@pytest.mark.whole  # git is asked whether it knows the folder
@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize(("format_", "holds"), CHANGED.items(), ids=CHANGED)
def test_the_command_draws_changes(format_: str, holds: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--format", format_, "--against", "old", "new"]) == 0
    printed = capsys.readouterr().out
    assert not [text for text in holds if text not in printed]


@pytest.mark.usefixtures("folders")
def test_the_command_draws_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    with in_language("zh"):  # which is that of the process again behind it
        assert main(["plan", "--lang", "zh", "--format", "mermaid", "new"]) == 0
    assert "所有节点" in capsys.readouterr().out


def test_a_text_without_a_picture_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "map.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n", encoding="utf-8")
    assert main(["plan", "--format", "markdown", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "## What is built\n\nthere is no Service of type LoadBalancer\n"


@pytest.mark.whole
@pytest.mark.usefixtures("folders")
def test_nothing_is_drawn_of_no_change(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--format", "markdown", "--against", "new", "new"]) == 0
    assert "mermaid" not in capsys.readouterr().out


@pytest.mark.parametrize("format_", ["svg", "mermaid", "markdown"])
def test_a_move_is_not_drawn(format_: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--as", "nlb", "--format", format_, "."]) == 2
    assert f"leave out --format {format_}" in capsys.readouterr().err
