import type { CallFile } from "../../protocol/call/callFile.ts";
import type { JsonNode } from "../../protocol/json/jsonNode.ts";
import type { TextRange } from "../../protocol/problem.ts";
import { bodyJson } from "./bodyJson.ts";

/** What can be folded: each request, and each object and array of its body. Those on one line are the editor's to drop. */
export function foldableRanges(file: CallFile): TextRange[] {
  return file.requests.flatMap((request) => {
    const root = bodyJson(request)?.root;
    return [request.range, ...(root ? containersIn(root) : [])];
  });
}

function containersIn(node: JsonNode): TextRange[] {
  const children = childrenOf(node);
  if (!children) return [];
  return [node.range, ...children.flatMap(containersIn)];
}

function childrenOf(node: JsonNode): readonly JsonNode[] | undefined {
  if (node.kind === "array") return node.items;
  if (node.kind !== "object") return undefined;
  return node.members.flatMap((member) => (member.value ? [member.value] : []));
}
