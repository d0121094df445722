/** Places of findings in the text of the editor, which counts UTF-16 units from 0. */

import type { Text } from "@codemirror/state";
import type { Span } from "./questions";

export function rangeOf(doc: Text, span: Span): { from: number; to: number } {
  const from = offset(doc, span.line, span.column);
  return { from, to: Math.max(from, offset(doc, span.endLine, span.endColumn)) };
}

function offset(doc: Text, line: number, column: number): number {
  if (line > doc.lines) return doc.length;
  const found = doc.line(Math.max(line, 1));
  let units = 0;
  for (let left = column - 1; left > 0 && units < found.length; left -= 1) {
    units += (found.text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return found.from + units;
}
