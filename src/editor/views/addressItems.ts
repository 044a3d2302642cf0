import * as vscode from "vscode";
import type { AddressRecord } from "../../discovery/addressRecord.ts";
import type { Source } from "../../discovery/claim.ts";
import { parseSimplexLink } from "../../protocol/link/parseSimplexLink.ts";
import type { Severity } from "../../protocol/problem.ts";
import { commandIds } from "../manifest/commandIds.ts";
import {
  type AddressGroup,
  type AddressNode,
  documentSourceOf,
  type Fact,
  isCallable,
  protocolDetail,
} from "./addressTree.ts";

/** A row of the view of addresses. Titles and messages are texts of peers and sites: they are shown as plain text. */
export function addressItem(node: AddressNode): vscode.TreeItem {
  switch (node.kind) {
    case "group":
      return groupItem(node);
    case "address":
      return recordItem(node.record);
    case "protocol": {
      const item = new vscode.TreeItem(node.protocol.name);
      item.description = protocolDetail(node.protocol);
      item.tooltip = sourceSentence(node.source);
      item.iconPath = new vscode.ThemeIcon("symbol-interface");
      return item;
    }
    case "fact": {
      const item = new vscode.TreeItem(factLabel(node.fact));
      item.description = node.source ? node.text : vscode.l10n.t("unknown");
      item.iconPath = new vscode.ThemeIcon(node.source ? "info" : "question");
      item.tooltip = node.source
        ? sourceSentence(node.source)
        : vscode.l10n.t("No source says anything of it. That is not a no.");
      return item;
    }
    case "contradiction":
      return warningItem(node.message, node.message, "warning");
    case "problem": {
      const { message, code, severity, source } = node.problem;
      return warningItem(message, `${message}\n${code}\n${sourceSentence(source)}`, severity);
    }
    case "source": {
      const item = new vscode.TreeItem(sourceLabel(node.source));
      item.iconPath = new vscode.ThemeIcon("go-to-file");
      item.tooltip = node.source.where;
      item.contextValue = "source";
      item.command = { command: commandIds.openSource, title: "", arguments: [node] };
      return item;
    }
  }
}

function warningItem(label: string, tooltip: string, severity: Severity): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  const isError = severity === "error";
  item.iconPath = new vscode.ThemeIcon(
    isError ? "error" : "warning",
    new vscode.ThemeColor(isError ? "list.errorForeground" : "list.warningForeground"),
  );
  item.tooltip = tooltip;
  return item;
}

function groupItem({ source, name, records }: AddressGroup): vscode.TreeItem {
  const item = new vscode.TreeItem(groupLabel(source, name), vscode.TreeItemCollapsibleState.Expanded);
  item.id = `${source} ${name}`;
  item.description = groupDescription(source, records.length);
  item.iconPath = new vscode.ThemeIcon(groupIcons[source]);
  item.contextValue = source === "website" || source === "links" ? "group discovered" : "group";
  return item;
}

const groupIcons = { workspace: "root-folder", website: "globe", links: "link", sandbox: "beaker" } as const;

function groupLabel(source: AddressGroup["source"], name: string): string {
  switch (source) {
    case "workspace":
      return vscode.l10n.t("Workspace");
    case "website":
      return name;
    case "links":
      return vscode.l10n.t("Links and names");
    case "sandbox":
      return vscode.l10n.t("Sandbox");
  }
}

function groupDescription(source: AddressGroup["source"], count: number): string {
  switch (source) {
    case "workspace":
      return "llms.txt";
    case "website":
    case "links":
      return String(count);
    case "sandbox":
      return vscode.l10n.t("demo bots, no network");
  }
}

function recordItem(record: AddressRecord): vscode.TreeItem {
  const title = record.title?.value ?? record.link;
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Collapsed);
  const names = record.protocols?.value.map(({ name }) => name) ?? [];
  item.description = [typeLabel(record), names.join(", ")].filter(Boolean).join(" · ");
  item.iconPath = new vscode.ThemeIcon(iconOf(record));
  item.tooltip = [
    title,
    record.link,
    ...(record.title ? [vscode.l10n.t("Title: {0}", sourceLabel(record.title.source))] : []),
    ...(record.type ? [vscode.l10n.t("Type: {0}", sourceLabel(record.type.source))] : []),
  ].join("\n");
  item.contextValue = [
    "address",
    ...(isCallable(record) ? ["callable"] : []),
    ...(documentSourceOf(record) ? ["source"] : []),
  ].join(" ");
  return item;
}

function iconOf({ type, isBusiness, contradictions, problems }: AddressRecord): string {
  if (contradictions.length > 0 || problems.some(({ severity }) => severity === "error")) return "warning";
  if (isBusiness?.value) return "briefcase";
  switch (type?.value) {
    case "channel":
      return "broadcast";
    case "group":
      return "organization";
    case "contact":
      return "hubot";
    case undefined:
      return "question";
  }
}

function typeLabel({ type, isBusiness }: AddressRecord): string {
  switch (type?.value) {
    case "channel":
      return vscode.l10n.t("channel");
    case "group":
      return vscode.l10n.t("group");
    case "contact":
      return isBusiness?.value ? vscode.l10n.t("business contact") : vscode.l10n.t("contact");
    case undefined:
      return vscode.l10n.t("type unknown");
  }
}

function factLabel(fact: Fact): string {
  switch (fact) {
    case "protocols":
      return vscode.l10n.t("Protocols");
    case "peers":
      return vscode.l10n.t("Made for");
    case "changeFrequency":
      return vscode.l10n.t("Updated");
    case "business":
      return vscode.l10n.t("Business");
  }
}

function sourceSentence(source: Source): string {
  return vscode.l10n.t("Source: {0}", sourceLabel(source));
}

/** Where a value comes from, in a few words. */
export function sourceLabel({ kind, where, line }: Source): string {
  switch (kind) {
    case "link-data":
      return where === "sandbox" ? vscode.l10n.t("the sandbox") : vscode.l10n.t("link data");
    case "stored-profile":
      return vscode.l10n.t("profile stored by the core");
    case "given":
      return vscode.l10n.t("as given");
    case "agent-card":
      return parseSimplexLink(where).link ? vscode.l10n.t("Agent Card, as asked for") : documentLabel(where);
    default: {
      const document = documentLabel(where);
      return line === undefined ? document : vscode.l10n.t("{0}, line {1}", document, line);
    }
  }
}

/** A website's document by its address, a file by its place in the workspace. */
function documentLabel(where: string): string {
  return /^https?:/.test(where) ? where : vscode.workspace.asRelativePath(vscode.Uri.parse(where));
}
