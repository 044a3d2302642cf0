import * as vscode from "vscode";
import { maxTranscriptCharacters, parseTranscript, type TranscriptResult } from "../../runner/record/transcriptFile.ts";

/** Reads a transcript file, which may come from anyone. A file that is too large is not read at all. */
export async function readTranscriptFile(file: vscode.Uri): Promise<TranscriptResult> {
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > maxTranscriptCharacters) {
      return { kind: "invalid", message: vscode.l10n.t("This file is too large to be a transcript of a call.") };
    }
    return parseTranscript(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    return { kind: "invalid", message: vscode.l10n.t("The file cannot be read: it may be gone, or locked.") };
  }
}
