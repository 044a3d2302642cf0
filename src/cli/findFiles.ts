import { readdir, stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { type DocumentKind, documentKindOf } from "../protocol/documentKind.ts";
import { UsageError } from "./io.ts";
import { isPathPattern, readPathPattern } from "./pathPattern.ts";

export interface FoundFile {
  /** As the user named it or its folder, with `/`. */
  readonly path: string;
  readonly kind: DocumentKind;
}

const skippedFolders = new Set(["node_modules", ".git"]);

/**
 * The files that a path on the command line names: the file itself, or every file of a known kind in the folder and the
 * folders below it, or of those that a pattern matches, in the order of their names; none when there
 * is none. `kind` overrides the kind of a file, and narrows a folder or a pattern to that kind.
 */
export async function findFiles(
  path: string,
  workingFolder: string,
  kind: DocumentKind | undefined,
): Promise<FoundFile[]> {
  const absolute = resolve(workingFolder, path);
  const shown = path.split(sep).join("/");
  const status = await stat(absolute).catch((error: NodeJS.ErrnoException) => {
    // The shells of Windows leave patterns to the program, and so do quotes in any other.
    if (error.code === "ENOENT" && isPathPattern(shown)) return undefined;
    throw new UsageError(`${shown} cannot be read: ${reasonOf(error)}.`);
  });
  if (status === undefined) return await filesMatching(shown, workingFolder, kind);
  if (status.isDirectory()) return await filesBelow(absolute, shown, kind);
  const known = kind ?? documentKindOf(absolute.split(sep).join("/"));
  if (!known) throw new UsageError(`${shown} is no file of a known kind. Say what it is with --as KIND.`);
  return [{ path: shown, kind: known }];
}

async function filesMatching(
  pattern: string,
  workingFolder: string,
  kind: DocumentKind | undefined,
): Promise<FoundFile[]> {
  const { folder, matches } = readPathPattern(pattern);
  const files = await filesBelow(resolve(workingFolder, folder), folder, kind);
  return files.filter(({ path }) => matches(path));
}

async function filesBelow(folder: string, shown: string, only: DocumentKind | undefined): Promise<FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The folder ${shown} cannot be read: ${reasonOf(error)}.`);
  });
  const found: FoundFile[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = shown === "." ? entry.name : `${shown.replace(/\/$/, "")}/${entry.name}`;
    const absolute = join(folder, entry.name);
    // Links to folders are not followed: they can lead in circles.
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) found.push(...(await filesBelow(absolute, below, only)));
      continue;
    }
    const kind = documentKindOf(absolute.split(sep).join("/"));
    const isFile = entry.isFile() || (entry.isSymbolicLink() && (await isLinkToFile(absolute)));
    if (kind && isFile && (!only || kind === only)) found.push({ path: below, kind });
  }
  return found;
}

async function isLinkToFile(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => undefined);
  return status?.isFile() ?? false;
}

/** Why the system refused, in words for the codes that occur. */
export function reasonOf(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case "ENOENT":
      return "it does not exist";
    case "EACCES":
    case "EPERM":
      return "this user may not read it";
    case "EISDIR":
      return "it is a folder";
    case "ELOOP":
      return "its links lead in a circle";
    default:
      return error.message;
  }
}
