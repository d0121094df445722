/** The page: what is typed is checked, and what is found is shown. */

import EXAMPLES from "examples";
import { Editor } from "./editor";
import { folderAmong, fragmentOf, filesIn, isPath, MOST, NewerLink } from "./link";
import { listed } from "./list";
import { Python, Stopped } from "./python";
import type { Answer, Files, Finding, Language, Task } from "./questions";
import { choosable, select } from "./tabs";
import { speak, spoken, text, translatePage } from "./texts";

const PROFILE = ".clblint.yaml";
const INVENTORY = "inventory.json";
type View = "findings" | "plan" | "diagnose";
const TASKS: Record<View, Task> = { findings: "check", plan: "plan", diagnose: "diagnose" };
const PAUSE = 300; // milliseconds after the last key, until a check begins
const PATIENCE = 2000; // milliseconds until a running check can be stopped

const $ = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

const python = new Python(() => progress());
const editor = new Editor($("editor"), () => edited(), (finding) => void apply(finding));
let view: View = "findings";
let checked: { files: Files; findings: Finding[] } | undefined;
let timer = 0;
let again = false; // what is shown is older than the text
let follows = false; // a link is being read, or a pause waited for: something will be done soon
let patience = 0;

function edited(): void {
  files();
  again = true;
  follows = true;
  busy(true);
  clearTimeout(timer);
  timer = window.setTimeout(() => void run(), PAUSE);
}

/** Do what the chosen view is about to what is typed; while something else is being done, do so afterwards. */
async function run(): Promise<void> {
  clearTimeout(timer);
  again = true;
  follows = false;
  busy(true);
  if (python.isBusy) return;
  while (again) {
    again = false;
    const [asked, about] = [editor.files, view];
    const answer = await ask(TASKS[about], asked);
    if (answer && about === view) show(about, answer, asked);
  }
  busy(follows);
}

async function ask(task: Task, asked: Files): Promise<Answer | undefined> {
  trouble("");
  $("retry").hidden = true;
  patience = window.setTimeout(() => ($("stop").hidden = !python.isReady), PATIENCE);
  try {
    const answer = python.ask({ do: task, files: asked, language: spoken(), pedantic: $<HTMLInputElement>("pedantic").checked });
    progress();
    return await answer;
  } catch (error) {
    failed(error as Error);
    return undefined;
  } finally {
    clearTimeout(patience);
    $("stop").hidden = true;
  }
}

function failed(error: Error): void {
  again = false;
  if (error instanceof Stopped) return status(text("stopped"));
  status("");
  trouble(text("loadFailed", { why: error.message }));
  $("retry").hidden = false;
}

function progress(): void {
  if (python.isBusy) status(text(python.isReady ? "running" : "loading"));
}

function show(about: View, answer: Answer, asked: Files): void {
  trouble(answer.said);
  if (about === "findings") return showFindings(answer, asked);
  $(`${about}-text`).textContent = answer.out ?? "";
  if (about === "plan") draw(answer.picture ?? "");
  status("");
}

/** Show a picture as an image, in which nothing runs. */
function draw(svg: string): void {
  const [link, image] = [$<HTMLAnchorElement>("picture"), $<HTMLImageElement>("drawing")];
  URL.revokeObjectURL(link.href);
  link.hidden = svg === "";
  link.href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.src = link.href;
  image.alt = text("picture");
}

function showFindings(answer: Answer, asked: Files): void {
  const findings = answer.findings ?? [];
  checked = { files: asked, findings };
  editor.report(findings);
  $("list").replaceChildren(...listed(findings, { go: (finding) => editor.goTo(finding), apply: (finding) => void apply(finding) }));
  $("fix-all").hidden = !findings.some((finding) => finding.fixes[0]?.safe);
  const unread = answer.unread ?? [];
  const notes = unread.length > 0 ? [text("unread", { files: unread.join(", ") })] : [];
  $("notes").replaceChildren(...notes.concat(answer.notes ?? []).map((note) => paragraph(note)));
  const nothing = unread.length === Object.keys(asked).length;
  status(answer.said || nothing ? "" : summary(findings));
}

function summary(findings: Finding[]): string {
  const count = (level: string): number => findings.filter((finding) => finding.severity === level).length;
  const counts = { errors: count("error"), warnings: count("warning"), notes: count("note"), files: editor.paths.length };
  return findings.length === 0 ? text("none") : text("count", counts);
}

function paragraph(words: string): HTMLElement {
  const made = document.createElement("p");
  made.textContent = words;
  return made;
}

/** Make a fix, if the text is still the one that it was made for. */
async function apply(finding: Finding): Promise<void> {
  if (!isFresh()) return status(text("stale"));
  editor.mend(finding);
  await run();
}

async function fixAll(): Promise<void> {
  if (python.isBusy || !isFresh()) return status(text("stale"));
  busy(true);
  const answer = await ask("fix", editor.files);
  for (const [path, content] of Object.entries(answer?.files ?? {})) editor.rewrite(path, content);
  await run();
}

function isFresh(): boolean {
  return checked !== undefined && JSON.stringify(checked.files) === JSON.stringify(editor.files);
}

function busy(is: boolean): void {
  $("output").ariaBusy = String(is);
}

function status(words: string): void {
  $("status").textContent = words;
}

function trouble(words: string): void {
  $("trouble").textContent = words;
  $("trouble").hidden = words === "";
}

/** Draw the row of files. */
function files(): void {
  const tabs = editor.paths.map((path) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.role = "tab";
    tab.textContent = path;
    tab.setAttribute("aria-controls", "editor");
    select(tab, path === editor.path);
    return tab;
  });
  const row = $("files");
  const names = [...row.children].map((tab) => tab.textContent);
  if (names.join("\n") === editor.paths.join("\n")) {
    for (const tab of row.querySelectorAll<HTMLElement>("[role=tab]")) select(tab, tab.textContent === editor.path);
  } else {
    row.replaceChildren(...tabs);
  }
  $("remove").hidden = editor.paths.length < 2;
  $("profile").hidden = editor.paths.includes(PROFILE);
  $("inventory").hidden = editor.paths.includes(INVENTORY);
}

function unused(name: string): string {
  const [, stem = name, end = ""] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? name : `${stem}-${number}${end}`;
    if (inTheWay(path, editor.paths) === undefined) return path;
  }
}

/** The file because of which there can be none of this name; undefined if there can. */
function inTheWay(name: string, paths: string[]): string | undefined {
  return paths.includes(name) ? name : folderAmong([...paths, name]);
}

function rename(event: Event): void {
  event.preventDefault();
  const name = $<HTMLInputElement>("name").value.trim();
  if (name !== editor.path) {
    if (!isPath(name)) return status(text("badName", { name }));
    const used = inTheWay(name, editor.paths.filter((path) => path !== editor.path));
    if (used !== undefined) return status(text("usedName", { name: used }));
    editor.rename(editor.path, name);
  }
  $("naming").hidden = true;
  editor.focus();
}

async function open(list: FileList | null): Promise<void> {
  for (const file of list ?? []) editor.add(unused(file.name), await file.text());
}

async function link(): Promise<void> {
  const fragment = await fragmentOf(editor.files);
  const url = `${location.origin}${location.pathname}#${fragment}`;
  if (url.length > MOST) return status(text("linkTooLong", { length: url.length, most: MOST }));
  history.replaceState(null, "", `#${fragment}`);
  try {
    await navigator.clipboard.writeText(url);
    status(text("linkCopied"));
  } catch {
    status(text("linkShown"));
  }
}

/** Load the files of the link that the page was opened with. */
async function openLink(): Promise<boolean> {
  const fragment = location.hash.slice(1);
  if (fragment === "") return false;
  follows = true;
  busy(true);
  try {
    editor.load(await filesIn(fragment));
    return true;
  } catch (error) {
    trouble(text(error instanceof NewerLink ? "linkNewer" : "linkBroken"));
    follows = false;
    busy(python.isBusy);
    return false;
  }
}

function choose(chosen: View): void {
  turnTo(chosen);
  void run();
}

function turnTo(chosen: View): void {
  view = chosen;
  for (const name of Object.keys(TASKS) as View[]) {
    select($(`tab-${name}`), name === chosen);
    $(name).hidden = name !== chosen;
  }
  $("fix-all").hidden = true;
}

/** Show the lines that print a snapshot. */
async function lines(): Promise<void> {
  if (python.isBusy || $("lines-text").textContent) return;
  const answer = await ask("commands", {});
  $("lines-text").textContent = answer?.out ?? "";
  status("");
  if (again) await run();
}

function setLanguage(language: Language): void {
  speak(language);
  translatePage();
  $("language").textContent = language === "zh" ? "English" : "中文";
  $("language").lang = language === "zh" ? "en" : "zh-CN";
  for (const id of ["home", "docs"]) $<HTMLAnchorElement>(id).href = language === "zh" ? "../zh/" : "../";
  const first = new Option(text("chooseExample"), "");
  $("examples").replaceChildren(first, ...Object.keys(EXAMPLES).map((name) => new Option(name, name)));
}

function wanted(): Language {
  const asked = new URLSearchParams(location.search).get("lang") ?? remembered() ?? navigator.language;
  return asked.toLowerCase().startsWith("zh") ? "zh" : "en";
}

function remembered(): string | null {
  try {
    return localStorage.getItem("clblint-language");
  } catch {
    return null; // storage is forbidden here
  }
}

function switchLanguage(): void {
  setLanguage(spoken() === "zh" ? "en" : "zh");
  try {
    localStorage.setItem("clblint-language", spoken());
  } catch {
    // it is forgotten with the page
  }
  editor.translate();
  void run();
}

function listen(): void {
  const press = (id: string, pressed: () => void): void => $(id).addEventListener("click", pressed);
  choosable($("files"), (tab) => {
    editor.show(tab.textContent ?? "");
    files();
  });
  choosable($("views"), (tab) => choose(tab.id.replace("tab-", "") as View));
  press("add", () => editor.add(unused("service.yaml"), ""));
  press("open", () => $("chosen").click());
  $("chosen").addEventListener("change", () => void open($<HTMLInputElement>("chosen").files));
  press("profile", () => editor.add(PROFILE, "cluster:\n  ccm-version: v2.12.1\n  network-plugin: terway\n"));
  press("inventory", () => editor.add(INVENTORY, "[]\n"));
  press("rename", () => {
    $("naming").hidden = false;
    $<HTMLInputElement>("name").value = editor.path;
    $("name").focus();
  });
  $("naming").addEventListener("submit", rename);
  press("remove", () => editor.remove(editor.path));
  press("stop", () => python.stop());
  $("lines").addEventListener("toggle", () => void lines());
  press("retry", () => void run());
  press("fix-all", () => void fixAll());
  press("link", () => void link());
  press("language", switchLanguage);
  $("pedantic").addEventListener("change", () => void run());
  $("examples").addEventListener("change", (event) => {
    const example = EXAMPLES[(event.target as HTMLSelectElement).value];
    if (example) editor.load(example);
  });
  window.addEventListener("hashchange", () => void openLink());
}

async function start(): Promise<void> {
  setLanguage(wanted());
  if (typeof CompressionStream === "undefined" || typeof Worker === "undefined") return trouble(text("tooOld"));
  python.start();
  listen();
  turnTo("findings");
  const [first] = Object.values(EXAMPLES);
  if (!(await openLink()) && first) editor.load(first);
}

void start();
