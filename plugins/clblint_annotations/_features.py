"""What was probably meant by a key that nobody reads, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clblint.api import N_, catalogue
from clblint_annotations._readers import readers_of

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
