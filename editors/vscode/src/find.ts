/** Finds the program that serves: of the settings, of the project's environment, or on the PATH. */

import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** What to type where there is no server. */
export const INSTALL = "pip install 'clblint[server]'";

const ENVIRONMENTS = [".venv", "venv"];

/** Where to look: `setting` is a program or its folder, `folders` are the open ones that the user trusts. */
export interface Places {
  readonly setting: string;
  readonly folders: readonly string[];
  /** The interpreter that the Python extension has chosen, if there is one. */
  readonly python?: string;
  /** The search path of the system. */
  readonly path: string;
  readonly windows: boolean;
}

/** The programs to try, the first that exists is taken. A setting excludes all others. */
export function candidates(places: Places): string[] {
  const name = places.windows ? "clblint.exe" : "clblint";
  if (places.setting !== "") {
    return inFolders(places.setting, places.folders).flatMap((one) => [one, join(one, name)]);
  }
  const scripts = places.windows ? "Scripts" : "bin";
  const beside = places.python === undefined ? [] : [join(places.python, "..", name)];
  const environments = places.folders.flatMap((folder) => ENVIRONMENTS.map((one) => join(folder, one, scripts, name)));
  const onPath = places.path.split(delimiter).filter(isAbsolute).map((folder) => join(folder, name));
  return [...beside, ...environments, ...onPath];
}

/** A path of the settings as it is meant: a relative one is below an open folder. */
function inFolders(path: string, folders: readonly string[]): string[] {
  return isAbsolute(path) ? [path] : folders.map((folder) => join(folder, path));
}

/** The program that serves, if there is one. */
export function findServer(places: Places): string | undefined {
  return candidates(places).find((path) => existsSync(path) && statSync(path).isFile());
}

/** Why a program cannot serve, in its own words; undefined if it can. */
export async function obstacle(program: string): Promise<string | undefined> {
  return await new Promise((resolve) => {
    execFile(program, ["server", "--check"], { timeout: 30_000 }, (error, _stdout, stderr) => {
      const said = stderr.trim().replace(/^clblint: /, "");
      resolve(error === null ? undefined : said === "" ? error.message : said);
    });
  });
}
