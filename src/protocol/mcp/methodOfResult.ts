import { type JsonNode, memberOf } from "../json/jsonNode.ts";

/** A member of each method's complete result that no other method's has. */
const tellingMembers: readonly (readonly [member: string, method: string])[] = [
  ["content", "tools/call"],
  ["structuredContent", "tools/call"],
  ["isError", "tools/call"],
  ["tools", "tools/list"],
  ["prompts", "prompts/list"],
  ["messages", "prompts/get"],
  ["resources", "resources/list"],
  ["resourceTemplates", "resources/templates/list"],
  ["contents", "resources/read"],
  ["completion", "completion/complete"],
  ["supportedVersions", "server/discover"],
];

/** The method that a complete result of MCP 2026-07-28 answers, where no request beside it says so. */
export function methodOfResult(result: JsonNode | undefined): string | undefined {
  return tellingMembers.find(([member]) => memberOf(result, member))?.[1];
}
