"""What every HTML report holds: its style sheet, and the script that filters its findings."""

from __future__ import annotations

from clblint.report.picture_style import STYLE as PICTURES

STYLE = f"""
:root{{--text:#1f2328;--faint:#59636e;--page:#fff;--field:#f6f8fa;--line:#d1d9e0;--link:#0550ae;
--error:#a40e26;--warning:#7a4b00;--note:#0a5a6b;--pedantic:#6639ba;--new:#116329}}
@media (prefers-color-scheme:dark){{
:root{{--text:#e6edf3;--faint:#9198a1;--page:#0d1117;--field:#151b23;--line:#3d444d;--link:#79c0ff;
--error:#ff9a93;--warning:#e3b341;--note:#76d3e6;--pedantic:#d2a8ff;--new:#56d364}}
}}
body{{margin:0 auto;max-width:76rem;padding:1rem;color:var(--text);background:var(--page);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei",sans-serif}}
a{{color:var(--link)}}
h2,h3{{overflow-wrap:anywhere}}
h2{{margin:2rem 0 .5rem;border-bottom:1px solid var(--line);font-size:1.3rem}}
h3{{margin:0;font-size:1rem}}
p,dl{{margin:.4rem 0}}
code,pre{{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.85rem}}
code{{overflow-wrap:anywhere}}
pre{{margin:.5rem 0;padding:.5rem;overflow-x:auto;background:var(--field)}}
dt{{float:left;clear:left;min-width:5rem;color:var(--faint)}}
dd{{margin:0 0 0 5.5rem;overflow-wrap:anywhere}}
article{{margin:1rem 0;padding:.7rem 1rem;border:1px solid var(--line);border-left:.35rem solid var(--faint)}}
article[data-severity=error]{{border-left-color:var(--error)}}
article[data-severity=warning]{{border-left-color:var(--warning)}}
article[data-severity=note]{{border-left-color:var(--note)}}
.badge{{font-weight:700}}
.e,.error{{color:var(--error)}}.w,.warning{{color:var(--warning)}}.n,.note{{color:var(--note)}}
.p,.pedantic{{color:var(--pedantic)}}.b,.c{{color:var(--link)}}.f{{color:var(--faint)}}
#filters{{position:sticky;top:0;padding:.5rem 0;background:var(--page);border-bottom:1px solid var(--line)}}
#filters label{{margin-right:1rem}}
#filters[hidden],article[hidden],section[hidden]{{display:none}}
.scroll{{overflow-x:auto}}
@media print{{#filters{{display:none}}article{{break-inside:avoid}}pre{{white-space:pre-wrap}}
.scroll svg{{max-width:100%;height:auto}}}}
{PICTURES}"""

SCRIPT = """
"use strict";
const filters = document.getElementById("filters");
const articles = [...document.querySelectorAll("article")];
function filter() {
  const wanted = new Set([...filters.querySelectorAll("input:checked")].map(box => box.value));
  const rule = filters.querySelector("select").value;
  for (const one of articles) {
    one.hidden = !wanted.has(one.dataset.severity) || (rule !== "" && rule !== one.dataset.rule);
  }
  for (const section of document.querySelectorAll("section.object")) {
    section.hidden = !section.querySelector("article:not([hidden])");
  }
  const left = filters.querySelector("output");
  left.textContent = left.dataset.text.replace("{count}", articles.filter(one => !one.hidden).length);
}
if (articles.length > 0) {
  filters.hidden = false;
  filters.addEventListener("change", filter);
  filter(); // a browser that goes back to the page has kept what was chosen
}
"""
