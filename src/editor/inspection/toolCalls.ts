import { type CallFile, type CallRequest, directiveValue } from "../../protocol/call/callFile.ts";
import { fileVariables } from "../../protocol/call/check/fileVariables.ts";
import { filledText } from "../../protocol/call/sentText.ts";
import { type JsonNode, memberOf } from "../../protocol/json/jsonNode.ts";
import { bodyJson } from "../language/call/bodyJson.ts";

/** A `tools/call` in a request file. */
export interface ToolCall {
  readonly request: CallRequest;
  /** What `@to` comes to by the file's own variables. */
  readonly target: string;
  /** The message's `params`. */
  readonly params: JsonNode;
  readonly toolName: string | undefined;
}

/** The calls of tools in a file, those whose target the file alone tells. */
export function toolCallsOf(file: CallFile): readonly ToolCall[] {
  const { fill } = fileVariables(file);
  return file.requests.flatMap((request) => {
    const to = directiveValue(request, "to");
    const target = to && filledText(to, request.variableUses, fill).trim();
    const params = target && !target.includes("{{") ? toolParams(request) : undefined;
    if (!target || !params) return [];
    const name = memberOf(params, "name")?.value;
    return [{ request, target, params, toolName: name?.kind === "string" ? name.value : undefined }];
  });
}

function toolParams(request: CallRequest): JsonNode | undefined {
  const root = bodyJson(request)?.root;
  const message = request.body?.kind === "envelope" ? memberOf(root, "request")?.value : root;
  const method = memberOf(message, "method")?.value;
  const isCall = method?.kind === "string" && method.value === "tools/call";
  return isCall ? memberOf(message, "params")?.value : undefined;
}
