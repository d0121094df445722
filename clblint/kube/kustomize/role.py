"""What a kustomization says, and the role of a file in the kustomizations that use it, which `roots` computes."""

from __future__ import annotations

import os

from clblint.fast import NamedTuple
from clblint.files.codec import Codec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.files.codec import Plain

KUSTOMIZATIONS = ("kustomization.yaml", "kustomization.yml", "Kustomization")
REPLACEMENTS = "(replacements)"  # the kind that stands for a file of replacements in the targets of a role
FOR_AN_OBJECT = b'{"deployed": '  # how an input begins that stands for an object of Flux or Argo CD

# Where a kustomization writes a label: on every object, in pod templates, and in selectors.
ON_OBJECTS, ON_PODS, IN_SELECTORS = range(3)
Label = tuple[int, str, str | None]  # location, key, value (None if unknown)

NOT_ONE = "\0"  # the alias of an object that is built under several names
UNKNOWN = "?"  # a namespace that is set but not known


class Kustomization(NamedTuple):
    """The relevant fields of a kustomization, `namespace` is `?` if it is a placeholder.

    `brings` says that it generates or fetches objects that no file contains: charts, generators, plugins.
    `component` says that it is a part of others, and builds nothing by itself. `deployments` are the files with
    the object of Flux or Argo CD that it is built for.
    """

    namespace: str = ""
    prefix: str = ""
    suffix: str = ""
    resources: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    patches: tuple[tuple[str, str, str], ...] = ()
    labels: tuple[Label, ...] = ()
    brings: bool = False
    component: bool = False
    deployments: tuple[str, ...] = ()


class KustomizeRole(NamedTuple):
    """How kustomizations change the objects of one file.

    Attributes:
        kustomized: whether a kustomization uses the file, so that its objects are not what is applied.
        partial: whether the file is a patch.
        targets: the kinds and names that such a patch is for.
        namespace: None if it is unchanged, empty if it is replaced by an unknown one.
        roots: the roots that build the file; of a `built` one only if there is just one.
        family: the set of roots that share files, named after the first.
        labels: those that override the labels in the file.
        brings: whether a root also builds objects that no file of the run contains.
        builds: whether the file is a root that is built, in place of the files that it uses.
        built: whether such a root uses the file.
    """

    kustomized: bool = False
    partial: bool = False
    namespace: str | None = None
    prefix: str = ""
    suffix: str = ""
    roots: tuple[str, ...] = ()
    family: str = ""
    targets: tuple[tuple[str, str], ...] = ()
    labels: tuple[Label, ...] = ()
    brings: bool = False
    builds: bool = False
    built: bool = False

    def alias(self, name: str) -> str:
        """The name of an object in the cluster; empty if it is the written one."""
        return f"{self.prefix}{name}{self.suffix}" if self.prefix or self.suffix else ""


NO_ROLE = KustomizeRole()
_ROLE = Codec(KustomizeRole)
KUSTOMIZATION = Codec(Kustomization)


def is_kustomization(path: str) -> bool:
    """Whether kustomize treats a file as a kustomization, by its name."""
    return path.endswith(KUSTOMIZATIONS) and os.path.basename(path) in KUSTOMIZATIONS


def packed(role: KustomizeRole) -> Plain:
    """A role as an `Input` has it."""
    return _ROLE.pack(role)


def role_of(plain: Plain) -> KustomizeRole:
    """The inverse of `packed`."""
    return _ROLE.unpack(plain) if plain else NO_ROLE
