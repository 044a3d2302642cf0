import type { CallReply } from "../exchange/callEvent.ts";
import type { MemberRow, MembersView } from "./callView.ts";
import { questionsOf } from "./inputQuestions.ts";

/** Members listed for one broadcast. */
const maxMembers = 500;

/** Gathers the replies of a broadcast by the member who sent them. */
export class BroadcastMembers {
  readonly #rows = new Map<string, MemberRow>();
  #isExpectationKnown = false;

  /** Takes in the names of the members that serve the protocol, once they are known. */
  expect(members: readonly string[]): void {
    this.#isExpectationKnown = true;
    for (const member of members.slice(0, maxMembers)) {
      if (!this.#rows.has(member)) this.#rows.set(member, { member, state: "silent", replies: 0 });
    }
  }

  add(reply: CallReply): void {
    const row = this.#rows.get(reply.sender);
    if (!row && this.#rows.size >= maxMembers) return;
    this.#rows.set(reply.sender, {
      member: reply.sender,
      state: stateAfter(reply, row),
      replies: (row?.replies ?? 0) + 1,
      lastSequence: reply.sequence,
      elapsedMs: reply.elapsedMs,
    });
  }

  get view(): MembersView {
    return { rows: [...this.#rows.values()], isExpectationKnown: this.#isExpectationKnown };
  }
}

/** An answer stays an answer: a later notification or text does not take it back. */
function stateAfter(reply: CallReply, before: MemberRow | undefined): MemberRow["state"] {
  switch (reply.kind) {
    case "response":
    case "message":
      return questionsOf(reply) ? "asks-for-input" : "answered";
    case "error":
    case "envelope-error":
      return "answered-with-error";
    case "text":
      return before && before.state !== "silent" ? before.state : "answered-in-text";
    default:
      if (questionsOf(reply)) return "asks-for-input";
      return before?.state === "answered" || before?.state === "answered-with-error" ? before.state : "replying";
  }
}
