"""The playground, as the site has it: built once, served from this machine, and driven in the browser.

Tests share one page, since Python takes seconds to load; each begins with files of its own, which a link gives it.
"""

from __future__ import annotations

import base64
import json
import random
import shutil
import subprocess
import threading
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from clblint.config.parse import parse_config
from clblint.errors import UsageError
from tests.browser.conftest import watched_context
from tools import playground

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from playwright.sync_api import Browser, Locator, Page

PATIENCE = 60_000  # milliseconds: no machine is so slow
SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: {}  # 🙂
spec:
  type: LoadBalancer
  selector:
    app: web
  ports:
  - port: 80
"""
BAD, CLEAN = SERVICE.format("on"), SERVICE.format('"on"')


@pytest.fixture(scope="session")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:  # noqa: ARG001 - nothing is built where no browser is
    """Build the page, serve it, and give its address."""
    if shutil.which("npm") is None:
        pytest.skip("no npm, which brings what the playground is built of")
    site = tmp_path_factory.mktemp("site")
    playground.build(str(site / "play"))
    server = playground.serve(str(site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/play/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def faults() -> list[str]:
    """Give what went wrong in the page that is shared."""
    return []


@pytest.fixture(scope="module")
def shared(browser: Browser, address: str, faults: list[str]) -> Iterator[Page]:
    """Open the page, once."""
    context = watched_context(browser, faults)
    page = context.new_page()
    page.goto(address + "?lang=en")
    expect(page.locator("#output[aria-busy=false]")).to_be_visible(timeout=PATIENCE)
    yield page
    context.close()


@pytest.fixture
def page(shared: Page, faults: list[str]) -> Iterator[Page]:
    """Give the page; nothing may go wrong in it."""
    shared.click("#tab-findings")
    yield shared
    assert not faults


def fragment(files: Mapping[str, str]) -> str:
    """Pack files as the page does."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(json.dumps({"files": files}).encode()) + packer.flush()
    return "#1." + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def load(page: Page, files: Mapping[str, str]) -> None:
    """Load files in place of those that are there, and wait for what is said of them."""
    follow(page, fragment(files))
    settled(page)


def follow(page: Page, link: str) -> None:
    """Follow a link to the page that is open."""
    page.evaluate(
        """link => new Promise((followed) => {
            history.replaceState(null, "", location.search);
            addEventListener("hashchange", followed, { once: true });
            location.hash = link;
        }).then(() => null)""",
        link,
    )


def settled(page: Page) -> None:
    """Wait until what is shown is about what is typed."""
    expect(page.locator("#files")).to_be_visible()
    expect(page.locator("#output[aria-busy=false]")).to_be_visible(timeout=PATIENCE)


def files(page: Page) -> dict[str, str]:
    """The files that the page holds, by their names."""
    found: dict[str, str] = {}
    for tab in page.locator("#files [role=tab]").all():
        tab.click()
        found[tab.inner_text()] = "\n".join(page.locator(".cm-line").all_text_contents())
    return found


def rules(page: Page) -> list[str]:
    """The rules of the findings that are listed."""
    return page.locator("#findings article h3 a").all_inner_texts()


def editor(page: Page) -> Locator:
    """The text that is typed into."""
    return page.locator(".cm-content")


def test_a_file_that_is_not_checked_is_told(page: Page) -> None:
    load(page, {"service": BAD, ".github/service.yaml": BAD})
    expect(page.locator("#notes")).to_contain_text("Not checked: service, .github/service.yaml.")
    expect(page.locator("#status")).to_be_empty()
    load(
        page,
        {
            "web.yaml": CLEAN,
            "notes.txt": "",
            ".clblint.yaml": "lang: en",
            "a.txt": "",
            "kustomization.yaml": "configMapGenerator: [{name: a, files: [a.txt]}]",
        },
    )
    expect(page.locator("#notes")).to_contain_text("Not checked: notes.txt. ")
    expect(page.locator("#status")).not_to_be_empty()


def test_the_types_of_its_scripts_are_right(address: str) -> None:  # noqa: ARG001 - it installs the compiler
    compiler = Path(playground.node_modules(), ".bin", "tsc")
    done = subprocess.run([compiler, "--project", playground.SOURCE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_what_is_found_is_listed_and_marked_in_place(page: Page) -> None:
    load(page, {"web.yaml": BAD})
    assert rules(page) == ["annotation-not-a-string"]
    expect(page.locator("#status")).to_contain_text("1 errors, 0 warnings")
    expect(page.locator(".cm-lintRange-error")).to_have_text("on")
    page.click("text=Go to line 6 of web.yaml")
    assert page.evaluate("document.getElementById('editor').shadowRoot.activeElement.className").startswith(
        "cm-content"
    )


def test_what_is_typed_is_checked(page: Page) -> None:
    load(page, {"web.yaml": CLEAN})
    expect(page.locator("#status")).to_contain_text("No findings")
    editor(page).click()
    page.keyboard.press("Control+End")
    page.keyboard.type("  externalTrafficPolicy: Lokal\n")
    settled(page)
    expect(page.locator("#findings article")).to_have_count(1)
    page.keyboard.press("Control+z")


def test_files_are_judged_together(page: Page) -> None:
    load(page, {"a.yaml": CLEAN, "b.yaml": CLEAN.replace("port: 80", "port: 81")})
    assert "duplicate-service" in rules(page)
    expect(page.locator(".because")).to_have_count(1)
    page.get_by_role("tab", name="b.yaml").click()
    page.click("#remove")
    settled(page)
    assert rules(page) == []
    assert page.locator("#files [role=tab]").all_inner_texts() == ["a.yaml"]


def test_a_fix_is_applied_with_a_click_and_can_be_undone(page: Page) -> None:
    load(page, {"web.yaml": BAD})
    page.get_by_role("button", name="Apply the fix", exact=True).click()
    settled(page)
    expect(page.locator("#status")).to_contain_text("No findings")
    assert files(page) == {"web.yaml": CLEAN}
    editor(page).focus()
    page.keyboard.press("Control+z")
    settled(page)
    assert files(page) == {"web.yaml": BAD}


def test_all_safe_fixes_are_applied_in_all_files(page: Page) -> None:
    load(page, {"web.yaml": BAD, "second.yaml": BAD.replace("name: web", "name: second")})
    page.click("#fix-all")
    settled(page)
    assert files(page) == {"web.yaml": CLEAN, "second.yaml": CLEAN.replace("name: web", "name: second")}


def test_the_plan_is_shown_and_drawn(page: Page) -> None:
    load(page, {"web.yaml": CLEAN})
    page.get_by_role("tab", name="Plan").click()
    expect(page.locator("#plan-text")).to_contain_text("tcp listener on port 80")
    settled(page)
    drawing = page.locator("#drawing")
    assert drawing.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100


def test_a_profile_and_an_inventory_are_read(page: Page) -> None:
    reusing = CLEAN.replace("delete-protection", "id").replace('"on"', "lb-bp1gone")
    here = {"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-bp1here", "RegionId": "cn-hangzhou"}]}}
    inventory = json.dumps({**here, "PageNumber": 1, "PageSize": 50, "TotalCount": 1})
    profile = "severity: {reuse-without-override: off}\n"
    load(page, {"web.yaml": reusing, "inventory.json": inventory, ".clblint.yaml": profile})
    assert rules(page) == ["reuse-not-found"]


FAULTS = {
    "a misspelt setting": "cluster:\n  ccm-versoin: v2.12.1\n",
    "a value that is none": "cluster:\n  ccm-version: latest\n  nodes: -3\n  network-plugin: trway\n",
    "a list that is none": "paths: web.yaml\nselect: 7\n",
    "a key twice": "cluster: {nodes: 3}\ncluster: {nodes: 4}\n",
}


@pytest.mark.parametrize("profile", FAULTS.values(), ids=FAULTS)
def test_a_wrong_profile_is_refused_with_the_messages_of_an_installation(page: Page, profile: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_config(".clblint.yaml", profile.encode())
    load(page, {"web.yaml": CLEAN, ".clblint.yaml": profile})
    said = page.locator("#trouble").inner_text().splitlines()
    assert said == str(refused.value).splitlines()


def test_a_yaml_fault_is_shown_with_its_place(page: Page) -> None:
    load(page, {"web.yaml": "a: [\n"})
    assert rules(page) == ["yaml-syntax"]


def test_a_snapshot_of_a_cluster_is_diagnosed(page: Page) -> None:
    page.select_option("#examples", "snapshot")
    page.get_by_role("tab", name="Diagnose").click()
    settled(page)
    expect(page.locator("#diagnose-text")).to_contain_text("no-pod-matches")
    page.click("#lines summary")
    expect(page.locator("#lines-text")).to_contain_text("kubectl get svc")


def test_a_link_holds_the_files_and_nothing_else_does(page: Page) -> None:
    load(page, {"web.yaml": CLEAN, "é/中文 🙂.yaml": BAD})
    before = files(page)
    page.click("#link")
    expect(page.locator("#status")).to_contain_text("link")
    link = page.url
    load(page, {"other.yaml": CLEAN})
    follow(page, urlsplit(link).fragment)
    settled(page)
    assert files(page) == before
    assert page.evaluate("[document.cookie, sessionStorage.length]") == ["", 0]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (fragment({"web.yaml": CLEAN})[:-20], "damaged"),
        ("#1.%%%", "damaged"),
        ("#hello", "damaged"),
        (fragment({"../web.yaml": CLEAN}), "damaged"),
        (fragment({"shop/web.yaml": CLEAN, "shop": CLEAN}), "damaged"),
        (fragment({f"{number}.yaml": "" for number in range(1001)}), "damaged"),
        (fragment({"web.yaml": "a" * 9_000_000}), "damaged"),
        ("#2.AAAA", "newer version"),
    ],
)
def test_a_link_that_is_broken_says_so_and_changes_nothing(page: Page, broken: str, said: str) -> None:
    load(page, {"web.yaml": CLEAN})
    follow(page, broken)
    expect(page.locator("#trouble")).to_contain_text(said)
    assert files(page) == {"web.yaml": CLEAN}


def test_half_a_character_is_read(page: Page) -> None:
    load(page, {"web.yaml": f"# {chr(0xD800)}\n{BAD}"})
    assert rules(page) == ["annotation-not-a-string"]


def test_a_file_has_no_name_that_is_a_folder_of_another(page: Page) -> None:
    load(page, {"shop/web.yaml": CLEAN, "pods.yaml": ""})
    page.locator("#files").get_by_role("tab", name="pods.yaml").click()
    for name, used in {"shop": "shop", "shop/web.yaml/pods.yaml": "shop/web.yaml"}.items():
        page.click("#rename")
        page.fill("#name", name)
        page.press("#name", "Enter")
        expect(page.locator("#status")).to_have_text(f"There is a file of this name: {used}")
    assert set(files(page)) == {"shop/web.yaml", "pods.yaml"}


def test_the_page_speaks_chinese(page: Page) -> None:
    load(page, {"web.yaml": BAD})
    page.click("#language")
    settled(page)
    assert page.title() == "clblint · 在线试用"
    expect(page.locator("#list")).to_contain_text("注解")
    expect(page.locator("#notes")).to_contain_text("ccm-version")
    assert page.locator("html").get_attribute("lang") == "zh-CN"
    page.get_by_role("tab", name="计划").click()
    expect(page.locator("#plan-text")).to_contain_text("不会创建")
    page.click("#language")
    settled(page)
    assert page.title() == "clblint · Playground"


def test_it_is_used_with_the_keyboard_alone(page: Page) -> None:
    load(page, {"a.yaml": CLEAN.replace("name: web", "name: a"), "web.yaml": BAD})
    page.locator("#files [aria-selected=true]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#files [aria-selected=true]")).to_have_text("web.yaml")
    page.get_by_role("tab", name="Findings").focus()
    for wanted in ("Also show advice", "Apply all safe fixes"):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.closest('label, button').textContent.trim()")
        assert focused == wanted
    page.keyboard.press("Enter")
    settled(page)
    assert rules(page) == []


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_screen(page: Page, width: int) -> None:
    size = page.viewport_size
    page.set_viewport_size({"width": width, "height": 800})
    load(page, {"a-very-long-name-of-a-file-that-does-not-fit-a-small-screen.yaml": BAD})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert size is not None
    page.set_viewport_size(size)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    load(page, {"web.yaml": BAD, ".clblint.yaml": "cluster: {}\n"})
    page.evaluate(Path(playground.node_modules(), "axe-core", "axe.min.js").read_text(encoding="utf-8"))
    for view in ("Plan", "Findings"):
        page.get_by_role("tab", name=view).click()
        settled(page)
        assert (
            page.evaluate("axe.run().then((found) => found.violations.map((one) => [one.id, one.nodes[0].html]))") == []
        )


def test_a_link_is_not_longer_than_mail_and_chats_take(page: Page) -> None:
    noise = base64.b64encode(random.Random(1).randbytes(90_000)).decode()  # noqa: S311 - no secret
    load(page, {"web.yaml": f"# {noise}\n"})
    before = page.url
    page.click("#link")
    expect(page.locator("#status")).to_contain_text("too much for a link")
    assert page.url == before


def test_a_failed_download_is_shown_and_tried_again(
    browser: Browser,
    address: str,
    page: Page,  # noqa: ARG001 - `page` has the thread of the browser
) -> None:
    context = browser.new_context()
    context.route("**/modules-*.zip", lambda route: route.abort())
    other = context.new_page()
    other.goto(address + "?lang=zh" + fragment({"web.yaml": BAD}))
    expect(other.locator("#trouble")).to_contain_text("无法加载 Python", timeout=PATIENCE)
    context.unroute_all()
    other.click("#retry")
    expect(other.locator("#status")).to_contain_text("1 个错误", timeout=PATIENCE)
    context.close()


def services(count: int) -> list[str]:
    """Services of which nothing is said."""
    return [CLEAN.replace("name: web", f"name: web-{number}") for number in range(count)]


def test_a_megabyte_is_checked(page: Page) -> None:
    """Services, and a text such as a dashboard of Grafana, of which such files have most of their size."""
    dashboard = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: board}\ndata:\n  board.json: |\n"
    many = "---\n".join(
        [*services(500), dashboard + '    {"type": "graph", "datasource": "prometheus"}\n' * 20_000, BAD]
    )
    assert len(many) > 1_000_000
    load(page, {"web.yaml": many})
    assert rules(page) == ["annotation-not-a-string"]


def test_the_page_goes_on_while_much_is_checked(page: Page) -> None:
    follow(page, fragment({"web.yaml": "---\n".join(services(20_000))}))  # no machine is so fast
    page.click("#stop", timeout=PATIENCE)
    expect(page.locator("#status")).to_contain_text("Stopped")
    load(page, {"web.yaml": BAD})
    assert rules(page) == ["annotation-not-a-string"]
