"""Who selects whom, and which folders belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.kube.project import Project, Ref

if TYPE_CHECKING:
    from clblint.kube.manifest import Manifest


def _load(path: str) -> Manifest:
    raise AssertionError(path)


def _service(path: str, name: str) -> Ref:
    return Ref(path, 0, "Service", None, name, labels=(), selector=(("app", "web"),), claims=())


def _workload(path: str, name: str, namespace: str | None = None) -> Ref:
    labels = (("app", "web"),)
    return Ref(path, 0, "Deployment", namespace, name, labels=labels, selector=(), claims=())


TOGETHER = [
    ("the same folder", "a/one.yaml", "a/two.yaml", (), True),
    ("neighbouring folders", "a/one.yaml", "b/two.yaml", (), True),
    ("a folder and one below it", "one.yaml", "b/two.yaml", (), True),
    ("versions of one environment", "dev/one.yaml", "prod/two.yaml", ("dev/x.yaml", "prod/x.yaml"), False),
    ("a base and an overlay", "base/one.yaml", "overlay/two.yaml", ("base/x.yaml", "overlay/x.yaml"), False),
]


@pytest.mark.parametrize(("about", "one", "other", "more", "expected"), TOGETHER)
def test_together(about: str, one: str, other: str, more: tuple[str, ...], expected: bool) -> None:  # noqa: FBT001
    """Folders that hold the same objects are different clusters."""
    first, second = _service(one, "one"), _service(other, "two")
    project = Project([first, second, *(_service(path, "x") for path in more)], _load)
    assert project.together(first, second) is expected, about


def test_versions_of_one_object_are_not_together() -> None:
    """Two objects of one identity are never applied side by side."""
    one, other = _service("a/one.yaml", "web"), _service("a/two.yaml", "web")
    assert not Project([one, other], _load).together(one, other)


def test_selected_takes_the_nearest_folder() -> None:
    """A Service of one environment does not select the pods of another."""
    dev, prod = _workload("dev/web.yaml", "web"), _workload("prod/web.yaml", "web")
    assert Project([dev, prod], _load).selected({"app": "web"}, _service("prod/x.yaml", "x")) == [prod]


def test_selected_keeps_to_the_namespace() -> None:
    """An object with a namespace and one without may not meet."""
    assert not Project([_workload("a.yaml", "web", "shop")], _load).selected({"app": "web"}, _service("x.yaml", "x"))


def test_selector_must_match_whole() -> None:
    """Each label of the selector has to be there."""
    assert not Project([_workload("a.yaml", "web")], _load).selected(
        {"app": "web", "tier": "x"}, _service("x.yaml", "x")
    )
