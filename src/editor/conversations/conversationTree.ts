import { asObject, asString } from "../../core/records/jsonShape.ts";
import type { ChatRef, Contact, Group, Member } from "../../core/records/records.ts";
import { isBoundProtocol } from "../../protocol/binding/methods.ts";
import { requestBody } from "../../protocol/binding/requestSkeleton.ts";
import { type ProtocolDeclarations, readProtocols } from "../../protocol/declarations/readDeclarations.ts";
import type { JsonObject } from "../../protocol/json/jsonObject.ts";

/** A row of the view of conversations. */
export type ConversationNode =
  | { readonly kind: "section"; readonly section: "contacts" | "groups"; readonly nodes: readonly ConversationNode[] }
  | { readonly kind: "contact"; readonly contact: Contact }
  | { readonly kind: "group"; readonly group: Group }
  | { readonly kind: "member"; readonly member: Member; readonly group: Group }
  | { readonly kind: "protocol"; readonly name: string; readonly detail: string }
  /** What cannot be told: no declaration came with the profile, or the core did not answer. */
  | { readonly kind: "unknown"; readonly message: string };

/** The rows at the top: contacts, then groups; a section without any is left out. */
export function conversationSections(
  contacts: readonly Contact[],
  groups: readonly Group[],
): readonly ConversationNode[] {
  const sections: readonly ConversationNode[] = [
    { kind: "section", section: "contacts", nodes: contacts.map((contact) => ({ kind: "contact", contact })) },
    { kind: "section", section: "groups", nodes: groups.map((group) => ({ kind: "group", group })) },
  ];
  return sections.filter((section) => section.kind === "section" && section.nodes.length > 0);
}

/** What a contact or a group declares to serve; undefined where its profile came without the key: unknown, not none. */
export function declaredProtocols(node: ConversationNode): ProtocolDeclarations | undefined {
  switch (node.kind) {
    case "contact":
      return readProtocols(asObject(node.contact.profile["preferences"])?.["protocols"], "profile").value;
    case "group":
      return readProtocols(asObject(node.group.groupProfile["groupPreferences"])?.["protocols"], "group").value;
    default:
      return undefined;
  }
}

/** A row a protocol, or the one row that says why there is none. */
export function protocolRows(node: ConversationNode): readonly ConversationNode[] {
  const declared = declaredProtocols(node);
  if (!declared) return [{ kind: "unknown", message: "Protocols unknown" }];
  if (declared.length === 0) return [{ kind: "unknown", message: "No protocols declared" }];
  return declared.map(({ name, versions, transports }) => {
    const served = (["chat", "rpc"] as const).filter((transport) => transports[transport]);
    return { kind: "protocol", name, detail: [versions.join(", "), served.join(", ") || "no transport"].join(" · ") };
  });
}

/** The conversation of a contact or a group; undefined for any other row. */
export function chatRefOf(node: ConversationNode): ChatRef | undefined {
  switch (node.kind) {
    case "contact":
      return { kind: "direct", contactId: node.contact.contactId };
    case "group":
      return { kind: "group", groupId: node.group.groupId };
    default:
      return undefined;
  }
}

/** The name that the core shows; empty for a row that is nobody. */
export function nameOf(node: ConversationNode): string {
  switch (node.kind) {
    case "contact":
      return node.contact.displayName;
    case "group":
      return node.group.displayName;
    case "member":
      return node.member.displayName;
    default:
      return "";
  }
}

/** The link in the record of a conversation, where the other side published one in its profile. */
export function publishedLink(node: ConversationNode): string | undefined {
  const profile: JsonObject | undefined =
    node.kind === "contact"
      ? node.contact.profile
      : node.kind === "group"
        ? asObject(node.group.groupProfile["publicGroup"])
        : undefined;
  return asString(profile?.[node.kind === "contact" ? "contactLink" : "groupLink"]);
}

/**
 * The text of a new request in a conversation, to a member where one is chosen. Undefined for a name that a request file
 * cannot hold: the other side chose it, and it must not become a variable or a line of its own.
 */
export function conversationDraft(node: ConversationNode): string | undefined {
  const chat = node.kind === "member" ? node.group.displayName : nameOf(node);
  const mark = node.kind === "contact" ? "@" : "#";
  const mention = node.kind === "member" ? mentionText(node.member.displayName) : "";
  if (chat === "" || !isWritable(chat) || mention === undefined) return undefined;
  const named = declaredProtocols(node)?.find(({ name }) => isBoundProtocol(name))?.name;
  const protocol = named ?? "mcp";
  const method = protocol === "a2a" ? "SendMessage" : "tools/list";
  const body = requestBody(protocol, method, "chat") ?? "";
  return `### ${method}: ${chat}\n# @to ${mark}${chat}\n${body.replace("/_call ", `/_call ${mention}`)}\n`;
}

function mentionText(name: string): string | undefined {
  if (!isWritable(name) || name.includes("'")) return undefined;
  return /\s/.test(name) ? `@'${name}' ` : `@${name} `;
}

function isWritable(name: string): boolean {
  return !/[\r\n]|\{\{/.test(name);
}
