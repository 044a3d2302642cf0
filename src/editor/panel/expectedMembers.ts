import { activeUser, listGroups, listMembers } from "../../core/api.ts";
import type { CallHeader } from "../../runner/record/transcript.ts";
import { declaredProtocols, publishedLink } from "../conversations/conversationTree.ts";
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
  const groups = user.kind === "ok" ? await listGroups(core, user.value.userId) : user;
  if (groups.kind !== "ok") return undefined;
  const called = groups.value.find((group) => {
    const { displayName } = group;
    return [publishedLink({ kind: "group", group }), `#${displayName}`, `#'${displayName}'`].includes(target);
  });
  if (!called) return undefined;
  const declared = declaredProtocols({ kind: "group", group: called });
  if (!declared?.some(({ name, transports }) => name === protocol && transports.chat)) return undefined;
  const members = await listMembers(core, called.groupId);
  if (members.kind !== "ok") return undefined;
  return members.value.flatMap(({ role, displayName }) => (role === "owner" ? [displayName] : []));
}
