"""A folder of inputs: manifests that are checked together, or manifests beside one file of another kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st

from tests.hostile.mutations import mutated
from tests.hostile.seeds import BASE, BASELINE, CONFIG, INVENTORY, KUSTOMIZATION, MANIFEST, OVERLAY, PATCH, seeds

if TYPE_CHECKING:
    from tests.hostile.mutations import Draw

TOGETHER = 36  # manifests in a folder: a run over one takes as long as one over all of them
_ENDS = (".yaml", ".yaml", ".yaml", ".json", ".yml")
_ODD_NAMES = (
    "\x1b[31m",
    "::error::",
    "##vso[a]",
    "a\nb",
    "a b",
    "\u202e",
    "\udcff",
    '"',
    "<a>&",
    "|",
    "%0A",
    "a:1:2: ",
    "-",
)
# How the file of each kind is handed over.
OPTIONS = {
    MANIFEST: (),
    CONFIG: (),
    INVENTORY: ("--inventory", "inventory.json"),
    BASELINE: ("--baseline", "baseline.json"),
}
_NAMES = {CONFIG: ".clblint.yaml", INVENTORY: "inventory.json", BASELINE: "baseline.json"}
_KINDS = (MANIFEST, MANIFEST, CONFIG, INVENTORY, BASELINE)


class Folder(NamedTuple):
    """What is checked in one run, with the options that hand it over; `inputs` says how many files were made."""

    kind: str
    files: dict[str, bytes]
    inputs: int

    @property
    def options(self) -> tuple[str, ...]:
        """The options of a run over it."""
        return OPTIONS[self.kind]


@st.composite
def folders(draw: Draw) -> Folder:
    """Any folder."""
    kind = draw(st.sampled_from(_KINDS))
    if kind == MANIFEST:
        alone = draw(st.booleans())
        files = dict(_manifest(draw, number, alone=alone) for number in range(TOGETHER - 1))
        files["k0/kustomization.yaml"] = _input(draw, KUSTOMIZATION)
        files |= _roots(draw)
        return Folder(kind, files, len(files))
    return Folder(kind, {_NAMES[kind]: _input(draw, kind), "f00.yaml": _input(draw, MANIFEST)}, 2)


def _manifest(draw: Draw, number: int, *, alone: bool) -> tuple[str, bytes]:
    """A manifest, with names of its own where it is to be judged alone: else many are the same object."""
    own = f"name: n{number}-" if alone else "name: "
    name = f"f{number:02}{draw(st.sampled_from(_ENDS))}"
    if not draw(st.integers(0, 30)):
        name = draw(st.sampled_from(_ODD_NAMES)) + name
    return name, _input(draw, MANIFEST, own)


def _roots(draw: Draw) -> dict[str, bytes]:
    """A base and two overlays, of which some files are as they should be, so that most of them are built."""
    kinds = {"k1/a.yaml": MANIFEST, "k1/b.yaml": MANIFEST, "k1/kustomization.yaml": BASE, "k2/p.yaml": PATCH}
    kinds |= {"k2/kustomization.yaml": OVERLAY, "k3/kustomization.yaml": OVERLAY, "k3/p.yaml": PATCH}
    return {name: _perhaps(draw, kind, name[3]) for name, kind in kinds.items()}


def _perhaps(draw: Draw, kind: str, letter: str) -> bytes:
    """An input, or most of the time what it is made from; objects of one file have names of their own."""
    own = f"name: {letter}-" if kind == MANIFEST else "name: "
    if not draw(st.integers(0, 3)):
        return _input(draw, kind, own)
    return draw(st.sampled_from(seeds()[kind])).replace("name: ", own).encode()


def _input(draw: Draw, kind: str, own: str = "name: ") -> bytes:
    return mutated(draw, draw(st.sampled_from(seeds()[kind])).replace("name: ", own))


def folder_of(files: dict[str, bytes]) -> Folder:
    """The folder that some files are."""
    kinds: list[Any] = [kind for kind, name in _NAMES.items() if name in files]
    return Folder(kinds[0] if kinds else MANIFEST, files, len(files))
