import { answeredRequest } from "../exchange/answeredRequest.ts";
import { createProgressReader } from "../exchange/assembledProgress.ts";
import { createTaskAssembly, type TaskAssembly } from "../exchange/assembledTask.ts";
import { boundedMap } from "../exchange/boundedMap.ts";
import type { CallEnd, CallEvent, CallReply, CallSent } from "../exchange/callEvent.ts";
import type { AnsweredRequest } from "../protocol/binding/checkRequest.ts";
import type { CallHeader } from "../runner/record/transcript.ts";
import { BroadcastMembers } from "./broadcastMembers.ts";
import { type AnsweredKind, endedState } from "./callState.ts";
import type {
  CallState,
  CallView,
  HeaderView,
  ProblemCount,
  ProgressView,
  QuestionsView,
  ReplyMark,
  ReplySummary,
  TaskView,
} from "./callView.ts";
import { errorCodesOf } from "./failureView.ts";
import { questionsOf } from "./inputQuestions.ts";
import type { BodyProblem, LateProblems, ViewChange } from "./messages.ts";
import { isEmptyResult, protocolMessageOf } from "./replyContent.ts";
import { replyProblems } from "./replyProblems.ts";
import { summarize } from "./replySummary.ts";
import { sentRequest } from "./sentRequest.ts";
import { taskView } from "./taskView.ts";

/** Rows the panel keeps. Later replies are counted; they are in the transcript. */
const maxRows = 20_000;

/** In a broadcast each member's stream is a task of its own: the newest of so many are followed. */
const maxTasks = 100;

/** Members whose questions are shown with a form each. */
const maxAsking = 20;

/** Replies named whose progress did not grow. */
const maxNotIncreasing = 50;

export interface CallModelOptions {
  readonly isRecord: boolean;
}

/** Turns the events of one call into what the panel draws, and into the changes since the last look. */
export class CallModel {
  readonly #header: CallHeader;
  readonly #isRecord: boolean;
  readonly #tasks = boundedMap<string, TaskAssembly>(maxTasks);
  readonly #progressReader = createProgressReader();
  readonly #replies: ReplySummary[] = [];
  readonly #members: BroadcastMembers | undefined;
  #size: Pick<HeaderView, "sizeBytes" | "limitBytes">;
  #request: AnsweredRequest | undefined;
  #state: CallState = { kind: "waiting" };
  #progress: ProgressView | undefined;
  readonly #questions = new Map<string, QuestionsView>();
  #firstSender: string | undefined;
  #hasContent = false;
  #lastSequence = 0;
  #unchecked: CallReply[] = [];
  #nextUnchecked = 0;
  #lateProblems: LateProblems[] = [];
  #seenRows = 0;
  readonly #changed = new Set<ViewChange["kind"]>();

  constructor(header: CallHeader, options: CallModelOptions) {
    this.#header = header;
    this.#isRecord = options.isRecord;
    this.#size = sizeOf(header);
    if (options.isRecord) this.#state = { kind: "unknown-end" };
    const isBroadcast = header.transport === "chat" && header.mention === undefined;
    if (isBroadcast) this.#members = new BroadcastMembers();
  }

  /** Takes in the names of the members of a group that serve the protocol, once they are known. */
  expectMembers(members: readonly string[]): void {
    this.#members?.expect(members);
    this.#changed.add("members");
  }

  add(event: CallEvent): void {
    if (event.event === "sent") this.#addSent(event);
    else if (event.event === "reply") this.#addReply(event);
    else this.#addEnd(event);
  }

  /**
   * Applies the rules to replies that have not been checked, while `hasTime` says so: thousands of them take seconds, and
   * the list need not wait for it. Returns true when some are left.
   */
  checkReplies(hasTime: () => boolean): boolean {
    while (this.#nextUnchecked < this.#unchecked.length && hasTime()) {
      const reply = this.#unchecked[this.#nextUnchecked++];
      if (reply) this.#check(reply);
    }
    if (this.#nextUnchecked < this.#unchecked.length) return true;
    this.#unchecked = [];
    this.#nextUnchecked = 0;
    return false;
  }

  /** What the rules find in one reply of this call. */
  problemsOf(reply: CallReply): readonly BodyProblem[] {
    return replyProblems(this.#header, this.#request, reply);
  }

  get view(): CallView {
    const task = this.#taskView();
    return {
      header: this.#headerView(),
      state: this.#state,
      replies: this.#replies,
      cutReplies: this.#cutReplies,
      ...(task && { task }),
      ...(this.#progress && { progress: this.#progress }),
      ...(this.#isBroadcast && this.#members && { members: this.#members.view }),
      ...(this.#questions.size > 0 && { questions: [...this.#questions.values()] }),
    };
  }

  /** What has changed since the last time, the oldest first; the page is then up to date. */
  takeChanges(): readonly ViewChange[] {
    const changes = [...this.#changed].flatMap((kind) => this.#change(kind));
    this.#changed.clear();
    this.#lateProblems = [];
    this.#seenRows = this.#replies.length;
    return changes;
  }

  #addSent(sent: CallSent): void {
    const request = sentRequest(sent.text);
    if (request) {
      const { id, method } = answeredRequest(request.json);
      this.#request = { id: id ?? undefined, method };
    }
    const size = sizeOf(sent);
    if (size.sizeBytes === undefined) return;
    this.#size = size;
    this.#changed.add("size");
  }

  #addReply(reply: CallReply): void {
    const cutBefore = this.#cutReplies;
    this.#firstSender ??= reply.senderId;
    this.#lastSequence = Math.max(this.#lastSequence, reply.sequence);
    const marks = [...this.#addToTask(reply), ...this.#addProgress(reply)];
    if (this.#replies.length < maxRows) {
      this.#replies.push(summarize(this.#header, reply, marks));
      this.#unchecked.push(reply);
      this.#changed.add("replies");
    }
    if (this.#cutReplies !== cutBefore) this.#changed.add("cut");
    this.#addContent(reply);
    if (this.#state.kind === "waiting") {
      this.#state = { kind: "streaming" };
      this.#changed.add("state");
    }
  }

  #check(reply: CallReply): void {
    const problems = countProblems(this.problemsOf(reply));
    if (problems.errors + problems.warnings === 0) return;
    const index = this.#replies.findLastIndex((row) => row.sequence === reply.sequence);
    const row = this.#replies[index];
    if (!row) return;
    this.#replies[index] = { ...row, problems };
    if (index >= this.#seenRows) return;
    this.#lateProblems.push({ sequence: reply.sequence, problems });
    this.#changed.add("problems");
  }

  #addToTask(reply: CallReply): readonly ReplyMark[] {
    const task = this.#taskOf(reply.senderId);
    this.#changed.add("task");
    return task.add(reply).flatMap(({ kind }) => (kind === "duplicate" || kind === "no-task" ? [] : [kind]));
  }

  /** The replies of one call belong to one task, but for a broadcast, where each member has one. */
  #taskOf(senderId: string): TaskAssembly {
    const key = this.#isBroadcast ? senderId : "";
    const known = this.#tasks.get(key);
    if (known) return known;
    const begun = createTaskAssembly();
    this.#tasks.set(key, begun);
    return begun;
  }

  #addProgress(reply: CallReply): readonly ReplyMark[] {
    const step = this.#progressReader.read(reply);
    if (!step) return [];
    const { isIncreasing, ...progress } = step;
    const before = this.#progress?.notIncreasing ?? [];
    const isNoted = !isIncreasing && before.length < maxNotIncreasing;
    this.#progress = {
      ...progress,
      ...(this.#isBroadcast && { member: reply.sender }),
      notIncreasing: isNoted ? [...before, reply.sequence] : before,
    };
    this.#changed.add("progress");
    return isIncreasing ? [] : ["progress-not-increasing"];
  }

  #addContent(reply: CallReply): void {
    this.#addQuestions(reply);
    const message = protocolMessageOf(reply);
    if (message.kind === "result") this.#hasContent ||= !isEmptyResult(message.result);
    else if (message.kind !== "notification") this.#hasContent = true;
    this.#members?.add(reply);
    this.#changed.add("members");
  }

  #addQuestions(reply: CallReply): void {
    const questions = questionsOf(reply);
    const key = this.#isBroadcast ? reply.senderId : "";
    if (!questions || (this.#questions.size >= maxAsking && !this.#questions.has(key))) return;
    this.#questions.set(key, { ...questions, ...(this.#isBroadcast && { member: reply.sender }) });
    this.#changed.add("questions");
  }

  #addEnd(end: CallEnd): void {
    this.#state = endedState(errorCodesOf(this.#header), end, this.#answeredKind);
    this.#changed.add("state");
    this.#changed.add("task");
    this.#changed.add("members");
  }

  /** Replies are numbered without gaps, so the last number tells how many there were. */
  get #cutReplies(): number {
    return this.#lastSequence - this.#replies.length;
  }

  get #hasEnded(): boolean {
    return this.#state.kind !== "waiting" && this.#state.kind !== "streaming";
  }

  /** A call without a mention is a broadcast only in a group, where each sender is a member. */
  get #isBroadcast(): boolean {
    if (!this.#members) return false;
    return this.#firstSender?.startsWith("#") ?? this.#members.view.isExpectationKnown;
  }

  /** In a broadcast the members' states tell who asks for input. */
  get #answeredKind(): AnsweredKind {
    if (this.#questions.size > 0 && !this.#isBroadcast) return "asks-for-input";
    return this.#hasContent ? "answered" : "answered-empty";
  }

  #headerView(): HeaderView {
    const { id, name, target, targetTitle, transport, protocol, version, method, core, mention } = this.#header;
    return {
      id,
      name,
      target,
      transport,
      protocol,
      core,
      startedAtMs: Date.parse(this.#header.startedAt),
      waitMs: this.#isBroadcast ? this.#header.waitMs : this.#header.timeoutMs,
      hasSource: this.#header.file !== undefined,
      isRecord: this.#isRecord,
      ...(targetTitle !== undefined && { targetTitle }),
      ...(version !== undefined && { version }),
      ...(method !== undefined && { method }),
      ...(mention !== undefined && { mention }),
      ...this.#size,
    };
  }

  #taskView(): TaskView | undefined {
    if (this.#header.protocol !== "a2a" || this.#isBroadcast) return undefined;
    const assembly = this.#tasks.get("");
    return assembly && taskView(assembly.task, this.#hasEnded);
  }

  #change(kind: ViewChange["kind"]): ViewChange[] {
    switch (kind) {
      case "state":
        return [{ kind, state: this.#state }];
      case "replies":
        return [{ kind, appended: this.#replies.slice(this.#seenRows) }];
      case "problems":
        return [{ kind, found: this.#lateProblems }];
      case "cut":
        return [{ kind, cutReplies: this.#cutReplies }];
      case "task": {
        const task = this.#taskView();
        return task ? [{ kind, task }] : [];
      }
      case "progress":
        return this.#progress ? [{ kind, progress: this.#progress }] : [];
      case "members":
        return this.#isBroadcast && this.#members ? [{ kind, members: this.#members.view }] : [];
      case "questions":
        return this.#questions.size > 0 ? [{ kind, questions: [...this.#questions.values()] }] : [];
      case "size": {
        const { sizeBytes, limitBytes } = this.#size;
        return sizeBytes === undefined || limitBytes === undefined ? [] : [{ kind, sizeBytes, limitBytes }];
      }
    }
  }
}

function countProblems(problems: readonly BodyProblem[]): ProblemCount {
  const count = (severity: BodyProblem["severity"]): number =>
    problems.filter((problem) => problem.severity === severity).length;
  return { errors: count("error"), warnings: count("warning") };
}

function sizeOf(source: CallHeader | CallSent): Pick<HeaderView, "sizeBytes" | "limitBytes"> {
  const { sizeBytes, limitBytes } = source;
  return { ...(sizeBytes !== undefined && { sizeBytes }), ...(limitBytes !== undefined && { limitBytes }) };
}
