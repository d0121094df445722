"""`query_of`: the code and the message of an error, without what an SDK, the CCM or a log prints around them.

Status Code: 400 Code: AclNotExist Message: The specified AclId does not exist. RequestId: 0B5C1-22
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_QUOTES = r"[\\\"'\u201c\u201d]*"
_CODE = re.compile(
    rf"(?:\b(?:sdk)?(?:error[ _]?)?code|错误码|错误代码|错误编码){_QUOTES}\s*[:=]\s*{_QUOTES}([A-Za-z][\w.-]*)",
    re.IGNORECASE,
)
_NEXT = (
    r"request[ _]?id|recommend|host[ _]?id|data|(?:error|status)?[ _]?code|access[ _]?denied[ _]?detail|http[ _]?status"
    r"|请求ID|错误码|错误代码|建议"
)
_MESSAGE = re.compile(
    rf"(?:\b(?:error[ _]?)?message|错误信息|报错信息|错误消息){_QUOTES}\s*[:=]\s*{_QUOTES}(.*?)"
    rf"(?={_QUOTES}\s*[,;}}]*\s*{_QUOTES}(?:{_NEXT}){_QUOTES}\s*[:=]|$)",
    re.IGNORECASE | re.DOTALL,
)
_API = re.compile(r"\bAPI\s*[:=]\s*([A-Za-z]+)", re.IGNORECASE)
_STATUS = re.compile(
    rf"\b(?:http[ _]?)?status[ _]?code{_QUOTES}\s*[:=]?\s*{_QUOTES}\d+"
    rf"|\brequest[ _]?id{_QUOTES}\s*[:=]\s*{_QUOTES}[\w*-]*"
    rf"|\brecommend{_QUOTES}\s*[:=]\s*\S*|\bhost[ _]?id{_QUOTES}\s*[:=]\s*\S*|\[?SDK\.?\w*Error\]?:?",
    re.IGNORECASE,
)
_WRAPPED = re.compile(
    r"^\s*(?:DryRun: )?Error syncing load balancer \[[^\]]*\]:?\s*(?=\S)"
    r"|\b(?:bui?ld lb local model|apply model|bui?lid? n?lb (?:attribute|listener|server group)|build vserver groups"
    r"|build listener from servicePort \d+) error:",
    re.IGNORECASE,
)


class Query(NamedTuple):
    """The text to search for, the error codes, and `rest`: the whole text without status, request id and prefixes."""

    text: str
    codes: tuple[str, ...]
    rest: str


def query_of(text: str) -> Query:
    """The query for a pasted text."""
    text = unicodedata.normalize("NFKC", text)
    codes = tuple(dict.fromkeys(code.rstrip(".,;") for code in _CODE.findall(text)))
    messages = [message.strip(" \\\"'}]") for message in _MESSAGE.findall(text)]
    apis = _API.findall(text)
    bare = _STATUS.sub(" ", text)
    rest = _WRAPPED.sub("", bare)
    if codes or (messages and apis):
        return Query(" ".join([*apis, *codes, *messages]), codes, rest)
    return Query(rest, (), rest)
