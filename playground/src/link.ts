/** A link that holds the files: `#1.` and their JSON, compressed, in the alphabet of URLs. */

import type { Files } from "./questions";

const VERSION = "1";
/** Characters of a link: longer ones are cut by chats and mail programs. */
export const MOST = 60_000;
const MOST_FILES = 1000;
const MOST_BYTES = 8_000_000; // of what a link unpacks to, so that no link fills the memory

export class BrokenLink extends Error {}
export class NewerLink extends Error {}

export async function fragmentOf(files: Files): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ files }));
  const packed = new Uint8Array(await new Response(stream(bytes, new CompressionStream("deflate-raw"))).arrayBuffer());
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return `${VERSION}.${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The files in a fragment (without its `#`); throws `BrokenLink` or `NewerLink`. */
export async function filesIn(fragment: string): Promise<Files> {
  const [version, packed] = fragment.split(".", 2);
  if (version !== VERSION) throw /^\d+$/.test(version ?? "") ? new NewerLink() : new BrokenLink();
  let found: unknown;
  try {
    const letters = atob((packed ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    found = JSON.parse(await unpacked(stream(bytes, new DecompressionStream("deflate-raw"))));
  } catch {
    throw new BrokenLink();
  }
  const files = (found as { files?: unknown } | null)?.files;
  if (!isFiles(files)) throw new BrokenLink();
  return files;
}

function stream(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(through);
}

async function unpacked(packed: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [made, size] = ["", 0];
  const reader = packed.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) throw new BrokenLink();
    made += decoder.decode(part.value, { stream: true });
  }
  return made + decoder.decode();
}

function isFiles(value: unknown): value is Files {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const [paths, contents] = [Object.keys(value), Object.values(value)];
  if (paths.length === 0 || paths.length > MOST_FILES) return false;
  return paths.every(isPath) && folderAmong(paths) === undefined && contents.every((content) => typeof content === "string");
}

/** A name that is also the folder of another file, which no file system has; undefined if there is none. */
export function folderAmong(paths: string[]): string | undefined {
  const folders = new Set(paths.flatMap((path) => path.split("/").slice(0, -1).map((_, at, parts) => parts.slice(0, at + 1).join("/"))));
  return paths.find((path) => folders.has(path));
}

/** Whether a file can have this name: relative, of plain parts, and none that leads out. */
export function isPath(path: string): boolean {
  return path.length <= 200 && path.split("/").every((part) => part !== "" && part !== "." && part !== ".." && !/[\\\p{C}]/u.test(part));
}
