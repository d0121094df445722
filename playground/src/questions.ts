/** What the page asks its worker, and what it answers. */

export type Language = "en" | "zh";
export type Files = Record<string, string>;
export type Task = "check" | "fix" | "plan" | "diagnose" | "commands";

export interface Question {
  do: Task;
  files: Files;
  language: Language;
  pedantic: boolean;
}

/** `said` are lines for people; the others depend on the task; `unread` are files that a check leaves aside. */
export interface Answer {
  said: string;
  findings?: Finding[];
  notes?: string[];
  unread?: string[];
  out?: string;
  picture?: string;
  files?: Files;
}

/** 1-based lines and columns, columns in code points; the end is exclusive. */
export interface Span {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** A further place that a message rests on. */
export interface Label extends Span {
  path: string;
  message: string;
}

export interface Finding extends Span {
  rule: string;
  severity: "error" | "warning" | "note" | "pedantic";
  object: string;
  message: string;
  seen: string;
  fix: string;
  path: string;
  because: Label[];
  built: string;
  fixes: { safe: boolean; replacements: (Span & { text: string })[] }[];
}

/** From the worker: that it is ready, an answer, or that something broke. */
export type Message =
  | { kind: "ready" }
  | { kind: "answer"; answer: Answer }
  | { kind: "broken"; why: string };
