// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are TypeScript themselves
import type { Exported, ExportedCall } from "./exportedCall.ts";
import type { Piece, Placeholder } from "./piece.ts";
import { commentText, literal, textExpression } from "./programText.ts";

/** A program for the npm package simplex-chat 0.2.1, which talks to a running core over its WebSocket. */
export function typescriptProgram(call: ExportedCall): Exported {
  const pieces = [...call.text, ...(call.signKey ?? [])];
  const text = [
    `// ${commentText(call.name)}: a request over SimpleX.`,
    "// npm install simplex-chat@0.2.1, and start a core: simplex-chat -p 5225",
    ...(hasUuid(pieces) ? ['import { randomUUID } from "node:crypto";'] : []),
    'import { ChatClient } from "simplex-chat";',
    "",
    "// The package's types are of an earlier core, so what the core sends is taken as it is.",
    "// biome-ignore lint/suspicious/noExplicitAny: see above",
    "type CoreRecord = { type: string; [member: string]: any };",
    "",
    `const target = ${literal(call.target)};`,
    ...(call.transport === "rpc" ? rpcMain(call) : chatMain(call)),
    "",
    "async function command(chat: ChatClient, text: string, expected: string): Promise<CoreRecord> {",
    "  const response = (await chat.sendChatCmdStr(text)) as unknown as CoreRecord;",
    "  if (response.type === expected) return response;",
    "  throw new Error(`The core answered ${response.type}: ${JSON.stringify(response.chatError ?? response)}`);",
    "}",
    ...(hasSecret(pieces) ? secretFunction : []),
    "",
    "main().then(",
    "  () => process.exit(),",
    "  (error: unknown) => {",
    "    console.error(error);",
    "    process.exit(1);",
    "  },",
    ");",
    "",
  ].join("\n");
  return { text, notes: [] };
}

/** The values are read when the program runs, as the content of a JSON string. */
const secretFunction = [
  "",
  "function secret(name: string): string {",
  "  const value = process.env[name];",
  "  if (value === undefined) throw new Error(`Set the environment variable ${name}.`);",
  "  return JSON.stringify(value).slice(1, -1);",
  "}",
];

function rpcMain(call: ExportedCall): string[] {
  const sign = call.signKey === undefined ? "" : ` sign_key=\${${expression(call.signKey)}}`;
  return [
    "",
    "async function main(): Promise<void> {",
    `  const request = ${expression(call.text)};`,
    '  const chat = await ChatClient.create("ws://127.0.0.1:5225");',
    '  const { user } = await command(chat, "/u", "activeUser");',
    `  const head = \`/_service_request \${user.userId} \${target} timeout=${call.timeoutSeconds}${sign}\`;`,
    '  const answer = await command(chat, `${head} ${request}`, "serviceResponse");',
    "  console.log(JSON.stringify(answer.responseData, null, 2));",
    "  await chat.disconnect();",
    "}",
  ];
}

function chatMain(call: ExportedCall): string[] {
  return [
    `const timeoutMs = ${call.timeoutSeconds * 1000};`,
    "",
    "async function main(): Promise<void> {",
    `  const text = ${expression(call.text)};`,
    '  const chat = await ChatClient.create("ws://127.0.0.1:5225");',
    '  const { user } = await command(chat, "/u", "activeUser");',
    ...conversation(call),
    ...mentions(call),
    '  const message = { msgContent: { type: "text", text }, mentions };',
    '  const sent = await command(chat, `/_send ${place} json ${JSON.stringify([message])}`, "newChatItems");',
    "  const { itemSharedMsgId } = sent.chatItems[0].chatItem.meta;",
    "  const end = Date.now() + timeoutMs;",
    "  while (Date.now() < end) {",
    "    const next = await Promise.race([chat.msgQ.next(), timeout(end - Date.now())]);",
    "    if (next === undefined || next.done) break;",
    "    const event = (await next.value) as unknown as CoreRecord;",
    '    if (event.type !== "newChatItems") continue;',
    "    for (const { chatItem } of event.chatItems) {",
    "      // A reply quotes the command that it answers.",
    "      if (chatItem.quotedItem?.sharedMsgId !== itemSharedMsgId) continue;",
    "      console.log(chatItem.content.msgContent.text);",
    ...(call.endsWithFirstReply ? ["      await chat.disconnect();", "      return;"] : []),
    "    }",
    "  }",
    "  await chat.disconnect();",
    ...(call.endsWithFirstReply ? ['  throw new Error("No reply came in time.");'] : []),
    "}",
    "",
    "function timeout(ms: number): Promise<undefined> {",
    "  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));",
    "}",
  ];
}

/** Finds the conversation of the target. Making one is left to the user: it tells the other side who calls. */
function conversation({ isGroup, targetKind }: ExportedCall): string[] {
  if (targetKind === "conversation") {
    const [list, member, id, sign] = isGroup
      ? (["groups", "groups", "groupId", "#"] as const)
      : (["contacts", "contacts", "contactId", "@"] as const);
    return [
      `  const listed = await command(chat, \`/_${list} \${user.userId}\`, "${list}List");`,
      `  const found = listed.${member}.find((one: CoreRecord) => one.localDisplayName === target);`,
      "  if (found === undefined) throw new Error(`The core has no conversation named ${target}.`);",
      `  const place = \`${sign}\${found.${id}}\`;`,
    ];
  }
  return [
    '  const { connectionPlan } = await command(chat, `/_connect plan ${user.userId} ${target}`, "connectionPlan");',
    "  const contact = (connectionPlan.contactAddressPlan ?? connectionPlan.invitationLinkPlan)?.contact;",
    "  const group = connectionPlan.groupLinkPlan?.groupInfo;",
    "  if (contact === undefined && group === undefined) {",
    "    throw new Error(`There is no conversation yet. Connect first, in the terminal of the core: /connect ${target}`);",
    "  }",
    "  const place = contact === undefined ? `#${group.groupId}` : `@${contact.contactId}`;",
  ];
}

function mentions({ mention }: ExportedCall): string[] {
  if (mention === undefined) return ["  const mentions = {};"];
  return [
    `  const mentioned = ${literal(mention)};`,
    '  const members = await command(chat, `/_members ${place}`, "groupMembers");',
    "  const member = members.group.members.find((one: CoreRecord) => one.localDisplayName === mentioned);",
    "  if (member === undefined) throw new Error(`The group has no member named ${mentioned}.`);",
    "  const mentions = { [mentioned]: member.groupMemberId };",
  ];
}

function expression(pieces: readonly Piece[]): string {
  return textExpression(pieces, callOf);
}

function callOf(placeholder: Placeholder): string {
  return placeholder.kind === "uuid" ? "randomUUID()" : `secret(${literal(placeholder.name)})`;
}

function hasUuid(pieces: readonly Piece[]): boolean {
  return pieces.some(({ kind }) => kind === "uuid");
}

function hasSecret(pieces: readonly Piece[]): boolean {
  return pieces.some(({ kind }) => kind !== "uuid" && kind !== "text");
}
