import assert from "node:assert/strict";
import Module from "node:module";
import { test } from "node:test";

/** The parts of VS Code that the extension calls; whatever else its library looks for is there, and does nothing. */
const shown: string[] = [];
const known: Record<string, unknown> = {
  version: "1.91.0",
  l10n: { t: (text: string, ...values: string[]) => text.replace(/\{(\d)\}/g, (_, number) => values[Number(number)] ?? "") },
  extensions: { getExtension: () => undefined },
  commands: { registerCommand: () => ({ dispose: () => undefined }) },
  workspace: {
    isTrusted: true,
    workspaceFolders: [],
    getConfiguration: () => ({ get: (_name: string, otherwise: unknown) => otherwise }),
    onDidGrantWorkspaceTrust: () => ({ dispose: () => undefined }),
    onDidChangeConfiguration: () => ({ dispose: () => undefined }),
  },
  window: { showWarningMessage: async (text: string) => void shown.push(text) },
};

function anything(own: Record<string, unknown> = {}): unknown {
  return new Proxy(class {}, { get: (target, name) => own[String(name)] ?? Reflect.get(target, name) ?? anything() });
}

test("without a server it says once what to install", async () => {
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
  const load = loader._load;
  loader._load = (request, ...rest) => (request === "vscode" ? anything(known) : load.call(loader, request, ...rest));
  process.env["PATH"] = "";
  const extension = await import("../src/extension.js");
  await extension.activate({ subscriptions: [] } as never);
  await extension.activate({ subscriptions: [] } as never);
  assert.deepEqual(shown, ["clblint is not installed where VS Code looks for it: pip install 'clblint[server]'"]);
});
