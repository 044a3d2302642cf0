import { activeUser, listGroups, listMembers } from "../../core/api.ts";
import type { Core, Disposable } from "../../core/core.ts";
import type { CoreHost } from "../core/coreHost.ts";
import type { KnownGroup } from "../language/call/knownTargets.ts";
import { conversationEvents } from "./conversationEvents.ts";
import { publishedLink } from "./conversationTree.ts";

/** Completion asks at each key; members come and go seldom. */
const keptMs = 30_000;
const maxGroups = 20;
/** Nobody chooses from a longer list. */
const maxMembers = 200;

/** The members of the core's groups, for completion: read from the core's own database, and only when it runs already. */
export class GroupMembers implements Disposable {
  readonly #host: Pick<CoreHost, "state" | "core">;
  readonly #now: () => number;
  #known: { readonly untilMs: number; readonly groups: Promise<readonly KnownGroup[]> } | undefined;
  #watched: { readonly core: Core; readonly subscription: Disposable } | undefined;

  /** `now` gives milliseconds since the epoch. */
  constructor(host: Pick<CoreHost, "state" | "core">, now: () => number) {
    this.#host = host;
    this.#now = now;
  }

  async groups(): Promise<readonly KnownGroup[]> {
    if (this.#host.state.kind !== "ready") return [];
    const core = await this.#host.core();
    const nowMs = this.#now();
    this.#watch(core);
    if (!this.#known || this.#known.untilMs <= nowMs) {
      this.#known = { untilMs: nowMs + keptMs, groups: readGroups(core) };
    }
    return await this.#known.groups;
  }

  dispose(): void {
    this.#watched?.subscription.dispose();
    this.#known = undefined;
  }

  /** A group that was joined just now is known at once. */
  #watch(core: Core): void {
    if (this.#watched?.core === core) return;
    this.#watched?.subscription.dispose();
    this.#known = undefined;
    const subscription = core.onEvent(({ type }) => {
      if (conversationEvents.has(type)) this.#known = undefined;
    });
    this.#watched = { core, subscription };
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
