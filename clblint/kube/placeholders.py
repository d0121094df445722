"""The forms of placeholders: what a deploy step fills in, what documentation leaves to readers, templates of manifests.

Hardly any text of a manifest has one of the signs by which `unrendered` asks here.
"""

from __future__ import annotations

from clblint.light import pattern

# What a shell, envsubst, Terraform or Maven fills in between `${` and `}`: a name, and what is made of its value. Other
# text (blanks, hyphens, other alphabets) is for people.
_FILLED_IN = r"[!#]?\s*(?:[\d{.@*]|[A-Za-z_][A-Za-z0-9_.]*\s*(?:\}|[\[(:?+=/#%^,@|&<>!*\"']|-\s*\})|[A-Z_][A-Z0-9_]*-)"
_NOT_FILLED_IN = pattern(rf"\$\{{(?!{_FILLED_IN})")

# The word, but not within a name in words (`find-your-car`), except behind the prefix of an id (`lb-your-id`).
_YOUR = r"(?<![a-z0-9]-)(?i:(?<![a-z])your)"

_VARIABLE = pattern(
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
_DOCUMENTATION = pattern(
    r"<(?!%)[^<>\n]+>|(?<![${#])\{[A-Za-z][\w .-]*\}|(?i:x{3,}|\*{3,}|\u00d7{2,})|\.{3}|…"
    rf"|{_YOUR}|(?<![a-z0-9-])(?:a?lb|nlb|vsw|vpc|rsp|sgp?|rg|acl|eip|cbwp|put|insert|enter|replace-with)-(?i:your)"
    r"|(?<![A-Za-z0-9])(?:(?:REPLACE|CHANGE)(?:[-_ ]?(?:ME|THIS))?|replace_me|change_me|TODO|FIXME)(?![A-Za-z0-9])"
    r"|[\u3400-\u9fff] ?(?i:id)(?![a-z])"
    r"|您|你的|替换|填写|填入|示例|名称|编号|证书|密钥|实例|交换机|资源组|虚拟服务器组|访问控制|可用区"
)
_LEFT_OVER = pattern(rf"<(?!%)[^<>\n]+>|{_YOUR}[-_ ]|您的|你的")
_CHINESE = pattern("[\u3400-\u9fff]")
# The pattern begins with a literal, for which the search is several times faster than for two characters.
_TEMPLATE = pattern(
    r"\{(?:\{-?\s*(?:\.|\$\.|\$\w+\s*:=|/\*"
    r"|(?:include|if|else|end|range|with|template|define|toYaml|tpl|default|required|printf|quote)\b)"
    r"|%-?\s*(?:if|for|set|end|include|else|macro|block|raw))"
)
# Signs of a template in unreadable YAML: braces separated by a formatter, and names for sed to replace.
_UNREADABLE_TEMPLATE = pattern(r"\{\s+\{-?\s*\.\w|(?<!\$)\{[A-Z][A-Z0-9]*_[A-Z0-9_]+\}")


def holds_variable(text: str) -> bool:
    """Whether a text contains a variable that a deploy step replaces."""
    return _is_braced(text) or bool(_VARIABLE.search(text))


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


def is_for_readers(text: str) -> bool:
    """Whether a text contains what readers of documentation are to replace."""
    return _is_for_people(text) or bool(_DOCUMENTATION.search(text))


def _is_for_people(text: str) -> bool:
    """Whether it contains `${...}` with a content that no tool replaces, or Chinese words after `${`."""
    if "${" not in text:
        return False
    found = _NOT_FILLED_IN.search(text)
    if found is not None and text.find("}", found.end()) >= 0:
        return True
    if text.isascii():
        return False
    parts = ((part, part.find("${")) for part in text.split("}"))
    return any(at >= 0 and _CHINESE.search(part, at) is not None for part, at in parts)


def is_left_in(text: str) -> bool:
    """Whether a text of documentation contains a placeholder also if it is a free one, such as a name or a tag."""
    found = _NOT_FILLED_IN.search(text)
    return bool(_LEFT_OVER.search(text)) or (found is not None and text.find("}", found.end()) >= 0)


def is_readable_template(text: str) -> bool:
    """Whether a file that parses as YAML is a template of manifests."""
    return _TEMPLATE.search(text) is not None


def is_unreadable_template(text: str) -> bool:
    """Whether a file that does not parse as YAML has signs of a template."""
    return _UNREADABLE_TEMPLATE.search(text) is not None
