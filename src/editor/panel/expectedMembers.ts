import { activeUser, connectionPlan, listGroups, listMembers } from "../../core/api.ts";
import type { Core } from "../../core/core.ts";
import type { Group } from "../../core/records/records.ts";
import type { CallHeader } from "../../runner/record/transcript.ts";
import { declaredProtocols } from "../conversations/conversationTree.ts";
import type { CoreHost } from "../core/coreHost.ts";

/**
 * The members of the called group who are known to serve the protocol: its owners, where the group declares it. The cores
 * strip the declarations of other members (agent-protocols#protocols). Undefined where nothing is known.
 */
export async function expectedMembers(
  host: Pick<CoreHost, "state" | "core">,
  { protocol, target }: CallHeader,
): Promise<readonly string[] | undefined> {
  if (host.state.kind !== "ready") return undefined;
  const core = await host.core();
  const user = await activeUser(core);
  if (user.kind !== "ok") return undefined;
  const called = await calledGroup(core, user.value.userId, target);
  if (!called) return undefined;
  const declared = declaredProtocols({ kind: "group", group: called });
  if (!declared?.some(({ name, transports }) => name === protocol && transports.chat)) return undefined;
  const members = await listMembers(core, called.groupId);
  if (members.kind !== "ok") return undefined;
  return members.value.flatMap(({ role, displayName }) => (role === "owner" ? [displayName] : []));
}

/** The group that a target names, by its link or in the core's own list, once it has been joined. */
async function calledGroup(core: Core, userId: number, target: string): Promise<Group | undefined> {
  if (!target.startsWith("#")) {
    const plan = await connectionPlan(core, userId, target);
    return plan.kind === "ok" && plan.value.kind === "group" ? plan.value.known : undefined;
  }
  const groups = await listGroups(core, userId);
  if (groups.kind !== "ok") return undefined;
  return groups.value.find(({ displayName }) => [`#${displayName}`, `#'${displayName}'`].includes(target));
}
