/** Packs the extension as `clblint.vsix`, with the packer of VS Code, which is fetched for this alone. */

import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";

const PACKER = "@vscode/vsce@3.9.2";

copyFileSync("../../LICENSE", "LICENSE");
try {
  execFileSync("npx", ["--yes", PACKER, "package", "--out", "clblint.vsix"], { stdio: "inherit", shell: false });
} finally {
  rmSync("LICENSE");
}
