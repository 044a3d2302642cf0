import * as vscode from "vscode";
import { folderOf } from "../../runner/expectations/captures.ts";
import { environmentFileName, privateEnvironmentFileName } from "../../runner/values/environments.ts";

/** Runs tests for a request of the view, until the signal says otherwise. */
type RunTests = (
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
  abort: AbortController,
) => Promise<void>;

const environmentFiles: ReadonlySet<string> = new Set([environmentFileName, privateEnvironmentFileName]);

/** Continuous runs: a request file is run again when it, or an environment file that it may depend on, is saved. */
export class SavedRuns implements vscode.Disposable {
  readonly #files: () => readonly vscode.TestItem[];
  readonly #run: RunTests;
  /** The requests of the view that are run at each save, until their token says otherwise. */
  readonly #continuous = new Map<vscode.TestRunRequest, vscode.CancellationToken>();
  /** Of each file that is being run because of a save: the next one ends that run. */
  readonly #underWay = new Map<string, AbortController>();
  readonly #subscription = vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#saved(uri));

  constructor(files: () => readonly vscode.TestItem[], run: RunTests) {
    this.#files = files;
    this.#run = run;
  }

  start(request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    this.#continuous.set(request, token);
    token.onCancellationRequested(() => this.#continuous.delete(request));
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const run of this.#underWay.values()) run.abort();
    this.#continuous.clear();
  }

  #saved(saved: vscode.Uri): void {
    const files = this.#files().filter(({ uri }) => uri !== undefined && dependsOn(uri, saved));
    if (files.length === 0) return;
    for (const [request, token] of this.#continuous) void this.#runAgain(request, token, files);
  }

  /** One file after the other: they may use each other's captures. */
  async #runAgain(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    files: readonly vscode.TestItem[],
  ): Promise<void> {
    for (const file of files) {
      const include = request.include?.filter((item) => (item.parent ?? item) === file) ?? [file];
      if (include.length === 0 || token.isCancellationRequested) continue;
      this.#underWay.get(file.id)?.abort();
      const abort = new AbortController();
      this.#underWay.set(file.id, abort);
      try {
        await this.#run(
          new vscode.TestRunRequest(include, request.exclude, request.profile, false, true),
          token,
          abort,
        );
      } finally {
        if (this.#underWay.get(file.id) === abort) this.#underWay.delete(file.id);
      }
    }
  }
}

/** True for the file itself, and for an environment file beside it or in a folder above it. */
function dependsOn(file: vscode.Uri, saved: vscode.Uri): boolean {
  if (file.toString() === saved.toString()) return true;
  const folder = folderOf(saved.path);
  const isEnvironment = environmentFiles.has(saved.path.slice(folder.length));
  return isEnvironment && file.scheme === saved.scheme && file.path.startsWith(folder);
}
