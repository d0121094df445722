"""Findings as diagnostics, without an editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.server.client import Client
from clblint.server.diagnostics import diagnostics
from clblint.server.document import Document
from clblint.session import Session
from tests.session.edits import PROJECT

if TYPE_CHECKING:
    from pathlib import Path


class Files:
    """The files of a folder that no editor has open."""

    client = Client(related=True)

    def __init__(self, session: Session) -> None:
        self._session = session
        self.read: list[str] = []

    def uri_of(self, name: str) -> str:
        return f"file:///{name}"

    def document(self, name: str) -> Document:
        self.read.append(name)
        return Document(name, self._session.text(name).decode(), "utf-16")


def test_a_file_that_many_findings_refer_to_is_read_once(tmp_path: Path) -> None:
    service = PROJECT["shop/web.yaml"]
    (tmp_path / "first.yaml").write_text(service)
    clashes = "---\n".join(service.replace("name: web\n", f"name: web-{number}\n") for number in range(3))
    session = Session(str(tmp_path))
    session.set_text("others.yaml", clashes)
    files = Files(session)
    told = diagnostics(session.findings("others.yaml"), Document("others.yaml", clashes, "utf-16"), files)
    related = [one.location.uri for each in told for one in each.related_information or ()]
    assert related.count("file:///first.yaml") > 1
    assert len(files.read) == len(set(files.read))


def test_a_text_of_a_manifest_adds_no_line_and_controls_no_terminal(tmp_path: Path) -> None:
    service = PROJECT["shop/web.yaml"].replace("wrrr", r'"x\nSymptom: none \e[31m \u202e"')
    session = Session(str(tmp_path))
    session.set_text("web.yaml", service)
    (told,) = diagnostics(session.findings("web.yaml"), Document("web.yaml", service, "utf-16"), Files(session))
    lines = told.message.split("\n")
    assert lines[0].startswith('"x\\nSymptom: none \\x1b[31m \\u202e"')
    assert [line.partition(":")[0] for line in lines[1:]] == ["Symptom", "Fix"]
