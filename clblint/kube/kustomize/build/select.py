"""Which objects a target selects: by regular expressions, by labels and annotations (api/types/selector.go)."""

from __future__ import annotations

import re

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.refusal import RefusedError, Unbuildable, UnknownError
from clblint.kube.labels import can_be_label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clblint.kube.kustomize.build.form import Form
    from clblint.kube.kustomize.build.resource import Id, Resource

_MOST_REPEATS = 3  # in one pattern: matching takes the length of a name to this power at most
_REPEAT = re.compile(r"(?<!\\)(?:\\\\)*[*+{]")
_PLAIN = re.compile(r"[\w-]+", re.ASCII)
_REPEATED_GROUP = re.compile(r"\)[*+{]")
_CHOICE = re.compile(r"[|?*+{]")
_FLAGS = re.compile(r"\(\?([ims]+)\)(.*)", re.DOTALL)
_REQUIREMENT = re.compile(
    r"\s*(?:(?P<absent>!)\s*(?P<missing>[^\s!=<>,()]+)|(?P<key>[^\s!=<>,()]+)\s*"
    r"(?:(?P<how>==|=|!=)\s*(?P<value>[^\s!=<>,()]*)"
    r"|(?P<many>in|notin)\s*\((?P<values>[^()]*)\)|(?P<order>[<>])\s*(?P<limit>-?\d+))?)\s*",
    re.ASCII,
)


class Pattern:
    """A regular expression over a whole text; an empty one matches everything."""

    __slots__ = ("_matcher",)

    def __init__(self, text: str, form: Form) -> None:
        self._matcher = _compiled(text, form) if text else None

    def matches(self, text: str) -> bool:
        """Whether it matches a text."""
        return self._matcher is None or self._matcher.fullmatch(text) is not None

    def is_in(self, text: str) -> bool:
        """Whether it matches a part of a text."""
        return self._matcher is None or self._matcher.search(text) is not None


class Selector:
    """A target of a patch, or what a replacement selects or rejects."""

    def __init__(self, form: Form) -> None:
        self.form = form
        names = ("group", "version", "kind", "name", "namespace")
        self._group, self._version, self._kind, self._name, self._namespace = (
            Pattern(form.text(name), form) for name in names
        )
        name = form.text("name")
        self.name = name if _PLAIN.fullmatch(name) else ""  # the only one that it selects
        self.names_objects = any(form.text(name) for name in names)
        self._labels = _requirements(form.text("labelSelector"), form)
        self._annotations = _requirements(form.text("annotationSelector"), form)
        self.selects_texts = bool(self._labels or self._annotations)

    def selects(self, resource: Resource) -> bool:
        """Whether a patch with this target changes an object (api/resmap/reswrangler.go:Select)."""
        ids = resource.ids
        now, first = ids[-1], ids[0]
        return (
            self._matches_kind(now)  # first, since most objects are of another kind
            and (self._name.matches(first.name) or self._name.matches(now.name))
            and (self._namespace.matches(first.effective_namespace) or self._namespace.matches(now.effective_namespace))
            and self.matches_texts(resource)
        )

    def matches_id(self, one: Id) -> bool:
        """Whether an id matches, its namespace as it is written (SelectorRegex)."""
        return self._matches_kind(one) and self._name.matches(one.name) and self._namespace.matches(one.namespace)

    def may_select(self, group: str, version: str, kind: str) -> bool:
        """Whether objects of a kind can be selected."""
        return self._group.matches(group) and self._version.matches(version) and self._kind.matches(kind)

    def matches_texts(self, resource: Resource) -> bool:
        """Whether its labels and annotations are as required."""
        return _fulfils(self._labels, resource, "labels") and _fulfils(self._annotations, resource, "annotations")

    def _matches_kind(self, one: Id) -> bool:
        return self.may_select(one.group, one.version, one.kind)


def _compiled(text: str, form: Form) -> re.Pattern[str]:
    return re.compile(safe_pattern(text, form))


def safe_pattern(text: str, form: Form) -> str:
    """A pattern of Go as one of Python; `UnknownError` for one that could take for ever."""
    flags = _FLAGS.fullmatch(text)
    pattern = f"(?{flags[1]}:{flags[2]})" if flags else text
    grouped = _REPEATED_GROUP.search(pattern) is not None and len(_CHOICE.findall(pattern)) > 1
    if grouped or len(_REPEAT.findall(pattern)) > _MOST_REPEATS:
        raise UnknownError(Unbuildable("pattern", text, form.cell.place, changes=True))
    pattern = pattern.replace("\\z", "\\Z")
    try:
        re.compile(pattern)
    except (re.error, OverflowError):
        raise RefusedError(
            form.cell.place, "patch-form", phrase('"{text}" is no regular expression', text=text)
        ) from None
    return f"(?:{pattern})"


def _requirements(text: str, form: Form) -> list[re.Match[str]]:
    """The requirements of a selector in the syntax of Kubernetes."""
    found: list[re.Match[str]] = []
    at = 0
    while at < len(text) if text.strip() else False:
        match = _REQUIREMENT.match(text, at)
        end = match.end() if match is not None else at
        is_last = end == len(text)
        if match is None or not (is_last or text[end] == ",") or end + 1 == len(text) or not _is_valid(match):
            raise RefusedError(form.cell.place, "patch-form", phrase('"{text}" is no selector', text=text))
        found.append(match)
        at = end + 1
    return found


def _is_valid(one: re.Match[str]) -> bool:
    """Whether there may be labels with the key and values (apimachinery: labels.NewRequirement)."""
    key, values = one["missing"] or one["key"], (one["values"] or one["value"] or "").split(",")
    return all(can_be_label(key, value.strip()) for value in values)


def _fulfils(requirements: Iterable[re.Match[str]], resource: Resource, field: str) -> bool:
    requirements = list(requirements)
    texts = resource.texts(field) if requirements else {}
    return all(_holds(one, texts) for one in requirements)


def _holds(one: re.Match[str], texts: Mapping[str, str]) -> bool:
    if one["absent"]:
        return one["missing"] not in texts
    own = texts.get(one["key"])
    if one["order"]:
        number = int(own) if own is not None and re.fullmatch(r"-?\d{1,18}", own, re.ASCII) else None
        limit = int(one["limit"])
        return number is not None and (number > limit if one["order"] == ">" else number < limit)
    if one["many"]:
        listed = own is not None and own in [value.strip() for value in one["values"].split(",")]
        return listed if one["many"] == "in" else not listed
    if one["how"]:
        equal = own == one["value"]
        return not equal if one["how"] == "!=" else equal
    return own is not None
