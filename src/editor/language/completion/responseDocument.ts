import { getLocation } from "jsonc-parser";
import { boundProtocols } from "../../../protocol/binding/methods.ts";
import { textRange } from "../../../protocol/problem.ts";
import { envelopeErrorText, protocolErrorText } from "./errorText.ts";
import type { HoverText } from "./hoverText.ts";

/**
 * Explains the error code that an offset of a Service RPC response envelope stands in: the envelope's own, or that of the
 * JSON-RPC error in its `response`. A contributed schema tells of the members.
 */
export function responseHoverAt(text: string, offset: number): HoverText | undefined {
  const { previousNode: node, path, isAtPropertyKey } = getLocation(text, offset);
  if (!node || isAtPropertyKey || offset > node.offset + node.length) return undefined;
  const markdown = errorText(path.join("."), node.value);
  return markdown === undefined ? undefined : { range: textRange(node.offset, node.length), markdown };
}

function errorText(path: string, code: unknown): string | undefined {
  if (path === "error.code" && typeof code === "string") return envelopeErrorText(code);
  if (path !== "response.error.code" || typeof code !== "number") return undefined;
  // A response does not name its protocol: each that knows the code is asked, and what they say alike is said once.
  const texts = boundProtocols.flatMap((protocol) => protocolErrorText(protocol, code) ?? []);
  return texts.length > 0 ? [...new Set(texts)].join("\n\n---\n\n") : undefined;
}
