import type { JsonObject } from "../protocol/json/jsonObject.ts";
import { isObject } from "../protocol/json/jsonObject.ts";
import type { CallReply } from "./callEvent.ts";

/** What the items of an A2A stream amount to. Parts stay as received. */
export interface AssembledTask {
  readonly taskId?: string;
  readonly contextId?: string;
  /** The states in order, each with the reply that brought it; a state repeated in a row stands once. */
  readonly transitions: readonly TaskTransition[];
  /** In the order of their first appearance. */
  readonly artifacts: readonly AssembledArtifact[];
  /** Lone messages and the messages of states, as received. */
  readonly messages: readonly unknown[];
  readonly oddities: readonly StreamOddity[];
}

interface TaskTransition {
  readonly state: string;
  /** Of the reply, 1 for the first. */
  readonly sequence: number;
  readonly elapsedMs: number;
}

export interface AssembledArtifact {
  readonly artifactId: string;
  readonly name?: string;
  readonly parts: readonly unknown[];
  /** How many replies brought a piece of it. */
  readonly chunks: number;
  /** True after `lastChunk`, and for an artifact of a whole task. */
  readonly isComplete: boolean;
  /** The first and last replies that brought a piece of it. */
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Parts left out because the artifact grew above `maxArtifactCharacters`. */
  readonly cutParts: number;
}

/** Replies that append to one artifact are kept up to this many characters together; the rest is counted. */
export const maxArtifactCharacters = 4_000_000;

/** What does not fit in the stream, with the reply in which it shows. */
export interface StreamOddity {
  readonly kind: /** The stream began with an update: its task was not seen (a2a#3.1.2). */
    | "no-task"
    /** An update appends to an artifact of which nothing was seen. */
    | "append-without-start"
    /** A piece of an artifact after its last one. */
    | "after-last-chunk"
    /** An item of another task than the first. */
    | "other-task"
    /** The same text a second time: left out of the assembly. */
    | "duplicate";
  readonly sequence: number;
}

/** A task as it grows: each reply is taken in once, so that a long stream can be shown while it arrives. */
export interface TaskAssembly {
  /** Returns what does not fit in the stream because of this reply. */
  add(reply: CallReply): readonly StreamOddity[];
  /** What the replies so far amount to. Its lists grow with the stream. */
  readonly task: AssembledTask;
}

interface Assembly {
  taskId: string | undefined;
  contextId: string | undefined;
  hasTask: boolean;
  readonly transitions: TaskTransition[];
  readonly artifacts: Map<string, GrowingArtifact>;
  readonly messages: unknown[];
  readonly oddities: StreamOddity[];
}

interface GrowingArtifact extends AssembledArtifact {
  readonly parts: unknown[];
  chunks: number;
  isComplete: boolean;
  lastSequence: number;
  cutParts: number;
  characters: number;
}

/** Builds the task of an A2A stream from its replies, in order. Replies that are no items of a stream are passed over. */
export function assembleTask(replies: readonly CallReply[]): AssembledTask {
  const assembly = createTaskAssembly();
  for (const reply of replies) assembly.add(reply);
  return assembly.task;
}

/** Begins the assembly of a stream whose replies come one by one. */
export function createTaskAssembly(): TaskAssembly {
  const assembly: Assembly = {
    taskId: undefined,
    contextId: undefined,
    hasTask: false,
    transitions: [],
    artifacts: new Map(),
    messages: [],
    oddities: [],
  };
  return {
    add(reply) {
      const before = assembly.oddities.length;
      addReply(assembly, reply);
      return assembly.oddities.slice(before);
    },
    get task() {
      return {
        ...(assembly.taskId !== undefined && { taskId: assembly.taskId }),
        ...(assembly.contextId !== undefined && { contextId: assembly.contextId }),
        transitions: assembly.transitions,
        artifacts: [...assembly.artifacts.values()].map(({ characters: _, ...artifact }) => artifact),
        messages: assembly.messages,
        oddities: assembly.oddities,
      };
    },
  };
}

function addReply(assembly: Assembly, reply: CallReply): void {
  const result = isObject(reply.json) ? reply.json["result"] : undefined;
  if (!isObject(result)) return;
  if (reply.notes.includes("duplicate")) {
    assembly.oddities.push({ kind: "duplicate", sequence: reply.sequence });
    return;
  }
  if (isObject(result["task"])) addTask(assembly, result["task"], reply);
  // The result of `GetTask` and `CancelTask` is the task itself.
  else if (typeof result["id"] === "string" && isObject(result["status"])) addTask(assembly, result, reply);
  else if (isObject(result["message"])) assembly.messages.push(result["message"]);
  else if (isObject(result["statusUpdate"])) addStatusUpdate(assembly, result["statusUpdate"], reply);
  else if (isObject(result["artifactUpdate"])) addArtifactUpdate(assembly, result["artifactUpdate"], reply);
}

function addTask(assembly: Assembly, task: JsonObject, reply: CallReply): void {
  assembly.hasTask = true;
  noteIdentity(assembly, task["id"], task["contextId"], reply);
  addStatus(assembly, task["status"], reply);
  if (!Array.isArray(task["artifacts"])) return;
  for (const artifact of task["artifacts"]) {
    if (isObject(artifact)) putArtifact(assembly, artifact, true, reply);
  }
}

function addStatusUpdate(assembly: Assembly, update: JsonObject, reply: CallReply): void {
  noteMissingTask(assembly, reply);
  noteIdentity(assembly, update["taskId"], update["contextId"], reply);
  addStatus(assembly, update["status"], reply);
}

function addStatus(assembly: Assembly, status: unknown, reply: CallReply): void {
  if (!isObject(status)) return;
  const state = String(status["state"] ?? "TASK_STATE_UNSPECIFIED");
  if (assembly.transitions.at(-1)?.state !== state) {
    assembly.transitions.push({ state, sequence: reply.sequence, elapsedMs: reply.elapsedMs });
  }
  if (isObject(status["message"])) assembly.messages.push(status["message"]);
}

function addArtifactUpdate(assembly: Assembly, update: JsonObject, reply: CallReply): void {
  noteMissingTask(assembly, reply);
  noteIdentity(assembly, update["taskId"], update["contextId"], reply);
  const artifact = update["artifact"];
  if (!isObject(artifact)) return;
  const isLastChunk = update["lastChunk"] === true;
  const known = assembly.artifacts.get(String(artifact["artifactId"]));
  if (known?.isComplete) assembly.oddities.push({ kind: "after-last-chunk", sequence: reply.sequence });
  if (update["append"] !== true) {
    putArtifact(assembly, artifact, isLastChunk, reply);
    return;
  }
  if (known === undefined) {
    assembly.oddities.push({ kind: "append-without-start", sequence: reply.sequence });
    putArtifact(assembly, artifact, isLastChunk, reply);
    return;
  }
  const parts = partsOf(artifact);
  known.characters += reply.text.length;
  if (known.characters <= maxArtifactCharacters) known.parts.push(...parts);
  else known.cutParts += parts.length;
  known.chunks++;
  known.isComplete ||= isLastChunk;
  known.lastSequence = reply.sequence;
}

function putArtifact(assembly: Assembly, artifact: JsonObject, isComplete: boolean, reply: CallReply): void {
  const artifactId = String(artifact["artifactId"]);
  assembly.artifacts.set(artifactId, {
    artifactId,
    ...(typeof artifact["name"] === "string" && { name: artifact["name"] }),
    parts: [...partsOf(artifact)],
    chunks: 1,
    isComplete,
    firstSequence: reply.sequence,
    lastSequence: reply.sequence,
    cutParts: 0,
    characters: reply.text.length,
  });
}

function partsOf(artifact: JsonObject): readonly unknown[] {
  return Array.isArray(artifact["parts"]) ? artifact["parts"] : [];
}

function noteMissingTask(assembly: Assembly, reply: CallReply): void {
  if (!assembly.hasTask && !assembly.oddities.some((oddity) => oddity.kind === "no-task")) {
    assembly.oddities.push({ kind: "no-task", sequence: reply.sequence });
  }
}

function noteIdentity(assembly: Assembly, taskId: unknown, contextId: unknown, reply: CallReply): void {
  if (typeof taskId === "string") {
    if (assembly.taskId === undefined) assembly.taskId = taskId;
    else if (assembly.taskId !== taskId) assembly.oddities.push({ kind: "other-task", sequence: reply.sequence });
  }
  if (typeof contextId === "string") assembly.contextId ??= contextId;
}
