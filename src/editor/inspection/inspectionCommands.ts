import * as vscode from "vscode";
import type { AddressRecord } from "../../discovery/addressRecord.ts";
import { toolCallText } from "../../protocol/mcp/argumentSkeleton.ts";
import { requestHead } from "../../runner/edit/requestHead.ts";
import { askAddressLink } from "../discovery/discoveryCommands.ts";
import { callLanguage } from "../language/callLanguage.ts";
import { messageText } from "../messageText.ts";
import { recordOf } from "../views/addressCommands.ts";
import { type InspectedAddress, mergedRecord, toolsOf, transportsTo } from "./inspectedAddress.ts";
import { shownAddress } from "./inspectionHtml.ts";
import { type InspectionPanel, siteOf } from "./inspectionPanel.ts";
import type { Inspections } from "./inspections.ts";

/** The commands of an inspection. From the palette they mean the address on show. */
export class InspectionCommands {
  readonly #inspections: Inspections;
  readonly #panel: InspectionPanel;

  constructor(inspections: Inspections, panel: InspectionPanel) {
    this.#inspections = inspections;
    this.#panel = panel;
  }

  /** Reads the link data of an address of the view, of the address on show, or of a link the user gives; shows it. */
  async inspect(given: unknown): Promise<void> {
    const link = recordOf(this.nodeOf(given))?.link ?? (await linkToInspect(given));
    if (link === undefined) return;
    const key = await this.#inspections.identify(link);
    const reading = this.#inspections.inspect(link);
    // The page appears at once and says that the data is being read.
    if (this.#inspections.of(key)) this.#panel.show(key);
    this.#panel.show(await reading);
  }

  /** Asks the address on show for its server's description and tools. */
  async askMcp(transport: unknown): Promise<void> {
    const shown = this.#required();
    if (!shown) return;
    const possible = transportsTo(mergedRecord(shown.address));
    const chosen = possible.find((one) => one === transport) ?? declaredTransport(shown.address) ?? possible[0];
    if (chosen) await this.#inspections.askMcp(shown.key, chosen);
  }

  /** Asks the agent for its card in a conversation, or reads the card of the website that names the address. */
  async askCard(from: unknown): Promise<void> {
    const shown = this.#required();
    if (!shown) return;
    const site = siteOf(shown.address);
    if (from === "site" && site !== undefined) await this.#inspections.readSiteCard(shown.key, site);
    else await this.#inspections.askCard(shown.key);
  }

  /** Opens a draft of a call to a tool of the address on show. `index` is the tool's place on the page. */
  async newToolRequest(index: unknown): Promise<void> {
    const shown = this.#required();
    if (!shown) return;
    const tools = toolsOf(shown.address);
    const chosen = typeof index === "number" ? tools[index] : await pickTool(tools);
    if (!chosen) return;
    const content = toolDraft(shown.address, chosen);
    const document = await vscode.workspace.openTextDocument({ language: callLanguage, content });
    await vscode.window.showTextDocument(document);
  }

  /** What a command was chosen at: the node given, or the address on show where a link of the page stands for it. */
  nodeOf(given: unknown): unknown {
    if (given !== shownAddress) return given;
    const address = this.#panel.shown?.address;
    return address && { kind: "address", record: mergedRecord(address) ?? unknownRecord(address.link) };
  }

  #required(): { readonly key: string; readonly address: InspectedAddress } | undefined {
    const { shown } = this.#panel;
    if (!shown) {
      const message = vscode.l10n.t("No address is inspected. Choose “Inspect address” at one in the view first.");
      void vscode.window.showInformationMessage(message);
    }
    return shown;
  }
}

/** The link that a caller gives, or the user. */
async function linkToInspect(given: unknown): Promise<string | undefined> {
  return typeof given === "string" ? given : await askAddressLink(vscode.l10n.t("Inspect an address"));
}

/** An address that no source says anything of yet. */
function unknownRecord(link: string): AddressRecord {
  return { link, claims: [], contradictions: [], problems: [] };
}

type KnownTool = ReturnType<typeof toolsOf>[number];

async function pickTool(tools: readonly KnownTool[]): Promise<KnownTool | undefined> {
  const items = tools.map((known) => ({
    label: messageText(known.tool.name),
    detail: messageText(known.tool.description ?? ""),
    known,
  }));
  const placeHolder =
    items.length > 0
      ? vscode.l10n.t("The tool to call")
      : vscode.l10n.t("No tool is known yet: ask for the tools first.");
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.known;
}

/** The transport that the address declares for MCP, Service RPC first: it needs no conversation. */
function declaredTransport(address: InspectedAddress): "chat" | "rpc" | undefined {
  const transports = mergedRecord(address)?.protocols?.value.find(({ name }) => name === "mcp")?.transports;
  if (transports?.rpc) return "rpc";
  return transports?.chat ? "chat" : undefined;
}

/** A call to a tool, over the transport that it was found with. In a group, the member that has the tool is mentioned. */
function toolDraft(address: InspectedAddress, { sender, tool }: KnownTool): string {
  const { link, mcp } = address;
  const transport = mcp.kind === "answered" ? mcp.answer.transport : "chat";
  const mention = mergedRecord(address)?.type?.value === "group" ? mentionOf(sender) : "";
  const body = toolCallText(tool, transport);
  return `${requestHead(tool.name, link)}\n${transport === "chat" ? `/_call ${mention}mcp ${body}` : body}\n`;
}

/** A member's name as a mention spells it; nothing for a name that a request file could not hold. */
function mentionOf(name: string): string {
  if (/['\r\n]|\{\{/.test(name)) return "";
  return /\s/.test(name) ? `@'${name}' ` : `@${name} `;
}
