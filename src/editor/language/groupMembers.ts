import { activeUser, listGroups, listMembers } from "../../core/api.ts";
import type { Core } from "../../core/core.ts";
import { publishedLink } from "../conversations/conversationTree.ts";
import type { CoreHost } from "../coreHost.ts";

/** A group of the core and who can be mentioned in it. */
export interface KnownGroup {
  readonly name: string;
  /** Where the group publishes one. */
  readonly link: string | undefined;
  /** Names as the group shows them. */
  readonly members: readonly string[];
}

/** Completion asks at each key; members come and go seldom. */
const keptMs = 30_000;
const maxGroups = 20;
/** Nobody chooses from a longer list. */
const maxMembers = 200;

/** The members of the core's groups, for completion: read from the core's own database, and only when it runs already. */
export class GroupMembers {
  readonly #host: Pick<CoreHost, "state" | "core">;
  readonly #now: () => number;
  #known:
    | { readonly core: Core; readonly untilMs: number; readonly groups: Promise<readonly KnownGroup[]> }
    | undefined;

  /** `now` gives milliseconds since the epoch. */
  constructor(host: Pick<CoreHost, "state" | "core">, now: () => number) {
    this.#host = host;
    this.#now = now;
  }

  async groups(): Promise<readonly KnownGroup[]> {
    if (this.#host.state.kind !== "ready") return [];
    const core = await this.#host.core();
    const nowMs = this.#now();
    if (this.#known?.core !== core || this.#known.untilMs <= nowMs) {
      this.#known = { core, untilMs: nowMs + keptMs, groups: readGroups(core) };
    }
    return await this.#known.groups;
  }
}

/** A core that refuses a command offers nothing: what a request does then is told when it is sent. */
async function readGroups(core: Core): Promise<readonly KnownGroup[]> {
  const user = await activeUser(core);
  const groups = user.kind === "ok" ? await listGroups(core, user.value.userId) : user;
  if (groups.kind !== "ok") return [];
  const known: KnownGroup[] = [];
  for (const group of groups.value.slice(0, maxGroups)) {
    const members = await listMembers(core, group.groupId);
    if (members.kind !== "ok") continue;
    known.push({
      name: group.displayName,
      link: publishedLink({ kind: "group", group }),
      members: members.value.slice(0, maxMembers).map(({ displayName }) => displayName),
    });
  }
  return known;
}
