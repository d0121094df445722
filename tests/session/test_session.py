"""A session: unsaved texts, what depends on them, and what happens on disk meanwhile."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from clblint.errors import UsageError
from clblint.run.options import Options
from clblint.session import Session
from clblint.session.layout import Layout
from tests.session.edits import FLUX, KEY, PROJECT, fresh_findings

if TYPE_CHECKING:
    from pathlib import Path

SERVICE, PODS = PROJECT["shop/web.yaml"], PROJECT["shop/pods.yaml"]
CLASH = SERVICE.replace("name: web\n", "name: other\n").replace("app: web", "app: other")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"web.yaml": SERVICE, "pods.yaml": PODS}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def rules(session: Session, path: str) -> list[str]:
    return [finding.rule for finding in session.findings(path)]


def test_an_unsaved_text_counts_and_closing_ends_that(folder: Path) -> None:
    session = Session(str(folder))
    before = rules(session, "web.yaml")
    assert "invalid-annotation-value" in before
    session.set_text("web.yaml", SERVICE.replace("wrrr", "wrr"))
    assert "invalid-annotation-value" not in rules(session, "web.yaml")
    session.close("web.yaml")
    assert rules(session, "web.yaml") == before


def test_what_depends_on_an_edit_has_news(folder: Path) -> None:
    session = Session(str(folder))
    session.set_text("web.yaml", SERVICE)
    session.set_text("pods.yaml", PODS)
    assert {path for path, _ in session.changed_findings()} == {"web.yaml", "pods.yaml"}
    session.set_text("new.yaml", CLASH)  # on the node port of the first
    news = dict(session.changed_findings())
    assert set(news) == {"web.yaml", "new.yaml"}
    assert "node-port-clash" in {finding.rule for finding in news["web.yaml"]}
    assert list(session.changed_findings()) == []


def test_paths_may_be_absolute_and_the_working_directory_does_not_matter(folder: Path) -> None:
    here = os.getcwd()
    session = Session(str(folder))
    session.set_text(str(folder / "web.yaml"), SERVICE)
    ((path, found),) = session.changed_findings()
    assert path == "web.yaml"
    assert found
    assert all(finding.path == "web.yaml" for finding in found)
    assert os.getcwd() == here


def test_sessions_differ_in_folder_and_language(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    for name, text in {"web.yaml": SERVICE, "pods.yaml": PODS}.items():
        (other / name).write_text(text)
    (other / ".clblint.yaml").write_text("select: [invalid-annotation-value]\n")
    english, chinese = Session(str(folder)), Session(str(other), language="zh")
    assert rules(english, "pods.yaml")
    assert not rules(chinese, "pods.yaml")
    said = [str(session.findings("web.yaml")[0].message) for session in (english, chinese)]
    assert said[0].isascii()
    assert not said[1].isascii()


def test_a_faulty_configuration_is_reported_and_the_last_one_stays(folder: Path) -> None:
    session = Session(str(folder))
    before = rules(session, "web.yaml")
    (folder / ".clblint.yaml").write_text("selct: []\n")
    session.reload(".clblint.yaml")
    with pytest.raises(UsageError, match=r"^\.clblint\.yaml:1:1: no such setting: selct"):
        session.findings("web.yaml")
    assert rules(session, "web.yaml") == before
    (folder / ".clblint.yaml").write_text("select: [node-port-clash]\n")
    session.reload(".clblint.yaml")
    assert rules(session, "web.yaml") == []


def test_a_file_that_changes_unnoticed_is_read_again(folder: Path) -> None:
    session = Session(str(folder))
    session.set_text("web.yaml", SERVICE)
    assert rules(session, "web.yaml")
    (folder / "pods.yaml").write_text(PODS.replace("containerPort: 8080", "containerPort: 8081"))
    session.set_text("web.yaml", f"{SERVICE}# more\n")
    assert "invalid-annotation-value" in rules(session, "web.yaml")


def test_what_is_no_part_of_the_project_has_no_findings(folder: Path) -> None:
    session = Session(str(folder))
    for path in (".hidden/web.yaml", "notes.md", "../elsewhere.yaml"):
        session.set_text(path, SERVICE)
        assert session.findings(path) == ()
        assert not session.reads(path)
    assert session.reads("web.yaml")


def test_reading_may_be_left_and_goes_on(folder: Path) -> None:
    for number in range(50):
        (folder / f"{number}.yaml").write_text(PODS.replace("web", f"web-{number}"))
    session = Session(str(folder))
    steps = session.update_in_steps()
    assert next(steps) > 0
    del steps  # as an editor that has something more urgent to ask
    session.set_text("web.yaml", SERVICE)
    assert list(session.update_in_steps())[-1] == 0
    assert "invalid-annotation-value" in rules(session, "web.yaml")


def test_an_expired_setting_is_reported_in_its_configuration(folder: Path) -> None:
    (folder / ".clblint.yaml").write_text(
        "paths:\n- match: web.yaml\n  ignore: [node-port-clash]\n  until: 2020-01-01\n"
    )
    session = Session(str(folder))
    assert rules(session, ".clblint.yaml") == ["expired-setting"]


def test_the_fault_of_a_key_in_a_kustomization_shows_in_its_base(folder: Path) -> None:
    (folder / "kustomization.yaml").write_text(f"resources: [web.yaml]\ncommonAnnotations: {{{KEY}scheduler: wrrr}}\n")
    session = Session(str(folder))
    session.set_text("web.yaml", SERVICE.replace(f"    {KEY}scheduler: wrrr\n", ""))
    session.set_text("kustomization.yaml", (folder / "kustomization.yaml").read_text())
    assert "invalid-annotation-value" in rules(session, "kustomization.yaml")
    session.set_text("kustomization.yaml", "resources: [web.yaml]\n")
    assert "invalid-annotation-value" not in rules(session, "kustomization.yaml")


def test_what_was_not_checked_is_noted(folder: Path) -> None:
    (folder / "chart.yaml").write_text("kind: Service\nmetadata: {name: {{ .Values.name }}}\n")
    session = Session(str(folder), language="zh")
    for path in ("web.yaml", "chart.yaml"):
        session.findings(path)
    templates, facts = session.notes()
    assert "chart.yaml" in templates
    assert "ccm-version" in facts
    (folder / ".clblint.yaml").write_text("cluster: {ccm-version: v2.12.1}\n")
    session.reload(".clblint.yaml")
    session.findings("web.yaml")
    assert not any("ccm-version" in note for note in session.notes())


def test_an_inventory_that_cannot_be_read_is_a_fault_and_noted(folder: Path) -> None:
    (folder / ".clblint.yaml").write_text("inventory: clbs.json\n")
    (folder / "clbs.json").write_text("{")
    session = Session(str(folder))
    assert "invalid-annotation-value" in rules(session, "web.yaml")  # as a run reports it
    told = "clbs.json:1:2: not JSON: a value was expected here (inventory of .clblint.yaml:1:12)"
    assert session.fault == told
    assert told in session.notes()
    (folder / "clbs.json").write_text('{"LoadBalancers": {"LoadBalancer": []}, "TotalCount": 0}')
    session.reload("clbs.json")
    session.findings("web.yaml")
    assert session.fault == ""
    assert told not in session.notes()


@pytest.mark.parametrize(
    ("setting", "content"), [("inventory: a/clbs.json", '{"TotalCount": 0}'), ("extends: a/b.yaml", "")]
)
def test_a_fault_ends_when_the_missing_file_comes(folder: Path, setting: str, content: str) -> None:
    session = Session(str(folder))
    before = rules(session, "web.yaml")
    (folder / ".clblint.yaml").write_text(f"{setting}\nignore: ['*']\n")
    session.reload(".clblint.yaml")
    with pytest.raises(UsageError, match="No such file"):
        session.findings("web.yaml")
    assert rules(session, "web.yaml") == before != []
    missing = folder / setting.partition(" ")[2]
    missing.parent.mkdir()
    missing.write_text(content)
    session.reload(str(missing))
    assert rules(session, "web.yaml") == []
    assert "No such file" not in session.fault


def test_a_file_that_is_gone_is_noted_no_more(folder: Path) -> None:
    session = Session(str(folder))
    session.findings("web.yaml")
    assert session.notes()
    for name in ("web.yaml", "pods.yaml"):
        (folder / name).unlink()
        session.reload(name)
    session.set_text("other.yaml", "a: b\n")
    session.findings("other.yaml")
    assert session.notes() == ()


def test_what_flux_makes_of_a_kustomization_follows_its_object(folder: Path) -> None:
    (folder / "prod").mkdir()
    (folder / "prod" / "kustomization.yaml").write_text("resources: [../shop]\n")
    (folder / "shop").mkdir()
    (folder / "shop" / "kustomization.yaml").write_text("resources: [web.yaml]\n")
    (folder / "shop" / "web.yaml").write_text(SERVICE)
    session = Session(str(folder))
    assert "invalid-annotation-value" in rules(session, "shop/web.yaml")
    session.set_text("flux.yaml", FLUX)
    assert "invalid-annotation-value" not in rules(session, "shop/web.yaml")
    assert "invalid-annotation-value" in rules(session, "flux.yaml")
    session.set_text("flux.yaml", FLUX.replace("wrrr", "wrr"))
    assert "invalid-annotation-value" not in rules(session, "flux.yaml")
    session.set_text("flux.yaml", FLUX.replace("./prod", "./other"))
    assert "invalid-annotation-value" in rules(session, "shop/web.yaml")
    session.close("flux.yaml")
    assert "invalid-annotation-value" in rules(session, "shop/web.yaml")


def test_what_a_parent_makes_of_an_object_follows_the_parent(folder: Path) -> None:
    shop = {"prod/kustomization.yaml": "resources: [web.yaml]\n", "prod/web.yaml": SERVICE, "base/shop.yaml": FLUX}
    base = {"base/kustomization.yaml": "resources: [shop.yaml]\n", "kustomization.yaml": "resources: [base]\n"}
    for path, text in {**shop, **base}.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
    session = Session(str(folder))
    assert "invalid-annotation-value" in rules(session, "base/shop.yaml")
    patch = "patches:\n- path: patch.yaml\n  target: {kind: Kustomization}\n"
    session.set_text("kustomization.yaml", f"resources: [base]\n{patch}")
    (folder / "patch.yaml").write_text("- {op: remove, path: /spec/patches}\n- {op: add, path: /spec/path, value: a}\n")
    session.reload("patch.yaml")
    assert "invalid-annotation-value" not in rules(session, "base/shop.yaml")
    assert "invalid-annotation-value" in rules(session, "prod/web.yaml")
    session.set_text("kustomization.yaml", f"resources: [base]\n{patch}commonLabels: {{a: b}}\n")
    assert "invalid-annotation-value" not in rules(session, "base/shop.yaml")
    session.set_text("patch.yaml", "- {op: add, path: /spec/namePrefix, value: a-}\n")
    assert "invalid-annotation-value" in rules(session, "base/shop.yaml")
    assert "invalid-annotation-value" not in rules(session, "prod/web.yaml")


def test_a_file_that_comes_into_a_folder_of_flux_is_built_with_it(folder: Path) -> None:
    (folder / "prod").mkdir()
    (folder / "prod" / "web.yaml").write_text(SERVICE)
    (folder / "flux.yaml").write_text(FLUX)
    session = Session(str(folder))
    assert rules(session, "flux.yaml")
    session.set_text("prod/more.yaml", SERVICE.replace("name: web\n", "name: more\n"))
    assert [one.root for one in session.plans("prod/more.yaml")] == ["prod/(shop)/kustomization.yaml"]


def test_fixes_in_what_kustomizations_build_are_those_of_a_run(folder: Path) -> None:
    (folder / "web.yaml").write_text(SERVICE.replace("wrrr", "WRR"))
    (folder / "kustomization.yaml").write_text("resources: [web.yaml, pods.yaml]\n")
    session = Session(str(folder))
    found = session.findings("web.yaml")
    wanted = [
        (one.rule, one.edits, one.safe, one.replacements) for one in fresh_findings(folder) if one.path == "web.yaml"
    ]
    assert [(one.rule, one.edits, one.safe, one.replacements) for one in session.fixed("web.yaml", found)] == wanted
    assert any(edits for _, edits, _, _ in wanted)


def test_a_plan_is_that_of_the_unsaved_text(folder: Path) -> None:
    session = Session(str(folder))
    session.set_text("web.yaml", SERVICE.replace("port: 80\n", "port: 8081\n"))
    (plan,) = session.plans("web.yaml")
    assert plan.summary == "CLB with tcp 8081"
    assert plan.text.startswith("shop/web  web.yaml:4\n  creates a CLB\n")
    ((place, listener),) = plan.listeners
    assert place.span.line == 14
    assert listener.startswith("  tcp listener on port 8081")
    assert listener in plan.text


def test_where_nothing_is_built_a_plan_has_no_listener(folder: Path) -> None:
    session = Session(str(folder), language="zh")
    session.set_text("web.yaml", SERVICE.replace("type: LoadBalancer", "type: ClusterIP"))
    (plan,) = session.plans("web.yaml")
    assert plan.listeners == ()


def test_a_fault_in_the_first_configuration_is_reported_each_time(folder: Path) -> None:
    (folder / ".clblint.yaml").write_text("selct: []\n")
    session = Session(str(folder))
    for _ in range(2):
        with pytest.raises(UsageError, match="no such setting"):
            session.findings("web.yaml")


def test_a_folder_may_be_named_through_a_link(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    link = tmp_path_factory.mktemp("other") / "link"
    link.symlink_to(folder, target_is_directory=True)
    session = Session(str(link))
    for name in (link / "web.yaml", folder / "web.yaml"):
        session.set_text(str(name), SERVICE.replace("wrrr", "wrr"))
        assert session.name_of(str(name)) == "web.yaml"
    assert "invalid-annotation-value" not in rules(session, str(link / "web.yaml"))


def test_a_deleted_folder_is_reported_until_it_is_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = folder / "home"
    home.mkdir()
    monkeypatch.chdir(home)  # as editors start servers
    session, other = Session(str(home)), Session(str(folder))
    session.set_text("web.yaml", SERVICE)
    assert "invalid-annotation-value" in rules(session, "web.yaml")
    home.rmdir()
    session.reload("web.yaml")
    with pytest.raises(UsageError, match=f"^{home}: No such file or directory$"):
        session.findings("web.yaml")
    assert "invalid-annotation-value" in rules(other, "web.yaml")
    home.mkdir()
    assert "invalid-annotation-value" in rules(session, "web.yaml")


def test_a_named_file_that_is_deleted_is_still_what_is_typed(folder: Path) -> None:
    session = Session(str(folder), Options(paths=("web.yaml",)))
    session.set_text("web.yaml", SERVICE)
    before = rules(session, "web.yaml")
    (folder / "web.yaml").unlink()
    session.reload("web.yaml")
    assert rules(session, "web.yaml") == before != []
    session.close("web.yaml")
    assert rules(session, "web.yaml") == []


def test_a_new_file_that_is_named_is_checked_alone_until_it_is_saved(folder: Path) -> None:
    session = Session(str(folder), Options(paths=("deep/new.yaml",)))
    session.set_text("deep/new.yaml", SERVICE)
    assert rules(session, "deep/new.yaml") == ["invalid-annotation-value"]
    (folder / "deep").mkdir()
    for name in ("new.yaml", "clash.yaml"):
        (folder / "deep" / name).write_text(CLASH if name == "clash.yaml" else SERVICE)
    session.reload("deep/new.yaml")
    assert "node-port-clash" in rules(session, "deep/new.yaml")


def test_a_configuration_counts_when_it_is_saved(folder: Path) -> None:
    session = Session(str(folder))
    before = rules(session, "web.yaml")
    session.set_text(".clblint.yaml", "exclude: ['*']\n")
    assert rules(session, "web.yaml") == before != []
    (folder / ".clblint.yaml").write_text("exclude: ['*']\n")
    assert rules(session, "web.yaml") == before
    session.reload(".clblint.yaml")
    assert rules(session, "web.yaml") == []


def test_what_changes_with_a_fault_in_the_configuration_is_not_lost(folder: Path) -> None:
    session = Session(str(folder))
    assert "invalid-annotation-value" in rules(session, "web.yaml")
    (folder / ".clblint.yaml").write_text("selct: []\n")
    session.reload(".clblint.yaml")
    session.set_text("web.yaml", SERVICE.replace("wrrr", "wrr"))
    session.set_text("new.yaml", CLASH)
    with pytest.raises(UsageError, match="no such setting"):
        session.findings("web.yaml")
    assert rules(session, "web.yaml") == ["node-port-clash"]


def test_after_a_failure_of_ours_the_files_are_read_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(str(folder))
    before = rules(session, "web.yaml")
    monkeypatch.setattr(Layout, "renew", lambda *_: 1 / 0)
    session.set_text("web.yaml", SERVICE.replace("wrrr", "wrr"))
    with pytest.raises(ZeroDivisionError):
        session.findings("web.yaml")
    monkeypatch.undo()
    assert rules(session, "web.yaml") == [rule for rule in before if rule != "invalid-annotation-value"]
