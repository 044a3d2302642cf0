import * as vscode from "vscode";
import type { Discoveries, DiscoverySubject } from "./discoveries.ts";

/** Asks for a website and discovers the addresses it publishes. */
export async function discoverFromWebsite(discoveries: Discoveries, given: unknown): Promise<void> {
  const text = typeof given === "string" ? given : await askWebsite();
  const address = text === undefined ? undefined : websiteAddress(text);
  if (address !== undefined) await discoveries.discover({ kind: "website", address });
}

/** Asks for a SimpleX link or name and reads its link data, without connecting. */
export async function discoverFromLink(discoveries: Discoveries, given: unknown): Promise<void> {
  const link = typeof given === "string" ? given : await askAddressLink(vscode.l10n.t("Discover an address"));
  if (link !== undefined) await discoveries.discover({ kind: "link", link });
}

/** Discovers from a file of the explorer, or from the document in the active editor. */
export async function discoverFromFile(discoveries: Discoveries, given: unknown): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  if (uri) await discoveries.discover({ kind: "file", uri });
  else
    void vscode.window.showInformationMessage(vscode.l10n.t("Open an llms.txt or an Agent Card in an editor first."));
}

/** Discovers once more what stands in a group of the view. */
export async function discoverAgain(discoveries: Discoveries, group: string | undefined): Promise<void> {
  for (const subject of discoveries.subjects.filter((one) => groupOf(one) === group))
    await discoveries.discover(subject);
}

/** Forgets what stands in a group of the view. */
export function forgetDiscoveries(discoveries: Discoveries, group: string | undefined): void {
  discoveries.forget((subject) => groupOf(subject) === group);
}

/** The group of the view where the addresses of a subject stand: the host of a website, `links`, or none for files. */
function groupOf(subject: DiscoverySubject): string | undefined {
  switch (subject.kind) {
    case "website":
      return new URL(subject.address).host;
    case "link":
      return "links";
    case "file":
      return undefined;
  }
}

async function askWebsite(): Promise<string | undefined> {
  return await vscode.window.showInputBox({
    title: vscode.l10n.t("Discover addresses from a website"),
    prompt: vscode.l10n.t(
      "Its page, /.well-known/simplex.json, /llms.txt and its Agent Card are read, then the link data of each address. Nothing is connected.",
    ),
    placeHolder: "https://example.com",
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === "" || websiteAddress(text) !== undefined
        ? undefined
        : vscode.l10n.t("Write the address of a website, such as https://example.com."),
  });
}

/** The website's address as typed, `https:` added where no scheme stands; undefined when it is none. */
function websiteAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const address =
    /^[a-z][a-z+.-]*:/i.test(trimmed) && !/^[^/]*:\d+(?:\/|$)/.test(trimmed) ? trimmed : `https://${trimmed}`;
  const isWeb = trimmed !== "" && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  return isWeb ? new URL(address).href : undefined;
}

/** Asks for a SimpleX link or name; undefined when the user gives none. */
export async function askAddressLink(title: string): Promise<string | undefined> {
  const { parseSimplexLink } = await import("../../protocol/link/parseSimplexLink.ts");
  const text = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("A SimpleX link, or a name such as @name.example or #name"),
    ignoreFocusOut: true,
    validateInput: (given) => {
      if (given.trim() === "") return undefined;
      return parseSimplexLink(given.trim()).problems.find(({ severity }) => severity === "error")?.message;
    },
  });
  return text?.trim() || undefined;
}
