"""Baselines: reads and writes the file of known findings, and matches findings with it.

An entry is identified by rule, object and subject, not by line or message, so it survives edits elsewhere and renamed
files. The path is stored to tell equal objects in several files apart, and to know whether a run over some of the
files covers the entry.

    {
      "format": 1,
      "findings": [
        {"rule": "spec-ignored", "object": "shop/Service/web", "subject": "spec", "file": "web.yaml", "count": 1}
      ]
    }
"""

from __future__ import annotations

import json
import os
from collections import Counter

from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.files.read import read_given
from clblint.files.working_folder import relative
from clblint.i18n.language import shortened, tr, why_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from clblint.lint.finding import Finding

FORMAT = 1
_MAX_BYTES = 64 * 1024 * 1024  # bytes


class BaselineEntry(NamedTuple):
    """The key of a finding in a baseline; `file` is relative to the folder of the baseline, with `/`."""

    file: str
    object: str
    rule: str
    subject: str

    @property
    def identity(self) -> tuple[str, ...]:
        """The key without the file, so that a moved object matches; with the file if the finding has no object."""
        return (self.rule, self.object, self.subject) if self.object else tuple(self)


class Baseline:
    """The entries of a baseline, each with how often it occurs."""

    def __init__(self, path: str, entries: Counter[BaselineEntry]) -> None:
        self.path = path
        self.entries = entries
        self.unmatched: Counter[BaselineEntry] = Counter(entries)

    def entry_of(self, finding: Finding) -> BaselineEntry:
        """The entry for a finding."""
        return entry_of(finding, self.path)

    def take(self, findings: Sequence[Finding]) -> set[int]:
        """Match findings with entries, first those of the same file; returns the indexes of the matched findings.

        Entries that match no finding are in `unmatched` afterwards.
        """
        entries = [entry_of(finding, self.path) for finding in findings]
        left = Counter(self.entries)
        known = set()
        for index, entry in enumerate(entries):
            if left[entry] > 0:
                left[entry] -= 1
                known.add(index)
        elsewhere: dict[tuple[str, ...], list[BaselineEntry]] = {}
        for entry in sorted(+left, reverse=True):
            elsewhere.setdefault(entry.identity, []).append(entry)
        for index, entry in enumerate(entries):
            if index not in known and (others := elsewhere.get(entry.identity)):
                left[others[-1]] -= 1
                if not left[others[-1]]:
                    others.pop()
                known.add(index)
        self.unmatched = +left
        return known

    def gone(self, judged: Callable[[str, str], bool]) -> Counter[BaselineEntry]:
        """The unmatched entries; `judged` says by path and rule whether the run checked them."""
        folder = os.path.dirname(self.path)
        return Counter(
            {
                entry: count
                for entry, count in self.unmatched.items()
                if judged(os.path.normpath(os.path.join(folder, entry.file)).replace(os.sep, "/"), entry.rule)
            }
        )


def entry_of(finding: Finding, path: str) -> BaselineEntry:
    """The entry for a finding in the baseline at `path`."""
    file = relative(finding.path, os.path.dirname(path) or ".").replace(os.sep, "/")
    return BaselineEntry(file, finding.object, finding.rule, finding.subject)


def as_text(entries: Counter[BaselineEntry]) -> str:
    """The content of a baseline file: one entry per line, sorted, for small diffs and easy merges."""
    rows = [
        json.dumps(
            {
                "rule": entry.rule,
                "object": entry.object,
                "subject": entry.subject,
                "file": entry.file,
                "count": entries[entry],
            },
            ensure_ascii=not "".join(entry).isprintable(),
        )
        for entry in sorted(entries)
    ]
    body = "[\n    " + ",\n    ".join(rows) + "\n  ]" if rows else "[]"
    return f'{{\n  "format": {FORMAT},\n  "findings": {body}\n}}\n'


def read_baseline(path: str) -> Baseline:
    """Read the baseline at a path; raises `UsageError` if it is missing or not valid."""
    try:
        value = json.loads(read_given(path, _MAX_BYTES).decode("utf-8-sig"))
    except OSError as error:
        message = tr("baseline {path}: {why}", path=path, why=why_of(error))
        hint = tr("; clblint baseline {path} writes it", path=path) if isinstance(error, FileNotFoundError) else ""
        raise UsageError(message + hint) from error
    except json.JSONDecodeError as error:
        place = f"{path}:{error.lineno}:{error.colno}"
        message = tr("baseline {place}: not JSON: {why}", place=place, why=error.msg)
        raise UsageError(message) from error
    except (ValueError, RecursionError) as error:
        why = error if isinstance(error, UnicodeDecodeError) else tr("nested too deep, or a number too long")
        message = tr("baseline {path}: not JSON in UTF-8: {why}", path=path, why=why)
        raise UsageError(message) from error
    if not isinstance(value, dict) or "format" not in value:
        message = tr("baseline {path}: not a baseline file: name another", path=path)
        raise UsageError(message)
    if value["format"] != FORMAT:
        message = tr(
            "baseline {path}: format {found}, and only {known} is known; remove it and write it again",
            path=path,
            found=shortened(repr(value["format"])),
            known=FORMAT,
        )
        raise UsageError(message)
    if not isinstance(value.get("findings"), list):
        raise UsageError(tr("baseline {path}: without a list of findings: name another", path=path))
    return Baseline(path, Counter(dict(_parsed_entries(value["findings"], path))))


def _parsed_entries(found: list[Any], path: str) -> Iterable[tuple[BaselineEntry, int]]:
    for number, one in enumerate(found, 1):
        values = [one.get(name) for name in ("file", "object", "rule", "subject")] if isinstance(one, dict) else [None]
        count = one.get("count", 1) if isinstance(one, dict) else 0
        if not all(isinstance(value, str) for value in values) or type(count) is not int or count < 1:
            message = tr(
                "baseline {path}: finding {number} is no object with rule, object, subject, file and count",
                path=path,
                number=number,
            )
            raise UsageError(message)
        yield BaselineEntry(*values), count
