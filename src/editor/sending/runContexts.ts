import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { RunContext } from "../../runner/run/runRequest.ts";
import type { CoreHost } from "../core/coreHost.ts";
import { coreTransports } from "../core/coreTransports.ts";
import { confirmSigning } from "../keys/confirmSigning.ts";
import type { SigningKeys } from "../keys/signingKeys.ts";
import { defaultTimeoutMs } from "../manifest/settings.ts";
import type { EditorVariables } from "../values/editorVariables.ts";

/** What running the requests of one file needs from the window. */
export type WindowContext = Omit<RunContext, "onCall" | "signal">;

export interface RunContextParts {
  readonly host: CoreHost;
  readonly variables: EditorVariables;
  readonly keys: SigningKeys;
  /** The titles of the targets that are known in the window, by link. */
  readonly titles: () => Promise<ReadonlyMap<string, string>>;
  readonly log: vscode.LogOutputChannel;
}

/** Gathers what a request of a file is run with, in this window and with its environment as it is now. */
export class RunContexts {
  readonly #parts: RunContextParts;

  constructor(parts: RunContextParts) {
    this.#parts = parts;
  }

  /** Why nothing of the file can be run, in a sentence; undefined when it can. */
  async obstacle(requestFile: vscode.Uri): Promise<string | undefined> {
    if (!vscode.workspace.isTrusted) {
      return vscode.l10n.t("This workspace is not trusted, so none of its requests is sent. Trust it first.");
    }
    return (await this.#parts.variables.failuresFor(requestFile))[0];
  }

  /** The sandbox is started for its titles: the request would start it a moment later. */
  async #titles(): Promise<ReadonlyMap<string, string>> {
    const { host, titles, log } = this.#parts;
    try {
      if (host.mode === "sandbox") await host.core();
      return await titles();
    } catch (error) {
      log.warn("The titles of known addresses could not be read, so calls show links alone.", error);
      return new Map();
    }
  }

  /** The context for a text that belongs to `requestFile`. */
  async of(requestFile: vscode.Uri, text: string): Promise<WindowContext> {
    const { host, variables, keys, log } = this.#parts;
    const titles = await this.#titles();
    return {
      text,
      fileName: requestFile.toString(),
      scopes: await variables.scopesFor(requestFile),
      builtIns: variables.builtInsFor(requestFile),
      signingKey: (name) => keys.get(name),
      confirmSigning: (name, target) => confirmSigning(keys, name, target),
      timeoutMs: defaultTimeoutMs(requestFile),
      captures: variables.captures,
      sentSecrets: variables.sentSecrets,
      readShape: (name) => readBeside(requestFile, name),
      services: {
        transports: coreTransports(host),
        newCallId: randomUUID,
        now: Date.now,
        core: host.mode,
        titleOf: (target) => titles.get(target),
        onBug: (error) => log.error("A call ended by a fault of the extension.", error),
      },
    };
  }
}

/** A file named relative to the request file, or undefined when it cannot be read. */
async function readBeside(requestFile: vscode.Uri, name: string): Promise<string | undefined> {
  try {
    const file = vscode.Uri.joinPath(requestFile, "..", name);
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}
