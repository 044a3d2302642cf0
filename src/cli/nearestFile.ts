import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface NearestFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The file of that name in the folder, or in the nearest folder above that has one. */
export async function nearestFile(folder: string, fileName: string): Promise<NearestFile | undefined> {
  const path = join(folder, fileName);
  const bytes = await bytesIfPresent(path);
  if (bytes !== undefined) return { path, bytes };
  const above = dirname(folder);
  return above === folder ? undefined : await nearestFile(above, fileName);
}

/** The text of that file, with a mark in the place of bytes that are not UTF-8. */
export async function nearestFileText(folder: string, fileName: string): Promise<string | undefined> {
  const file = await nearestFile(folder, fileName);
  return file && new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.bytes);
}

/** The text of a file, or undefined when it is absent or unreadable for this user: either way there is nothing to use. */
export async function textIfPresent(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch(() => undefined);
}

async function bytesIfPresent(path: string): Promise<Uint8Array | undefined> {
  return await readFile(path).catch(() => undefined);
}
