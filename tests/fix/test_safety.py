"""What must not happen: work without end, other people's changes lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.engine.outcome import Outcome
from clblint.errors import UsageError
from clblint.fix.write import write
from clblint.lint.editing import replace
from clblint.lint.finding import Details, Finding
from clblint.lint.severity import Severity
from clblint.run.fixing import Fixer, fix_files
from clblint.source.document import read_documents
from clblint.source.mapping import Mapping
from clblint.source.text import Source

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.fix.conftest import Run


_SET_TWICE = b"the mapping sets its key twice, and the other value would count without it"


def _contrary(read: Callable[[str], bytes]) -> Outcome:
    """A finding whose fix is the next finding."""
    (document,) = read_documents(Source("a.yaml", read("a.yaml")))
    assert isinstance(document.root, Mapping)
    value = document.root.get("a")
    assert value is not None
    edit = replace(value, "on" if b"off" in read("a.yaml") else "off")
    assert edit is not None
    said = (value.place, "contrary", Severity.ERROR, "", "", Details({}, ""))
    return Outcome((Finding(*said, edits=(edit,), safe=True),), {}, ())


def test_fixes_that_undo_each_other_come_to_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_bytes(b"a: 'on'\n")
    fixer = Fixer(_contrary, lambda path: (tmp_path / path).read_bytes(), {"a.yaml": "a.yaml"}, unsafe=False)
    fixed = fix_files(fixer, fixer.lint())
    assert (tmp_path / "a.yaml").read_bytes() == b"a: 'on'\n"
    assert len(fixed.outcome.findings) == 1
    assert fixed.outcome.fixed == 0
    assert "none was applied" in "".join(fixed.errors)


def test_a_key_that_stands_twice_is_not_removed(tmp_path: Path, run: Run) -> None:
    """The other value would count then, and the fix have the same to do again: 30 rounds of it here."""
    text = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n" + "  uid: 0a4f\n" * 30
    (tmp_path / "web.yaml").write_text(text)
    ran = run("--fix", "--unsafe-fixes", "web.yaml")
    assert (ran.returncode, (tmp_path / "web.yaml").read_text()) == (1, text)
    assert _SET_TWICE in ran.stdout + ran.stderr
    (tmp_path / "web.yaml").write_text(text.replace("  uid: 0a4f\n" * 29, ""))
    run("--fix", "--unsafe-fixes", "web.yaml")
    assert "uid" not in (tmp_path / "web.yaml").read_text()


@pytest.mark.parametrize(
    "metadata",
    [
        "metadata:\n  annotations: {{a: b}}\n  annotations:\n    {key}: vpc\n",
        'metadata:\n  "annot\\x61tions": {{a: b}}\n  annotations:\n    {key}: vpc\n',
        "metadata:\n  labels: {{a: &again annotations}}\n  *again : {{a: b}}\n  annotations:\n    {key}: vpc\n",
        "metadata:\n  <<: {{annotations: {{a: b}}}}\n  annotations:\n    {key}: vpc\n",
        "metadata: {{<<: [{{labels: {{}}}}, {{annotations: {{a: b}}}}], annotations: {{{key}: vpc}}}}\n",
        "metadata:\n  annotations:\n    <<: {{{key}: classic}}\n    {key}: vpc\n",
        "metadata:\n  annotations:\n    {key}: vpc\n  annotations:\n    {key}: vpc\n",
        "metadata: {{name: web}}\nmetadata:\n  annotations: {{{key}: vpc}}\n",
    ],
)
def test_a_mapping_whose_key_stands_twice_is_not_removed_for_its_last_entry(
    tmp_path: Path, run: Run, metadata: str
) -> None:
    """The other mapping would count then."""
    key = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-network-type"
    text = f"apiVersion: v1\nkind: Service\n{metadata.format(key=key)}spec:\n  type: LoadBalancer\n"
    (tmp_path / "web.yaml").write_text(text)
    ran = run("--fix", "--unsafe-fixes", "web.yaml")
    assert _SET_TWICE in ran.stdout + ran.stderr
    assert (ran.returncode, (tmp_path / "web.yaml").read_text()) == (1, text)


@pytest.mark.parametrize("control", ["\x18", "\x7f", "\x83", "\x9b31m"])
def test_a_file_that_no_diff_could_show_is_not_changed(tmp_path: Path, run: Run, control: str) -> None:
    """A document that cannot be read holds whatever it likes, and a diff may show its lines as changed ones."""
    key = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler"
    text = f'{{"apiVersion":"v1","kind":"Service","metadata":{{"name":"a","annotations":{{"{key}":"WRR"}}}},'
    text += f'"spec":{{"type":"LoadBalancer","ports":[{{"port":80}}]}}}}# {control}\n'
    yaml = f"apiVersion: v1\nkind: Service\nmetadata: {{name: a, annotations: {{{key}: WRR}}}}\n"
    yaml += f"spec: {{type: LoadBalancer, ports: [{{port: 80}}]}}\n---\nname: S{control}\n"
    for held in (text, yaml):
        (tmp_path / "web.yml").write_text(held)
        assert run("--diff", "web.yml").stdout == b""
        ran = run("--fix", "web.yml")
        assert (tmp_path / "web.yml").read_text() == held
        assert b"the file holds a control character" in ran.stdout + ran.stderr
        (tmp_path / "web.yml").write_text(held.replace(control, ""))
        assert b"wrr" in run("--diff", "web.yml").stdout


def test_a_file_that_somebody_else_changed_stays(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"theirs")
    with pytest.raises(UsageError, match="changed since it was read"):
        write(str(file), b"before", b"after")
    assert file.read_bytes() == b"theirs"
    assert [path.name for path in tmp_path.iterdir()] == ["a.yaml"]


def test_a_file_that_is_gone_does_not_come_back(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        write(str(tmp_path / "a.yaml"), b"before", b"after")
    assert list(tmp_path.iterdir()) == []
