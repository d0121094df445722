"""What was probably meant by a key that nobody reads, in words."""

from __future__ import annotations

from clblint.api import N_, NamedTuple, catalogue
from clblint_annotations._readers import readers_of
from clblint_annotations._switches import is_refused_alone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Annotation, KnownAnnotation


class Feature(NamedTuple):
    """What was probably meant, in words, where no key is near that would be read here and take the value."""

    title: object = ""
    suffix: str = ""
    allowed: object = ""
    others: tuple[str, ...] = ()
    theirs: str = ""
    ours: str = ""
    fix: str = N_("look the name up in the documentation, or remove the line")


def feature_of(annotation: Annotation, near: KnownAnnotation | None) -> Feature:
    """The feature of the nearest key, which would not be read here or does not take the value."""
    if near is None:
        return Feature()
    readers = readers_of(annotation) or near.controllers
    reader, details = next((one for one in readers if one in near.controllers), ""), near.details
    if reader:
        related = (one for one in details.get("related", ()) if reader in catalogue().by_suffix(one).controllers)
        others = (near.suffix, *related)
        fix = N_('for "{feature}" see {others}: {suffix} takes {allowed}')
        return Feature(near.title, near.suffix, near.allowed(reader), others, fix=fix)
    others = tuple(details.get("counterpart", ()))
    fix = N_('"{feature}" is for {theirs}s only; what {ours}s have is {others}')
    if not others:
        fix = N_('"{feature}" is for {theirs}s only: remove the line')
    return Feature(near.title, others=others, theirs=near.controllers[0].upper(), ours=readers[0].upper(), fix=fix)


def _reader(annotation: Annotation, known: KnownAnnotation) -> str:
    """The controller that would read another key at this place; empty where none would."""
    return next((one for one in readers_of(annotation) if one in known.controllers), "")


def meant_by(annotation: Annotation, fitting: list[KnownAnnotation]) -> KnownAnnotation | None:
    """The one annotation that was meant, if nothing else is near, it is not there already and would be read here.

    Otherwise a new name would only hide that the setting has no effect.
    """
    known = fitting[0] if len(fitting) == 1 else None
    if known is None or not _reader(annotation, known):
        return None
    alone = is_refused_alone(annotation, known.key, annotation.value.value)
    there = not annotation.siblings.keys().isdisjoint({known.key, known.legacy_key})
    return None if there or alone else known


# What a change does where the new setting is put in place and everything else stays.
_IN_PLACE = frozenset({"applied", "conditional"})


def takes_effect_without_harm(annotation: Annotation, meant: KnownAnnotation) -> bool:
    """Whether the setting only takes effect at last, and what works today goes on working.

    One that is fixed when a CLB is made would set every sync of one that exists against it, others make listeners anew,
    take those of other people or shut clients out, and a value that the annotation does not take would stop a Service
    that works.
    """
    change = meant.details["change"]
    return (
        change["does"] in _IN_PLACE
        and not change.get("disturbs")
        and catalogue().respelt(annotation.key) == [meant.key]
        and (annotation.value.readable or annotation.value.is_empty)
        and all(meant.is_valid(annotation.value.value, controller) for controller in meant.controllers)
    )
