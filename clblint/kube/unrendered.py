"""Recognises placeholders in values (`${X}`, `{{ x }}`, `<your id>`), and files that are templates of manifests."""

from __future__ import annotations

from clblint.light import lru_cache

# Parts of placeholders in documentation, which readers replace with their own value; besides Chinese words for it.
_HINTS = ("<", "{", "xxx", "***", "\u00d7\u00d7", "your", "...", "replace", "change", "todo", "fixme")

# Every variable contains one of these characters, or else these two.
_SIGNS, _UNDERSCORES = frozenset("${@%([!"), "__"
_WORD = 64  # code points; longer texts rarely repeat, so they are not cached


def is_variable(text: str) -> bool:
    """Whether a deploy step replaces this text (`${CERT_ID}`, `{{ .Values.id }}`)."""
    if _SIGNS.isdisjoint(text) and _UNDERSCORES not in text:
        return False
    from clblint.kube.placeholders import holds_variable  # noqa: PLC0415 - few texts have such signs

    return holds_variable(text)


def is_documentation(text: str) -> bool:
    """Whether it is a placeholder of documentation, for readers to replace (`lb-xxxx`, `<your id>`, `证书ID`)."""
    if text.isascii():
        folded = text.lower()
        if not any(map(folded.__contains__, _HINTS)):
            return False
    from clblint.kube.placeholders import is_for_readers  # noqa: PLC0415 - few texts have such parts

    return is_for_readers(text)


def is_left_over(text: str) -> bool:
    """Whether a free text (a name, a tag) contains a placeholder of documentation."""
    if not is_documentation(text):
        return False
    from clblint.kube.placeholders import is_left_in  # noqa: PLC0415 - as above

    return is_left_in(text)


def is_unrendered(text: str) -> bool:
    """Whether a text is a placeholder of either kind, so that its real value is not known."""
    return _is_unrendered(text) if len(text) < _WORD else is_variable(text) or is_documentation(text)


@lru_cache(4096)  # the same names and words are in all manifests of a project
def _is_unrendered(text: str) -> bool:
    return is_variable(text) or is_documentation(text)


def may_hold_unrendered(text: str) -> bool:
    """Whether a part of a text may be unrendered: one search for many values, hardly any of which is."""
    if not (text.isascii() and _SIGNS.isdisjoint(text)) or _UNDERSCORES in text:
        return True
    folded = text.lower()
    return any(map(folded.__contains__, _HINTS))


def is_template(text: str, *, readable: bool) -> bool:
    """Whether a file is a template of manifests (Helm, Jinja, sed); `readable` says that it parses as YAML."""
    if "{" not in text:  # one character is found many times faster than two
        return False
    is_marked = "{{" in text or "{%" in text
    if is_marked is not readable:
        return is_marked
    from clblint.kube.placeholders import is_readable_template, is_unreadable_template  # noqa: PLC0415 - few files have such braces

    return is_readable_template(text) if readable else is_unreadable_template(text)
