"""Which rules foretell a failed sync, and at which stage: the plan of a change and its exit code depend on both.

`failed_syncs.txt` holds the rules. It changes only if a rule is new, or has a symptom that means something else.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clblint.lint.finding import tells_failed_sync
from clblint.lint.subjects import BY_ANNOTATION, LISTENER, SERVER_GROUP, SUBJECTS
from tests.rules.transcript import FOLDER

RULES = Path(__file__).with_name("failed_syncs.txt")
BALANCERS = {"LoadBalancer", "ClassicLoadBalancer", "NetworkLoadBalancer"}
_ERROR = re.compile(r"^  \S+ error: .*\n((?:    .*\n)*)", re.MULTILINE)
_SEEN = re.compile(r"^    seen: (.*)", re.MULTILINE)


def test_the_same_rules_foretell_a_failed_sync() -> None:
    found = {path.stem for path in FOLDER.glob("*.txt") if any(map(tells_failed_sync, symptoms(path)))}
    assert sorted(found) == RULES.read_text(encoding="utf-8").split()


def symptoms(path: Path) -> list[str]:
    """The symptoms of the errors in a transcript."""
    errors = _ERROR.findall(path.read_text(encoding="utf-8"))
    return [symptom for error in errors for symptom in _SEEN.findall(error)]


@pytest.mark.parametrize("name", [name for name, subject in SUBJECTS.items() if subject.of in BALANCERS])
def test_a_part_of_a_load_balancer_has_a_stage(name: str) -> None:
    assert SUBJECTS[name].stage in {SERVER_GROUP, LISTENER, BY_ANNOTATION}
