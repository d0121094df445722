"""What clblint builds of a kustomization, against what `kubectl kustomize` printed, and the places of its values."""

from __future__ import annotations

import csv
import json
from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest

from clblint.kube.kustomize.build.build import build
from clblint.kube.kustomize.build.files import Files
from clblint.source.document import read_documents
from clblint.source.text import Source
from clblint.source.walk import to_json
from tests.recorded.files import KUSTOMIZE_FOLDERS, text_of
from tests.recorded.trees import trees, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from clblint.kube.kustomize.build.build import Build
    from clblint.kube.kustomize.build.cell import Cell
    from clblint.source.node import Node

Object = dict[str, Any]
Key = tuple[str, str, str, str]


def _rows(name: str) -> list[dict[str, str]]:
    paths = [path for folder in KUSTOMIZE_FOLDERS for path in folder.glob(f"{name}.tsv*")]
    tables = [
        csv.DictReader(text_of(path).splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE) for path in sorted(paths)
    ]
    return [row for row in chain.from_iterable(tables) if row["tree"] in trees()]


def _build(folder: Path, root: str) -> Build:
    return build(str(folder / root), Files([str(folder)]))


def _key(thing: Object) -> Key:
    meta = thing.get("metadata") or {}
    return thing["apiVersion"], thing["kind"], meta.get("namespace") or "", str(meta.get("name"))


def _printed(text: str) -> dict[Key, Object]:
    found = [to_json(document.root) for document in read_documents(Source("output", text.encode())) if document.root]
    return {_key(thing): thing for thing in found if thing}


def _exact(value: object) -> str:
    """A value as text in which 80 is not "80" and 1 not true."""
    return json.dumps(value, sort_keys=True)


@pytest.mark.parametrize("name", sorted(trees()))
def test_a_tree_is_built_as_kustomize_builds_it(name: str, tmp_path: Path) -> None:
    tree = trees()[name]
    write(tree, tmp_path)
    for recorded in tree["builds"]:
        made = _build(tmp_path, recorded["root"])
        if recorded["exit"]:
            assert made.error or made.unbuildables, recorded
            continue
        assert (made.error, made.unbuildables) == (None, ()), recorded["root"]
        objects = [built.root.value() for built in made.objects]
        expected = _printed(recorded["output"])
        assert len(objects) == len(expected)
        assert {_key(one): _exact(one) for one in objects} == {key: _exact(one) for key, one in expected.items()}


def _leaves(made: Build) -> list[list[tuple[object, ...]]]:
    return [
        [(path, cell.tag, cell.text, *(str(node.place) for node in cell.nodes)) for path, cell in built.root.leaves()]
        for built in made.objects
    ]


@pytest.mark.whole
@pytest.mark.parametrize("name", sorted(trees())[::4])
def test_what_roots_share_is_changed_by_none_of_them(name: str, tmp_path: Path) -> None:
    tree = trees()[name]
    write(tree, tmp_path)
    shared = Files([str(tmp_path)])
    roots = [recorded["root"] for recorded in tree["builds"]]
    for root in (*roots, *roots):
        again, alone = build(str(tmp_path / root), shared), _build(tmp_path, root)
        assert _leaves(again) == _leaves(alone), root
        assert (str(again.error), again.unbuildables, again.asked) == (
            str(alone.error),
            alone.unbuildables,
            alone.asked,
        ), root


class _Places:
    """The cells of all values of a build, by object and JSON pointer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._builds: dict[tuple[str, str], dict[tuple[str, str], Cell]] = {}

    def cell(self, row: dict[str, str]) -> Cell:
        where = row["tree"], row["root"]
        if where not in self._builds:
            folder = self._folder / row["tree"]
            write(trees()[row["tree"]], folder)
            self._builds[where] = dict(self._cells(_build(folder, row["root"])))
        return self._builds[where][row["object"], row["path"]]

    @staticmethod
    def _cells(made: Build) -> Iterator[tuple[tuple[str, str], Cell]]:
        for one in made.objects:
            name = f"{one.id.api_version}|{one.id.kind}|{one.id.namespace}|{one.id.name}"
            for path, cell in one.root.leaves():
                yield (name, path), cell

    def is_in(self, node: Node, row: dict[str, str], column: int | None) -> bool:
        """Whether a text is, or contains, what a row names; without a column, whether it begins on its line."""
        file = (self._folder / row["tree"] / row["file"]).as_posix()
        line = int(row["line"])
        if node.source.path != file:
            return False
        if column is None:
            return node.line == line or (node.line <= line <= node.end_line and node.end_line > node.line)
        return (node.line, node.column) <= (line, column) <= (node.end_line, node.end_column)


def test_the_place_to_edit_is_known(tmp_path: Path) -> None:
    places = _Places(tmp_path)
    rows = _rows("origins")
    wrong = [row for row in rows if not _edits(places, row)]
    assert wrong == []
    assert rows


def _edits(places: _Places, row: dict[str, str]) -> bool:
    cell = places.cell(row)
    assert cell.value() == json.loads(row["value"])
    return cell.node is not None and places.is_in(cell.node, row, None)


def test_all_texts_that_take_part_are_named(tmp_path: Path) -> None:
    places = _Places(tmp_path)
    rows = _rows("origins-measured")
    wrong = [row for row in rows if not _names(places, row)]
    assert wrong == []
    assert rows


def _names(places: _Places, row: dict[str, str]) -> bool:
    cell = places.cell(row)
    return any(places.is_in(node, row, int(row["column"])) for node in (*cell.nodes, *cell.compared))
