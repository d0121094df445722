"""`check_page`: tests a rule with the examples of its page; for our own tests and for those of other packs.

`check_cause` does it with a cause of `clblint diagnose`.

```python
import pytest
from clblint.testing import check_page, rules_of

@pytest.mark.parametrize("rule", rules_of("acme_clblint"), ids=lambda rule: rule.name)
def test_page(rule):
    check_page(rule)
```
"""

from __future__ import annotations

import importlib
from functools import cache, lru_cache

from clblint.config.choice import RuleChoice
from clblint.config.model import no_config
from clblint.config.overrides import overrides_on
from clblint.config.parse import parse_config
from clblint.discovery.walk import Input
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings
from clblint.fix.amend import amend
from clblint.i18n.text import STRICT
from clblint.inventory.load import Export
from clblint.kube.fact import Fact
from clblint.lint.settings import LintSettings, one_settings
from clblint.lint.subjects import with_wholes
from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import page_of, unmarked
from clblint.run.against import between, key_of, overtaken
from clblint.run.against import findings_of as findings_of_changes
from clblint.run.filter import expired, filter_findings
from clblint.source.text import Source
from clblint.suppress.model import SUPPRESSION
from clblint.suppress.run_coverage import RunCoverage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.config.model import Config
    from clblint.engine.outcome import Outcome
    from clblint.lint.cause import CauseFinder
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule
    from clblint.plugins.pages import Example, Mark

_CONFIG = ".clblint.yaml"
_INVENTORY, _INVENTORIES = "inventory.json", "inventory/"
_OLD = "old/"
_MOST_ROUNDS = 20
_HEALTHY = "```yaml snapshot\n```\n"
_A_DAY, _TODAY = 20_454, "2026-01-01"  # certificates are judged by it, and settings that end


def rules_of(package: str) -> list[Rule]:
    """The rules that a package hands over through its `clblint_rules` hook."""
    return list(importlib.import_module(package).clblint_rules())


def check_page(rule: Rule) -> None:
    """Run a rule over its page: each bad example yields exactly its marked lines, each good one nothing.

    A mark may name a severity that is not the rule's, and words of the message: `# <- here (note): the words`.

    A rule makes the fixes that it declares: with safe ones, a bad example of the page becomes a good one byte for byte.
    Raises `AssertionError` with what is missing and what is too much.
    """
    for number, example in enumerate(page_of(rule).examples, 1):
        _check_example(rule, example, f"{rule.name}, example {number} ({'bad' if example.bad else 'good'})")
    _check_fixes(rule)


def check_cause(finder: CauseFinder) -> None:
    """Diagnose the example on the page of a cause: the cause is named, and it is not on a Service that is healthy.

    Raises `AssertionError` with what is named instead.
    """
    from clblint.diagnose.cause_pages import CausePage, diagnosed  # noqa: PLC0415 - tests of rules need nothing of it

    page = CausePage(finder.name, finder.page, finder.pack)
    if not page.example:
        message = f"the page of {finder.name} has no example: ```yaml snapshot"
        raise AssertionError(message)
    for example, wanted in ((page, True), (page._replace(text=_HEALTHY), False)):
        shown = diagnosed(example, (), (finder,))
        found = [one.name for one in (*shown.diagnosis.causes, *shown.diagnosis.advice)]
        if (shown.cause is not None) != wanted:
            what = "its example" if wanted else "a healthy Service"
            message = f"{finder.name}: of {what} diagnose names {', '.join(found) or 'nothing'}"
            raise AssertionError(message)


def findings_of(rules: tuple[Rule, ...], example: Example) -> tuple[Finding, ...]:
    """The findings of rules over the files of an example; `AssertionError` where a rule breaks."""
    files = {name: text.encode() for name, text in example.files}
    config = parse_config(_CONFIG, files[_CONFIG]) if _CONFIG in files else no_config()
    exported = {name: unmarked(text).encode() for name, text in example.files if _is_inventory(name)}
    inventory = Export(tuple(sorted(exported.items())), _A_DAY).read() if exported else None
    old = {name: data for name, data in files.items() if name.startswith(_OLD)}
    inputs = [Input(name) for name in sorted(files) if name != _CONFIG and name not in exported and name not in old]
    known = _known(rules, config)
    outcome = lint(inputs, lambda: WorkerSettings(known, config.cluster, inventory=inventory), files.__getitem__)
    assert not outcome.errors, outcome.errors  # noqa: S101 - an assertion is what a test helper is for
    if not old:
        return _settled(outcome, rules, known, config)
    then = {name.removeprefix(_OLD): (name, data) for name, data in old.items()}
    now = {item.path: (item.path, files[item.path]) for item in inputs}
    changes = between(then, now, config.cluster, inventory)
    found, failures = findings_of_changes(changes, rules, config.cluster)
    assert not failures, failures  # noqa: S101 - this is what fails a test
    gone = overtaken(changes, one_settings(LintSettings(tuple(rules), config.cluster)))
    return (*(finding for finding in outcome.findings if key_of(finding) not in gone), *found)


def _known(rules: tuple[Rule, ...], config: Config) -> tuple[Rule, ...]:
    """The rules that run: suppressions and settings name the others, and can be judged only where those have run."""
    if not config.paths and not _judge_suppressions(tuple(rules)):
        return rules
    own = {rule.name for rule in rules}
    return (*rules, *(rule for rule in _installed() if rule.name not in own))


@lru_cache(8)  # a test hands over the same rules again and again
def _judge_suppressions(rules: tuple[Rule, ...]) -> bool:
    return any("Suppression" in with_wholes(rule.subjects) for rule in rules)


@cache  # a test asks for them again and again, and loading them takes longer than a run of all
def _installed() -> tuple[Rule, ...]:
    return load_plugins().rules


def _settled(outcome: Outcome, rules: tuple[Rule, ...], known: tuple[Rule, ...], config: Config) -> tuple[Finding, ...]:
    """What is reported of the rules that are asked for."""
    ran = RunCoverage({rule.name: rule for rule in known}, known)
    marked = {path: list(map(SUPPRESSION.unpack, found)) for path, found in outcome.suppressions.items()}
    over, _ = expired([config], _TODAY, ran)
    scopes = overrides_on(RuleChoice(known, (), (), config, narrows=False), _TODAY)
    done = filter_findings((*outcome.findings, *over), marked, ran, lambda _: scopes)
    assert not done.failures, done.failures  # noqa: S101 - this is what fails a test
    names = {rule.name for rule in rules}
    return tuple(finding for finding in done.reported if finding.rule in names)


def fixed_example(rule: Rule, example: Example, *, unsafe: bool = False) -> tuple[Example, int]:
    """An example without its marks and with the fixes of a rule made, and how many were made.

    Raises `AssertionError` where a fix cannot be made, or where fixing does not come to an end.
    """
    example = example._replace(files=tuple((name, unmarked(text)) for name, text in example.files))
    count = 0
    for _ in range(_MOST_ROUNDS):
        found = [one for one in findings_of((rule,), example) if one.edits and (one.safe or unsafe)]
        made, number = _amended(example, found)
        if not number:
            return example, count
        example, count = made, count + number
    message = f"{rule.name}: fixing never ends"
    raise AssertionError(message)


def _amended(example: Example, found: Sequence[Finding]) -> tuple[Example, int]:
    files, count = dict(example.files), 0
    for path in {finding.path for finding in found}:
        made = amend(Source(path, files[path].encode()), [one.edits for one in found if one.path == path])
        assert not made.refused, made.refused  # noqa: S101 - called by tests, where assert is how to fail
        files[path] = made.data.decode()
        count += len(made.made)
    return example._replace(files=tuple(files.items())), count


def _check_fixes(rule: Rule) -> None:
    examples = page_of(rule).examples
    as_it_is = rule.fixing("safe")  # whatever it declares
    found = [one for example in examples for one in findings_of((as_it_is,), example)]
    kinds = {"safe" if one.safe else "unsafe" for one in found if one.edits}
    made = "safe" if "safe" in kinds else "".join(kinds)
    assert made == rule.fix, f"{rule.name} declares {rule.fix or 'no'} fixes, its examples show {made or 'none'}"  # noqa: S101 - called by tests, where assert is how to fail
    for example in examples:
        fixed_example(rule, example, unsafe=True)
    if rule.fix == "safe":
        good = [dict(example.files) for example in examples if not example.bad]
        fixed = [dict(fixed_example(rule, example)[0].files) for example in examples if example.bad]
        assert any(one in good for one in fixed), f"{rule.name}: no bad example becomes a good one: {fixed}"  # noqa: S101 - called by tests, where assert is how to fail


def _is_inventory(name: str) -> bool:
    return name == _INVENTORY or name.startswith(_INVENTORIES)


def _check_example(rule: Rule, example: Example, title: str) -> None:
    STRICT.append(Fact)
    try:
        found = findings_of((rule,), example)
    finally:
        STRICT.pop()
    if example.bad:
        assert example.marks, f"{title}: no line is marked with '# <- here'"  # noqa: S101 - this is what fails a test
    else:
        assert not example.marks, f"{title}: a good example has no marked lines"  # noqa: S101 - this is what fails a test
    marked = {(mark.path, mark.line) for mark in example.marks}
    got = {(finding.path, finding.place.span.line) for finding in found}
    missing, extra = sorted(marked - got), sorted(got - marked)
    assert not missing, f"{title}: not flagged: {missing}"  # noqa: S101 - this is what fails a test
    assert not extra, f"{title}: flagged without a mark: {extra}: {[str(f.message) for f in found]}"  # noqa: S101 - this is what fails a test
    for mark in example.marks:
        _check_mark(rule, mark, [one for one in found if (one.path, one.place.span.line) == mark[:2]], title)
    for finding in found:  # every sentence can be rendered
        assert all(str(text) for text in (finding.message, finding.seen, finding.fix)), f"{title}: a sentence is empty"  # noqa: S101 - this is what fails a test
        assert all(str(label.text) for label in finding.because), f"{title}: a reason is empty"  # noqa: S101 - this is what fails a test


def _check_mark(rule: Rule, mark: Mark, found: Sequence[Finding], title: str) -> None:
    where = f"{title}, {mark.path}:{mark.line}"
    severities = {finding.severity.label for finding in found}
    expected = mark.severity or rule.severity.label
    assert severities == {expected}, f"{where}: marked as {expected}, and is {', '.join(severities)}"  # noqa: S101 - this is what fails a test
    messages = [str(finding.message) for finding in found]
    assert any(mark.words in message for message in messages), f"{where}: no {mark.words!r} in {messages}"  # noqa: S101 - this is what fails a test
