/** The editor: one view, and a state for each file, which keeps what can be undone. */

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { type ChangeSpec, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { Files, Finding } from "./questions";
import { rangeOf } from "./places";
import { panels, text } from "./texts";

const LOOK = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--paper)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-gutters": { color: "var(--faint)", backgroundColor: "var(--panel)", borderRight: "1px solid var(--rule)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-tooltip, .cm-panels": { color: "var(--ink)", backgroundColor: "var(--panel)", border: "1px solid var(--rule)" },
  ".cm-tooltip-lint": { maxWidth: "36em" },
  ".cm-diagnosticAction": { color: "var(--on-accent)", backgroundColor: "var(--accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".tok-propertyName": { color: "var(--key)" },
  ".tok-string, .tok-string2": { color: "var(--string)" },
  ".tok-comment": { color: "var(--faint)" },
  ".tok-number, .tok-bool, .tok-keyword, .tok-atom": { color: "var(--number)" },
});
const LEVELS = { error: "error", warning: "warning", note: "info", pedantic: "hint" } as const;

export class Editor {
  private states = new Map<string, EditorState>();
  private findings: Finding[] = [];
  private shown = "";
  private readonly view: EditorView;

  constructor(
    place: HTMLElement,
    private readonly changed: () => void,
    private readonly apply: (finding: Finding) => void,
  ) {
    const root = place.attachShadow({ mode: "open" }); // where styles come as sheets, which the page's policy allows
    this.view = new EditorView({ parent: root, root });
  }

  /** The path of the file that is shown. */
  get path(): string {
    return this.shown;
  }

  /** The names of the files, in their order. */
  get paths(): string[] {
    return [...this.states.keys()];
  }

  get files(): Files {
    return Object.fromEntries(this.paths.map((path) => [path, this.stateOf(path).doc.toString()]));
  }

  /** Hold these files in place of all others. */
  load(files: Files): void {
    this.findings = [];
    this.states = new Map(Object.entries(files).map(([path, content]) => [path, this.made(path, content)]));
    this.shown = "";
    this.show(this.paths[0] ?? "");
    this.changed();
  }

  show(path: string): void {
    this.keep();
    const state = this.stateOf(path);
    this.shown = path;
    this.view.setState(state);
    this.mark();
  }

  add(path: string, content: string): void {
    this.states.set(path, this.made(path, content));
    this.show(path);
    this.changed();
  }

  rename(path: string, name: string): void {
    this.keep();
    const entries = [...this.states].map(([own, state]): [string, EditorState] => (own === path ? [name, this.made(name, state.doc.toString())] : [own, state]));
    this.states = new Map(entries);
    this.shown = "";
    this.show(name);
    this.changed();
  }

  remove(path: string): void {
    const at = this.paths.indexOf(path);
    this.states.delete(path);
    this.shown = "";
    this.show(this.paths[Math.min(at, this.paths.length - 1)] ?? "");
    this.changed();
  }

  /** Give a file a new text, as one change that can be undone; what is the same at both ends is not touched. */
  rewrite(path: string, content: string): void {
    const old = this.stateOf(path).doc.toString();
    const most = Math.min(old.length, content.length);
    let [start, end] = [0, 0];
    while (start < most && old[start] === content[start]) start += 1;
    while (end < most - start && old[old.length - 1 - end] === content[content.length - 1 - end]) end += 1;
    if (start + end < Math.max(old.length, content.length)) {
      this.change(path, { from: start, to: old.length - end, insert: content.slice(start, content.length - end) });
    }
  }

  /** Make the fix of a finding, in its file. */
  mend(finding: Finding): void {
    const doc = this.stateOf(finding.path).doc;
    const changes = (finding.fixes[0]?.replacements ?? []).map((one) => ({ ...rangeOf(doc, one), insert: one.text }));
    this.change(finding.path, changes);
  }

  /** Mark the findings of the file that is shown, and of the others when they are. */
  report(findings: Finding[]): void {
    this.findings = findings;
    this.mark();
  }

  goTo(finding: Finding): void {
    if (finding.path !== this.shown) this.show(finding.path);
    const { from, to } = rangeOf(this.view.state.doc, finding);
    this.view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  focus(): void {
    this.view.focus();
  }

  /** Say everything again, in the language that is spoken now. */
  translate(): void {
    this.keep();
    this.states = new Map([...this.states].map(([path, state]) => [path, this.made(path, state.doc.toString())]));
    const path = this.shown;
    this.shown = "";
    this.show(path);
  }

  private change(path: string, changes: ChangeSpec): void {
    if (path === this.shown) {
      this.view.dispatch({ changes, userEvent: "input.fix" });
    } else {
      this.states.set(path, this.stateOf(path).update({ changes, userEvent: "input.fix" }).state);
      this.changed();
    }
  }

  private keep(): void {
    if (this.shown) this.states.set(this.shown, this.view.state);
  }

  private stateOf(path: string): EditorState {
    if (path === this.shown) return this.view.state;
    return this.states.get(path) ?? this.made(path, "");
  }

  private made(path: string, content: string): EditorState {
    return EditorState.create({ doc: content, extensions: this.extensions(path) });
  }

  private extensions(path: string): Extension {
    return [
      LOOK,
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      search(),
      EditorState.phrases.of(panels()),
      yaml(),
      syntaxHighlighting(classHighlighter),
      keymap.of([...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      // What can be edited can be focused anyway; the tab index says so to tools, too.
      EditorView.contentAttributes.of({ "aria-label": text("editor", { name: path }), tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.changed();
      }),
    ];
  }

  private mark(): void {
    const doc = this.view.state.doc;
    const own = this.findings.filter((finding) => finding.path === this.shown);
    this.view.dispatch(setDiagnostics(this.view.state, own.map((finding) => this.diagnostic(finding, rangeOf(doc, finding)))));
  }

  private diagnostic(finding: Finding, range: { from: number; to: number }): Diagnostic {
    const [fix] = finding.fixes;
    return {
      ...range,
      severity: LEVELS[finding.severity],
      source: finding.rule,
      message: finding.message,
      actions: fix ? [{ name: text(fix.safe ? "apply" : "applyUnsafe"), apply: () => this.apply(finding) }] : [],
    };
  }
}
