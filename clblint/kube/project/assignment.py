"""Decides whether two objects are applied to the same cluster, and with which evidence.

Evidence for it, strongest first: the configuration, a kustomization that builds both, the same file, the same folder.
Evidence against it: folders with names of different clusters, environments, regions or tenants, folder names that
differ only in a number, or folders with versions of the same objects. Without evidence, the answer for two folders
below a common one is open.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.i18n.text import N_
from clblint.kube.clusters.folders import below, common
from clblint.kube.clusters.path_names import contradict, differ, differ_in_a_number, naming_of, naming_of_file
from clblint.kube.clusters.profile import unnamed
from clblint.kube.project.folder_contents import FolderContents
from clblint.light import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clblint.kube.clusters.path_names import Naming
    from clblint.kube.project.in_file import InFile
    from clblint.kube.project.refs import Ref

    FilePlace = tuple[int, Naming]  # the number of a unit, and the naming of the file

_MAX_CACHED = 200_000  # cached answers


class SameCluster(Enum):
    """Whether two objects are applied to one cluster."""

    YES = "yes"
    NO = "no"
    OPEN = "open"


class Verdict(NamedTuple):
    """An answer with its evidence; `certain` if that is the configuration or a build, not derived from names."""

    answer: SameCluster
    why: str
    certain: bool = False


DECLARED = Verdict(SameCluster.YES, N_("the configuration says so"), certain=True)
BUILT = Verdict(SameCluster.YES, N_("one kustomization builds both"), certain=True)
ONE_FILE = Verdict(SameCluster.YES, N_("one file"), certain=True)
ONE_FOLDER = Verdict(SameCluster.YES, N_("one folder"))
DECLARED_APART = Verdict(SameCluster.NO, N_("the configuration says so"), certain=True)
OVERLAYS = Verdict(SameCluster.NO, N_("they belong to different overlays of one base"), certain=True)
ROOTS_APART = Verdict(SameCluster.NO, N_("different kustomizations build them"), certain=True)
LEFT_OUT = Verdict(SameCluster.NO, N_("a kustomization builds one of them and leaves the other out"))
NAMED_APART = Verdict(SameCluster.NO, N_("they are named after different clusters, environments or regions"))
NUMBERED = Verdict(SameCluster.NO, N_("the names of their folders differ in a number alone"))
VERSIONS = Verdict(SameCluster.NO, N_("their folders hold versions of the same objects"))
HALF_DECLARED = Verdict(SameCluster.OPEN, N_("the configuration names the cluster of one of them alone"))
FILES_NAMED_APART = Verdict(SameCluster.OPEN, N_("one folder, but their files are named after different clusters"))
COMMON_FOLDER = Verdict(SameCluster.OPEN, N_("their folders stand below a common one, and nothing else is known"))


class Unit(NamedTuple):
    """The properties that all objects of a file share, often those of many files, too."""

    folder: str
    declared: str | None
    roots: tuple[str, ...]
    family: str


class Clusters:
    """Compares the clusters of the files and objects of a project."""

    def __init__(self, objects: Sequence[Ref], declared: Callable[[str], str | None] = unnamed) -> None:
        self.contents = FolderContents(objects)
        self.units: list[Unit] = []
        self._declared = declared
        self._by_file: dict[str, int] = {}  # the numbers of the units
        self._numbers: dict[Unit, int] = {}
        self._verdicts: dict[tuple[int, int], Verdict] = {}

    def unit_of(self, one: InFile) -> int:
        """The number of the `Unit` of a file or object."""
        number = self._by_file.get(one.path)
        if number is None:
            unit = Unit(one.folder, self._declared(one.path), one.roots, one.family)
            number = self._by_file[one.path] = self._numbers.setdefault(unit, len(self._numbers))
            if number == len(self.units):
                self.units.append(unit)
        return number

    def name_of(self, one: InFile) -> str | None:
        """The declared cluster of a file or object; None if there is none."""
        return self.units[self.unit_of(one)].declared

    def place_of(self, one: InFile) -> FilePlace:
        """The place of a file or object: what is in one place gets the same answers."""
        return self.unit_of(one), naming_of_file(one.path)

    def between(self, one: InFile, other: InFile) -> Verdict:
        """Whether two files or objects are applied to one cluster."""
        if one.path == other.path:
            return ONE_FILE
        pair = (self.unit_of(one), self.unit_of(other))
        verdict = self._verdicts.get(pair)
        if verdict is None:
            if len(self._verdicts) > _MAX_CACHED:
                self._verdicts.clear()
            verdict = self._verdicts[pair] = self._decide(*(self.units[number] for number in pair))
        by_folder = verdict is ONE_FOLDER or verdict is COMMON_FOLDER
        if by_folder and contradict(naming_of_file(one.path), naming_of_file(other.path)):
            return FILES_NAMED_APART if verdict is ONE_FOLDER else NAMED_APART
        return verdict

    def verdict(self, one: Ref, other: Ref) -> Verdict:
        """Whether two objects are applied to one cluster; two with the same identity are alternative versions."""
        return VERSIONS if one.identity == other.identity else self.between(one, other)

    def may_meet(self, one: Ref, other: Ref) -> bool:
        """Whether two objects may be applied to one cluster for all that the configuration and builds say."""
        verdict = self.between(one, other)
        return verdict.answer is not SameCluster.NO or not verdict.certain

    def are_together(self, one: Ref, other: Ref) -> bool:
        """Whether two objects are certainly applied to one cluster."""
        return self.verdict(one, other).answer is SameCluster.YES

    def is_behind(self, behind: Ref, service: Ref) -> bool:
        """Whether an object with a matching name is assumed to be the back end of a Service."""
        answer = self.verdict(service, behind).answer
        if answer is SameCluster.OPEN:
            return self.contents.may_be_behind(behind, service)
        return answer is SameCluster.YES

    def _decide(self, one: Unit, other: Unit) -> Verdict:
        built = _by_kustomizations(one, other)
        if one.declared is not None and other.declared is not None and built is not LEFT_OUT:
            return DECLARED if one.declared == other.declared else DECLARED_APART
        if built is not None:
            return built
        against = self._against(one.folder, other.folder)
        if against is not None:
            return against
        if one.declared != other.declared:
            return HALF_DECLARED
        return ONE_FOLDER if one.folder == other.folder else COMMON_FOLDER

    def _against(self, one: str, other: str) -> Verdict | None:
        """The evidence in the folders against it; None if there is none."""
        if one == other:
            return None
        if differ(naming_of(one), naming_of(other)):
            return NAMED_APART
        shared = common(one, other)
        if differ_in_a_number(below(shared, one), below(shared, other)):
            return NUMBERED
        return VERSIONS if self.contents.are_versions(one, other) else None


def _by_kustomizations(one: Unit, other: Unit) -> Verdict | None:
    """The verdict of kustomizations; None if they give no evidence.

    A file that the kustomization in its folder omits is applied by something else, if at all.
    """
    if not one.roots and not other.roots:
        return None
    if not set(one.roots).isdisjoint(other.roots):
        return BUILT
    if one.family == other.family:
        return OVERLAYS
    if one.roots and other.roots:
        return ROOTS_APART
    return LEFT_OUT if one.folder == other.folder else None
