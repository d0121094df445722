"""Nothing in the code is without use, as far as vulture can tell. What only a test calls is without use."""

from __future__ import annotations

import vulture

from clblint.lint.subjects import SUBJECTS
from tests.packaging.conftest import ROOT

CODE = ["clblint", "plugins", "schemas", "tools"]
MIN_CONFIDENCE = 60  # per cent; vulture is as sure as this of functions, methods and attributes

USED_BY_NAME = [
    "run_*",  # by the name of the verb, in clblint/cli/main.py
    "check_cause",  # by those who test packs
    "check_page",  # as above
    "__getattr__",  # by the interpreter, in modules
]
USED_BY_LIBRARIES = [
    "_catalog",  # gettext
    "_parse",
    "plural",
    "creation_date",  # Babel
    "mime_headers",
    "revision_date",
    "log_message",  # http.server
    "WheelFiles",  # Hatchling
    "initialize",
    "finalize",
    "artifact_path",
    "Constructor",  # ruamel.yaml
    "Representer",
    "allow_duplicate_keys",
    "brace_single_entry_mapping_in_flow_sequence",
    "preserve_quotes",
]
PARTS_OF_SUBJECTS = [subject.by.rpartition(":")[2] for subject in SUBJECTS.values() if subject.by]


def test_nothing_is_without_use() -> None:
    scan = vulture.Vulture(
        ignore_names=[*USED_BY_NAME, *USED_BY_LIBRARIES, *PARTS_OF_SUBJECTS], ignore_decorators=["@check.also"]
    )
    scan.scavenge([str(ROOT / folder) for folder in CODE])
    assert [item.get_report() for item in scan.get_unused_code(min_confidence=MIN_CONFIDENCE)] == []
