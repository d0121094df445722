"""A stranger's pack says in Chinese what its own catalogue has words for."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.packaging.conftest import Plugins

RULE = '''"""A Service has a short name.

Nobody finds it.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}  # <- here
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: storefront}
```

Sources: our handbook
"""

from clblint.api import Reason, Service, Severity, hookimpl, phrase, problem, rule


@rule("acme/short-name", on=Service, severity=Severity.WARNING, page=__doc__)
def check(service):
    if len(service.name.value) < 5:
        yield problem(
            "{name} is {how}",
            service.name,
            because=[Reason(service.name, "count the letters")],
            name=service.name.value,
            how=phrase("a short name"),
            seen="nothing",
            fix="take a longer one",
        )


@hookimpl
def clblint_rules():
    return [check]
'''
WORDS = {
    "A Service has a short name.": "Service 名称过短。",
    "Nobody finds it.": "没人找得到它。",
    "{name} is {how}": "{name} 是{how}",
    "count the letters": "数一数字母",
    "a short name": "过短的名称",
    "nothing": "无现象",
    "take a longer one": "换一个更长的名称",
}


def catalogues(plugins: Plugins, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the tool that keeps catalogues, with the stranger's pack in sight."""
    return subprocess.run(
        [sys.executable, "-m", "clblint.plugins.message_catalogues", *arguments, "acme"],
        env={**os.environ, "PYTHONPATH": str(plugins.modules), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def catalogue(plugins: Plugins) -> Path:
    """Install a pack that is a package, with a catalogue that nobody has written in yet; its file."""
    plugins.add("acme", RULE)
    folder = plugins.modules / "acme"
    folder.mkdir()
    (plugins.modules / "acme.py").rename(folder / "__init__.py")
    assert catalogues(plugins).stdout == f"acme: {len(WORDS)} messages, {len(WORDS)} not translated\n"
    return folder / "locale" / "zh" / "LC_MESSAGES" / "acme.po"


@pytest.fixture
def spoken(plugins: Plugins, catalogue: Path) -> Plugins:
    """Write the translations."""
    text = catalogue.read_text(encoding="utf-8")
    for english, chinese in WORDS.items():
        text = text.replace(f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{chinese}"')
    catalogue.write_text(text, encoding="utf-8")
    assert catalogues(plugins).stdout == f"acme: {len(WORDS)} messages, 0 not translated\n"
    return plugins


@pytest.mark.whole
def test_its_findings(spoken: Plugins) -> None:
    ran = spoken.run("--lang", "zh", "--select", "acme/short-name", ".")
    assert "  Service/web: web 是过短的名称\n" in ran.stdout
    assert "^^^ 数一数字母\n" in ran.stdout
    assert "\n  现象  无现象\n  修复  换一个更长的名称\n" in ran.stdout


@pytest.mark.whole
def test_its_page(spoken: Plugins) -> None:
    ran = spoken.run("explain", "acme/short-name", "--lang", "zh")
    assert "\n\nService 名称过短。\n\n没人找得到它。\n\n错误示例：\n\n```yaml\n" in ran.stdout
    assert ran.stdout.endswith("\n\n来源：our handbook\n")


@pytest.mark.whole
def test_its_catalogue_is_checked(spoken: Plugins) -> None:
    ran = catalogues(spoken, "--check")
    assert (ran.returncode, ran.stdout) == (0, "")


@pytest.mark.whole
def test_what_is_missing_in_its_catalogue_is_named(plugins: Plugins, catalogue: Path) -> None:
    ran = catalogues(plugins, "--check")
    assert ran.returncode == 1
    assert ran.stdout.count(f"{catalogue}: ") == ran.stdout.count("not translated") == len(WORDS)


def test_without_a_catalogue_it_speaks_english(plugins: Plugins) -> None:
    plugins.add("acme", RULE)
    ran = plugins.run("--lang", "zh", "--select", "acme/short-name", ".")
    assert "Service/web: web is a short name\n" in ran.stdout
    assert "\n  现象  nothing\n" in ran.stdout


@pytest.mark.whole
@pytest.mark.parametrize(
    "data", [b'msgid "a\\\nmsgstr "', b"\xff\xfe", b'msgid "\\x"\n'], ids=["cut", "no text", "escape"]
)
def test_a_catalogue_that_cannot_be_read_is_named(plugins: Plugins, catalogue: Path, data: bytes) -> None:
    catalogue.write_bytes(data)
    ran = plugins.run("--lang", "zh", "--select", "acme/short-name", ".")
    assert (ran.returncode, ran.stderr) == (2, f"clblint: {catalogue}：not a message catalogue\n")
