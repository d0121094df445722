/** The worker: Python with clblint, which answers one question after the other. */

import type { PyodideInterface } from "pyodide";
import type { Message, Question } from "./questions";

// Set by the build: the folder of Pyodide, and the archive of Python modules, named by its hash.
declare const PYODIDE: string;
declare const MODULES: string;

const here = new URL(".", self.location.href).href;
const say = (message: Message): void => self.postMessage(message);

async function loaded(): Promise<PyodideInterface> {
  const archive = download(`${here}${MODULES}`);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${here}${PYODIDE}/pyodide.mjs`)) as typeof import("pyodide");
  const python = await loadPyodide({ indexURL: `${here}${PYODIDE}/` });
  python.unpackArchive(await archive, "zip", { extractDir: python.runPython("import sysconfig; sysconfig.get_path('purelib')") });
  python.runPython("import page");
  return python;
}

async function download(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

const python = loaded();
python.then(
  () => say({ kind: "ready" }),
  (error: unknown) => say({ kind: "broken", why: String(error) }),
);

self.onmessage = async (event: MessageEvent<Question>): Promise<void> => {
  try {
    const page = (await python).pyimport("page");
    say({ kind: "answer", answer: JSON.parse(page.answer(JSON.stringify(event.data))) });
    page.tidy();
  } catch (error) {
    say({ kind: "broken", why: String(error) });
  }
};
