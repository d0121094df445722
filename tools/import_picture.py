"""Draws the data flow diagram in CONTRIBUTING.md from the imports; run by `python -m tools.generate`.

An arrow leads from a folder to one that imports it. An arrow that others make up (from a to b and from b to c, hence
from a to c) is left out.
"""

from __future__ import annotations

import os

import grimp

PAGE = "CONTRIBUTING.md"
_BEGIN, _END = "<!-- picture: begin -->\n", "<!-- picture: end -->\n"
_PACKS, _DATA = "plugins/", "schemas/"
_PLUGINS = "plugins"  # the folder below the root
Edge = tuple[str, str]


def picture() -> str:
    """The picture, in Mermaid."""
    lines = [f'  {_id(name)}["{name}"]' for name in sorted({name for edge in _edges() for name in edge})]
    lines += [f"  {_id(made)} --> {_id(reader)}" for made, reader in sorted(_without_shortcuts(_edges()))]
    return "\n".join(["```mermaid", "flowchart LR", *lines, "```", ""])


def _edges() -> set[Edge]:
    """What each folder of clblint, the packs and the data hand to each other."""
    packs = sorted(name for name in os.listdir(_PLUGINS) if name.startswith("clblint_"))
    graph = grimp.build_graph("clblint", "clblint_schemas", *packs, cache_dir=None)
    parts = {module: module.removeprefix("clblint.") for module in graph.find_children("clblint")}
    del parts["clblint.__main__"]
    parts |= {"clblint_schemas": _DATA, **dict.fromkeys(packs, _PACKS)}
    return {
        (parts[imported], parts[importer])
        for importer in parts
        for imported in parts
        if parts[importer] != parts[imported]
        and graph.direct_import_exists(importer=importer, imported=imported, as_packages=True)
    }


def _without_shortcuts(edges: set[Edge]) -> set[Edge]:
    return {edge for edge in edges if edge[1] not in _reached(edge[0], edges - {edge})}


def _reached(start: str, edges: set[Edge]) -> set[str]:
    found: set[str] = set()
    pending = [start]
    while pending:
        here = pending.pop()
        new = {reader for made, reader in edges if made == here} - found
        found |= new
        pending += new
    return found


def _id(name: str) -> str:
    return f"{name.replace('/', '_')}_"  # some names are words of Mermaid


def filled(page: str) -> str:
    """A page with its picture afresh."""
    before, _, rest = page.partition(_BEGIN)
    return f"{before}{_BEGIN}\n{picture()}\n{_END}{rest.partition(_END)[2]}"


def main() -> None:
    """Draw it afresh."""
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    with open(PAGE, "w", encoding="utf-8", newline="\n") as file:
        file.write(filled(page))


if __name__ == "__main__":
    main()
