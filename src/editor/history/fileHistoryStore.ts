import { mkdirSync, writeFileSync } from "node:fs";
import * as vscode from "vscode";
import { type HistoryStore, transcriptName } from "../../runner/record/history.ts";
import type { Transcript } from "../../runner/record/transcript.ts";
import { transcriptExtension, transcriptText } from "../../runner/record/transcriptFile.ts";

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

/**
 * Writes a transcript while the window closes. The editor's own file system is already gone then, and nothing that takes
 * longer than this call is waited for.
 */
export function writeWhileClosing(folder: vscode.Uri, transcript: Transcript): void {
  if (folder.scheme !== "file") return;
  mkdirSync(folder.fsPath, { recursive: true });
  const file = vscode.Uri.joinPath(folder, `${transcriptName(transcript.header)}${transcriptExtension}`);
  writeFileSync(file.fsPath, transcriptText(transcript));
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
