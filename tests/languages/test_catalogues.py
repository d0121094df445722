"""Nothing is missing in the catalogues, and what a translation says is about the same values."""

from __future__ import annotations

import functools
import io
import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from clblint.i18n.language import catalogue_of, in_catalogue
from clblint.i18n.po_file import PoTranslations
from clblint.i18n.text import Text
from clblint.plugins.manager import load_plugins
from clblint.plugins.message_catalogues import Package, as_po, faults, missing, packages, updated
from clblint.plugins.messages import Unmarked, messages_of
from clblint.plugins.pages import page_of
from clblint.testing import findings_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from gettext import NullTranslations

    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule

NOT_TRANSLATED = "not translated yet:"  # as in the warnings of pyproject.toml
PACKAGES = {package.name: package for package in packages()}
RULES = load_plugins().rules


@pytest.mark.parametrize("name", PACKAGES)
def test_nothing_is_wrong(name: str) -> None:
    assert list(faults(PACKAGES[name])) == []


def test_what_is_not_translated() -> None:
    """It is shown in English, which a warning says; a release has everything in both languages."""
    lines = [line for package in PACKAGES.values() for line in missing(package)]
    if os.environ.get("CLBLINT_RELEASE"):
        assert lines == []
    if lines:
        warnings.warn("\n".join([NOT_TRANSLATED, *lines]), stacklevel=1)


@pytest.mark.parametrize("name", PACKAGES)
def test_a_catalogue_is_read_as_babel_reads_it(name: str) -> None:
    with open(PACKAGES[name].po, "rb") as stream:
        messages = [message for message in read_po(stream, locale="zh") if message.id and message.string]
    with open(PACKAGES[name].po, "rb") as stream:
        read: NullTranslations = PoTranslations(stream)
    assert messages
    for message in messages:
        match message.id, message.string:
            case (str(one), str(many)), (str(text),):
                assert {read.ngettext(one, many, number) for number in (0, 1, 2)} == {text}
            case str(one), str(text):
                assert read.gettext(one) == text
            case _:
                pytest.fail(f"{message.id}: {message.string}")


def test_the_header_of_a_compiled_catalogue_is_no_translation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "clblint_of_a_wheel" / "locale" / "zh" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with open(PACKAGES["clblint"].po, "rb") as stream:
        catalogue = read_po(stream, locale="zh")
    with (folder / "clblint_of_a_wheel.mo").open("wb") as stream:
        write_mo(stream, catalogue)
    (tmp_path / "clblint_of_a_wheel" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    read = catalogue_of("clblint_of_a_wheel", "zh")
    assert not read.gettext("")
    assert not in_catalogue(Text("", {}), read)
    assert read.gettext("symptom") == catalogue_of("clblint", "zh").gettext("symptom") != "symptom"


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_what_is_no_translation_is_not_read(line_end: str) -> None:
    text = (
        'msgid ""\nmsgstr ""\n"Language: zh\\n"\n\n'
        '#, fuzzy\nmsgid "a guess"\nmsgstr "x"\n\n'
        'msgid "nothing yet"\nmsgstr ""\n\n'
        '#~ msgid "no more"\n#~ msgstr "x"\n\n\n \n'
        'msgid ""\n"two\\n"\n"\\"lines\\""\nmsgstr "\u884c"\n'
    )
    read = PoTranslations(io.BytesIO(text.replace("\n", line_end).encode()))
    for english in ("a guess", "nothing yet", "no more", ""):
        assert read.gettext(english) == english
    assert read.gettext('two\n"lines"') == "\u884c"


def test_every_package_with_rules_has_a_catalogue() -> None:
    assert {rule.pack for rule in RULES} <= set(PACKAGES)


@functools.cache
def templates_of(package: str) -> frozenset[str]:
    """What the catalogue of a package has words for; clblint's own is asked after it."""
    own = frozenset(one.one for one in messages_of(PACKAGES[package].folder))
    return own if package == "clblint" else own | templates_of("clblint")


def spoken(finding: Finding) -> Iterator[str]:
    """Every template that takes part in a finding."""
    for text in (finding.message, finding.seen, finding.fix, *(label.text for label in finding.because)):
        yield text.template
        yield from (value.template for value in text.values.values() if isinstance(value, Text))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_all_that_the_examples_of_a_page_make_a_rule_say_is_in_a_catalogue(rule: Rule) -> None:
    said = {text for one in page_of(rule).examples for found in findings_of((rule,), one) for text in spoken(found)}
    assert said - {""} <= templates_of(rule.pack)


CODE = {
    "a formatted string": 'tr(f"port {port} is taken")',
    "a sum": 'problem("port " + port, at)',
    "a default of a table": 'problem("a", at, seen=_SEEN.get(field, "no event: ignored"))',
    "a formatted string of a condition": 'problem("a", at, fix="b" if c else f"{d}")',
}


@pytest.mark.parametrize("code", CODE.values(), ids=CODE.keys())
def test_an_untranslatable_text_is_refused(code: str, tmp_path: Path) -> None:
    (tmp_path / "rule.py").write_text(f"{code}\n", encoding="utf-8")
    with pytest.raises(Unmarked, match=r"rule\.py:1: "):
        list(messages_of(str(tmp_path)))


def test_where_templates_are_found(tmp_path: Path) -> None:
    code = (
        '"""A fault.\n\nAn\nexplanation.\n\n```yaml bad\nkind: Service  # <- here\n```\n\nSources: a file\n"""\n'
        '_SEEN = N_("seen in a table")\n'
        '_CASE = Case("a case", seen="seen of it", fix="do that", severity=Severity.NOTE)\n'
        '@rule("a-fault", on=Service)\n'
        "def check(port):\n"
        '    yield problem("one" if port else "another", port, because=[Reason(port, "why")], seen=_SEEN,\n'
        '        fix="do this", subject="no template", who=phrase("a value"), key="no template either")\n'
        '    yield _CASE.at(port, fix="do what all need", subject="no template")\n'
        '    ntr("{count} thing", "{count} things", 2)\n'
    )
    (tmp_path / "rule.py").write_text(code, encoding="utf-8")
    found = [(one.one, one.many) for one in messages_of(str(tmp_path))]
    assert found == [
        ("A fault.", ""),
        ("An explanation.", ""),
        ("seen in a table", ""),
        ("a case", ""),
        ("seen of it", ""),
        ("do that", ""),
        ("one", ""),
        ("another", ""),
        ("do this", ""),
        ("why", ""),
        ("a value", ""),
        ("do what all need", ""),
        ("{count} thing", "{count} things"),
    ]


WRONG = {
    "a value is missing": ("port {port} is taken", "端口已被占用", "its values are [], and those of the English are"),
    "a value of another name": ("port {port} is taken", "端口 {ports} 已被占用", "its values are"),
    "a value in full-width braces": ("port {port} is taken", "端口 {port} ｛已被占用｝", "full-width"),
    "digits in full width": ("from 0 to 100", "０ 到 100", "full-width"),
    "blanks around it": ("port {port} is taken", " 端口 {port} 已被占用", "blanks around"),
    "no full stop": ("Port {port} is taken.", "端口 {port} 已被占用", "full stop"),
    "half a brace": ("'}}' after {port}", "{port} 之后应为 '}'", "cannot be filled"),
}


@pytest.mark.parametrize(("english", "chinese", "fault"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_with_a_translation_is_found(english: str, chinese: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text(f"N_({english!r})\n", encoding="utf-8")
    package = Package("acme", str(tmp_path))
    translate(package, {english: chinese})
    (found,) = faults(package)
    assert f"{english!r}: " in found
    assert fault in found


def test_a_sentence_that_the_catalogue_does_not_have_is_missing_and_not_wrong(tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text('N_("one")\n', encoding="utf-8")
    package = Package("acme", str(tmp_path))
    translate(package, {"one": "一"})
    assert [*missing(package), *faults(package)] == []
    (tmp_path / "words.py").write_text('N_("two")\n', encoding="utf-8")
    assert list(faults(package)) == []
    (left,) = missing(package)
    assert left.endswith("'two': not translated")


def translate(package: Package, words: dict[str, str]) -> None:
    """Write the catalogue of a package with these translations."""
    made = updated(package)
    for message in made:
        if message.id in words:
            message.string = words[str(message.id)]
    Path(package.po).parent.mkdir(parents=True)
    Path(package.po).write_bytes(as_po(made))
