"""Reads the answer of DescribeHealthStatus: the health of each back end of each listener."""

from __future__ import annotations

from clblint.diagnose.snapshot import HealthRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.shape import Plain


def health_rows(value: Plain, path: str) -> Iterator[HealthRow]:
    """Yield the rows of an answer; none for any other value."""
    servers = value.get("BackendServers")
    listed = servers.get("BackendServer") if isinstance(servers, dict) else None
    for row in listed if isinstance(listed, list) else []:
        if isinstance(row, dict) and isinstance(row.get("ServerHealthStatus"), str):
            yield HealthRow(
                _number(row.get("ListenerPort")), str(row.get("ServerId", "")), str(row.get("ServerIp", "")),
                _number(row.get("Port")), row["ServerHealthStatus"].lower(), path,
            )  # fmt: skip


def _number(value: object) -> int:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0  # noqa: PLR2004 - a port
