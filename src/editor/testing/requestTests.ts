import * as vscode from "vscode";
import { parseCallFile } from "../../protocol/call/parse/parseCallFile.ts";
import { fileOrder, type OrderedFile } from "../../runner/run/fileOrder.ts";
import type { LiveCall } from "../../runner/run/liveCall.ts";
import type { RequestResult } from "../../runner/run/runRequest.ts";
import { callFileOf } from "../language/call/callFiles.ts";
import type { RunContexts } from "../sending/runContexts.ts";
import { testsOf } from "./requestTest.ts";
import { SavedRuns } from "./savedRuns.ts";
import { type CallPlaces, TestCalls, type TestIdentity } from "./testCalls.ts";
import { messagesOf } from "./testMessages.ts";
import { openDocument, TestTree } from "./testTree.ts";

export interface RequestTestsParts {
  /** The controller of the Testing view. */
  readonly controller: vscode.TestController;
  readonly contexts: RunContexts;
  /** Where the calls of tests are shown and kept. */
  readonly calls: () => Promise<CallPlaces>;
  readonly log: vscode.LogOutputChannel;
}

/** The request files as suites of the Testing view: run one, a file or all, again at each save if the user wants. */
export class RequestTests implements vscode.Disposable {
  readonly #parts: RequestTestsParts;
  readonly #controller: vscode.TestController;
  readonly #tree: TestTree;
  readonly #starts = new vscode.EventEmitter<LiveCall>();
  readonly #results = new vscode.EventEmitter<RequestResult>();
  readonly #subscriptions: readonly vscode.Disposable[];
  readonly #savedRuns: SavedRuns;
  readonly #calls: TestCalls;

  /** Tells of each call that a run has started. */
  readonly onCall = this.#starts.event;

  /** Tells of each request that a run has finished, in the order of running. */
  readonly onResult = this.#results.event;

  constructor(parts: RequestTestsParts) {
    this.#parts = parts;
    this.#controller = parts.controller;
    this.#tree = new TestTree(this.#controller);
    this.#calls = new TestCalls(parts.calls);
    this.#savedRuns = new SavedRuns(
      () => this.#tree.files,
      (request, token, abort) => this.#runOnce(request, token, abort),
    );
    this.#subscriptions = [this.#savedRuns, this.#tree, this.#starts, this.#results];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Names of the suites and their tests, as the view shows them. */
  get outline(): readonly { readonly file: string; readonly tests: readonly string[] }[] {
    return this.#tree.files.map((file) => ({
      file: file.label,
      tests: [...file.children].map(([, item]) => item.label),
    }));
  }

  /** Reads the tests of a suite, or finds the suites of the workspace. */
  async resolve(item: vscode.TestItem | undefined): Promise<void> {
    await (item ? this.#tree.resolve(item) : this.#tree.find());
  }

  /** Looks for the workspace's suites anew. */
  async refresh(): Promise<void> {
    await this.#tree.findAgain();
  }

  /** Runs what is asked for: once, or again at each save until the token is cancelled. */
  async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (!request.continuous) return await this.#runOnce(request, token);
    await this.#tree.find();
    this.#savedRuns.start(request, token);
  }

  /** Shows the last call of a test in the panel. Commands of a failure's message give the test with it. */
  async showCall(argument: unknown): Promise<void> {
    const { test = argument } = Object(argument) as { readonly test?: unknown };
    const { id, label, parent } = Object(test) as Partial<vscode.TestItem>;
    const isTest = id !== undefined && label !== undefined && parent !== undefined;
    if (isTest && (await this.#calls.show({ file: parent.id, id, name: label }))) return;
    const message = vscode.l10n.t("This test has sent nothing yet. Run it, then show its call.");
    void vscode.window.showInformationMessage(message);
  }

  async #runOnce(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    abort = new AbortController(),
  ): Promise<void> {
    const run = this.#controller.createTestRun(request);
    const cancel = (): void => abort.abort();
    const subscriptions = [token.onCancellationRequested(cancel), run.token.onCancellationRequested(cancel)];
    if (token.isCancellationRequested) cancel();
    try {
      if (!request.include) await this.#tree.find();
      const wanted = this.#wantedFiles(request);
      for (const file of await inOrder([...wanted.keys()])) {
        await this.#runFile(run, file, wanted.get(file), abort.signal);
      }
    } finally {
      for (const subscription of subscriptions) subscription.dispose();
      run.end();
    }
  }

  /** The files to run, each with the ids of the tests wanted of it; undefined for all of them. */
  #wantedFiles(request: vscode.TestRunRequest): Map<vscode.TestItem, ReadonlySet<string> | undefined> {
    const wanted = new Map<vscode.TestItem, ReadonlySet<string> | undefined>();
    for (const item of request.include ?? this.#tree.files) {
      const file = item.parent ?? item;
      const others = wanted.get(file);
      if (!item.parent) wanted.set(file, undefined);
      else if (others || !wanted.has(file)) wanted.set(file, new Set([...(others ?? []), item.id]));
    }
    for (const excluded of request.exclude ?? []) {
      const file = excluded.parent;
      if (!file) wanted.delete(excluded);
      else if (wanted.has(file)) {
        const ids = wanted.get(file) ?? new Set([...file.children].map(([id]) => id));
        wanted.set(file, new Set([...ids].filter((id) => id !== excluded.id)));
      }
    }
    return wanted;
  }

  /** Runs a file as it is now; edits during the run do not move the outcomes to other tests. */
  async #runFile(
    run: vscode.TestRun,
    file: vscode.TestItem,
    wanted: ReadonlySet<string> | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const document = await openDocument(file);
    if (!document) {
      run.errored(file, new vscode.TestMessage(file.error ?? ""));
      return;
    }
    await this.#tree.resolve(file);
    const { uri } = document;
    const text = document.getText();
    const items = testsOf(callFileOf(document), text).map(({ id }) => file.children.get(id));
    const positions = [...items.keys()].filter((position) => !wanted || wanted.has(items[position]?.id ?? ""));
    for (const position of positions) tell(items[position], (item) => run.enqueued(item));
    const [{ runFile }, obstacle, context] = await Promise.all([
      import("../../runner/run/runFile.ts"),
      this.#parts.contexts.obstacle(uri),
      this.#parts.contexts.of(uri, text),
    ]);
    await runFile({
      ...context,
      environment: context.scopes.environment,
      privateEnvironment: context.scopes.privateEnvironment,
      ...(wanted && { requests: positions }),
      ...(obstacle !== undefined && { skipAll: obstacle }),
      signal,
      onStart: (position) => tell(items[position], (item) => run.started(item)),
      onCall: (position, call) => {
        tell(items[position], (item) => this.#calls.started(identityOf(file, item), call));
        this.#starts.fire(call);
      },
      onResult: (position, result) => {
        tell(items[position], (item) => {
          tellResult(run, document, item, result);
          if (result.kind === "finished") void this.#keep(identityOf(file, item), result);
        });
        this.#results.fire(result);
      },
    });
  }

  async #keep(test: TestIdentity, { call, isPassed }: Finished): Promise<void> {
    try {
      await this.#calls.ended(test, call, isPassed);
    } catch (error) {
      this.#parts.log.error("The call of a test could not be kept in the history.", error);
    }
  }
}

type Finished = Extract<RequestResult, { readonly kind: "finished" }>;

function identityOf(file: vscode.TestItem, { id, label }: vscode.TestItem): TestIdentity {
  return { file: file.id, id, name: label };
}

/** Files after those whose captures they use. One that cannot be read uses none. */
async function inOrder(files: readonly vscode.TestItem[]): Promise<readonly vscode.TestItem[]> {
  const ordered: OrderedFile[] = [];
  for (const file of files) {
    const document = await openDocument(file);
    ordered.push({ path: file.id, file: document ? callFileOf(document) : parseCallFile("") });
  }
  return fileOrder(ordered).flatMap((position) => files[position] ?? []);
}

/** A request that an edit has taken away since has no item to tell of. */
function tell(item: vscode.TestItem | undefined, act: (item: vscode.TestItem) => void): void {
  if (item) act(item);
}

function tellResult(
  run: vscode.TestRun,
  document: vscode.TextDocument,
  item: vscode.TestItem,
  result: RequestResult,
): void {
  if (result.kind === "skipped") {
    run.appendOutput(vscode.l10n.t("{0}: skipped. {1}", result.name, result.reason).concat("\r\n"), undefined, item);
    run.skipped(item);
    return;
  }
  if (result.kind === "not-sent") {
    run.errored(item, messagesOf(document, item, result));
    return;
  }
  const { elapsedMs, outcome, replies } = result.end;
  const line = vscode.l10n.t("{0}: {1} after {3} ms, replies: {2}", result.name, outcome, replies, elapsedMs);
  run.appendOutput(`${line}\r\n`, undefined, item);
  if (result.isPassed) run.passed(item, elapsedMs);
  else run.failed(item, messagesOf(document, item, result), elapsedMs);
}
