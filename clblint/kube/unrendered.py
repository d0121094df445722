"""Recognises placeholders in values (`${X}`, `{{ x }}`, `<your id>`), and files that are templates of manifests."""

from __future__ import annotations

import re
from functools import cache, lru_cache

# Parts of placeholders in documentation, which readers replace with their own value; besides Chinese words for it.
_HINTS = ("<", "{", "xxx", "***", "\u00d7\u00d7", "your", "...", "replace", "change", "todo", "fixme")

# What a shell, envsubst, Terraform or Maven fills in between `${` and `}`: a name, and what is made of its value. Other
# text (blanks, hyphens, other alphabets) is for people.
_FILLED_IN = r"[!#]?\s*(?:[\d{.@*]|[A-Za-z_][A-Za-z0-9_.]*\s*(?:\}|[\[(:?+=/#%^,@|&<>!*\"']|-\s*\})|[A-Z_][A-Z0-9_]*-)"
_NOT_FILLED_IN = rf"\$\{{(?!{_FILLED_IN})"

# The word, but not within a name in words (`find-your-car`), except behind the prefix of an id (`lb-your-id`).
_YOUR = r"(?<![a-z0-9]-)(?i:(?<![a-z])your)"

_SIGNS = frozenset("${@%_([!")  # every variable contains one of them
_SHORT = 10_000  # code points; up to this size two searches take less time than one pattern takes to be compiled
_WORD = 64  # code points; longer texts rarely repeat, so they are not cached


@cache
def _variable() -> re.Pattern[str]:
    return re.compile(
        r"\$\([A-Za-z_][\w.\-]*\)"  # $(NAME)
        r"|\$[A-Za-z_]\w*"  # $NAME
        r"|\{%"  # Jinja
        r"|%\([A-Za-z_]\w*\)s"
        r"|<%[^%\n]+%>"  # of ERB and EJS
        r"|__[A-Z][A-Z0-9_]*__|@[A-Za-z_][\w.\-]*@"  # the second also of Maven: @lb.id@
        r"|#\{[A-Za-z_][\w.]*\}"  # #{NAME}, which deploy pipelines replace
        r"|%(?![0-9A-F]{2}%)[A-Z][A-Z0-9_]*%|![A-Z][A-Z0-9_]*!"  # of Windows' shell; %E4% is of an encoded path
        r"|\(\([A-Za-z_/][\w./:\-]*\)\)"  # ((name)) of Concourse and BOSH
        r"|\$\[[^\[\]\n]+\]"  # $[name] of Azure Pipelines
        r"|\[\[-?\s*[.$A-Za-z_][^\[\]\n]*\]\]",  # [[ name ]], Go templates with other delimiters
    )


@cache
def _documentation() -> re.Pattern[str]:
    return re.compile(
        r"<(?!%)[^<>\n]+>|(?<![${#])\{[A-Za-z][\w .-]*\}|(?i:x{3,}|\*{3,}|\u00d7{2,})|\.{3}|…"
        rf"|{_YOUR}|(?<![a-z0-9-])(?:a?lb|nlb|vsw|vpc|rsp|sgp?|rg|acl|eip|cbwp|put|insert|enter|replace-with)-(?i:your)"
        r"|(?<![A-Za-z0-9])(?:(?:REPLACE|CHANGE)(?:[-_ ]?(?:ME|THIS))?|replace_me|change_me|TODO|FIXME)(?![A-Za-z0-9])"
        r"|[\u3400-\u9fff] ?(?i:id)(?![a-z])"
        r"|您|你的|替换|填写|填入|示例|名称|编号|证书|密钥|实例|交换机|资源组|虚拟服务器组|访问控制|可用区"
    )


@cache
def _left_over() -> re.Pattern[str]:
    return re.compile(rf"<(?!%)[^<>\n]+>|{_YOUR}[-_ ]|您的|你的")


@cache
def _not_filled_in() -> re.Pattern[str]:
    return re.compile(_NOT_FILLED_IN)


@cache
def _chinese() -> re.Pattern[str]:
    return re.compile("[\u3400-\u9fff]")


@cache
def _template() -> re.Pattern[str]:
    # The pattern begins with a literal, for which the search is several times faster than for two characters.
    return re.compile(
        r"\{(?:\{-?\s*(?:\.|\$\.|\$\w+\s*:=|/\*"
        r"|(?:include|if|else|end|range|with|template|define|toYaml|tpl|default|required|printf|quote)\b)"
        r"|%-?\s*(?:if|for|set|end|include|else|macro|block|raw))"
    )


@cache
def _unreadable_template() -> re.Pattern[str]:
    # Signs of a template in unreadable YAML: braces separated by a formatter, and names for sed to replace.
    return re.compile(r"\{\s+\{-?\s*\.\w|(?<!\$)\{[A-Z][A-Z0-9]*_[A-Z0-9_]+\}")


def is_variable(text: str) -> bool:
    """Whether a deploy step replaces this text (`${CERT_ID}`, `{{ .Values.id }}`)."""
    if _SIGNS.isdisjoint(text):
        return False
    return _is_braced(text) or bool(_variable().search(text))


def _is_braced(text: str) -> bool:
    """Whether it contains `${NAME}`, also with a default or Chinese words, or `{{ x }}` (Helm, Jinja, Argo).

    Only the first opening brace is examined: a regular expression would search an end for each, in quadratic time.
    """
    if "}" not in text:
        return False
    if _encloses(text, "${", "}"):
        return True
    return "{{" in text and any(_encloses(line, "{{", "}}") for line in text.split("\n"))


def _encloses(text: str, start: str, end: str) -> bool:
    at = text.find(start)
    return at >= 0 and text.find(end, at + len(start)) >= 0


def _is_for_people(text: str) -> bool:
    """Whether it contains `${...}` with a content that no tool replaces, or Chinese words after `${`."""
    if "${" not in text:
        return False
    found = _not_filled_in().search(text)
    if found is not None and text.find("}", found.end()) >= 0:
        return True
    if text.isascii():
        return False
    parts = ((part, part.find("${")) for part in text.split("}"))
    return any(at >= 0 and _chinese().search(part, at) is not None for part, at in parts)


def is_documentation(text: str) -> bool:
    """Whether it is a placeholder of documentation, for readers to replace (`lb-xxxx`, `<your id>`, `证书ID`)."""
    if text.isascii():
        folded = text.lower()
        if not any(map(folded.__contains__, _HINTS)):
            return False
    return _is_for_people(text) or bool(_documentation().search(text))


def is_left_over(text: str) -> bool:
    """Whether a free text (a name, a tag) contains a placeholder of documentation."""
    if not is_documentation(text):
        return False
    found = _not_filled_in().search(text)
    return bool(_left_over().search(text)) or (found is not None and text.find("}", found.end()) >= 0)


def is_unrendered(text: str) -> bool:
    """Whether a text is a placeholder of either kind, so that its real value is not known."""
    return _is_unrendered(text) if len(text) < _WORD else is_variable(text) or is_documentation(text)


@lru_cache(4096)  # the same names and words are in all manifests of a project
def _is_unrendered(text: str) -> bool:
    return is_variable(text) or is_documentation(text)


def may_hold_unrendered(text: str) -> bool:
    """Whether a part of a text may be unrendered: one search for many values, hardly any of which is."""
    if not (text.isascii() and _SIGNS.isdisjoint(text)):
        return True
    folded = text.lower()
    return any(map(folded.__contains__, _HINTS))


def is_template(text: str, *, readable: bool) -> bool:
    """Whether a file is a template of manifests (Helm, Jinja, sed); `readable` says that it parses as YAML."""
    if "{" not in text:  # one character is found many times faster than two
        return False
    if readable:
        is_plain = len(text) < _SHORT and "{{" not in text and "{%" not in text
        return not is_plain and _template().search(text) is not None
    return "{{" in text or "{%" in text or bool(_unreadable_template().search(text))
