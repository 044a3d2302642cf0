import type { Exported, ExportedCall } from "./exportedCall.ts";
import type { Placeholder } from "./piece.ts";
import { commentText, literal, textExpression } from "./programText.ts";

/** A program for the Python package simplex-chat 7, which has a core of its own. */
export function pythonProgram(call: ExportedCall): Exported {
  const pieces = [...call.text, ...(call.signKey ?? [])];
  const hasUuid = pieces.some(({ kind }) => kind === "uuid");
  const hasSecret = pieces.some(({ kind }) => kind !== "uuid" && kind !== "text");
  const needsJson = hasSecret || call.transport === "rpc";
  const text = [
    `"""${commentText(call.name)}: a request over SimpleX. Needs: pip install simplex-chat"""`,
    "",
    "import asyncio",
    ...(needsJson ? ["import json"] : []),
    ...(hasSecret ? ["import os"] : []),
    ...(hasUuid ? ["import uuid"] : []),
    "",
    "from simplex_chat import Client, Profile, SqliteDb",
    "",
    `TARGET = ${literal(call.target)}`,
    `TIMEOUT_SECONDS = ${call.timeoutSeconds}`,
    ...(hasSecret ? secretFunction : []),
    "",
    "",
    "async def main() -> None:",
    `    text = ${textExpression(call.text, callOf)}`,
    '    async with Client(profile=Profile(display_name="caller"), db=SqliteDb("./caller")) as client:',
    ...(endsByItself(call) ? [] : handler),
    "        serving = asyncio.create_task(client.serve_forever())",
    "        try:",
    ...(call.transport === "rpc" ? rpcLines(call) : chatLines(call)).map((line) => `            ${line}`),
    "        finally:",
    "            client.stop()",
    "            await serving",
    "",
    "",
    "asyncio.run(main())",
    "",
  ].join("\n");
  return { text, notes: [] };
}

/** The values are read when the program runs, as the content of a JSON string. */
const secretFunction = ["", "", "def secret(name: str) -> str:", "    return json.dumps(os.environ[name])[1:-1]"];

/** Prints what comes; the call ends with its time. */
const handler = [
  "",
  "        @client.on_message()",
  "        async def show(message) -> None:",
  "            print(message.text)",
  "",
];

function endsByItself(call: ExportedCall): boolean {
  return call.transport === "rpc" || isDirectAnswer(call);
}

/** One reply of a contact, which the package waits for by itself. */
function isDirectAnswer(call: ExportedCall): boolean {
  return call.endsWithFirstReply && !call.isGroup;
}

function rpcLines({ signKey }: ExportedCall): string[] {
  return [
    ...activeUser,
    "head = f\"/_service_request {user['userId']} {TARGET} timeout={TIMEOUT_SECONDS}\"",
    ...(signKey === undefined ? [] : [`head += " sign_key=" + ${textExpression(signKey, callOf)}`]),
    'response = await client.api.send_chat_cmd(head + " " + text)',
    "print(json.dumps(response, indent=2))",
  ];
}

const activeUser = [
  "user = await client.api.api_get_active_user()",
  "if user is None:",
  '    raise SystemExit("The core has no active user.")',
];

function chatLines(call: ExportedCall): string[] {
  return [...conversation(call), ...sending(call)];
}

function conversation({ targetKind, isGroup }: ExportedCall): string[] {
  if (targetKind === "link" && !isGroup)
    return ["contact = await client.connect_to(TARGET)", 'chat_id = contact["contactId"]'];
  if (targetKind === "link") {
    return [
      ...activeUser,
      'plan, _ = await client.api.api_connect_plan(user["userId"], TARGET)',
      'if plan["type"] != "groupLink" or plan["groupLinkPlan"]["type"] != "known":',
      '    raise SystemExit("Join the group first: await client.api.api_connect_active_user(TARGET)")',
      'chat_id = plan["groupLinkPlan"]["groupInfo"]["groupId"]',
    ];
  }
  const [list, id] = isGroup
    ? (["api_list_groups", "groupId"] as const)
    : (["api_list_contacts", "contactId"] as const);
  return [
    ...activeUser,
    `listed = await client.api.${list}(user["userId"])`,
    'found = next((one for one in listed if one["localDisplayName"] == TARGET), None)',
    "if found is None:",
    '    raise SystemExit(f"There is no conversation named {TARGET}.")',
    `chat_id = found["${id}"]`,
  ];
}

function sending(call: ExportedCall): string[] {
  if (isDirectAnswer(call)) {
    return ["reply = await client.send_and_wait(chat_id, text, timeout=TIMEOUT_SECONDS)", "print(reply.text)"];
  }
  const wait = "await asyncio.sleep(TIMEOUT_SECONDS)";
  const place = call.isGroup ? '["group", chat_id]' : '["direct", chat_id]';
  if (call.mention === undefined) return [`await client.api.api_send_text_message(${place}, text)`, wait];
  return [
    `mentioned = ${literal(call.mention)}`,
    "members = await client.api.api_list_members(chat_id)",
    'member = next((one for one in members if one["localDisplayName"] == mentioned), None)',
    "if member is None:",
    '    raise SystemExit(f"The group has no member named {mentioned}.")',
    'mentions = {mentioned: member["groupMemberId"]}',
    `await client.api.api_send_messages(${place}, [`,
    '    {"msgContent": {"type": "text", "text": text}, "mentions": mentions}',
    "])",
    wait,
  ];
}

function callOf(placeholder: Placeholder): string {
  return placeholder.kind === "uuid" ? "str(uuid.uuid4())" : `secret(${literal(placeholder.name)})`;
}
