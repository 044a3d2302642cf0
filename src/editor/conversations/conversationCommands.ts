import * as vscode from "vscode";
import { activeUser, connect, connectionPlan, leaveChat } from "../../core/api.ts";
import type { ApiResult } from "../../core/apiResult.ts";
import type { Core } from "../../core/core.ts";
import type { ErrorContext } from "../../core/errors/coreErrorWords.ts";
import { describeChatError } from "../../core/errors/describeChatError.ts";
import { type ChatRef, type ConnectionPlan, chatRefText, type User } from "../../core/records/records.ts";
import { errorMessage } from "../../protocol/text/errorMessage.ts";
import { nameInPlan } from "../core/confirmConnect.ts";
import type { CoreHost } from "../core/coreHost.ts";
import { askAddressLink } from "../discovery/discoveryCommands.ts";
import { callLanguage } from "../language/callLanguage.ts";
import { recordOf } from "../views/addressCommands.ts";
import type { ConversationsView } from "./conversationsView.ts";
import { type ConversationNode, chatRefOf, conversationDraft, nameOf, publishedLink } from "./conversationTree.ts";

/** Links of this window's connections that are kept for copying: the core does not name them again. */
const maxLinks = 200;

/** What can be done with conversations. Connecting, leaving and deleting are the user's decisions, asked in a dialog. */
export class ConversationCommands {
  readonly #host: CoreHost;
  readonly #view: ConversationsView;
  /** By the conversation's reference. */
  readonly #links = new Map<string, string>();

  constructor(host: CoreHost, view: ConversationsView) {
    this.#host = host;
    this.#view = view;
  }

  /** Connects to an address of the view of addresses, or to a link the user gives. */
  async connect(given: unknown): Promise<ChatRef | undefined> {
    const core = await this.#core();
    const known = recordOf(given)?.link ?? (typeof given === "string" ? given : undefined);
    const link = core && (known ?? (await askAddressLink(vscode.l10n.t("Connect to an address"))));
    if (!core || link === undefined) return undefined;
    const user = await activeUser(core);
    if (user.kind !== "ok") return tellFailure(user, "other");
    const plan = await connectionPlan(core, user.value.userId, link);
    if (plan.kind !== "ok") return tellFailure(plan, "plan");
    const choice = await confirm(plan.value, user.value, link);
    if (!choice) return undefined;
    const connected = await withProgress(nameInPlan(plan.value) ?? link, (signal) =>
      connect(core, user.value.userId, plan.value, { ...choice, signal }),
    );
    this.#view.refresh();
    if (connected.kind !== "ok") return tellFailure(connected, "connect");
    this.#remember(connected.value, link);
    return connected.value;
  }

  /** Deletes a contact, or leaves a group and deletes it, after the user has confirmed it. */
  async leave(node: unknown): Promise<void> {
    const conversation = conversationOf(node);
    const ref = conversation && chatRefOf(conversation);
    const core = ref && (await this.#core());
    if (!core || !(await confirmLeave(conversation))) return;
    const left = await leaveChat(core, ref);
    if (left.kind === "ok") this.#links.delete(chatRefText(ref));
    this.#view.refresh();
    if (left.kind !== "ok") tellFailure(left, "other");
  }

  /** Opens a draft of a request in a conversation. Nothing is sent. */
  async newRequest(node: unknown): Promise<void> {
    const conversation = conversationOf(node);
    if (!conversation) return;
    const content = conversationDraft(conversation);
    if (content === undefined) {
      const message = vscode.l10n.t(
        "The name “{0}” cannot stand in a request file. Use the link.",
        nameOf(conversation),
      );
      void vscode.window.showWarningMessage(message);
      return;
    }
    const document = await vscode.workspace.openTextDocument({ language: callLanguage, content });
    await vscode.window.showTextDocument(document);
  }

  async copyLink(node: unknown): Promise<void> {
    const conversation = conversationOf(node);
    const ref = conversation && chatRefOf(conversation);
    if (!ref) return;
    const link = publishedLink(conversation) ?? this.#links.get(chatRefText(ref));
    if (link !== undefined) await vscode.env.clipboard.writeText(link);
    else {
      const message = vscode.l10n.t(
        "The core does not tell the link of “{0}”: its profile has none, and it was not connected in this window.",
        nameOf(conversation),
      );
      void vscode.window.showInformationMessage(message);
    }
  }

  #remember(ref: ChatRef, link: string): void {
    this.#links.set(chatRefText(ref), link);
    const [oldest] = this.#links.keys();
    if (this.#links.size > maxLinks && oldest !== undefined) this.#links.delete(oldest);
  }

  async #core(): Promise<Core | undefined> {
    try {
      return await this.#host.core();
    } catch (error) {
      void vscode.window.showErrorMessage(errorMessage(error));
      return undefined;
    }
  }
}

/** Commands of the view are given its node. */
function conversationOf(value: unknown): ConversationNode | undefined {
  return isConversationNode(value) ? value : undefined;
}

function isConversationNode(value: unknown): value is ConversationNode {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  return value.kind === "contact" || value.kind === "group" || value.kind === "member";
}

/** Asks whether to connect, and as whom. Undefined when the user does not. */
async function confirm(
  plan: ConnectionPlan,
  user: User,
  link: string,
): Promise<{ readonly incognito: boolean } | undefined> {
  const own = vscode.l10n.t("Connect as “{0}”", user.displayName);
  const random = vscode.l10n.t("Connect Incognito");
  const detail = vscode.l10n.t(
    "The other side sees the profile “{0}”, or a new random one if you connect incognito. The conversation stays until you delete it.",
    user.displayName,
  );
  const message = vscode.l10n.t("Connect to “{0}”?", nameInPlan(plan) ?? link);
  const answer = await vscode.window.showInformationMessage(message, { modal: true, detail }, own, random);
  return answer === undefined ? undefined : { incognito: answer === random };
}

async function confirmLeave(conversation: ConversationNode): Promise<boolean> {
  const isGroup = conversation.kind === "group";
  const doIt = isGroup ? vscode.l10n.t("Leave and Delete") : vscode.l10n.t("Delete");
  const message = isGroup
    ? vscode.l10n.t("Leave the group “{0}” and delete it here?", nameOf(conversation))
    : vscode.l10n.t("Delete the contact “{0}” with its messages?", nameOf(conversation));
  const detail = vscode.l10n.t("Calls and tasks in this conversation cannot be continued. It cannot be undone.");
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, doIt)) === doIt;
}

function withProgress<Result>(name: string, work: (signal: AbortSignal) => Promise<Result>): Thenable<Result> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t("Connecting to {0}", name),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (_, token) => {
    const cancel = new AbortController();
    const listener = token.onCancellationRequested(() => cancel.abort());
    try {
      return await work(cancel.signal);
    } finally {
      listener.dispose();
    }
  });
}

function tellFailure(
  failure: Exclude<ApiResult<unknown>, { readonly kind: "ok" }>,
  command: ErrorContext["command"],
): undefined {
  if (failure.kind === "failed" && failure.failure === "cancelled") return undefined;
  const described = failure.kind === "error" ? describeChatError(failure.chatError, { command }) : failure;
  const sentences =
    "tag" in described ? [described.message, described.likelyCause, described.nextStep] : [described.message];
  void vscode.window.showErrorMessage(sentences.filter(Boolean).join(" "));
  return undefined;
}
