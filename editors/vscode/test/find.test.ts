import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { candidates, findServer, obstacle, type Places } from "../src/find";

const ROOT = join(__dirname, "..", "..");

/** A folder with programs that do what a shell script says. */
function folderWith(programs: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "clblint-"));
  for (const [name, script] of Object.entries(programs)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

function places(over: Partial<Places>): Places {
  return { setting: "", folders: [], path: "", windows: false, ...over };
}

test("the environment of the project comes before the PATH", () => {
  const folder = folderWith({ ".venv/bin/clblint": "exit 0", "bin/clblint": "exit 0" });
  const path = join(folder, "bin");
  assert.equal(findServer(places({ folders: [folder], path })), join(folder, ".venv/bin/clblint"));
  assert.equal(findServer(places({ path })), join(folder, "bin/clblint"));
  assert.equal(findServer(places({ folders: [path] })), undefined);
});

test("the interpreter that the Python extension has chosen comes first", () => {
  const folder = folderWith({ "env/bin/clblint": "exit 0", ".venv/bin/clblint": "exit 0" });
  const python = join(folder, "env/bin/python");
  assert.equal(findServer(places({ folders: [folder], python })), join(folder, "env/bin/clblint"));
});

test("a setting is a program or its folder, and excludes all others", () => {
  const folder = folderWith({ ".venv/bin/clblint": "exit 0", "own/clblint": "exit 0" });
  assert.equal(findServer(places({ setting: "own", folders: [folder] })), join(folder, "own/clblint"));
  assert.equal(findServer(places({ setting: join(folder, "own/clblint") })), join(folder, "own/clblint"));
  assert.equal(findServer(places({ setting: "gone", folders: [folder], path: join(folder, "own") })), undefined);
});

test("a relative entry of the PATH is passed over: it would be of the folder that is open", () => {
  assert.deepEqual(candidates(places({ path: "." })), []);
});

test("a program on Windows has another name and another folder", () => {
  const [first] = candidates(places({ folders: ["C"], windows: true }));
  assert.equal(first, join("C", ".venv", "Scripts", "clblint.exe"));
});

test("a program that cannot serve says why in its own words", async () => {
  const why = "echo \"clblint: the language server is an extra: pip install 'clblint[server]'\" >&2; exit 2";
  const folder = folderWith({ good: "test \"$*\" = 'server --check'", bad: why });
  assert.equal(await obstacle(join(folder, "good")), undefined);
  assert.equal(await obstacle(join(folder, "bad")), "the language server is an extra: pip install 'clblint[server]'");
});

test("every text is there in both languages", () => {
  const read = (name: string): Record<string, string> => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
  const english = read("package.nls.json");
  assert.deepEqual(Object.keys(read("package.nls.zh-cn.json")), Object.keys(english));
  const used = [...readFileSync(join(ROOT, "package.json"), "utf8").matchAll(/"%(\w+)%"/g)].map((found) => found[1]);
  assert.deepEqual(used.sort(), Object.keys(english).sort());
  const source = readFileSync(join(ROOT, "src", "extension.ts"), "utf8");
  const said = [...source.matchAll(/l10n\.t\("([^"]+)"/g)].map((found) => found[1]);
  assert.deepEqual(said.sort(), Object.keys(read("l10n/bundle.l10n.zh-cn.json")).sort());
});
