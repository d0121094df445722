/** The list of findings. All text is set as text, never as HTML. */

import type { Finding } from "./questions";
import { spoken, text } from "./texts";

export interface Chosen {
  go: (finding: Finding) => void;
  apply: (finding: Finding) => void;
}

const MOST = 500; // a page with more elements answers slowly

export function listed(findings: Finding[], chosen: Chosen): HTMLElement[] {
  return findings.slice(0, MOST).map((finding) => item(finding, chosen));
}

function item(finding: Finding, chosen: Chosen): HTMLElement {
  const made = element("article", `finding ${finding.severity}`);
  const head = element("h3", "", element("span", "level", finding.severity), " ", page(finding.rule));
  const object = finding.object ? [element("strong", "", finding.object), ": "] : [];
  made.append(head, element("p", "", ...object, finding.message));
  for (const label of finding.because) made.append(element("p", "because", element("code", "", `${label.path}:${label.line}`), " ", label.message));
  if (finding.built) made.append(element("p", "", element("strong", "", text("built")), " ", finding.built));
  if (finding.seen) made.append(element("p", "", element("strong", "", text("symptom")), " ", finding.seen));
  if (finding.fix) made.append(element("p", "", element("strong", "", text("remedy")), " ", finding.fix));
  made.append(actions(finding, chosen));
  return made;
}

function actions(finding: Finding, chosen: Chosen): HTMLElement {
  const go = button(text("go", { line: finding.line, path: finding.path }), () => chosen.go(finding));
  const row = element("div", "bar", go);
  const [fix] = finding.fixes;
  if (fix) row.append(button(text(fix.safe ? "apply" : "applyUnsafe"), () => chosen.apply(finding)));
  return row;
}

/** A link to the page of a rule, on this site and so of this version; a rule of somebody else has none. */
function page(rule: string): Node {
  if (rule.includes("/")) return document.createTextNode(rule);
  const link = document.createElement("a");
  link.href = `../${spoken() === "zh" ? "zh/" : ""}rules/${rule}/`;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = rule;
  return link;
}

function button(label: string, pressed: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", pressed);
  return made;
}

function element(name: string, className: string, ...parts: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...parts);
  return made;
}
