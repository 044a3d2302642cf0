import * as vscode from "vscode";
import type { HistoryStore } from "../../runner/history.ts";
import { transcriptExtension } from "../../runner/transcriptFile.ts";

/** Keeps transcripts as files of a folder, which is made with the first of them. */
export function fileHistoryStore(folder: vscode.Uri): HistoryStore {
  const { fs } = vscode.workspace;
  const fileOf = (name: string) => vscode.Uri.joinPath(folder, `${name}${transcriptExtension}`);
  return {
    names: async () => {
      const files = await orWhenMissing(fs.readDirectory(folder), []);
      return files.flatMap(([name]) =>
        name.endsWith(transcriptExtension) ? [name.slice(0, -transcriptExtension.length)] : [],
      );
    },
    read: async (name) => {
      const bytes = await orWhenMissing(fs.readFile(fileOf(name)), undefined);
      return bytes && new TextDecoder().decode(bytes);
    },
    write: async (name, text) => fs.writeFile(fileOf(name), new TextEncoder().encode(text)),
    remove: async (name) => orWhenMissing(fs.delete(fileOf(name)), undefined),
  };
}

/** Another window may have removed what this one looks for. */
async function orWhenMissing<Value, Otherwise>(
  work: Thenable<Value>,
  otherwise: Otherwise,
): Promise<Value | Otherwise> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return otherwise;
    throw error;
  }
}
