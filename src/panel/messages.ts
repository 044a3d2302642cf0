import type { Problem } from "../protocol/problem.ts";
import type {
  CallState,
  CallView,
  MembersView,
  ProblemCount,
  ProgressView,
  QuestionsView,
  ReplySummary,
  TaskView,
} from "./callView.ts";

/*
 * Everything the host and the page of the panel say to each other.
 *
 * The host keeps the state. A page that has just been made says `ready` and gets a snapshot; from then on it gets deltas,
 * each numbered one higher than the last. A page that sees a gap asks for a snapshot. A request of the page carries an id
 * and gets exactly one response with the same id: a result or an error.
 */

// #region From the host to the page

export type HostMessage = SnapshotMessage | DeltaMessage | ResponseMessage;

/** The whole view. Replaces what the page has. */
interface SnapshotMessage {
  readonly kind: "snapshot";
  /** The next delta has this number plus one. */
  readonly sequence: number;
  /** The host's clock, in milliseconds since the epoch: the page may run on another machine. */
  readonly nowMs: number;
  /** Absent before the first call. */
  readonly view?: CallView;
  /** Translations, from the English text to the user's language. Absent in English. */
  readonly translations?: Readonly<Record<string, string>>;
}

interface DeltaMessage {
  readonly kind: "delta";
  readonly sequence: number;
  readonly changes: readonly ViewChange[];
}

export type ViewChange =
  | { readonly kind: "state"; readonly state: CallState }
  | { readonly kind: "replies"; readonly appended: readonly ReplySummary[] }
  /** What the rules found in replies sent before they were checked. */
  | { readonly kind: "problems"; readonly found: readonly LateProblems[] }
  | { readonly kind: "cut"; readonly cutReplies: number }
  | { readonly kind: "task"; readonly task: TaskView }
  | { readonly kind: "progress"; readonly progress: ProgressView }
  | { readonly kind: "members"; readonly members: MembersView }
  | { readonly kind: "questions"; readonly questions: readonly QuestionsView[] }
  | { readonly kind: "size"; readonly sizeBytes: number; readonly limitBytes: number };

export interface LateProblems {
  /** Of the reply. */
  readonly sequence: number;
  readonly problems: ProblemCount;
}

/** The one answer to a request of the page. */
type ResponseMessage =
  | { readonly kind: "response"; readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly kind: "response"; readonly id: number; readonly ok: false; readonly message: string };

// #endregion

// #region From the page to the host

export type PageMessage = ReadyMessage | SnapshotWantedMessage | PageRequest;

/** The page has been made and knows nothing. */
interface ReadyMessage {
  readonly kind: "ready";
}

/** A delta is missing after `lastSequence`. */
interface SnapshotWantedMessage {
  readonly kind: "snapshot-wanted";
  readonly lastSequence: number;
}

export type PageRequest = {
  [Name in RequestName]: {
    readonly kind: "request";
    readonly id: number;
    readonly name: Name;
    readonly params: RequestTable[Name]["params"];
  };
}[RequestName];

export type RequestName = keyof RequestTable;

/** Each request of the page: what it carries and what it is answered with. */
export interface RequestTable {
  /** The text of one reply and the problems the rules find in it. */
  "read-reply": { params: ReplyReference; result: BodyText };
  /** The text that was sent. */
  "read-request": { params: Nothing; result: BodyText };
  /** The replies whose text holds `query`, in any letter case. */
  search: { params: { readonly query: string }; result: SearchResult };
  "copy-text": { params: { readonly text: string }; result: Nothing };
  /** The whole text of a reply, as received. */
  "copy-reply": { params: ReplyReference; result: Nothing };
  "save-reply": { params: ReplyReference; result: Nothing };
  "open-reply": { params: ReplyReference; result: Nothing };
  "open-request": { params: Nothing; result: Nothing };
  "reveal-request": { params: Nothing; result: Nothing };
  "cancel-call": { params: Nothing; result: Nothing };
  /** Sends the request once more. */
  resend: { params: Nothing; result: Nothing };
  "subscribe-task": { params: TaskReference; result: Nothing };
  "get-task": { params: TaskReference; result: Nothing };
  "cancel-task": { params: TaskReference; result: Nothing };
  /** Opens a draft of the next message of a context. */
  "continue-context": { params: ContextReference; result: Nothing };
  /** Answers an MCP `input_required` result or an A2A task in the state input required. */
  "answer-input": { params: InputAnswer; result: Nothing };
  /** Writes an expectation on the value at `path` into the request file. */
  "add-expectation": { params: ValueReference & { readonly valueText: string }; result: Nothing };
  /** Writes a captured variable for the value at `path` into the request file. */
  "add-capture": { params: ValueReference; result: Nothing };
  /** Lets the user choose a tool of the same server, and opens a draft of its call. */
  "call-tool": { params: Nothing; result: Nothing };
  /** Compares the call with the one before it of the same request. */
  "compare-previous": { params: Nothing; result: Nothing };
  /** Lets the user choose what to compare a reply with. */
  "compare-reply": { params: ReplyReference; result: Nothing };
}

type Nothing = Readonly<Record<string, never>>;

interface ReplyReference {
  /** Sequence number of the reply. */
  readonly reply: number;
}

interface ValueReference extends ReplyReference {
  /** RFC 9535, from the root of the reply's text. */
  readonly path: string;
}

export interface TaskReference {
  readonly taskId: string;
}

export interface ContextReference {
  readonly contextId: string;
  /** Absent to begin another task in the context. */
  readonly taskId?: string;
}

export interface InputAnswer {
  /** Sequence number of the reply that asks. */
  readonly reply: number;
  /** MCP: a JSON object of question keys and results. A2A: the text of the message. */
  readonly answer: string;
}

export interface BodyText {
  /** At most `maxBodyCharacters`. */
  readonly text: string;
  /** How many UTF-16 units were left off the end. */
  readonly cutCharacters: number;
  readonly problems: readonly BodyProblem[];
}

export type BodyProblem = Pick<Problem, "code" | "severity" | "message" | "section" | "range">;

export interface SearchResult {
  /** Sequence numbers of matching replies, rising. */
  readonly replies: readonly number[];
  /** True when the search stopped at its limit. */
  readonly isCut: boolean;
}

// #endregion

/** Longest text of a reply that goes to the page, in UTF-16 units. The rest can be saved or opened as a document. */
export const maxBodyCharacters = 2_000_000;

/** How long the page waits for the response to a request. A dialog such as "save as" may stay open this long. */
export const requestTimeoutMs = 120_000;

/** Longest search text. */
export const maxQueryCharacters = 500;
