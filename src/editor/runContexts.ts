import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { RunContext } from "../runner/runRequest.ts";
import type { CoreHost } from "./coreHost.ts";
import { coreTransports } from "./coreTransports.ts";
import type { EditorVariables } from "./editorVariables.ts";
import { confirmSigning } from "./keys/confirmSigning.ts";
import type { SigningKeys } from "./keys/signingKeys.ts";
import { defaultTimeoutMs } from "./settings.ts";

/** What running the requests of one file needs from the window. */
export type WindowContext = Omit<RunContext, "onCall" | "signal">;

export interface RunContextParts {
  readonly host: CoreHost;
  readonly variables: EditorVariables;
  readonly keys: SigningKeys;
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

  /** The context for a text that belongs to `requestFile`. */
  async of(requestFile: vscode.Uri, text: string): Promise<WindowContext> {
    const { host, variables, keys, log } = this.#parts;
    return {
      text,
      fileName: requestFile.toString(),
      scopes: await variables.scopesFor(requestFile),
      builtIns: variables.builtInsFor(requestFile),
      signingKey: (name) => keys.get(name),
      confirmSigning: (name, target) => confirmSigning(keys, name, target),
      timeoutMs: defaultTimeoutMs(requestFile),
      captures: variables.captures,
      readShape: (name) => readBeside(requestFile, name),
      services: {
        transports: coreTransports(host),
        newCallId: randomUUID,
        now: Date.now,
        core: host.mode,
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
