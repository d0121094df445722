"""Transformers and generators that objects of `apiVersion: builtin` configure (api/internal/plugins, builtins)."""

from __future__ import annotations

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build import fields, names, patches
from clblint.kube.kustomize.build.fieldspec import field_spec
from clblint.kube.kustomize.build.form import Form, Type, checked
from clblint.kube.kustomize.build.generate import generated
from clblint.kube.kustomize.build.kustomization import FIELD_SPEC, GENERATOR, IMAGE, PATCH, REPLACEMENT, REPLICA
from clblint.kube.kustomize.build.refusal import RefusedError, Unbuildable
from clblint.kube.kustomize.build.replacement import replace, replacements_of
from clblint.kube.kustomize.build.scalars import BOOL, STR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.kube.kustomize.build.fieldspec import FieldSpec
    from clblint.kube.kustomize.build.files import Folder
    from clblint.kube.kustomize.build.patches import Context
    from clblint.kube.kustomize.build.resource import Resource

    Transform = Callable[[Form, Folder, Context], None]

_META: Type = {"name": STR, "namespace": STR}
_PAIRS: Type = {"*": STR}
_FIELDS: dict[str, Type] = {"metadata": _META, "fieldSpecs": [FIELD_SPEC]}


def transform(plugin: Resource, folder: Folder, context: Context) -> None:
    """Run a transformer; one that is no built-in is unbuildable (loader.go:loadAndConfigurePlugin)."""
    known = _TRANSFORMERS.get(plugin.kind) if is_built_in(plugin) else None
    if known is None:
        context.unbuildables.append(Unbuildable("plugin", plugin.kind, plugin.root.place, changes=True))
        return
    kind, run = known
    plugin.root.check()
    run(checked(plugin.root, kind, strict=False, converts=plugin.kind not in _WITH_SELECTORS), folder, context)
    context.objects.changed()
    context.objects.drop_gone()


def generate(plugin: Resource, folder: Folder) -> Resource | Unbuildable:
    """The object that a generator makes, or `Unbuildable` for one that is no built-in."""
    kind = {"ConfigMapGenerator": "ConfigMap", "SecretGenerator": "Secret"}.get(plugin.kind, "")
    if not is_built_in(plugin) or not kind:
        is_chart = plugin.kind == "HelmChartInflationGenerator"
        return Unbuildable("chart" if is_chart else "plugin", plugin.kind, plugin.root.place)
    plugin.root.check()
    form = checked(plugin.root, {"metadata": _META, **GENERATOR, "type": STR}, strict=False)
    for name in ("name", "namespace"):
        own, inherited = form.get(name), form.form("metadata").get(name)
        if (own is None or not own.text) and inherited is not None:
            form.cell.fields[name] = inherited
    return generated(kind, form, Form(None), folder)


def is_built_in(plugin: Resource) -> bool:
    """Whether kustomize brings a plugin itself."""
    return plugin.root.text_at("apiVersion") == "builtin"


def _specs(form: Form) -> tuple[FieldSpec, ...]:
    return tuple(field_spec(one) for one in form.forms("fieldSpecs"))


def _pairs(name: str) -> tuple[Type, Transform]:
    def run(form: Form, _: Folder, context: Context) -> None:
        fields.set_pairs(context.objects.items, form.pairs(name), _specs(form))

    return {**_FIELDS, name: _PAIRS}, run


def _affix(name: str, add: Callable[..., None]) -> tuple[Type, Transform]:
    def run(form: Form, _: Folder, context: Context) -> None:
        if not form.has("fieldSpecs"):
            raise RefusedError(form.cell.place, "configuration-conflict", phrase("fieldSpecs are missing"))
        text = form.get(name)
        if text is not None:
            add(context.objects.items, text, _specs(form))

    return {**_FIELDS, name: STR}, run


def _namespace(form: Form, _: Folder, context: Context) -> None:
    namespace = form.form("metadata").get("namespace")
    if namespace is not None and namespace.text:
        unset_only, subjects = form.flag("unsetOnly"), form.text("setRoleBindingSubjects")
        if subjects not in {"", "defaultOnly", "allServiceAccounts", "none"}:
            raise RefusedError(
                form.cell.place, "configuration-conflict", phrase('"{subjects}" are no subjects', subjects=subjects)
            )
        items = context.objects.items
        names.set_namespace(items, namespace, _specs(form), unset_only=unset_only, subjects=subjects)


def _strategic(form: Form, folder: Folder, context: Context) -> None:
    text = form.get("patches")
    cells = [*form.cells("paths"), *([text] if text is not None else [])]
    if not cells:
        raise RefusedError(form.cell.place, "patch-form", phrase("there is neither a path nor a patch"))
    patches.strategic(cells, folder, context)


def _patch(form: Form, folder: Folder, context: Context) -> None:
    patches.patch(form, folder, context)


def _json_patch(form: Form, folder: Folder, context: Context) -> None:
    patches.json_patch(form, folder, context)


def _replace(form: Form, folder: Folder, context: Context) -> None:
    replace(context.objects.items, replacements_of(form.forms("replacements"), folder))


def _replicas(form: Form, _: Folder, context: Context) -> None:
    fields.set_replicas(context.objects.items, form.form("replica"), _specs(form))


def _image(form: Form, _: Folder, context: Context) -> None:
    fields.set_image(context.objects.items, form.form("imageTag"), _specs(form))


def _hashes(_: Form, __: Folder, context: Context) -> None:
    names.add_hashes(context.objects.items)


# Fields of selectors are embedded in the structs of these, and what is embedded is not converted to text.
_WITH_SELECTORS = frozenset({"PatchTransformer", "PatchJson6902Transformer", "ReplacementTransformer"})
_TRANSFORMERS: dict[str, tuple[Type, Transform]] = {
    "AnnotationsTransformer": _pairs("annotations"),
    "LabelTransformer": _pairs("labels"),
    "NamespaceTransformer": ({**_FIELDS, "unsetOnly": BOOL, "setRoleBindingSubjects": STR}, _namespace),
    "PrefixTransformer": _affix("prefix", names.add_prefix),
    "SuffixTransformer": _affix("suffix", names.add_suffix),
    "PatchTransformer": ({**_FIELDS, **PATCH}, _patch),
    "PatchStrategicMergeTransformer": ({**_FIELDS, "paths": [STR], "patches": STR}, _strategic),
    "PatchJson6902Transformer": ({**_FIELDS, "target": PATCH["target"], "path": STR, "jsonOp": STR}, _json_patch),
    "ReplacementTransformer": ({**_FIELDS, "replacements": [{"path": STR, **REPLACEMENT}]}, _replace),
    "ReplicaCountTransformer": ({**_FIELDS, "replica": REPLICA}, _replicas),
    "ImageTagTransformer": ({**_FIELDS, "imageTag": IMAGE}, _image),
    "HashTransformer": (_FIELDS, _hashes),
}
