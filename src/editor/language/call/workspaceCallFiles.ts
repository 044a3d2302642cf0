import * as vscode from "vscode";
import { captureUses } from "../../../protocol/call/captureUses.ts";
import { parseCallFile } from "../../../protocol/call/parse/parseCallFile.ts";
import type { TextRange } from "../../../protocol/problem.ts";
import { decodeText } from "../../../protocol/text/decodeText.ts";
import { LinePositions } from "../../../protocol/text/linePositions.ts";
import { editorRange } from "../textPositions.ts";
import { callFileOf, isRequestFile } from "./callFiles.ts";
import { type CapturingFile, capturesBeside } from "./sharedCaptures.ts";

/** A request file of the workspace or of an editor, as it is now. */
export interface WorkspaceCallFile extends CapturingFile {
  readonly uri: vscode.Uri;
  /** The lines and columns of a range of its text. */
  readonly rangeOf: (range: TextRange) => vscode.Range;
}

const filePattern = "**/*.call";

/** A workspace with more request files shares the captures of the first ones. */
const maxFiles = 1_000;

/** In bytes; a larger file is no request file. */
const maxFileBytes = 1_000_000;

/** The request files of the workspace and of the editors, for what they use of each other. Read on first use. */
export class WorkspaceCallFiles implements vscode.Disposable {
  readonly #saved = new Map<string, Promise<WorkspaceCallFile | undefined>>();
  #subscriptions: readonly vscode.Disposable[] = [];
  #found: Promise<void> | undefined;

  /** A request file was saved: another one that uses its captures may have other problems now. */
  onDidSave(listener: () => void): vscode.Disposable {
    return vscode.workspace.onDidSaveTextDocument((document) => {
      if (isRequestFile(document)) listener();
    });
  }

  /** What the files beside a document capture; undefined for one that uses nothing of another file. */
  async capturesBeside(document: vscode.TextDocument): Promise<ReturnType<typeof capturesBeside> | undefined> {
    if (!isRequestFile(document) || captureUses(callFileOf(document)).length === 0) return undefined;
    return capturesBeside(await this.all(), document.uri.toString());
  }

  /** Every one of them; open documents count as they are, unsaved and untitled too. */
  async all(): Promise<readonly WorkspaceCallFile[]> {
    this.#found ??= this.#find();
    await this.#found;
    const open = new Map(openFiles().map((file) => [file.path, file]));
    const saved = await Promise.all([...this.#saved].flatMap(([path, file]) => (open.has(path) ? [] : [file])));
    return [...open.values(), ...saved.flatMap((file) => file ?? [])];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#saved.clear();
  }

  async #find(): Promise<void> {
    const watcher = vscode.workspace.createFileSystemWatcher(filePattern);
    const read = (uri: vscode.Uri) => {
      if (this.#saved.size < maxFiles || this.#saved.has(uri.toString()))
        this.#saved.set(uri.toString(), readFile(uri));
    };
    this.#subscriptions = [
      watcher,
      watcher.onDidCreate(read),
      watcher.onDidChange(read),
      watcher.onDidDelete((uri) => this.#saved.delete(uri.toString())),
    ];
    for (const uri of await vscode.workspace.findFiles(filePattern, "**/node_modules/**", maxFiles)) read(uri);
  }
}

/** The request file in a document, as it is now. */
export function callFileIn(document: vscode.TextDocument): WorkspaceCallFile {
  const { uri } = document;
  const rangeOf = (range: TextRange) => editorRange(document, range);
  return { path: uri.toString(), uri, file: callFileOf(document), rangeOf };
}

function openFiles(): WorkspaceCallFile[] {
  return vscode.workspace.textDocuments.filter(isRequestFile).map(callFileIn);
}

/** A saved file; undefined for one that cannot be read or is none. */
async function readFile(uri: vscode.Uri): Promise<WorkspaceCallFile | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    if (bytes.length > maxFileBytes) return undefined;
    // The editor's columns do not count a byte order mark.
    const text = decodeText(bytes).text.replace(/^\uFEFF/, "");
    const positions = new LinePositions(text);
    const rangeOf = (range: TextRange) => {
      const { start, end } = positions.of(range);
      return new vscode.Range(start.line - 1, start.column - 1, end.line - 1, end.column - 1);
    };
    return { path: uri.toString(), uri, file: parseCallFile(text), rangeOf };
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}
