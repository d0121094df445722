"""What a kustomization gathers: its resources, bases, generators and components, changed by its transformers.

The order is that of api/internal/target/kusttarget.go:accumulateTarget and configureBuiltinTransformers.
"""

from __future__ import annotations

from contextlib import contextmanager

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build import fields, names, patches, plugins
from clblint.kube.kustomize.build.bases import Entered, Trace
from clblint.kube.kustomize.build.configuration import tables_of, tables_of_crds
from clblint.kube.kustomize.build.fieldspec import FieldSpec, field_spec, merged
from clblint.kube.kustomize.build.generate import absorb, generated
from clblint.kube.kustomize.build.kustomization import COMPONENT, kind_of
from clblint.kube.kustomize.build.manifest import resources_of
from clblint.kube.kustomize.build.merge import Series
from clblint.kube.kustomize.build.metadata import Metadata
from clblint.kube.kustomize.build.objects import Objects
from clblint.kube.kustomize.build.parse import configuration, inline
from clblint.kube.kustomize.build.patches import Context
from clblint.kube.kustomize.build.refusal import RefusedError, Unbuildable, UnknownError
from clblint.kube.kustomize.build.replacement import replace, replacements_of
from clblint.kube.kustomize.build.schema import BUILT_IN, DEFAULT, Lookup, lookup_of
from clblint.kube.kustomize.build.tables import DEFAULTS, Tables
from clblint.kube.kustomize.build.variables import Variable, bind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from clblint.kube.kustomize.build.cell import Cell
    from clblint.kube.kustomize.build.files import Folder
    from clblint.kube.kustomize.build.form import Form
    from clblint.kube.kustomize.build.resource import Resource
    from clblint.source.place import Place

_MOST_FOLDERS = 5_000  # kustomizations that one build goes through, those counted again that it uses again
_MOST_OBJECTS = 100_000
_DEEPEST = 60
_ON_OBJECTS = (FieldSpec("metadata/labels", create=True),)


class Gathered:
    """Objects, tables, variables and unbuildable parts (api/internal/accumulator/resaccumulator.go)."""

    def __init__(self) -> None:
        self.objects = Objects()
        self.tables = Tables()
        self.variables: dict[str, Variable] = {}

    def copy(self) -> Gathered:
        """A copy that shares nothing with this one."""
        made = Gathered()
        made.objects, made.tables, made.variables = self.objects.copy(), self.tables, dict(self.variables)
        return made

    def take(self, other: Gathered) -> None:
        """Append what a base has gathered (MergeAccumulator)."""
        self.objects.take(other.objects)
        self.tables = self.tables.with_more(other.tables)
        for name, variable in other.variables.items():
            if name in self.variables:
                place = variable.form.cell.place
                raise RefusedError(place, "var", phrase("the variable {name} is there already", name=name))
            self.variables[name] = variable


class Gathering:
    """One build: its merge keys, its unbuildable parts, and how much it may still read."""

    def __init__(self) -> None:
        self.unbuildables: list[Unbuildable] = []
        self.lookup: Lookup = DEFAULT
        self.metadata = Metadata("", ())
        self._has_schema = False
        self._entered: list[Entered] = []

    def root(self, folder: Folder, form: Form) -> Gathered:
        """What the kustomization of the root of a build gathers; a component may be one."""
        self._take_schema(form, folder)
        self.metadata = Metadata(folder.path, form.texts("buildMetadata"))
        return self._gather(form, folder, Gathered(), 0)

    def _gather(self, form: Form, folder: Folder, gathered: Gathered, depth: int) -> Gathered:
        self._entered.append(Entered(folder.files.real(folder.path), depth))
        if len(self._entered) > _MOST_FOLDERS or depth > _DEEPEST or len(gathered.objects.items) > _MOST_OBJECTS:
            raise UnknownError(Unbuildable("too-large", folder.path, form.cell.place, changes=True))
        gathered = self._with_resources(gathered, form.cells("resources"), folder, depth)
        gathered.tables = gathered.tables.with_more(self._tables(form, folder))
        self._generate(form, folder, gathered, depth)
        gathered = self._with_components(gathered, form, folder, depth)
        self._transform(form, folder, gathered, depth)
        self._validate(form, folder, gathered, depth)
        bind(form.forms("vars"), gathered.objects.items, gathered.variables)
        return gathered

    def _with_resources(self, gathered: Gathered, paths: Iterable[Cell], folder: Folder, depth: int) -> Gathered:
        for cell in paths:
            with _unbuildables_in(self.unbuildables):
                if folder.is_folder(cell.text):
                    gathered.take(self._base(folder.folder(cell.text, cell.place), cell, depth))
                else:
                    folder.refuse_remote(cell.text, cell.place)
                    found = resources_of(folder.files.manifests(folder.file(cell.text, cell.place)))
                    self.metadata.read(found, folder, cell.text)
                    gathered.objects.add(found)
        return gathered

    def _base(self, folder: Folder, cell: Cell, depth: int) -> Gathered:
        form = folder.form()
        self._take_schema(form, folder)
        if kind_of(form) == COMPONENT:
            raise RefusedError(cell.place, "component", phrase("{text} is a component", text=cell.text))
        return self._kept(form, folder, depth + 1) or self._to_keep(form, folder, depth + 1)

    def _kept(self, form: Form, folder: Folder, depth: int) -> Gathered | None:
        """What a base has gathered for another kustomization; None if this one must see for itself."""
        found = folder.files.bases.get(form) if self._is_usual else None
        if found is None:
            return None
        gathered: Gathered = found[0]
        trace = found[1]
        is_large = len(self._entered) + len(trace.entered) > _MOST_FOLDERS or depth + trace.levels > _DEEPEST
        if is_large or folder.is_below(one.folder for one in trace.entered):
            return None
        self._entered += [one._replace(depth=one.depth - trace.entered[0].depth + depth) for one in trace.entered]
        folder.files.repeat(trace.asked)
        return gathered.copy()

    def _to_keep(self, form: Form, folder: Folder, depth: int) -> Gathered:
        """What a base gathers, which is kept unless it depends on who uses it."""
        unbuildables, count = len(self.unbuildables), len(self._entered)
        with folder.files.asking() as asked:
            gathered = self._gather(form, folder, Gathered(), depth)
            if len(self.unbuildables) > unbuildables or folder.is_free or not self._is_usual:
                return gathered
            trace = Trace(tuple(self._entered[count:]), frozenset(asked))
            folder.files.bases.keep(form, gathered, trace)
            return gathered.copy()

    @property
    def _is_usual(self) -> bool:
        """Whether what bases gather is the same for other builds: the root asks for nothing that changes them."""
        return not (self._has_schema or self.metadata.is_asked_for)

    def _with_components(self, gathered: Gathered, form: Form, folder: Folder, depth: int) -> Gathered:
        """A component works on all that its user has gathered (accumulateComponents)."""
        for cell in form.cells("components"):
            with _unbuildables_in(self.unbuildables, changes=True):
                inner = folder.folder(cell.text, cell.place)
                component = inner.form()
                self._take_schema(component, inner)
                if kind_of(component) != COMPONENT:
                    raise RefusedError(cell.place, "component", phrase("{text} is no component", text=cell.text))
                gathered = self._gather(component, inner, gathered, depth + 1)
        return gathered

    def _take_schema(self, form: Form, folder: Folder) -> None:
        """The first OpenAPI schema that a kustomization names holds for the whole build (SetSchema)."""
        pairs = form.pairs("openapi")
        path, version = pairs.get("path"), pairs.get("version")
        document = configuration(folder.file(path.text, path.place)) if path is not None else None
        if self._has_schema:
            return
        if path is not None and version is not None:
            raise RefusedError(path.place, "openapi", phrase("a schema has a path or a version"))
        if version is not None and not version.is_null and version.text not in {"", BUILT_IN}:
            raise RefusedError(
                version.place, "openapi", phrase("the OpenAPI version {text} is not built in", text=version.text)
            )
        if path is not None:
            self.lookup = lookup_of(document.value() if document is not None else {})
        self._has_schema = path is not None or (version is not None and version.text != "")

    def _tables(self, form: Form, folder: Folder) -> Tables:
        tables = DEFAULTS
        for cell in form.cells("configurations"):
            tables = _with_placed(tables, tables_of(folder.file(cell.text, cell.place)), cell.place)
        for cell in form.cells("crds"):
            tables = _with_placed(tables, tables_of_crds(folder.file(cell.text, cell.place)), cell.place)
        return tables

    def _generate(self, form: Form, folder: Folder, gathered: Gathered, depth: int) -> None:
        options = form.form("generatorOptions")
        for field, kind in (("configMapGenerator", "ConfigMap"), ("secretGenerator", "Secret")):
            for entry in form.forms(field):
                with _unbuildables_in(self.unbuildables, changes=True):
                    made = generated(kind, entry, options, folder)
                    self.metadata.made(made, folder, f"{kind}Generator")
                    absorb(gathered.objects, made)
        for field in ("helmCharts", "helmChartInflationGenerator"):
            for entry in form.forms(field):
                self.unbuildables.append(
                    Unbuildable("chart", entry.text("name") or entry.text("chartName"), entry.cell.place)
                )
        for plugin in self._plugins(form.cells("generators"), folder, depth):
            result = plugins.generate(plugin, folder)
            if isinstance(result, Unbuildable):
                self.unbuildables.append(result)
            else:
                absorb(gathered.objects, result)

    def _plugins(self, cells: Iterable[Cell], folder: Folder, depth: int) -> list[Resource]:
        """The configurations of plugins, each inline or a resource (configureExternalTransformers)."""
        found = Gathered()
        paths = []
        for cell in cells:
            try:
                found.objects.add(resources_of(inline(cell)))
            except RefusedError:
                paths.append(cell)
        return self._with_resources(found, paths, folder, depth).objects.items

    def _transform(self, form: Form, folder: Folder, gathered: Gathered, depth: int) -> None:
        objects = gathered.objects
        context = Context(objects, Series(self.lookup), self.unbuildables)
        self._patch(form, folder, context)
        self._rename(form, folder, gathered)
        objects.changed()
        self._label(form, folder, gathered)
        for entry in form.forms("patchesJson6902"):
            with _unbuildables_in(self.unbuildables, changes=True):
                patches.json_patch(entry, folder, context)
            self.metadata.changed(objects.items, folder, "PatchJson6902Transformer")
        self._set_fields(form, folder, gathered)
        objects.changed()
        for plugin in self._plugins(form.cells("transformers"), folder, depth):
            plugins.transform(plugin, folder, context)
            self.metadata.run(objects.items, plugin)

    def _patch(self, form: Form, folder: Folder, context: Context) -> None:
        objects = context.objects
        if form.cells("patchesStrategicMerge"):
            with _unbuildables_in(self.unbuildables, changes=True):
                patches.strategic(form.cells("patchesStrategicMerge"), folder, context)
            self.metadata.changed(objects.items, folder, "PatchStrategicMergeTransformer")
        for entry in form.forms("patches"):
            with _unbuildables_in(self.unbuildables, changes=True):
                patches.patch(entry, folder, context)
            self.metadata.changed(objects.items, folder, "PatchTransformer")

    def _rename(self, form: Form, folder: Folder, gathered: Gathered) -> None:
        items, tables = gathered.objects.items, gathered.tables
        namespace, prefix, suffix = (form.get(name) for name in ("namespace", "namePrefix", "nameSuffix"))
        if namespace is not None and namespace.text:
            names.set_namespace(items, namespace, tables.namespace)
            self.metadata.changed(items, folder, "NamespaceTransformer")
        if prefix is not None and prefix.text:
            names.add_prefix(items, prefix, tables.name_prefix)
            self.metadata.changed(items, folder, "PrefixTransformer")
        if suffix is not None and suffix.text:
            names.add_suffix(items, suffix, tables.name_suffix)
            self.metadata.changed(items, folder, "SuffixTransformer")

    def _label(self, form: Form, folder: Folder, gathered: Gathered) -> None:
        items, tables = gathered.objects.items, gathered.tables
        if form.cells("labels") or form.pairs("commonLabels"):
            for pairs, specs in _labels(form, tables):
                fields.set_pairs(items, pairs, specs)
                self.metadata.changed(items, folder, "LabelTransformer")
        if form.pairs("commonAnnotations"):
            fields.set_pairs(items, form.pairs("commonAnnotations"), tables.common_annotations)
            self.metadata.changed(items, folder, "AnnotationsTransformer")

    def _set_fields(self, form: Form, folder: Folder, gathered: Gathered) -> None:
        items, tables = gathered.objects.items, gathered.tables
        for entry in form.forms("replicas"):
            with _unbuildables_in(self.unbuildables, changes=True, also={"replicas"}):
                fields.set_replicas(items, entry, tables.replicas)
            self.metadata.changed(items, folder, "ReplicaCountTransformer")
        for entry in form.forms("images"):
            fields.set_image(items, entry, tables.images)
            self.metadata.changed(items, folder, "ImageTagTransformer")
        if form.cells("replacements"):
            with _unbuildables_in(self.unbuildables, changes=True, also={"replacement"}):
                replace(items, replacements_of(form.forms("replacements"), folder))
            self.metadata.changed(items, folder, "ReplacementTransformer")

    def _validate(self, form: Form, folder: Folder, gathered: Gathered, depth: int) -> None:
        """Run validators on a copy; raises `RefusedError` if one changes anything (runValidators)."""
        for plugin in self._plugins(form.cells("validators"), folder, depth):
            copied = Objects(one.copy({}) for one in gathered.objects.items)
            plugins.transform(plugin, folder, Context(copied, Series(self.lookup), self.unbuildables))
            before = [one.root.value() for one in gathered.objects.items]
            if before != [one.root.value() for one in copied.items]:
                raise RefusedError(
                    plugin.root.place, "validator", phrase("the validator {name} changes objects", name=plugin.name)
                )


@contextmanager
def _unbuildables_in(
    unbuildables: list[Unbuildable], *, changes: bool = False, also: Container[str] = ()
) -> Iterator[None]:
    """Note what is remote as unbuildable, and if anything is, some refusals: what is missing may be there."""
    try:
        yield
    except UnknownError as unknown:
        if unknown.unbuildable.kind != "remote":
            raise
        unbuildables.append(unknown.unbuildable._replace(changes=changes))
    except RefusedError as refused:
        if not unbuildables or refused.kind not in also:
            raise
        unbuildables.append(Unbuildable(refused.kind, refused.message, refused.place, changes=True))


def _labels(form: Form, tables: Tables) -> Iterator[tuple[dict[str, Cell], tuple[FieldSpec, ...]]]:
    """Yield the labels to set and where: `labels` one by one, then `commonLabels` (LabelTransformer)."""
    for entry in form.forms("labels"):
        specs = merged((field_spec(one) for one in entry.forms("fields")), tables.labels)
        if entry.flag("includeSelectors"):
            specs = merged(specs, tables.common_labels)
        else:
            if entry.flag("includeTemplates"):
                specs = merged(specs, tables.template_labels)
            specs = merged(specs, _ON_OBJECTS)
        yield entry.pairs("pairs"), specs
    yield form.pairs("commonLabels"), tables.common_labels


def _with_placed(tables: Tables, more: Tables, place: Place | None) -> Tables:
    """Both tables; a contradiction is refused at the entry that names the file."""
    try:
        found = tables.with_more(more)
        found.refuse_contradictions()
    except RefusedError as error:
        raise RefusedError(error.place or place, error.kind, error.message) from error
    return found
