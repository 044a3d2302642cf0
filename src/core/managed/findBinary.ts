import { access, constants, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";

export type FoundBinary =
  | { readonly kind: "found"; readonly path: string }
  | { readonly kind: "missing"; readonly message: string };

/** Where people put it, besides the folders of PATH. */
const usualFolders: readonly string[] = [
  join(homedir(), ".local", "bin"),
  join(homedir(), "bin"),
  "/usr/local/bin",
  "/opt/homebrew/bin",
  "/usr/bin",
];

const whereToGetIt =
  "Get the command line version of SimpleX Chat from https://github.com/simplex-chat/simplex-chat/releases (simplex-chat-…), make it executable, and put it on the PATH as simplex-chat or name its path in the settings.";

/** Finds the `simplex-chat` binary: the one given, or the first on `path` and in the usual places. */
export async function findBinary(given: string | undefined, path: string): Promise<FoundBinary> {
  if (given !== undefined) {
    if (isAbsolute(given) && (await isExecutable(given))) return { kind: "found", path: given };
    return { kind: "missing", message: `There is no program at ${given}, or it may not be run. ${whereToGetIt}` };
  }
  const name = process.platform === "win32" ? "simplex-chat.exe" : "simplex-chat";
  for (const folder of [...path.split(delimiter).filter(isAbsolute), ...usualFolders]) {
    const candidate = join(folder, name);
    if (await isExecutable(candidate)) return { kind: "found", path: candidate };
  }
  return { kind: "missing", message: `simplex-chat was not found. ${whereToGetIt}` };
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // Missing or not permitted: both mean that it cannot be run.
    return false;
  }
}
