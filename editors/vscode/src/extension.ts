/** Starts `clblint server` for the open folders, and says what to install where there is none. */

import * as vscode from "vscode";
import { LanguageClient, type ServerOptions } from "vscode-languageclient/node";

import { findServer, INSTALL, obstacle } from "./find";
import { OF_SERVER } from "./settings";

const SELECTOR = [
  { scheme: "file", language: "yaml" },
  { scheme: "file", language: "json" },
  { scheme: "file", pattern: "**/Kustomization" },
];

let client: LanguageClient | undefined;
let told = false; // one message is enough, however many windows and restarts there are

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("clblint.restart", restart),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (["path", ...OF_SERVER].some((name) => event.affectsConfiguration(`clblint.${name}`))) {
        await restart();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

async function restart(): Promise<void> {
  await deactivate();
  told = false;
  await start();
}

async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration("clblint");
  const trusted = vscode.workspace.isTrusted;
  const folders = trusted ? (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath) : [];
  const program = findServer({
    setting: settings.get<string>("path", ""),
    folders,
    python: trusted ? await interpreter() : undefined,
    path: process.env["PATH"] ?? "",
    windows: process.platform === "win32",
  });
  if (program === undefined) {
    await tell(vscode.l10n.t("clblint is not installed where VS Code looks for it: {0}", INSTALL));
    return;
  }
  const why = await obstacle(program);
  if (why !== undefined) {
    await tell(vscode.l10n.t("{0} cannot serve: {1}", program, why));
    return;
  }
  const server: ServerOptions = { command: program, args: ["server"] };
  client = new LanguageClient("clblint", "clblint", server, {
    documentSelector: SELECTOR,
    initializationOptions: Object.fromEntries(OF_SERVER.map((name) => [name, settings.get(name)])),
  });
  await client.start();
}

/** The interpreter that the Python extension has chosen for the project; the extension need not be there. */
async function interpreter(): Promise<string | undefined> {
  const python = vscode.extensions.getExtension("ms-python.python");
  if (python === undefined) {
    return undefined;
  }
  const api: unknown = python.isActive ? python.exports : await python.activate();
  const environments = (api as { environments?: { getActiveEnvironmentPath?(): { path?: string } } }).environments;
  return environments?.getActiveEnvironmentPath?.().path;
}

async function tell(message: string): Promise<void> {
  if (told) {
    return;
  }
  told = true;
  const copy = vscode.l10n.t("Copy the command");
  const open = vscode.l10n.t("Open the settings");
  const chosen = await vscode.window.showWarningMessage(message, copy, open);
  if (chosen === copy) {
    await vscode.env.clipboard.writeText(INSTALL);
  } else if (chosen === open) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "clblint.path");
  }
}
