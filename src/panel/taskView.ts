import type { AssembledArtifact, AssembledTask, StreamOddity } from "../exchange/assembledTask.ts";
import { endsStream } from "../protocol/a2a/taskState.ts";
import type { ArtifactView, StreamMark, TaskView, TransitionView } from "./callView.ts";
import { partsText } from "./replyContent.ts";

/** Bounds of what the page is sent each time the task changes. */
const maxTransitions = 100;
const maxArtifacts = 50;
const maxArtifactTextCharacters = 20_000;
const maxTaskTextCharacters = 60_000;
const maxMarks = 100;

/** The assembled task as the panel shows it, or undefined when the replies hold none. */
export function taskView(task: AssembledTask, hasCallEnded: boolean): TaskView | undefined {
  const last = task.transitions.at(-1);
  if (task.taskId === undefined || last === undefined) return undefined;
  const isOpen = !endsStream(last.state);
  const { transitions, cutTransitions } = boundedTransitions(task.transitions);
  return {
    taskId: task.taskId,
    ...(task.contextId !== undefined && { contextId: task.contextId }),
    state: last.state,
    isOpen: isOpen || isInterrupted(last.state),
    transitions,
    cutTransitions,
    artifacts: artifactViews(task.artifacts, hasCallEnded),
    cutArtifacts: Math.max(0, task.artifacts.length - maxArtifacts),
    marks: task.oddities.slice(0, maxMarks).map(markOf),
    canResume: hasCallEnded && isOpen,
  };
}

function isInterrupted(state: string): boolean {
  return state === "TASK_STATE_INPUT_REQUIRED" || state === "TASK_STATE_AUTH_REQUIRED";
}

function boundedTransitions(all: readonly TransitionView[]): Pick<TaskView, "transitions" | "cutTransitions"> {
  if (all.length <= maxTransitions) return { transitions: all, cutTransitions: 0 };
  const half = maxTransitions / 2;
  return { transitions: [...all.slice(0, half), ...all.slice(-half)], cutTransitions: all.length - maxTransitions };
}

function artifactViews(artifacts: readonly AssembledArtifact[], hasCallEnded: boolean): readonly ArtifactView[] {
  let left = maxTaskTextCharacters;
  return artifacts.slice(0, maxArtifacts).map((artifact) => {
    const { text, isCut } = partsText(artifact.parts, Math.min(left, maxArtifactTextCharacters));
    left -= text.length;
    return {
      artifactId: artifact.artifactId,
      ...(artifact.name !== undefined && { name: artifact.name }),
      text,
      isCut: isCut || artifact.cutParts > 0,
      chunks: artifact.chunks,
      state: artifact.isComplete ? "complete" : hasCallEnded ? "unfinished" : "growing",
      firstSequence: artifact.firstSequence,
      lastSequence: artifact.lastSequence,
    };
  });
}

const oddityMessages: Readonly<Record<StreamOddity["kind"], string>> = {
  "no-task": "The stream began with an update: the task itself was not seen, so replies may be missing.",
  "append-without-start": "This piece appends to an artifact whose start was not seen: a piece is missing.",
  "after-last-chunk": "This piece came after the artifact's last one.",
  "other-task": "This item belongs to another task than the first.",
  duplicate: "This reply repeats an earlier one, and is left out of the task.",
};

function markOf(oddity: StreamOddity): StreamMark {
  return { sequence: oddity.sequence, message: oddityMessages[oddity.kind] };
}
