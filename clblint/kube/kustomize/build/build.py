"""`build`: the objects that kustomize prints, each value with its places (api/krusty/kustomizer.go:Run)."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.files.working_folder import absolute
from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.bases import Trace
from clblint.kube.kustomize.build.cell import MAP, scalar
from clblint.kube.kustomize.build.fields import set_pairs
from clblint.kube.kustomize.build.fieldspec import FieldSpec
from clblint.kube.kustomize.build.files import Asked, Folder
from clblint.kube.kustomize.build.gather import Gathering
from clblint.kube.kustomize.build.manifest import check_object
from clblint.kube.kustomize.build.names import add_hashes
from clblint.kube.kustomize.build.objects import refuse_twice
from clblint.kube.kustomize.build.references import follow_names
from clblint.kube.kustomize.build.refusal import RefusedError, Unbuildable, UnknownError
from clblint.kube.kustomize.build.scalars import STR
from clblint.kube.kustomize.build.variables import expand
from clblint.kube.well_known import MANAGED_BY_LABEL
from clblint.source.node import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clblint.kube.kustomize.build.cell import Cell
    from clblint.kube.kustomize.build.deployed import Deployed
    from clblint.kube.kustomize.build.deployment import BuildRequest, Deployment
    from clblint.kube.kustomize.build.files import Files
    from clblint.kube.kustomize.build.form import Form
    from clblint.kube.kustomize.build.resource import Id, Resource
    from clblint.source.node import Node
    from clblint.source.place import Place

_LOCAL = "config.kubernetes.io/local-config"
_VERSION = "kustomize-v5.8.1"
_ORDERS = frozenset({"fifo", "legacy"})


class BuiltObject(NamedTuple):
    """An object of the result: who it is, and its values with their places."""

    id: Id
    root: Cell


class Build(NamedTuple):
    """What a root builds; with an `error` there are no objects. `unbuildables` name what may be missing or different.

    `asked` are the files that the result depends on.
    """

    objects: tuple[BuiltObject, ...] = ()
    unbuildables: tuple[Unbuildable, ...] = ()
    error: RefusedError | None = None
    asked: Asked = Asked()

    @property
    def is_known(self) -> bool:
        """Whether the objects are those of the real build; it may bring others that are not here."""
        return self.error is None and not any(unbuildable.changes for unbuildable in self.unbuildables)


def build(root: str, files: Files, deployment: Deployment | None = None) -> Build:
    """Build the kustomization in a folder, given by its path. What kustomize refuses is the `error` of the result.

    With a `deployment` it is built as Flux or Argo CD does for that object.
    """
    files.start()
    return _build(root, files, deployment)._replace(asked=files.asked())


def _build(root: str, files: Files, deployment: Deployment | None) -> Build:
    gathering = Gathering()
    folder = Folder(files, absolute(root))
    try:
        return Build(tuple(_objects(folder, gathering, deployment)), tuple(gathering.unbuildables))
    except RefusedError as error:
        if deployment is not None and deployment.is_to_blame(error, files):
            return Build(
                (), (*gathering.unbuildables, Unbuildable(error.kind, error.message, error.place, changes=True))
            )
        return Build((), tuple(gathering.unbuildables), error)
    except UnknownError as unknown:
        return Build((), (*gathering.unbuildables, unknown.unbuildable._replace(changes=True)))
    except RecursionError:
        return Build((), (*gathering.unbuildables, Unbuildable("too-deep", root, None, changes=True)))


def _objects(folder: Folder, gathering: Gathering, deployment: Deployment | None) -> list[BuiltObject]:
    form = _form_for(deployment, folder) if deployment is not None else folder.form()
    gathered = gathering.root(folder, form)
    items = gathered.objects.items
    add_hashes(items)
    follow_names(items, gathered.tables.name_reference)
    expand(items, gathered.variables, gathered.tables.var_reference)
    known = _without_local(items)
    _check_order(form)
    if "managedByLabel" in form.texts("buildMetadata"):
        pairs = {MANAGED_BY_LABEL: scalar(_VERSION, STR)}
        set_pairs(known, pairs, (FieldSpec("metadata/labels", create=True),))
    found = [_finished(one, now, gathering) for one, now in known.items()]
    if deployment is None:
        return found
    deployment.finish(list(known))
    return [BuiltObject(one.current, one.root) for one in known]


def _form_for(deployment: Deployment, folder: Folder) -> Form:
    """The fields of the kustomization in a folder, as an object changes them that a root may build in its turn."""
    maker = deployment.request.maker
    deployment.read(folder.files, (deployed_by(maker, folder.files) or ()) if maker is not None else None)
    return deployment.form(folder)


def deployed_by(request: BuildRequest, files: Files) -> Sequence[Deployed] | None:
    """The objects of Flux and Argo CD that a root builds, which is done once; None if that cannot be known."""
    known = files.makers.get(request)
    if known is None:
        with files.aside() as asked:
            made = _build(request.folder, files, request.deployment)
        before = files.makers.get(request.maker)
        known = _deployed_in(made), Trace((), before[1].asked.union(asked) if before is not None else frozenset(asked))
        files.makers.keep(request, *known)
    found: Sequence[Deployed] | None = known[0]
    return found


def _deployed_in(made: Build) -> list[Deployed] | None:
    from clblint.kube.kustomize.build.deployed import deployed_among  # noqa: PLC0415 - few builds have such objects

    try:
        return deployed_among(one.root for one in made.objects) if made.is_known else None
    except (RefusedError, UnknownError, RecursionError):
        return None


def _without_local(items: Sequence[Resource]) -> dict[Resource, Id]:
    """The objects that are meant for a cluster with their ids; `RefusedError` if replacements have made two one.

    Those that are not are removed by their ids, so each of these must be there once (IgnoreLocal of
    api/internal/target/kusttarget.go).
    """
    known = {one: one.current for one in items}
    for one, now in known.items():
        if not (now.kind and now.name):
            check_object(one.root, _taken_at(one.root, now))
    found = {one: now for one, now in known.items() if one.annotation(_LOCAL) in {None, "false"}}
    refuse_twice((one, now.key) for one, now in found.items())
    if len(found) < len(items):
        refuse_twice(known.items())
    return found


def _taken_at(root: Cell, now: Id) -> Place | None:
    """The place of what a replacement has put where the kind or the name was."""
    path = ("metadata", "name") if now.kind else ("kind",)
    found = root.seen(*path) or root.seen(path[0])
    return found.place if found is not None else None


def _finished(one: Resource, now: Id, gathering: Gathering) -> BuiltObject:
    one.rewrite_annotations(without=gathering.metadata.removed)
    one.root.check()  # raises for a scalar that does not fit its type
    for cell in _identity(one.root):
        _stay_written(cell, one.root.node)
    return BuiltObject(now, one.root)


def _identity(root: Cell) -> Iterator[Cell]:
    """Yield what says who an object is, and is made of several texts."""
    meta = root.own("metadata")
    holders = (root, "apiVersion"), (root, "kind"), (meta, "name"), (meta, "namespace")
    for holder, name in holders:
        seen = holder.peek(name) if holder is not None and holder.kind == MAP else None
        own = holder.own(name) if holder is not None and seen is not None and seen.before else None
        if own is not None:
            yield own


def _stay_written(cell: Cell, root: Node | None) -> None:
    """Let what tells patches their object stand in the object, not in the patch that repeats it."""
    if cell.node is None or root is None:
        return
    own = next((node for node in cell.before if _says_it(node, cell) and _is_inside(node, root)), None)
    if own is not None:
        cell.before = (cell.node, *(node for node in cell.before if node is not own))
        cell.node = own


def _says_it(node: Node, cell: Cell) -> bool:
    """Whether a text is repeated by that of a cell, or is its value where that has another text, which does not count.

    A patch with a target may have any name.
    """
    if cell.node is None or node.raw == cell.node.raw:
        return True
    written, text = cell.node.text if isinstance(cell.node, Scalar) else "", cell.text
    return written not in text and isinstance(node, Scalar) and node.text != "" and node.text in text


def _is_inside(node: Node, other: Node) -> bool:
    return node.source is other.source and other.start <= node.start < other.end


def _check_order(form: Form) -> None:
    options = form.get("sortOptions")
    if options is not None:
        order = options.text_at("order")
        if order not in _ORDERS or (order == "fifo" and options.get("legacySortOptions") is not None):
            raise RefusedError(options.place, "order", phrase('sortOptions.order "{order}"', order=order))
