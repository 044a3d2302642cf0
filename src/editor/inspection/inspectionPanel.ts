import * as vscode from "vscode";
import type { CoreHost } from "../core/coreHost.ts";
import { commandIds } from "../manifest/commandIds.ts";
import { viewIds } from "../manifest/viewIds.ts";
import { sourceLabel } from "../views/addressItems.ts";
import { type InspectedAddress, mergedRecord } from "./inspectedAddress.ts";
import { type InspectionPageCommands, inspectionPage } from "./inspectionHtml.ts";
import type { Inspections } from "./inspections.ts";

const pageCommands: InspectionPageCommands = {
  refresh: commandIds.inspectAddress,
  newRequest: commandIds.newRequest,
  copyLink: commandIds.copyLink,
  askMcp: commandIds.askMcp,
  askCard: commandIds.askCard,
  newToolRequest: commandIds.newToolRequest,
};

/** The panel that shows what was found out about one address. It has no script: each change draws the page anew. */
export class InspectionPanel implements vscode.Disposable {
  readonly #inspections: Inspections;
  readonly #host: CoreHost;
  readonly #assets: vscode.Uri;
  readonly #subscription: vscode.Disposable;
  #panel: vscode.WebviewPanel | undefined;
  #key: string | undefined;

  constructor(inspections: Inspections, host: CoreHost, extensionUri: vscode.Uri) {
    this.#inspections = inspections;
    this.#host = host;
    this.#assets = vscode.Uri.joinPath(extensionUri, "media");
    this.#subscription = inspections.onDidChange((key) => {
      if (key === this.#key) this.#draw();
    });
  }

  /** The address on show. */
  get shown(): { readonly key: string; readonly address: InspectedAddress } | undefined {
    const address = this.#key === undefined ? undefined : this.#inspections.of(this.#key);
    return this.#key !== undefined && address ? { key: this.#key, address } : undefined;
  }

  /** The page as it was drawn last. */
  get html(): string {
    return this.#panel?.webview.html ?? "";
  }

  /** Shows an address, in the place of the one before. */
  show(key: string): void {
    this.#key = key;
    if (this.#panel) this.#panel.reveal();
    else this.#panel = this.#open();
    this.#draw();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#panel?.dispose();
  }

  #open(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(viewIds.inspection, "", vscode.ViewColumn.Active, {
      enableScripts: false,
      enableForms: false,
      enableCommandUris: Object.values(pageCommands),
      enableFindWidget: true,
      localResourceRoots: [this.#assets],
    });
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#key = undefined;
    });
    return panel;
  }

  #draw(): void {
    const address = this.shown?.address;
    if (!this.#panel || !address) return;
    const { webview } = this.#panel;
    this.#panel.title = vscode.l10n.t(
      "Address: {0}",
      (mergedRecord(address)?.title?.value ?? address.link).slice(0, 40),
    );
    webview.html = inspectionPage(address, {
      styleUri: webview.asWebviewUri(vscode.Uri.joinPath(this.#assets, "inspection.css")).toString(),
      cspSource: webview.cspSource,
      language: vscode.env.language,
      isSandbox: this.#host.mode === "sandbox",
      site: siteOf(address),
      translate: (message, ...values) => vscode.l10n.t(message, ...values),
      sourceLabel,
      commands: pageCommands,
    });
  }
}

/** The website that names the address, where there is one. */
export function siteOf(address: InspectedAddress): string | undefined {
  const record = mergedRecord(address);
  const site = record?.claims.find(
    ({ source }) => /^https?:/.test(source.where) && isDocument(source.where, record.link),
  );
  return site && new URL(site.source.where).origin;
}

/** A link of SimpleX is an `https:` address too, but no website. */
function isDocument(where: string, link: string): boolean {
  return where !== link && URL.canParse(where) && !new URL(where).hash;
}
