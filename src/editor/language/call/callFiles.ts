import type * as vscode from "vscode";
import type { CallFile } from "../../../protocol/call/callFile.ts";
import type { CallSection } from "../../../protocol/call/parse/callSection.ts";
import { callFileOf as fileOf, parseSections } from "../../../protocol/call/parse/parseCallFile.ts";
import { callLanguage } from "../callLanguage.ts";

interface Parsed {
  readonly text: string;
  readonly sections: readonly CallSection[];
  readonly file: CallFile;
}

const parsed = new WeakMap<vscode.TextDocument, Parsed>();

/**
 * The document taken apart, once for each text and only where it differs from the last one: a key press asks a dozen
 * features for it. The text decides, not the
 * version: an untitled document that is made anew can have the version of the one before, and an older text must never
 * be sent.
 */
export function callFileOf(document: vscode.TextDocument): CallFile {
  const text = document.getText();
  const known = parsed.get(document);
  if (known?.text === text) return known.file;
  const sections = parseSections(text, known?.sections ?? []);
  const file = fileOf(sections);
  parsed.set(document, { text, sections, file });
  return file;
}

/** Documents that show a copy of a file, such as its version in git, are not files of their own. */
const mirrorSchemes = new Set(["git", "output", "vscode", "comment"]);

/** True for a document that is a request file, saved or not. */
export function isRequestFile({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === callLanguage && !mirrorSchemes.has(uri.scheme);
}
