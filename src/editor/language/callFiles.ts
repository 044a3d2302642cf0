import type * as vscode from "vscode";
import type { CallFile } from "../../protocol/call/callFile.ts";
import { parseCallFile } from "../../protocol/call/parseCallFile.ts";

interface Parsed {
  readonly version: number;
  readonly file: CallFile;
}

const parsed = new WeakMap<vscode.TextDocument, Parsed>();

/** The document taken apart, once a version: a key press asks a dozen features for it. */
export function callFileOf(document: vscode.TextDocument): CallFile {
  const known = parsed.get(document);
  if (known?.version === document.version) return known.file;
  const file = parseCallFile(document.getText());
  parsed.set(document, { version: document.version, file });
  return file;
}
