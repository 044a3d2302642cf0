import type { StreamOddity } from "../exchange/assembledTask.ts";
import type { ReplyKind, ReplyNote, TransportKind } from "../exchange/callEvent.ts";

/** All that the panel draws of one call. The host keeps it and the page can be rebuilt from it at any moment. */
export interface CallView {
  readonly header: HeaderView;
  readonly state: CallState;
  /** In arrival order. Their bodies stay with the host and are asked for when shown. */
  readonly replies: readonly ReplySummary[];
  /** How many replies are not in the list, because the call had more than the panel or the recorder keeps. */
  readonly cutReplies: number;
  readonly task?: TaskView;
  readonly progress?: ProgressView;
  readonly members?: MembersView;
  /** What is asked: in a broadcast by each member, else by the last reply that asks. */
  readonly questions?: readonly QuestionsView[];
}

export interface HeaderView {
  readonly id: string;
  readonly name: string;
  readonly target: string;
  readonly targetTitle?: string;
  readonly transport: TransportKind;
  readonly protocol: string;
  readonly version?: string;
  readonly method?: string;
  /** `sandbox`, `managed`, `external`, or the neighbouring transport's own name. */
  readonly core: string;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** How long the caller waits: the answer's time limit, or how long a broadcast collects. */
  readonly waitMs: number;
  readonly mention?: string;
  readonly sizeBytes?: number;
  readonly limitBytes?: number;
  /** True when the request's file and line are known, so that it can be revealed and written to. */
  readonly hasSource: boolean;
  /** True for a record of an earlier call: nothing in it can still change. */
  readonly isRecord: boolean;
}

export type EndedKind =
  | "answered"
  | "answered-empty"
  /** The answer asks for input: the request is sent again with it. */
  | "asks-for-input"
  | "answered-with-error"
  | "timed-out"
  | "cancelled"
  | "connection-lost"
  /** The core refused the request, so nobody could answer it. */
  | "refused";

export type CallState =
  | { readonly kind: "waiting" }
  | { readonly kind: "streaming" }
  /** A record that stops before the call's end, such as one cut short by a crash. */
  | { readonly kind: "unknown-end" }
  | { readonly kind: EndedKind; readonly elapsedMs: number; readonly failure?: FailureView };

export interface FailureView {
  readonly code: string;
  /** As the protocol's specification spells the code. */
  readonly name?: string;
  /** What happened and what it means. */
  readonly message: string;
  readonly likelyCause?: string;
  readonly nextStep?: string;
  /** When a repeated request can succeed, in milliseconds since the epoch. */
  readonly retryAtMs?: number;
}

export interface ReplySummary {
  /** As the call numbers its replies: 1 for the first, rising. */
  readonly sequence: number;
  readonly sender: string;
  readonly senderId: string;
  /** Milliseconds since the epoch, and since the request was sent. */
  readonly atMs: number;
  readonly elapsedMs: number;
  readonly kind: ReplyKind;
  /** What it says in a word or two: a task's state, an artifact's name, a notification's method. */
  readonly label?: string;
  readonly notes: readonly ReplyNote[];
  /** How it does not fit to the replies before it. */
  readonly marks: readonly ReplyMark[];
  readonly quote?: string;
  /** What the reply says, or else the start of its text, on one line. */
  readonly preview: string;
  /** Length of the text in UTF-16 units. */
  readonly length: number;
  readonly problems: ProblemCount;
  readonly failure?: FailureView;
}

/** What is wrong with a reply as a part of its stream, beyond what the collector noted. */
export type ReplyMark = Exclude<StreamOddity["kind"], "duplicate" | "no-task"> | "progress-not-increasing";

export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
}

/** One A2A task as its stream built it up. */
export interface TaskView {
  readonly taskId: string;
  readonly contextId?: string;
  readonly state: string;
  /** True while the task can still change. */
  readonly isOpen: boolean;
  readonly transitions: readonly TransitionView[];
  readonly artifacts: readonly ArtifactView[];
  /** Artifacts after the first ones, left out. */
  readonly cutArtifacts: number;
  /** What is wrong with the stream, each with the reply where it shows. */
  readonly marks: readonly StreamMark[];
  /** Transitions left out of the middle. */
  readonly cutTransitions: number;
  /** The stream has ended without a final state, so it can be resumed. */
  readonly canResume: boolean;
}

export interface TransitionView {
  readonly state: string;
  readonly sequence: number;
  readonly elapsedMs: number;
  readonly message?: string;
}

export interface ArtifactView {
  readonly artifactId: string;
  readonly name?: string;
  /** The parts' text; data and files as a line that names them. Bounded. */
  readonly text: string;
  /** True when `text` is only its start. */
  readonly isCut: boolean;
  readonly chunks: number;
  /** `unfinished`: the call has ended and its last piece was not among the replies. */
  readonly state: "growing" | "complete" | "unfinished";
  readonly firstSequence: number;
  readonly lastSequence: number;
}

export interface StreamMark {
  readonly sequence: number;
  readonly message: string;
}

export interface ProgressView {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
  /** Who makes the progress, in a broadcast. */
  readonly member?: string;
  /** The first replies whose progress did not grow. */
  readonly notIncreasing: readonly number[];
}

/** A broadcast, by member. */
export interface MembersView {
  readonly rows: readonly MemberRow[];
  /** True when the members that serve the protocol are known, so that silence means something. */
  readonly isExpectationKnown: boolean;
}

export interface MemberRow {
  readonly member: string;
  readonly state: "answered" | "answered-with-error" | "answered-in-text" | "asks-for-input" | "replying" | "silent";
  readonly replies: number;
  readonly lastSequence?: number;
  readonly elapsedMs?: number;
}

/** What the other side asks before it goes on. */
export interface QuestionsView {
  /** The reply that asks. */
  readonly sequence: number;
  /** Who asks, in a broadcast. */
  readonly member?: string;
  readonly protocol: "mcp" | "a2a";
  readonly questions: readonly Question[];
}

export interface Question {
  readonly key: string;
  readonly method: string;
  readonly message: string;
  /** Fields of a form, when the question's schema is simple enough for one. */
  readonly fields?: readonly QuestionField[];
  /** A first answer for the raw editor. */
  readonly draftJson: string;
}

export interface QuestionField {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly isRequired: boolean;
  readonly type: "string" | "number" | "integer" | "boolean" | "choice";
  readonly choices?: readonly Choice[];
  readonly initial?: string;
}

export interface Choice {
  readonly value: string;
  readonly title: string;
}
