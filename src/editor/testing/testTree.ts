import * as vscode from "vscode";
import { errorMessage } from "../../protocol/text/errorMessage.ts";
import { callFileOf, isRequestFile } from "../language/call/callFiles.ts";
import { editorRange } from "../language/textPositions.ts";
import { testsOf } from "./requestTest.ts";

const filePattern = "**/*.call";

/** A workspace with more request files shows the first ones; the others are run from the command line. */
const maxFiles = 1_000;

/** How long typing must pause before the tests of a document are read anew, in milliseconds. */
const pauseMs = 300;

/**
 * The request files of the workspace and those in an editor as suites, each request a test. Files are looked for when the
 * view is first shown, and taken apart when one is opened, expanded or run; open documents count as they are, unsaved too.
 */
export class TestTree implements vscode.Disposable {
  readonly #controller: vscode.TestController;
  readonly #subscriptions: vscode.Disposable[];
  readonly #pauses = new Map<string, NodeJS.Timeout>();
  #found: Promise<void> | undefined;
  #watcher: vscode.FileSystemWatcher | undefined;

  constructor(controller: vscode.TestController) {
    this.#controller = controller;
    this.#subscriptions = [
      vscode.workspace.onDidOpenTextDocument((document) => this.#addOpen(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#changed(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#closed(document)),
    ];
    for (const document of vscode.workspace.textDocuments) this.#addOpen(document);
  }

  dispose(): void {
    for (const pause of this.#pauses.values()) clearTimeout(pause);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Looks for the workspace's request files, once. */
  find(): Promise<void> {
    this.#found ??= this.#find();
    return this.#found;
  }

  findAgain(): Promise<void> {
    this.#found = undefined;
    return this.find();
  }

  /** The suites, in the order of the view. */
  get files(): readonly vscode.TestItem[] {
    return [...this.#controller.items].map(([, item]) => item);
  }

  /** The suite of a file; made when the file was not found before. */
  fileItem(uri: vscode.Uri): vscode.TestItem {
    const known = this.#controller.items.get(uri.toString());
    if (known) return known;
    const label = uri.scheme === "untitled" ? uri.path.replace(/^\//, "") : vscode.workspace.asRelativePath(uri);
    const item = this.#controller.createTestItem(uri.toString(), label, uri);
    item.canResolveChildren = true;
    this.#controller.items.add(item);
    return item;
  }

  /** Reads a suite's tests, by the order of its requests. A test that was there stays, with its last outcome. */
  async resolve(file: vscode.TestItem): Promise<void> {
    const document = await openDocument(file);
    if (document) this.#show(file, document);
  }

  async #find(): Promise<void> {
    this.#watcher ??= this.#watch();
    const uris = await vscode.workspace.findFiles(filePattern, "**/node_modules/**", maxFiles);
    for (const uri of uris) this.fileItem(uri);
  }

  #watch(): vscode.FileSystemWatcher {
    const watcher = vscode.workspace.createFileSystemWatcher(filePattern);
    this.#subscriptions.push(
      watcher,
      watcher.onDidCreate((uri) => this.fileItem(uri)),
      watcher.onDidDelete((uri) => this.#controller.items.delete(uri.toString())),
      watcher.onDidChange((uri) => {
        const item = this.#controller.items.get(uri.toString());
        if (item && item.children.size > 0) void this.resolve(item);
      }),
    );
    return watcher;
  }

  #addOpen(document: vscode.TextDocument): void {
    if (!isRequestFile(document)) return;
    this.#show(this.fileItem(document.uri), document);
  }

  #changed(document: vscode.TextDocument): void {
    if (!isRequestFile(document)) return;
    const id = document.uri.toString();
    clearTimeout(this.#pauses.get(id));
    const pause = setTimeout(() => {
      this.#pauses.delete(id);
      if (document.isClosed) return;
      const item = this.fileItem(document.uri);
      this.#show(item, document);
      this.#controller.invalidateTestResults(item);
    }, pauseMs);
    this.#pauses.set(id, pause);
  }

  /** What is in no file ends with its editor. */
  #closed({ uri }: vscode.TextDocument): void {
    const isKept = uri.scheme !== "untitled" && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
    if (!isKept) this.#controller.items.delete(uri.toString());
  }

  #show(file: vscode.TestItem, document: vscode.TextDocument): void {
    const items = testsOf(callFileOf(document), document.getText()).map(({ id, name, range }, position) => {
      const item = file.children.get(id) ?? this.#controller.createTestItem(id, name, document.uri);
      item.label = name;
      item.range = editorRange(document, range);
      item.sortText = String(position).padStart(5, "0");
      return item;
    });
    file.children.replace(items);
  }
}

/** The document of a suite; undefined, and said at the suite, when it cannot be read. */
export async function openDocument(file: vscode.TestItem): Promise<vscode.TextDocument | undefined> {
  if (!file.uri) return undefined;
  try {
    const document = await vscode.workspace.openTextDocument(file.uri);
    file.error = undefined;
    return document;
  } catch (error) {
    file.error = vscode.l10n.t("The file cannot be read. {0}", errorMessage(error));
    return undefined;
  }
}
