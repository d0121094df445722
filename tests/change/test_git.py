"""`--against` in real repositories."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.change.conftest import Repository, service

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.whole

INTERNET, INTRANET = service({"address-type": "internet"}), service({"address-type": "intranet"})
WEB = "deploy/web.yaml"


def test_what_is_not_committed_is_compared_with_a_revision(repository: Repository) -> None:
    repository.write(WEB, INTRANET)
    assert repository.findings("--against", "HEAD", ".") == [f"{WEB}:6 immutable-changed"]
    assert repository.plan("--against", "HEAD", ".") == {"default/web": "refused"}


def test_the_old_place_is_named_as_git_names_it(repository: Repository) -> None:
    repository.write(WEB, INTRANET)
    done = repository.clblint("--against", "HEAD", "--select", "changes", ".")
    assert f"HEAD:{WEB}:6" in done.stdout
    assert 'address-type: "internet"' in done.stdout


def test_the_work_tree_and_the_index_are_left_alone(repository: Repository) -> None:
    repository.write(WEB, INTRANET)
    before = repository.git("status", "--porcelain", "--untracked-files=all")
    repository.findings("--against", "HEAD", ".")
    assert repository.git("status", "--porcelain", "--untracked-files=all") == before


def test_a_branch_means_where_the_present_left_it(repository: Repository) -> None:
    repository.git("switch", "--quiet", "--create", "feature")
    repository.commit()
    repository.git("switch", "--quiet", "main")
    repository.write(WEB, INTRANET)
    repository.commit()
    repository.git("switch", "--quiet", "feature")
    assert repository.findings("--against", "main", ".") == []
    assert repository.findings("--against", repository.git("rev-parse", "main"), ".") == [f"{WEB}:6 immutable-changed"]


def test_below_the_top_of_the_repository(repository: Repository) -> None:
    repository.write(WEB, INTRANET)
    assert repository.findings("--against", "HEAD", ".", below="deploy") == ["web.yaml:6 immutable-changed"]


def test_a_folder_can_be_the_older_state(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "before").mkdir()
    (tmp_path / "before" / "anything.yaml").write_text(INTRANET)
    assert repository.findings("--against", str(tmp_path / "before"), "deploy") == [f"{WEB}:6 immutable-changed"]


def test_both_states_can_lie_in_one_folder(repository: Repository) -> None:
    repository.write("was/shop.yaml", service(name="shop"))
    repository.write("is/other.yaml", service(name="other", ports="[{port: 99}]"))
    assert repository.findings("--against", "was/", "is") == ["was/shop.yaml:4 service-removed"]
    assert repository.plan("--against", "was/", "is")["default/shop"] == "delete"


def test_before_the_first_commit_there_were_no_files(tmp_path: Path) -> None:
    """As in a hook: `args: [--against, HEAD]`."""
    new = Repository(tmp_path / "new")
    new.write(WEB, INTRANET)
    assert new.findings("--against", "HEAD", ".") == []
    assert new.plan("--against", "HEAD", ".") == {"default/web": "create"}
    assert new.clblint("--against", "main", ".").returncode == 2
    new.commit()
    new.git("switch", "--quiet", "--orphan", "other")
    new.write(WEB, INTERNET)
    assert new.findings("--against", "@", ".") == []


def test_an_unknown_revision_is_wrong_use(repository: Repository) -> None:
    done = repository.clblint("--against", "nowhere", ".")
    assert done.returncode == 2
    assert done.stderr.strip() == "clblint: --against nowhere: no such revision or folder"


def test_a_folder_outside_of_git(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "web.yaml").write_text(INTERNET)
    environment = Repository(tmp_path / "other").environment | {"GIT_CEILING_DIRECTORIES": str(tmp_path)}
    outside = Repository(tmp_path / "other")
    outside.environment = environment
    outside.folder = folder
    done = outside.clblint("--against", "HEAD", ".")
    assert done.returncode == 2
    assert "this is no git repository" in done.stderr


def test_a_shallow_clone_says_what_to_fetch(repository: Repository, tmp_path: Path) -> None:
    repository.git("switch", "--quiet", "--create", "feature")
    repository.write(WEB, INTRANET)
    repository.commit()
    subprocess.run(
        ["git", "clone", "--quiet", "--depth=1", "--branch=feature", repository.folder.as_uri(), "clone"],  # noqa: S607
        cwd=tmp_path,
        env=repository.environment,
        check=True,
    )
    done = Repository(tmp_path / "clone").clblint("--against", "origin/main", ".")
    assert done.returncode == 2
    assert "the clone is shallow" in done.stderr
    assert "fetch-depth: 0" in done.stderr


def test_a_branch_that_was_fetched_without_its_past(repository: Repository, tmp_path: Path) -> None:
    repository.git("switch", "--quiet", "--create", "feature")
    repository.write("notes.txt", "feature")
    repository.commit()
    repository.git("switch", "--quiet", "main")
    repository.write("notes.txt", "main")
    repository.commit()
    subprocess.run(
        ["git", "clone", "--quiet", "--depth=1", "--no-single-branch", repository.folder.as_uri(), "clone"],  # noqa: S607
        cwd=tmp_path,
        env=repository.environment,
        check=True,
    )
    done = Repository(tmp_path / "clone").clblint("--against", "origin/feature", ".")
    assert done.returncode == 2
    assert "no commit in common with HEAD (the clone is shallow" in done.stderr


def test_a_folder_and_a_branch_of_one_name(repository: Repository) -> None:
    repository.git("branch", "deploy")
    done = repository.clblint("--against", "deploy", ".")
    assert done.returncode == 2
    assert "write ./deploy or refs/heads/deploy" in done.stderr
    assert repository.findings("--against", "refs/heads/deploy", ".") == []
    assert repository.findings("--against", "./deploy", "deploy") == []


def test_a_file_that_moved_is_no_change(repository: Repository) -> None:
    repository.remove(WEB)
    repository.write("apps/shop/frontend.yaml", INTERNET)
    assert repository.findings("--against", "HEAD", ".") == []
    assert repository.plan("--against", "HEAD", ".") == {"default/web": "none"}


def test_a_service_that_moves_between_two_folders_is_followed(repository: Repository) -> None:
    repository.remove(WEB)
    repository.write("apps/web.yaml", INTRANET)
    assert repository.findings("--against", "HEAD", ".") == ["apps/web.yaml:6 immutable-changed"]
    assert repository.findings("--against", "HEAD", "apps") == ["apps/web.yaml:6 immutable-changed"]


def test_a_service_that_goes_with_its_folder(repository: Repository) -> None:
    repository.write("apps/kustomization.yaml", "resources: [shop.yaml]\n")
    repository.write("apps/shop/shop.yaml", service(name="shop"))
    repository.commit()
    repository.remove("apps/shop/shop.yaml")
    assert repository.findings("--against", "HEAD", ".") == ["HEAD:apps/shop/shop.yaml:4 service-removed"]
    assert repository.plan("--against", "HEAD", ".") == {"default/web": "none", "default/shop": "delete"}


def test_a_folder_that_is_gone_can_still_be_named(repository: Repository) -> None:
    repository.write("other.yaml", service(name="other", type="ClusterIP"))
    repository.commit()
    repository.remove(WEB)
    assert repository.findings("--against", "HEAD", "deploy") == ["HEAD:deploy/web.yaml:4 service-removed"]
    assert repository.plan("--against", "HEAD", "deploy") == {"default/web": "delete"}


def report_in(repository: Repository, format_: str) -> str:
    done = repository.clblint("--select", "changes", "--format", format_, "--against", "HEAD", ".")
    assert done.returncode < 2, done.stderr
    return done.stdout


def test_a_service_that_goes_with_its_file_stands_at_no_other_file(repository: Repository) -> None:
    """Its finding is about the run: no annotation beside a line, and no region of a file that is not there."""
    repository.write("deploy/api.yaml", service(name="api", ports="[{port: 99}]"))
    repository.commit()
    repository.remove(WEB)
    assert repository.findings("--against", "HEAD", ".") == [f"HEAD:{WEB}:4 service-removed"]
    assert report_in(repository, "github").startswith("::warning title=clblint service-removed::")
    (result,) = json.loads(report_in(repository, "sarif"))["runs"][0]["results"]
    (location,) = result["locations"]
    assert location["physicalLocation"] == {"artifactLocation": {"uri": WEB}}
    for format_ in ("gitlab", "checkstyle", "junit"):
        assert f'"{WEB}"' in report_in(repository, format_)


def test_a_file_that_is_still_there_has_the_finding_of_its_service(repository: Repository) -> None:
    repository.write(WEB, INTERNET + "---\n" + service(name="shop", ports="[{port: 99}]"))
    repository.commit()
    repository.write(WEB, INTERNET)
    assert repository.findings("--against", "HEAD", ".") == [f"{WEB}:1 service-removed"]


def test_sarif_names_files_that_are_there(repository: Repository) -> None:
    """The older place is the file's own path, and the revision stands in the message."""
    repository.write(WEB, INTRANET)
    (result,) = json.loads(report_in(repository, "sarif"))["runs"][0]["results"]
    (related,) = result["relatedLocations"]
    assert related["physicalLocation"]["artifactLocation"] == {"uri": WEB}
    assert related["message"]["text"] == "address-type before the change, in HEAD"


def test_sarif_has_no_place_that_a_file_has_lost(repository: Repository) -> None:
    repository.write(WEB, f"\n\n\n\n\n\n{INTERNET}")
    repository.commit()
    repository.write(WEB, INTRANET)
    (result,) = json.loads(report_in(repository, "sarif"))["runs"][0]["results"]
    (related,) = result["relatedLocations"]
    assert "region" not in related["physicalLocation"]


def test_a_renamed_service_is_named_as_it_is_now(repository: Repository) -> None:
    repository.write(WEB, service({"address-type": "internet"}, name="web", namespace="store", selector="{app: web}"))
    repository.commit()
    repository.write(WEB, service({"address-type": "internet"}, name="shop", namespace="store", selector="{app: web}"))
    (finding,) = json.loads(report_in(repository, "json"))["findings"]
    assert (finding["object"], finding["subject"]) == ("store/Service/shop", "shop")
    assert finding["message"].startswith("this seems to be store/Service/web under another name")


def test_a_path_that_did_not_exist_then(repository: Repository) -> None:
    repository.write("apps/shop.yaml", service(name="shop"))
    assert repository.findings("--against", "HEAD", "apps") == []
    assert repository.plan("--against", "HEAD", "apps") == {"default/shop": "create"}


def test_a_path_that_never_existed(repository: Repository) -> None:
    assert repository.clblint("--against", "HEAD", "nowhere").returncode == 2


def test_another_namespace_is_another_service(repository: Repository) -> None:
    repository.write(WEB, service(namespace="shop"))
    repository.commit()
    repository.write(WEB, service(namespace="store"))
    assert repository.findings("--against", "HEAD", ".") == [f"{WEB}:4 service-renamed"]
    assert repository.plan("--against", "HEAD", ".") == {"store/web": "create", "shop/web": "delete"}


def test_copies_for_other_clusters_are_kept_apart(repository: Repository) -> None:
    repository.write("prod/web.yaml", INTERNET)
    assert repository.findings("--against", "HEAD", ".") == []
    repository.commit()
    repository.write("prod/web.yaml", INTRANET)
    assert repository.findings("--against", "HEAD", ".") == ["prod/web.yaml:6 immutable-changed"]


def test_a_file_that_cannot_be_read_any_more_has_lost_nothing(repository: Repository) -> None:
    repository.write(WEB, INTERNET + "  broken: [\n")
    assert repository.findings("--against", "HEAD", ".") == []
    repository.write(WEB, INTERNET.replace("name: web", "name: {{ .Values.name }}"))
    assert repository.findings("--against", "HEAD", ".") == []


def test_excluded_files_are_not_compared(repository: Repository) -> None:
    repository.write(".clblint.yaml", "exclude: [deploy/**]\n")
    repository.commit()
    repository.remove(WEB)
    assert repository.findings("--against", "HEAD", ".") == []


def test_standard_input_under_a_name(repository: Repository) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "clblint", "--select", "changes", "--against", "HEAD", "--stdin-filename", WEB, "-"],
        cwd=repository.folder,
        env=repository.environment,
        input=INTRANET,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "immutable-changed" in done.stdout, done.stderr


def test_the_plan_shows_the_calls_that_differ(repository: Repository) -> None:
    repository.write(WEB, service({"address-type": "internet", "scheduler": "wrr"}))
    (made,) = repository.full_plan("--against", "HEAD", ".")
    assert made["change"] == "update"
    assert [call["action"] for call in made["calls"]] == ["SetLoadBalancerTCPListenerAttribute"]
    assert made["calls"][0]["differs"] == {"Scheduler": {"before": "rr", "after": "wrr"}}


def test_the_plan_as_text_and_as_markdown(repository: Repository) -> None:
    repository.write(WEB, service({"address-type": "internet", "scheduler": "wrr"}))
    text = repository.clblint("plan", "--against", "HEAD", ".").stdout
    assert "Scheduler  rr -> wrr" in text
    assert "since HEAD: 1 update" in text
    markdown = repository.clblint("plan", "--against", "HEAD", "--format", "markdown", ".").stdout
    assert "| default/web | update | SetLoadBalancerTCPListenerAttribute" in markdown


def test_the_markdown_of_a_change_has_a_picture(repository: Repository) -> None:
    repository.write(WEB, service({"address-type": "internet", "scheduler": "wrr"}))
    markdown = repository.clblint("plan", "--against", "HEAD", "--format", "markdown", ".").stdout
    assert "\n```mermaid\nflowchart LR\n" in markdown
    assert '"TCP 80<br>△ changed<br>Scheduler rr → wrr"]:::changed' in markdown


def test_what_is_staged_is_what_pre_commit_shows(repository: Repository) -> None:
    """pre-commit puts what is not staged aside, so that the work tree is what will be committed."""
    repository.write(WEB, INTRANET)
    repository.git("add", "--all")
    assert repository.findings("--against", "HEAD", WEB) == [f"{WEB}:6 immutable-changed"]


def test_a_remembered_run_says_the_same(repository: Repository) -> None:
    repository.write(WEB, INTRANET)
    first = repository.clblint("--against", "HEAD", ".").stdout
    assert repository.clblint("--against", "HEAD", ".").stdout == first
    assert "immutable-changed" not in repository.clblint(".").stdout


def test_a_run_without_an_older_state_does_not_pay_for_it(repository: Repository) -> None:
    """Once the rules are known, what compares two states is not even imported."""
    repository.clblint(".")
    repository.write(WEB, INTRANET)
    code = (
        "import sys; from clblint.cli.main import main; main(['.']); print([m for m in sys.modules if '.change' in m])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=repository.folder,
        env=repository.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_change_by_a_named_overlay_is_reported_where_the_value_stands(repository: Repository) -> None:
    repository.write("base/kustomization.yaml", "resources: [shop.yaml]\n")
    repository.write("base/shop.yaml", INTERNET.replace("web", "shop"))
    repository.write("prod/kustomization.yaml", "resources: [../base]\n")
    repository.write("dev/kustomization.yaml", "nameSuffix: -dev\nresources: [../base]\n")
    repository.commit()
    repository.write("prod/kustomization.yaml", "namePrefix: prod-\nresources: [../base]\n")
    for _ in range(2):  # also from the cache
        assert repository.findings("--against", "HEAD", "prod") == ["base/shop.yaml:4 service-renamed"]
        assert repository.findings("--against", "HEAD", "dev") == []
    assert repository.plan("--against", "HEAD", "prod") == {"default/prod-shop": "create", "default/shop": "delete"}
    repository.write("base/kustomization.yaml", "resources: []\n")
    repository.remove("base/shop.yaml")
    assert repository.findings("--against", "HEAD", "dev") == ["dev/kustomization.yaml:1 service-removed"]
    repository.remove("dev/kustomization.yaml")
    assert repository.findings("--against", "HEAD", "dev") == ["HEAD:base/shop.yaml:4 service-removed"]
