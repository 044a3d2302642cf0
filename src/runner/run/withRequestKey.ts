import { isSameKey } from "../../core/ed25519Keys.ts";
import { memberOf } from "../../protocol/json/jsonNode.ts";
import { parseJsonText } from "../../protocol/json/jsonText.ts";

/**
 * The envelope with the public key in `requestKey` (agent-protocols#signed-requests), or undefined when it names another
 * key already.
 */
export function withRequestKey(envelope: string, requestKey: string): string | undefined {
  const { root } = parseJsonText(envelope);
  if (root?.kind !== "object") return undefined;
  const written = memberOf(root, "requestKey")?.value;
  if (written !== undefined) {
    return written.kind === "string" && isSameKey(written.value, requestKey) ? envelope : undefined;
  }
  const end = root.range.offset + root.range.length - 1;
  const separator = root.members.length === 0 ? "" : ",";
  return `${envelope.slice(0, end)}${separator}"requestKey":${JSON.stringify(requestKey)}${envelope.slice(end)}`;
}
