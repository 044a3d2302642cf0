import * as vscode from "vscode";
import { type CallFile, type CallRequest, requestAt } from "../../protocol/call/callFile.ts";
import { parseCallFile } from "../../protocol/call/parse/parseCallFile.ts";
import type { Problem } from "../../protocol/problem.ts";
import type { LiveCall } from "../../runner/run/liveCall.ts";
import type { RequestResult } from "../../runner/run/runRequest.ts";
import { callFileOf } from "../language/call/callFiles.ts";
import type { CallsUnderWay } from "../language/call/codeLenses.ts";
import { callLanguage } from "../language/callLanguage.ts";
import { editorRange } from "../language/textPositions.ts";
import { contextKeys } from "../manifest/contextKeys.ts";
import type { RunContexts } from "./runContexts.ts";
import type { RunFindings } from "./runFindings.ts";

/** What sending needs from the rest of the editor. */
export interface SendingParts {
  readonly contexts: RunContexts;
  readonly findings: RunFindings;
  readonly log: vscode.LogOutputChannel;
  /** Shows a call that has just started. */
  readonly show: (call: LiveCall) => void;
}

/** A request to send: its text and where it comes from. */
interface SendSource {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly file: CallFile;
  readonly request: CallRequest;
}

/** Sends requests of open documents, and knows which are under way. A draft is never changed by it. */
export class Sending implements CallsUnderWay, vscode.Disposable {
  readonly #parts: SendingParts;
  readonly #underWay = new Map<string, LiveCall>();
  /** Requests whose sending is being prepared: a second press of the key must not send them twice. */
  readonly #starting = new Set<string>();
  readonly #changed = new vscode.EventEmitter<void>();
  #last: { readonly uri: vscode.Uri; readonly name: string | undefined; readonly index: number } | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(parts: SendingParts) {
    this.#parts = parts;
  }

  /** Sends the request at an offset of a document, or at the cursor. Resolves once the call has started, or not. */
  async send(uri?: vscode.Uri, offset?: number): Promise<LiveCall | undefined> {
    const source = await requestSource(uri, offset);
    return source && this.#send(source);
  }

  /** Sends the last request again, as its text is now. */
  async resendLast(): Promise<LiveCall | undefined> {
    if (!this.#last) {
      tell(vscode.l10n.t("Nothing has been sent in this window yet, so there is nothing to resend."));
      return undefined;
    }
    const { uri, name, index } = this.#last;
    const document = await vscode.workspace.openTextDocument(uri);
    const { requests } = callFileOf(document);
    const named = name === undefined ? undefined : requests.find((request) => request.name?.text === name);
    const request = named ?? requests[index];
    return request && this.send(uri, request.range.offset);
  }

  /** Sends a request that stands in no document, beside the file it belongs to. */
  sendText(uri: vscode.Uri, text: string): Promise<LiveCall | undefined> {
    const file = parseCallFile(text);
    const [request] = file.requests;
    return request ? this.#send({ uri, text, file, request }) : Promise.resolve(undefined);
  }

  /** Cancels the call of the request at an offset or at the cursor; else the one that started last. */
  async cancel(uri?: vscode.Uri, offset?: number): Promise<void> {
    const source = await requestSource(uri, offset, "quietly");
    const call = (source && this.#underWay.get(keyOf(source))) ?? [...this.#underWay.values()].at(-1);
    call?.cancel();
  }

  isUnderWay(document: vscode.TextDocument, request: CallRequest): boolean {
    return this.#underWay.has(keyOf({ uri: document.uri, file: callFileOf(document), request }));
  }

  dispose(): void {
    for (const call of this.#underWay.values()) call.cancel();
    this.#underWay.clear();
    this.#changed.dispose();
  }

  async #send(source: SendSource): Promise<LiveCall | undefined> {
    const obstacle = await this.#parts.contexts.obstacle(source.uri);
    if (obstacle !== undefined) {
      void tellObstacle(obstacle);
      return undefined;
    }
    const key = keyOf(source);
    if (this.#starting.has(key) || !(await this.#mayReplace(this.#underWay.get(key)))) return undefined;
    this.#starting.add(key);
    try {
      return await this.#start(source, key);
    } finally {
      this.#starting.delete(key);
    }
  }

  /** Resolves when the call has started, or when it is known that it will not. */
  async #start(source: SendSource, key: string): Promise<LiveCall | undefined> {
    const { runRequest } = await import("../../runner/run/runRequest.ts");
    const context = await this.#parts.contexts.of(source.uri, source.text);
    return await new Promise((resolve, reject) => {
      const onCall = (call: LiveCall): void => {
        this.#track(source, key, call);
        this.#parts.show(call);
        resolve(call);
      };
      runRequest(source.file, source.request, { ...context, onCall })
        .then((result) => {
          this.#tellResult(source, result);
          resolve(undefined);
        })
        .catch((error: unknown) => {
          this.#parts.log.error("Running a request failed by a fault of the extension.", error);
          reject(error);
        });
    });
  }

  #tellResult(source: SendSource, result: RequestResult): void {
    if (result.kind === "not-sent") void tellProblem(source.uri, result.problems);
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === source.uri.toString());
    if (document?.getText() === source.text) this.#parts.findings.show(document, source.request.range, result);
  }

  #track({ uri, file, request }: SendSource, key: string, call: LiveCall): void {
    this.#last = { uri, name: request.name?.text, index: file.requests.indexOf(request) };
    void vscode.commands.executeCommand("setContext", contextKeys.hasSent, true);
    this.#underWay.set(key, call);
    this.#announce();
    void call.ended.then(() => {
      if (this.#underWay.get(key) === call) this.#underWay.delete(key);
      this.#announce();
    });
  }

  #announce(): void {
    void vscode.commands.executeCommand("setContext", contextKeys.callUnderWay, this.#underWay.size > 0);
    this.#changed.fire();
  }

  /** A request that is still under way is sent again only after its first call was cancelled. */
  async #mayReplace(current: LiveCall | undefined): Promise<boolean> {
    if (!current) return true;
    const again = vscode.l10n.t("Cancel It and Send Again");
    const message = vscode.l10n.t("“{0}” is still under way, so it was not sent again.", current.header.name);
    if ((await vscode.window.showWarningMessage(message, again)) !== again) return false;
    current.cancel();
    await current.ended;
    return true;
  }
}

/** One request of one file, whatever is edited around it: by its name, else by its place among the requests. */
function keyOf({ uri, file, request }: Pick<SendSource, "uri" | "file" | "request">): string {
  return JSON.stringify([uri.toString(), request.name?.text ?? file.requests.indexOf(request)]);
}

async function requestSource(
  uri: vscode.Uri | undefined,
  offset: number | undefined,
  manner?: "quietly",
): Promise<SendSource | undefined> {
  const editor = vscode.window.activeTextEditor;
  const isGiven = uri instanceof vscode.Uri;
  const document = isGiven ? await vscode.workspace.openTextDocument(uri) : editor?.document;
  if (document?.languageId !== callLanguage) {
    if (!manner) tell(vscode.l10n.t("Open a request file (*.call) and put the cursor in the request to send."));
    return undefined;
  }
  const file = callFileOf(document);
  const at = typeof offset === "number" ? offset : editor ? document.offsetAt(editor.selection.active) : 0;
  const request = requestAt(file, at) ?? file.requests[0];
  if (request) return { uri: document.uri, text: document.getText(), file, request };
  if (!manner) tell(vscode.l10n.t("This file has no request yet. Write one, or choose one from the completion list."));
  return undefined;
}

async function tellProblem(uri: vscode.Uri, problems: readonly Problem[]): Promise<void> {
  const [problem] = problems;
  if (!problem) return;
  const show = vscode.l10n.t("Show the Place");
  const text = vscode.l10n.t("Nothing was sent. {0}", problem.message);
  if ((await vscode.window.showErrorMessage(text, show)) !== show) return;
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { selection: editorRange(document, problem.range) });
}

async function tellObstacle(obstacle: string): Promise<void> {
  const text = vscode.l10n.t("Nothing was sent. {0}", obstacle);
  if (vscode.workspace.isTrusted) {
    void vscode.window.showErrorMessage(text);
    return;
  }
  const manage = vscode.l10n.t("Manage Workspace Trust");
  if ((await vscode.window.showWarningMessage(text, manage)) === manage) {
    await vscode.commands.executeCommand("workbench.trust.manage");
  }
}

function tell(message: string): void {
  void vscode.window.showInformationMessage(message);
}
