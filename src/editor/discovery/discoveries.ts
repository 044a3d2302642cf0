import * as vscode from "vscode";
import type { Core } from "../../core/core.ts";
import type { AddressClaim } from "../../discovery/claim.ts";
import type { Discovery, DiscoveryServices, Visit } from "../../discovery/discover.ts";
import { errorMessage } from "../../protocol/text/errorMessage.ts";
import type { CoreHost } from "../core/coreHost.ts";

/** What an address can be discovered from. */
export type DiscoverySubject =
  | { readonly kind: "website"; readonly address: string }
  | { readonly kind: "link"; readonly link: string }
  | { readonly kind: "file"; readonly uri: vscode.Uri };

interface Discovered {
  readonly subject: DiscoverySubject;
  readonly claims: readonly AddressClaim[];
}

/** More websites and links than this are not kept: the oldest goes. */
const maxDiscoveries = 50;

/**
 * What was discovered in this window, kept in memory only. Nothing is read but on the user's action, in a trusted
 * workspace, and connecting is no part of it.
 */
export class Discoveries implements vscode.Disposable {
  readonly #host: CoreHost;
  readonly #log: vscode.LogOutputChannel;
  readonly #found = new Map<string, Discovered>();
  readonly #changed = new vscode.EventEmitter<void>();

  readonly onDidChange = this.#changed.event;

  constructor(host: CoreHost, log: vscode.LogOutputChannel) {
    this.#host = host;
    this.#log = log;
  }

  claims(): readonly AddressClaim[] {
    return [...this.#found.values()].flatMap(({ claims }) => claims);
  }

  /** Discovers and keeps what is found; undefined when it was not done or was cancelled. */
  async discover(subject: DiscoverySubject): Promise<Discovery | undefined> {
    if (!vscode.workspace.isTrusted) {
      const message = vscode.l10n.t("This workspace is not trusted, so nothing is read from websites or the network.");
      void vscode.window.showWarningMessage(message);
      return undefined;
    }
    return await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t("Discovering addresses: {0}", nameOf(subject)),
        cancellable: true,
      },
      (_, token) => this.#discover(subject, token),
    );
  }

  /** Forgets what was discovered at a website or from links. */
  forget(isForgotten: (subject: DiscoverySubject) => boolean): void {
    for (const [key, { subject }] of this.#found) if (isForgotten(subject)) this.#found.delete(key);
    this.#changed.fire();
  }

  /** The websites and links that were discovered. */
  get subjects(): readonly DiscoverySubject[] {
    return [...this.#found.values()].map(({ subject }) => subject);
  }

  dispose(): void {
    this.#found.clear();
    this.#changed.dispose();
  }

  async #discover(subject: DiscoverySubject, token: vscode.CancellationToken): Promise<Discovery | undefined> {
    const cancel = new AbortController();
    const listener = token.onCancellationRequested(() => cancel.abort());
    try {
      const opened = await this.#openCore();
      const { fetchDocument } = await import("../../discovery/boundedFetch.ts");
      const services: DiscoveryServices = { fetch: fetchDocument, core: opened.core };
      const discovery = await discoverSubject(subject, services, cancel.signal);
      if (cancel.signal.aborted) return undefined;
      this.#keep(subject, discovery);
      this.#tell(subject, discovery, opened.failure);
      return discovery;
    } finally {
      listener.dispose();
    }
  }

  /** Without a core, what websites and files say is still found; link data stays unknown. */
  async #openCore(): Promise<{ readonly core: Core | undefined; readonly failure?: Visit }> {
    try {
      return { core: await this.#host.core() };
    } catch (error) {
      const message = errorMessage(error);
      return { core: undefined, failure: { where: "", outcome: "failed", message } };
    }
  }

  #keep(subject: DiscoverySubject, { claims }: Discovery): void {
    const key = keyOf(subject);
    this.#found.delete(key);
    this.#found.set(key, { subject, claims });
    const [oldest] = this.#found.keys();
    if (this.#found.size > maxDiscoveries && oldest !== undefined) this.#found.delete(oldest);
    this.#changed.fire();
  }

  /** One message for all that could not be read; each of them stands in the log. */
  #tell(subject: DiscoverySubject, { records, visits }: Discovery, coreFailure: Visit | undefined): void {
    const all = coreFailure ? [...visits, coreFailure] : visits;
    for (const { message } of all) this.#log.info(`Discovery: ${message}`);
    const failed = all.filter(({ outcome }) => outcome === "failed" || outcome === "invalid");
    const found =
      records.length === 1
        ? vscode.l10n.t("1 address found: {0}", nameOf(subject))
        : vscode.l10n.t("{0} addresses found: {1}", records.length, nameOf(subject));
    const [first] = failed;
    if (!first) {
      void vscode.window.showInformationMessage(`${found}.`);
      return;
    }
    const others = failed.length - 1;
    const more = others > 0 ? vscode.l10n.t("{0} more could not be read.", others) : "";
    void this.#tellFailures(`${found}. ${first.message} ${more}`.trim());
  }

  async #tellFailures(message: string): Promise<void> {
    const showLog = vscode.l10n.t("Show Log");
    if ((await vscode.window.showWarningMessage(message, showLog)) === showLog) this.#log.show(true);
  }
}

async function discoverSubject(
  subject: DiscoverySubject,
  services: DiscoveryServices,
  signal: AbortSignal,
): Promise<Discovery> {
  const { discoverLink, discoverText, discoverWebsite, textKindOf } = await import("../../discovery/discover.ts");
  switch (subject.kind) {
    case "website":
      return await discoverWebsite(subject.address, services, signal);
    case "link":
      return await discoverLink(subject.link, services, signal);
    case "file": {
      const kind = textKindOf(subject.uri.path);
      if (!kind) {
        const message = vscode.l10n.t(
          "Addresses are discovered from llms.txt, llms-full.txt, .well-known/simplex.json and Agent Cards. {0} is none of them by its name.",
          nameOf(subject),
        );
        return { claims: [], records: [], visits: [{ where: subject.uri.toString(), outcome: "failed", message }] };
      }
      // The text as it stands in the editor, saved or not.
      const document = await vscode.workspace.openTextDocument(subject.uri);
      return await discoverText(kind, document.getText(), subject.uri.toString(), services, signal);
    }
  }
}

function nameOf(subject: DiscoverySubject): string {
  switch (subject.kind) {
    case "website":
      return subject.address;
    case "link":
      return subject.link;
    case "file":
      return vscode.workspace.asRelativePath(subject.uri);
  }
}

function keyOf(subject: DiscoverySubject): string {
  return JSON.stringify([subject.kind, subject.kind === "file" ? subject.uri.toString() : nameOf(subject)]);
}
