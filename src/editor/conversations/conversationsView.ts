import * as vscode from "vscode";
import { activeUser, listContacts, listGroups, listMembers } from "../../core/api.ts";
import type { ApiResult } from "../../core/apiResult.ts";
import type { Core } from "../../core/core.ts";
import { describeChatError } from "../../core/errors/describeChatError.ts";
import type { CoreHost, CoreHostState } from "../core/coreHost.ts";
import { contextKeys } from "../manifest/contextKeys.ts";
import { conversationEvents } from "./conversationEvents.ts";
import {
  type ConversationNode,
  conversationSections,
  declaredProtocols,
  nameOf,
  protocolRows,
} from "./conversationTree.ts";

/** A burst of such events draws the view once. */
const gatherMs = 300;

/**
 * The contacts and groups of the core, with their members and what they declare to serve. A core that is not started is not
 * started for the view's sake, except for the sandbox.
 */
export class ConversationsView implements vscode.TreeDataProvider<ConversationNode>, vscode.Disposable {
  readonly #host: CoreHost;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscriptions: readonly { dispose(): void }[];
  #watched: Core | undefined;
  #watching: { dispose(): void } | undefined;
  #gathering: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(host: CoreHost) {
    this.#host = host;
    this.#subscriptions = [
      this.#changed,
      host.onState((state) => {
        announce(state);
        this.refresh();
      }),
    ];
    announce(host.state);
  }

  refresh(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#changed.fire(undefined);
  }

  async getChildren(node?: ConversationNode): Promise<ConversationNode[]> {
    if (node === undefined) return [...(await this.#roots())];
    switch (node.kind) {
      case "section":
        return [...node.nodes];
      case "contact":
        return [...protocolRows(node)];
      case "group":
        return [...protocolRows(node), ...(await this.#members(node))];
      default:
        return [];
    }
  }

  getTreeItem(node: ConversationNode): vscode.TreeItem {
    return itemOf(node);
  }

  dispose(): void {
    clearTimeout(this.#gathering);
    this.#watching?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #roots(): Promise<readonly ConversationNode[]> {
    if (this.#host.mode !== "sandbox" && this.#host.state.kind !== "ready") return [];
    // A core that cannot be made is told of in the status bar.
    const core = await this.#host.core().catch(() => undefined);
    if (!core) return [];
    this.#watch(core);
    const user = await activeUser(core);
    if (user.kind !== "ok") return [failureRow(user)];
    const [contacts, groups] = await Promise.all([
      listContacts(core, user.value.userId),
      listGroups(core, user.value.userId),
    ]);
    if (contacts.kind !== "ok") return [failureRow(contacts)];
    if (groups.kind !== "ok") return [failureRow(groups)];
    return conversationSections(contacts.value, groups.value);
  }

  async #members(node: Extract<ConversationNode, { readonly kind: "group" }>): Promise<readonly ConversationNode[]> {
    const core = await this.#host.core().catch(() => undefined);
    if (!core) return [];
    const members = await listMembers(core, node.group.groupId);
    if (members.kind !== "ok") return [failureRow(members)];
    return members.value.map((member) => ({ kind: "member", member, group: node.group }));
  }

  #watch(core: Core): void {
    if (this.#watched === core) return;
    this.#watching?.dispose();
    this.#watched = core;
    this.#watching = core.onEvent(({ type }) => {
      if (conversationEvents.has(type)) this.#gathering ??= setTimeout(() => this.refresh(), gatherMs);
    });
  }
}

function announce({ kind }: CoreHostState): void {
  void vscode.commands.executeCommand("setContext", contextKeys.coreReady, kind === "ready");
}

function failureRow(failure: Exclude<ApiResult<unknown>, { readonly kind: "ok" }>): ConversationNode {
  const message =
    failure.kind === "failed" ? failure.message : describeChatError(failure.chatError, { command: "other" }).message;
  return { kind: "unknown", message };
}

/** Names are texts that others chose: they are shown as plain text. */
function itemOf(node: ConversationNode): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  switch (node.kind) {
    case "section": {
      const isContacts = node.section === "contacts";
      const item = new vscode.TreeItem(isContacts ? vscode.l10n.t("Contacts") : vscode.l10n.t("Groups"), Expanded);
      item.id = node.section;
      item.description = String(node.nodes.length);
      return item;
    }
    case "contact": {
      const item = conversationItem(node, Collapsed, node.contact.isReady);
      item.iconPath = new vscode.ThemeIcon(node.contact.profile["peerType"] === "human" ? "account" : "hubot");
      return item;
    }
    case "group": {
      const item = conversationItem(node, Collapsed, node.group.isReady);
      item.iconPath = new vscode.ThemeIcon(node.group.businessChat ? "briefcase" : "organization");
      return item;
    }
    case "member": {
      const { member } = node;
      const item = new vscode.TreeItem(member.displayName, None);
      item.id = `group ${node.group.groupId} member ${member.groupMemberId}`;
      item.description = [member.role, vscode.l10n.t("protocols unknown")].filter(Boolean).join(" · ");
      item.tooltip = vscode.l10n.t(
        "The core removes preferences from the profiles of members, so what a member serves shows only in its answers.",
      );
      item.iconPath = new vscode.ThemeIcon("account");
      item.contextValue = "member";
      return item;
    }
    case "protocol": {
      const item = new vscode.TreeItem(node.name, None);
      item.description = node.detail;
      item.iconPath = new vscode.ThemeIcon("symbol-interface");
      return item;
    }
    case "unknown": {
      const item = new vscode.TreeItem(node.message, None);
      item.iconPath = new vscode.ThemeIcon("question");
      item.tooltip = node.message;
      return item;
    }
  }
}

function conversationItem(
  node: Extract<ConversationNode, { readonly kind: "contact" | "group" }>,
  state: vscode.TreeItemCollapsibleState,
  isReady: boolean,
): vscode.TreeItem {
  const item = new vscode.TreeItem(nameOf(node), state);
  item.id = node.kind === "contact" ? `contact ${node.contact.contactId}` : `group ${node.group.groupId}`;
  const declared = declaredProtocols(node);
  const serves = declared?.map(({ name }) => name).join(", ") ?? vscode.l10n.t("protocols unknown");
  item.description = isReady ? serves : vscode.l10n.t("connecting");
  item.tooltip = nameOf(node);
  item.contextValue = "conversation";
  return item;
}
