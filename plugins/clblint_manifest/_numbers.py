"""What an annotation that is no text was meant to say."""

from __future__ import annotations

from clblint.api import MistypedAnnotation, catalogue


def meant_by(wrong: MistypedAnnotation) -> str:
    """What is written, or what it stands for where that text is refused, too: on for true, 0x10 for 16.

    Empty where a number in another notation is refused as text in either form.
    """
    known, written = catalogue().find(wrong.key), wrong.written
    found = known.check(written) if known is not None and "clb" in known.controllers else None
    if known is None or (found is not None and found.sure and found.nearest):
        return found.nearest if found is not None and found.nearest else written
    texts = {written: None, _in_digits(wrong): None}
    taken = (text for text in texts if any(known.is_valid(text, one) for one in known.controllers))
    return next(taken, "" if len(texts) > 1 else written)


def _in_digits(wrong: MistypedAnnotation) -> str:
    """A whole number as YAML reads it, in plain digits; anything else as it is written."""
    value = getattr(wrong.value, "value", None)
    is_whole = isinstance(value, (int, float)) and not isinstance(value, bool) and value == value // 1
    return str(int(value)) if is_whole and value is not None else wrong.written
