"""What is stored and sent is plain, and comes back as it was."""

from __future__ import annotations

import enum
import importlib
import marshal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import clblint
from clblint.engine.result import RESULT, Count, Result
from clblint.fast import NamedTuple, use_fast_constructors
from clblint.files.codec import Codec
from clblint.i18n.text import Text, Words
from clblint.kube.kustomize.role import NO_ROLE, KustomizeRole, role_of
from clblint.lint.edit import REPLACE, FixEdit, Replacement
from clblint.lint.finding import Details, Finding
from clblint.lint.severity import Severity
from clblint.source.place import Place, Span
from clblint.suppress.model import SUPPRESSION, Name, Suppression

if TYPE_CHECKING:
    from clblint.files.codec import Plain


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Leaf(NamedTuple):
    name: str
    size: int = 0


class Tree(NamedTuple):
    """A field of each kind, one of its own class among them."""

    leaf: Leaf
    level: Level
    leaves: tuple[Leaf, ...] = ()
    pair: tuple[Leaf, str] | None = None
    either: str | Leaf | Tree = ""
    mapping: dict[str, str | Leaf] = {}  # noqa: RUF012 - nobody writes to it
    late: Leaf | Plain = ()
    anything: Any = None
    data: bytes = b""


class Wrong(NamedTuple):
    """A field that marshal would take, and that is not known here."""

    names: set[str]


LEAF = Codec(Leaf)
TREE = Codec(Tree, LEAF, Level)
SIMPLE = Tree(Leaf("a", 1), Level.HIGH)
TREES = {
    "as little as possible": SIMPLE,
    "several": SIMPLE._replace(leaves=(Leaf("b"), Leaf("c"))),
    "a pair": SIMPLE._replace(pair=(Leaf("b"), "c")),
    "one of several classes": SIMPLE._replace(either=Leaf("b", 3)),
    "its own class": SIMPLE._replace(either=SIMPLE._replace(level=Level.LOW)),
    "none of the classes": SIMPLE._replace(either="b"),
    "plain values": SIMPLE._replace(mapping={"a": "b"}),
    "an object among the values": SIMPLE._replace(mapping={"a": "b", "c": Leaf("d")}),
    "plain already": SIMPLE._replace(anything=(1, "a", None), data=b"\0"),
}


def _types(value: object) -> list[type]:
    """The types of a value and all its parts: equal tuples may be of different classes."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    return [type(value), *(kind for part in parts for kind in _types(part))]


@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
def test_each_value_is_unpacked_as_it_was_packed(tree: Tree) -> None:
    packed = TREE.pack(tree)
    assert not any(hasattr(kind, "_fields") for kind in _types(packed))
    back = TREE.load(TREE.dump(tree))
    assert (back, _types(back)) == (tree, _types(tree))
    assert TREE.unpack(marshal.loads(marshal.dumps(packed))) == tree  # noqa: S302 - written the moment before


def test_what_is_read_late_stays_plain() -> None:
    """It is packed again as it is, too."""
    back = TREE.load(TREE.dump(SIMPLE._replace(late=Leaf("b", 2))))
    assert (back.late, type(back.late)) == (("b", 2), tuple)
    assert TREE.pack(back) == TREE.pack(SIMPLE._replace(late=Leaf("b", 2)))


def test_values_that_are_plain_are_not_copied() -> None:
    values: dict[str, str | Leaf] = {"a": "b"}
    assert TREE.pack(SIMPLE._replace(mapping=values))[5] is values


def test_a_field_of_another_type_is_refused() -> None:
    with pytest.raises(TypeError, match=r"set\[str\] cannot be stored"):
        Codec(Wrong).pack(Wrong({"a"}))


PLACE = Place("a.yaml", Span(1, 2, 1, 5))
DETAILS = Details(
    {"a": "b", "c": Text("{d}", {"d": Words("one", "二")}), "e": Words("two", "三")},
    "{a} {c}",
    ((Place("b.yaml", Span(3, 1, 4, 1)), "beside {e}"),),
    "seen",
    "fix",
    (Replacement(Span(1, 2, 1, 5), "x"),),
)
EDIT = FixEdit(REPLACE, Span(1, 2, 1, 5), "old", "new")
FINDING = Finding(PLACE, "rule", Severity.NOTE, "a/Service/b", "port", DETAILS, "t", "shown", (EDIT,), safe=True)
FINDINGS = {
    "all of it": FINDING,
    "without edits": FINDING._replace(edits=(), safe=False, details=DETAILS._replace(replacements=None)),
    "with edits that cannot be made": FINDING.with_details(replacements=()),
    "with text only": FINDING.with_details(values={"a": "b"}, message="{a}", because=()),
}


@pytest.mark.parametrize("finding", FINDINGS.values(), ids=FINDINGS)
def test_a_finding_survives_packing(finding: Finding) -> None:
    """Its details stay plain until they are asked for, and through a further run."""
    result = Result(Count(1, False, 1, 1, 0, 0, 0, (("vswitches", 2),)), (finding,), ((1, 2),))  # noqa: FBT003 - a field
    back = RESULT.load(RESULT.dump(RESULT.load(RESULT.dump(result))))
    (again,) = back.findings
    assert back._replace(findings=()) == result._replace(findings=())
    assert not isinstance(again.details, Details)
    assert (again.unpacked(), _types(again.unpacked())) == (finding, _types(finding))
    assert (again.message, again.because, again.seen) == (finding.message, finding.because, finding.seen)
    assert (str(again.message), again.replacements) == (str(finding.message), finding.replacements)


def test_a_suppression_survives_packing() -> None:
    one = Suppression(
        PLACE, "ignore", (Name("rule", PLACE),), "why", (1, 1), (2, 1), (1, 1), "a/Service/b", judged=False
    )
    back = SUPPRESSION.unpack(SUPPRESSION.pack(one))
    assert (back, _types(back)) == (one, _types(one))
    assert {back.reported_as("b.yaml").place.path, back.reported_as("b.yaml").names[0].place.path} == {"b.yaml"}


def test_a_file_without_a_role() -> None:
    role = KustomizeRole(kustomized=True, labels=((0, "a", None),))
    assert (role_of(()), role_of(tuple(role))) == (NO_ROLE, role)


_PACKAGE = Path(clblint.__file__).parent
_WITH_CODECS = [path for path in _PACKAGE.rglob("*.py") if " = Codec(" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", _WITH_CODECS, ids=lambda path: path.stem)
def test_a_run_over_many_files_knows_the_types_of_all_fields(path: Path) -> None:
    """It makes the conversions of all fields at once, and not with the first value of each."""
    use_fast_constructors()
    module = importlib.import_module(".".join(path.relative_to(_PACKAGE.parent).with_suffix("").parts))
    codecs = [one for one in vars(module).values() if isinstance(one, Codec)]
    assert codecs
    for codec in codecs:
        for made in ("pack", "unpack"):
            vars(codec).pop(made, None)
            assert callable(getattr(codec, made))
