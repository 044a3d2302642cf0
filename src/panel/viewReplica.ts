import type { CallView, ReplySummary } from "./callView.ts";
import type { HostMessage, LateProblems, ViewChange } from "./messages.ts";

/** What a message did to the page's copy of the view. */
export type Applied =
  | { readonly kind: "replaced" }
  | { readonly kind: "changed"; readonly changes: readonly ViewChange[] }
  /** A delta is missing: ask for a snapshot and draw nothing until it comes. */
  | { readonly kind: "gap" }
  | { readonly kind: "ignored" };

/** The page's copy of the view, kept by snapshots and numbered deltas. */
export class ViewReplica {
  /** Undefined before the first call. */
  view: CallView | undefined;
  #replies: ReplySummary[] = [];
  #sequence = 0;
  #awaitsSnapshot = true;

  get sequence(): number {
    return this.#sequence;
  }

  apply(message: Exclude<HostMessage, { kind: "response" }>): Applied {
    if (message.kind === "snapshot") {
      this.#replies = [...(message.view?.replies ?? [])];
      this.view = message.view && { ...message.view, replies: this.#replies };
      this.#sequence = message.sequence;
      this.#awaitsSnapshot = false;
      return { kind: "replaced" };
    }
    if (this.#awaitsSnapshot || message.sequence <= this.#sequence) return { kind: "ignored" };
    if (message.sequence !== this.#sequence + 1 || !this.view) {
      this.#awaitsSnapshot = true;
      return { kind: "gap" };
    }
    this.#sequence = message.sequence;
    let view = this.view;
    for (const change of message.changes) {
      // Appended in place: copying thousands of rows for each delta would cost more than drawing them.
      if (change.kind === "replies") for (const reply of change.appended) this.#replies.push(reply);
      else if (change.kind === "problems") this.#addProblems(change.found);
      else view = changed(view, change);
    }
    this.view = view;
    return { kind: "changed", changes: message.changes };
  }

  #addProblems(found: readonly LateProblems[]): void {
    const bySequence = new Map(found.map((late) => [late.sequence, late.problems]));
    this.#replies.forEach((reply, index) => {
      const problems = bySequence.get(reply.sequence);
      if (problems) this.#replies[index] = { ...reply, problems };
    });
  }
}

function changed(view: CallView, change: Exclude<ViewChange, { kind: "replies" | "problems" }>): CallView {
  switch (change.kind) {
    case "state":
      return { ...view, state: change.state };
    case "cut":
      return { ...view, cutReplies: change.cutReplies };
    case "task":
      return { ...view, task: change.task };
    case "progress":
      return { ...view, progress: change.progress };
    case "members":
      return { ...view, members: change.members };
    case "questions":
      return { ...view, questions: change.questions };
    case "size":
      return { ...view, header: { ...view.header, sizeBytes: change.sizeBytes, limitBytes: change.limitBytes } };
  }
}
