"""Causes of another pack: what the page about packs shows, installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.diagnose.test_cause_pages import module_of_the_page

if TYPE_CHECKING:
    from tests.packaging.conftest import Plugins


def test_an_installed_plugin_brings_its_cause(plugins: Plugins) -> None:
    plugins.add("acme_causes", module_of_the_page())
    ran = plugins.run("explain", "acme/frozen")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "the namespace of default/web is frozen" in ran.stdout


def test_a_cause_without_a_vendor_is_refused(plugins: Plugins) -> None:
    plugins.add("acme_causes", module_of_the_page().replace("acme/frozen", "frozen"))
    ran = plugins.run("explain", "pods-crashing")
    assert ran.returncode == 2
    assert "whose name begins with its vendor" in ran.stderr
