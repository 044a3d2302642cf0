import * as vscode from "vscode";
import type { CallReply } from "../../exchange/callEvent.ts";
import { requestBody } from "../../protocol/binding/requestSkeleton.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";
import { toolCallText } from "../../protocol/mcp/argumentSkeleton.ts";
import { readToolList, type Tool } from "../../protocol/mcp/toolList.ts";
import type { CallHeader, Transcript } from "../../runner/record/transcript.ts";
import type { CallHistory } from "../history/callHistory.ts";
import { messageText } from "../messageText.ts";

/** What a tool's call looks like in a request file: its name for the request, and its body. */
export interface ToolDraft {
  readonly name: string;
  readonly body: string;
}

/**
 * Lets the user choose one of the tools that the server listed: in this call, else in the newest call of the history that
 * asked it. When it never was asked, the draft asks for the list. Undefined when nothing was chosen.
 */
export async function chooseToolDraft(
  header: CallHeader,
  replies: readonly CallReply[],
  history: CallHistory,
): Promise<ToolDraft | undefined> {
  const transport = header.transport === "rpc" ? "rpc" : "chat";
  const listed = toolsIn(replies);
  const tools = listed.length > 0 ? listed : await toolsOfHistory(header, history);
  if (tools.length === 0) return { name: "tools/list", body: requestBody("mcp", "tools/list", transport) ?? "" };
  const items = tools.map((tool) => ({
    label: messageText(tool.name),
    ...(tool.title !== undefined && { description: messageText(tool.title) }),
    ...(tool.description !== undefined && { detail: messageText(tool.description) }),
    tool,
  }));
  const placeHolder = vscode.l10n.t("The tool to call. Its call opens as a draft, which is not sent yet.");
  const picked = await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true });
  if (!picked) return undefined;
  const text = toolCallText(picked.tool, transport);
  const head = header.mention === undefined ? "/_call mcp" : `/_call ${header.mention} mcp`;
  return { name: picked.tool.name, body: transport === "chat" ? `${head} ${text}` : text };
}

async function toolsOfHistory(header: CallHeader, history: CallHistory): Promise<readonly Tool[]> {
  for (const entry of await history.entries()) {
    const isList = entry.header.method === "tools/list" && entry.header.target === header.target;
    const transcript: Transcript | undefined = isList ? await history.transcript(entry.header.id) : undefined;
    const tools = toolsIn(transcript?.events.filter((event) => event.event === "reply") ?? []);
    if (tools.length > 0) return tools;
  }
  return [];
}

/** The tools in replies to `tools/list`, each name once. */
function toolsIn(replies: readonly CallReply[]): readonly Tool[] {
  const tools = replies.flatMap(({ json }) => readToolList(resultOf(json))?.tools ?? []);
  return [...new Map(tools.map((tool) => [tool.name, tool])).values()];
}

/** The result of a JSON-RPC response, of one inside a Service RPC response too. */
function resultOf(json: unknown): unknown {
  if (!isObject(json)) return undefined;
  const response = json["response"];
  return isObject(response) ? response["result"] : json["result"];
}
