import * as vscode from "vscode";
import { parseCallFile } from "../../protocol/call/parseCallFile.ts";
import { lineAt, requestName } from "../../runner/requestName.ts";
import type { RequestResult } from "../../runner/runRequest.ts";
import { editorRange } from "../language/textPositions.ts";
import type { RunContexts } from "../runContexts.ts";
import { messagesOf } from "./testMessages.ts";

const filePattern = "**/*.call";
/** A workspace with more request files shows the first ones; the others are run from the command line. */
const maxFiles = 1_000;

/**
 * The request files of the workspace as suites of the Testing view, each request a test. Files are found when the view is
 * first looked at, and taken apart when one is expanded or run.
 */
export class RequestTests implements vscode.Disposable {
  readonly #contexts: RunContexts;
  readonly #controller: vscode.TestController;
  readonly #results = new vscode.EventEmitter<RequestResult>();
  readonly #subscriptions: readonly vscode.Disposable[];
  #watcher: vscode.FileSystemWatcher | undefined;
  /** Runs that start again when a file of theirs is saved. */
  readonly #continuous = new Set<vscode.TestRunRequest>();

  /** Tells of each request that a run has finished, in the order of running. */
  readonly onResult = this.#results.event;

  constructor(contexts: RunContexts) {
    this.#contexts = contexts;
    this.#controller = vscode.tests.createTestController("simplexAgents.requests", vscode.l10n.t("SimpleX Agents"));
    this.#controller.resolveHandler = (item) => (item ? this.#resolveFile(item) : this.#findFiles());
    this.#controller.refreshHandler = () => this.#findFiles();
    const profile = this.#controller.createRunProfile(
      vscode.l10n.t("Send and check"),
      vscode.TestRunProfileKind.Run,
      (request, token) => this.#run(request, token),
      true,
    );
    profile.supportsContinuousRun = true;
    this.#subscriptions = [
      this.#controller,
      this.#results,
      vscode.workspace.onDidSaveTextDocument((document) => this.#saved(document)),
    ];
  }

  dispose(): void {
    this.#watcher?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #findFiles(): Promise<void> {
    this.#watch();
    const files = await vscode.workspace.findFiles(filePattern, "**/node_modules/**", maxFiles);
    this.#controller.items.replace(files.map((file) => this.#fileItem(file)));
  }

  #watch(): void {
    if (this.#watcher) return;
    this.#watcher = vscode.workspace.createFileSystemWatcher(filePattern);
    this.#watcher.onDidCreate((file) => this.#controller.items.add(this.#fileItem(file)));
    this.#watcher.onDidDelete((file) => this.#controller.items.delete(file.toString()));
    this.#watcher.onDidChange((file) => {
      const item = this.#controller.items.get(file.toString());
      if (item && item.children.size > 0) void this.#resolveFile(item);
    });
  }

  #fileItem(file: vscode.Uri): vscode.TestItem {
    const known = this.#controller.items.get(file.toString());
    if (known) return known;
    const item = this.#controller.createTestItem(file.toString(), vscode.workspace.asRelativePath(file), file);
    item.canResolveChildren = true;
    return item;
  }

  async #resolveFile(item: vscode.TestItem): Promise<void> {
    if (!item.uri) return;
    const document = await vscode.workspace.openTextDocument(item.uri);
    const text = document.getText();
    item.children.replace(
      parseCallFile(text).requests.map((request, index) => {
        const name = requestName(request, lineAt(text, request.range.offset));
        const child = this.#controller.createTestItem(requestId(item, index), name, item.uri);
        child.range = editorRange(document, request.range);
        child.sortText = String(index).padStart(5, "0");
        return child;
      }),
    );
  }

  async #run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (!request.continuous) return await this.#runOnce(request, token);
    this.#continuous.add(request);
    token.onCancellationRequested(() => this.#continuous.delete(request));
  }

  #saved(document: vscode.TextDocument): void {
    const id = document.uri.toString();
    for (const request of this.#continuous) {
      const item = this.#controller.items.get(id);
      const isMeant = !request.include || request.include.some((one) => one.uri?.toString() === id);
      if (!item || !isMeant) continue;
      const again = new vscode.TestRunRequest(request.include ?? [item], request.exclude, request.profile);
      void this.#runOnce(again, new vscode.CancellationTokenSource().token);
    }
  }

  async #runOnce(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.#controller.createTestRun(request);
    const abort = new AbortController();
    const subscriptions = [
      token.onCancellationRequested(() => abort.abort()),
      run.token.onCancellationRequested(() => abort.abort()),
    ];
    try {
      if (!request.include && this.#controller.items.size === 0) await this.#findFiles();
      for (const [file, wanted] of this.#wantedFiles(request)) await this.#runFile(run, file, wanted, abort.signal);
    } finally {
      for (const subscription of subscriptions) subscription.dispose();
      run.end();
    }
  }

  /** The files to run, each with the requests wanted of it; undefined for all of them. */
  #wantedFiles(request: vscode.TestRunRequest): Map<vscode.TestItem, readonly vscode.TestItem[] | undefined> {
    const wanted = new Map<vscode.TestItem, readonly vscode.TestItem[] | undefined>();
    const roots = [...this.#controller.items].map(([, item]) => item);
    for (const item of request.include ?? roots) {
      const file = item.parent ?? item;
      if (!item.parent) wanted.set(file, undefined);
      else if (!wanted.has(file)) wanted.set(file, [item]);
      else if (wanted.get(file)) wanted.set(file, [...(wanted.get(file) ?? []), item]);
    }
    for (const excluded of request.exclude ?? []) wanted.delete(excluded);
    return wanted;
  }

  async #runFile(
    run: vscode.TestRun,
    file: vscode.TestItem,
    wanted: readonly vscode.TestItem[] | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (!file.uri) return;
    await this.#resolveFile(file);
    const { runFile } = await import("../../runner/runFile.ts");
    const document = await vscode.workspace.openTextDocument(file.uri);
    const obstacle = await this.#contexts.obstacle(file.uri);
    const context = await this.#contexts.of(file.uri, document.getText());
    const itemOf = (index: number) => file.children.get(requestId(file, index));
    const positions = wanted?.map((item) => positionOf(item)) ?? [...file.children].map((_, index) => index);
    for (const position of positions) withItem(itemOf(position), (item) => run.enqueued(item));
    await runFile({
      ...context,
      environment: context.scopes.environment,
      privateEnvironment: context.scopes.privateEnvironment,
      ...(wanted && { requests: positions }),
      ...(obstacle !== undefined && { skipAll: obstacle }),
      signal,
      onStart: (index) => withItem(itemOf(index), (item) => run.started(item)),
      onResult: (index, result) => {
        withItem(itemOf(index), (item) => tellResult(run, document, item, result));
        this.#results.fire(result);
      },
    });
  }
}

/** A request keeps its place in the file as its id: two requests may have one name. */
function requestId(file: vscode.TestItem, index: number): string {
  return `${file.id}#${index}`;
}

function positionOf(item: vscode.TestItem): number {
  return Number(item.id.slice(item.id.lastIndexOf("#") + 1));
}

function withItem(item: vscode.TestItem | undefined, act: (item: vscode.TestItem) => void): void {
  if (item) act(item);
}

function tellResult(
  run: vscode.TestRun,
  document: vscode.TextDocument,
  item: vscode.TestItem,
  result: RequestResult,
): void {
  if (result.kind === "skipped") {
    run.appendOutput(`${result.name}: ${result.reason}\r\n`, undefined, item);
    run.skipped(item);
    return;
  }
  if (result.kind === "not-sent") {
    run.errored(item, messagesOf(document, item, result));
    return;
  }
  const { elapsedMs, outcome, replies } = result.end;
  run.appendOutput(`${result.name}: ${outcome}, ${replies} replies, ${elapsedMs} ms\r\n`, undefined, item);
  if (result.isPassed) run.passed(item, elapsedMs);
  else run.failed(item, messagesOf(document, item, result), elapsedMs);
}
