import { type JsonMember, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { isOpen } from "../json/openValue.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import type { Fix, Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { slimrpcRules } from "./rules.ts";

const report = reporter(slimrpcRules);

/** Findings of A2A about a member that receivers of JSON ignore; protobuf has no place for it. */
const ignoredMembers: ReadonlySet<string> = new Set(["a2a/unknown-member", "a2a/legacy-member"]);

/**
 * What SLIMRPC makes of the problems of a request's parameters: it sends them in protobuf (slimrpc#10), and its text still
 * writes names of resources as A2A 0.3 did (slimrpc#5).
 */
export function checkSlimMessage(params: JsonObjectNode, problems: readonly Problem[]): Problem[] {
  const named = params.members.flatMap((member) => resourceProblem(params, member));
  const explained = new Set(named.map(({ range }) => range.offset));
  // The fix of a resource name adds what is missing.
  const isExplained = ({ code, range }: Problem): boolean =>
    explained.has(range.offset) ||
    (explained.size > 0 && code === "a2a/missing-member" && range.offset === params.range.offset);
  const rest = problems.filter((problem) => !isExplained(problem)).map(asUnsendable);
  return [...named, ...rest];
}

function asUnsendable(problem: Problem): Problem {
  if (!ignoredMembers.has(problem.code)) return problem;
  return report("slimrpc/unknown-member", problem.range, { problem: problem.message }, problem.fixes);
}

const resourceName = /^tasks\/([^/\s]+)(?:\/pushNotificationConfigs\/([^/\s]+))?$/;

/** `name: tasks/{id}`, `parent: tasks/{id}` and `name: tasks/{id}/pushNotificationConfigs/{id}`. */
function resourceProblem(params: JsonObjectNode, member: JsonMember): Problem[] {
  const name = member.key.value;
  const { value } = member;
  if ((name !== "name" && name !== "parent") || value?.kind !== "string") return [];
  const [, task, config] = resourceName.exec(value.value) ?? [];
  if (task === undefined) return [];
  const ids = config === undefined ? { [name === "name" ? "id" : "taskId"]: task } : { taskId: task, id: config };
  const current = Object.entries(ids)
    .map(([key, id]) => `${JSON.stringify(key)}: ${JSON.stringify(id)}`)
    .join(", ");
  const isFree = !isOpen(value) && Object.keys(ids).every((key) => !memberOf(params, key));
  const edits = [{ range: member.range, newText: current }];
  const fixes: Fix[] = isFree ? [{ title: `Change to ${current}`, edits, isPreferred: true }] : [];
  return [report("slimrpc/resource-name", member.key.range, { name, found: describeValue(value), current }, fixes)];
}
