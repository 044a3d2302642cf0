import * as vscode from "vscode";
import type { LiveCall } from "../../runner/liveCall.ts";
import type { RequestResult } from "../../runner/runRequest.ts";
import { callFileOf } from "../language/callFiles.ts";
import type { RunContexts } from "../runContexts.ts";
import { testsOf } from "./requestTest.ts";
import { messagesOf } from "./testMessages.ts";
import { openDocument, TestTree } from "./testTree.ts";

export interface RequestTestsParts {
  /** The controller of the Testing view. */
  readonly controller: vscode.TestController;
  readonly contexts: RunContexts;
  /** Shows a call in the panel, on the user's wish. */
  readonly show: (call: LiveCall) => void;
}

/** Calls of tests that can still be shown in the panel. */
const maxKeptCalls = 200;

/** The request files as suites of the Testing view: run one, a file or all, again at each save if the user wants. */
export class RequestTests implements vscode.Disposable {
  readonly #parts: RequestTestsParts;
  readonly #controller: vscode.TestController;
  readonly #tree: TestTree;
  readonly #results = new vscode.EventEmitter<RequestResult>();
  readonly #subscriptions: readonly vscode.Disposable[];
  /** Runs that start again when a file of theirs is saved, until their token says otherwise. */
  readonly #continuous = new Map<vscode.TestRunRequest, vscode.CancellationToken>();
  /** Of each file that is being run because it was saved: the next save ends that run. */
  readonly #savedRuns = new Map<string, AbortController>();
  /** The last call of each test, by file and id. */
  readonly #calls = new Map<string, LiveCall>();

  /** Tells of each request that a run has finished, in the order of running. */
  readonly onResult = this.#results.event;

  constructor(parts: RequestTestsParts) {
    this.#parts = parts;
    this.#controller = parts.controller;
    this.#tree = new TestTree(this.#controller);
    this.#subscriptions = [
      this.#tree,
      this.#results,
      vscode.workspace.onDidSaveTextDocument((document) => this.#saved(document)),
    ];
  }

  dispose(): void {
    for (const run of this.#savedRuns.values()) run.abort();
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
    this.#continuous.set(request, token);
    token.onCancellationRequested(() => this.#continuous.delete(request));
  }

  /** Shows the last call of a test in the panel. */
  showCall(item: unknown): void {
    const { id, parent } = Object(item) as Partial<vscode.TestItem>;
    const call = id !== undefined && parent ? this.#calls.get(keyOf(parent, id)) : undefined;
    if (call) this.#parts.show(call);
    else {
      const message = vscode.l10n.t("This test has sent nothing yet in this window. Run it, then show its call.");
      void vscode.window.showInformationMessage(message);
    }
  }

  #saved({ uri }: vscode.TextDocument): void {
    const id = uri.toString();
    for (const [request, token] of this.#continuous) {
      const isMeant = !request.include || request.include.some((item) => item.uri?.toString() === id);
      if (!isMeant || !this.#controller.items.get(id)) continue;
      this.#savedRuns.get(id)?.abort();
      const abort = new AbortController();
      this.#savedRuns.set(id, abort);
      const include = request.include?.filter((item) => item.uri?.toString() === id) ?? [this.#tree.fileItem(uri)];
      const again = new vscode.TestRunRequest(include, request.exclude, request.profile, false, true);
      void this.#runOnce(again, token, abort).finally(() => {
        if (this.#savedRuns.get(id) === abort) this.#savedRuns.delete(id);
      });
    }
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
      for (const [file, wanted] of this.#wantedFiles(request)) await this.#runFile(run, file, wanted, abort.signal);
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
      import("../../runner/runFile.ts"),
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
      onCall: (position, call) => tell(items[position], (item) => this.#keepCall(keyOf(file, item.id), call)),
      onResult: (position, result) => {
        tell(items[position], (item) => tellResult(run, document, item, result));
        this.#results.fire(result);
      },
    });
  }

  #keepCall(key: string, call: LiveCall): void {
    this.#calls.delete(key);
    this.#calls.set(key, call);
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > maxKeptCalls && oldest !== undefined) this.#calls.delete(oldest);
  }
}

function keyOf(file: vscode.TestItem, id: string): string {
  return JSON.stringify([file.id, id]);
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
