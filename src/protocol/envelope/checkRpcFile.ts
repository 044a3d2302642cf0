import type { JsonNode } from "../json/jsonNode.ts";
import { parseJsonText } from "../json/jsonText.ts";
import type { Problem } from "../problem.ts";
import { checkServiceSize } from "../size/checkSize.ts";
import { sentBytes } from "../size/sentBytes.ts";
import { checkRequestEnvelope } from "./checkRequestEnvelope.ts";
import { checkResponseEnvelope } from "./checkResponseEnvelope.ts";

/** Checks the text of a Service RPC request, a `*.rpc.json` file. */
export function checkRpcRequest(text: string): Problem[] {
  return checkEnvelopeText(text, "request", checkRequestEnvelope);
}

/** Checks the text of a Service RPC response, a `*.rpc-response.json` file. */
export function checkRpcResponse(text: string): Problem[] {
  return checkEnvelopeText(text, "response", checkResponseEnvelope);
}

function checkEnvelopeText(
  text: string,
  what: "request" | "response",
  checkEnvelope: (root: JsonNode) => Problem[],
): Problem[] {
  const json = parseJsonText(text);
  const { root, problems } = json;
  if (!root) return [...problems];
  return [...problems, ...checkEnvelope(root), ...checkServiceSize(sentBytes(text, json), what, root)];
}
