import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { OF_SERVER } from "../src/settings";

const OWN = ["path", "trace.server"]; // of the extension and of its library

test("the server is given all settings that the extension does not need itself", () => {
  const told = JSON.parse(readFileSync(join(__dirname, "..", "..", "package.json"), "utf-8"));
  const settings = Object.keys(told.contributes.configuration.properties).map((name) => name.replace("clblint.", ""));
  assert.deepEqual(settings.sort(), [...OWN, ...OF_SERVER].sort());
});
