import type {
  ArtifactView,
  CallView,
  MembersView,
  ProgressView,
  QuestionsView,
  StreamMark,
  TaskView,
} from "../callView.ts";
import { taskStateName } from "../taskState.ts";
import { memberAppearance } from "./appearance.ts";
import { formatCount, formatDuration } from "./duration.ts";
import { button, element, icon, redraw } from "./element.ts";
import { appendMarked, markedPlain } from "./markedText.ts";
import type { PageContext } from "./pageContext.ts";
import { QuestionForm } from "./questionForm.ts";
import { t } from "./translate.ts";

/** What the replies amount to, beside the list: questions, the task, the progress, the members. */
export class SidePane {
  readonly element = element("aside", {
    class: "side-pane",
    attributes: { "aria-label": t("What the replies amount to") },
  });
  readonly #context: PageContext;
  readonly #questions = element("div");
  /** By the reply that asks: an answer half written survives every later change of the view. */
  readonly #forms = new Map<number, QuestionForm>();
  readonly #progress = element("section", { class: "pane-section" });
  readonly #members = element("section", { class: "pane-section" });
  readonly #task = element("section", { class: "pane-section" });

  constructor(context: PageContext) {
    this.#context = context;
    this.element.append(this.#questions, this.#progress, this.#members, this.#task);
  }

  /** Another call is on show: what was written for the one before is gone. */
  reset(): void {
    for (const form of this.#forms.values()) form.element.remove();
    this.#forms.clear();
  }

  show(view: CallView): void {
    const questions = view.header.isRecord ? [] : (view.questions ?? []);
    this.#showForms(questions);
    drawSection(this.#progress, view.progress && progressContent(view.progress, this.#context));
    drawSection(this.#members, view.members && membersContent(view.members, this.#context));
    drawSection(this.#task, view.task && taskContent(view.task, this.#context));
    this.element.hidden = questions.length === 0 && !view.progress && !view.members && !view.task;
  }

  #showForms(asked: readonly QuestionsView[]): void {
    const wanted = new Set(asked.map(({ sequence }) => sequence));
    for (const [sequence, form] of this.#forms) {
      if (wanted.has(sequence)) continue;
      form.element.remove();
      this.#forms.delete(sequence);
    }
    for (const questions of asked) {
      if (this.#forms.has(questions.sequence)) continue;
      const form = new QuestionForm(questions, this.#context);
      this.#forms.set(questions.sequence, form);
      this.#questions.append(form.element);
    }
  }
}

function drawSection(section: HTMLElement, content: readonly Node[] | undefined): void {
  section.hidden = !content;
  redraw(section, ...(content ?? []));
}

function heading(text: string): HTMLElement {
  return element("h2", { class: "pane-heading", text });
}

function progressContent(progress: ProgressView, context: PageContext): Node[] {
  const { progress: value, total } = progress;
  const numbers = total === undefined ? formatCount(value) : t("{0} of {1}", formatCount(value), formatCount(total));
  const attributes: Record<string, string> = {
    role: "progressbar",
    "aria-label": t("Progress"),
    "aria-valuetext": numbers,
  };
  const fill = element("span", { class: "progress-fill" });
  if (total !== undefined && total > 0) {
    attributes["aria-valuemin"] = "0";
    attributes["aria-valuemax"] = String(total);
    attributes["aria-valuenow"] = String(Math.min(value, total));
    fill.style.width = `${Math.max(0, Math.min(100, (value / total) * 100))}%`;
  } else fill.classList.add("indeterminate");
  const bar = element("div", { class: "progress-bar", attributes }, fill);
  const title = element("h2", { class: "pane-heading" }, element("span", { text: t("Progress") }));
  if (progress.member !== undefined) title.append(memberName(progress.member));
  const text = element("div", { class: "progress-text" }, element("span", { text: numbers }));
  if (progress.message !== undefined) {
    const message = element("bdi");
    appendMarked(message, progress.message);
    text.append(message);
  }
  return [title, bar, text, ...notIncreasingNotice(progress, context)];
}

function notIncreasingNotice({ notIncreasing }: ProgressView, context: PageContext): HTMLElement[] {
  if (notIncreasing.length === 0) return [];
  const message = t("This progress did not grow, though MCP wants each step above the one before it.");
  const marks = notIncreasing.map((sequence) => ({ sequence, message }));
  return [markList(marks, t("What is wrong with the progress"), context)];
}

/** Whose part of a broadcast something is. */
function memberName(member: string): HTMLElement {
  const name = element("bdi", { class: "pane-member" });
  appendMarked(name, member);
  return name;
}

function membersContent(members: MembersView, context: PageContext): Node[] {
  const table = element("table", { class: "members" });
  const head = element("tr");
  for (const title of [t("Member"), t("Answer"), t("Replies"), t("After")]) {
    head.append(element("th", { text: title, attributes: { scope: "col" } }));
  }
  table.append(element("thead", {}, head));
  const body = element("tbody");
  for (const row of members.rows) {
    const name = element("bdi");
    appendMarked(name, row.member);
    const { icon: iconName, text, tone } = memberAppearance[row.state];
    const state = element(
      "span",
      { class: `member-state ${tone}` },
      icon(iconName),
      element("span", { text: t(text) }),
    );
    const { lastSequence } = row;
    const replies =
      lastSequence === undefined
        ? element("span", { text: "0" })
        : button({
            label: formatCount(row.replies),
            focusKey: `member-${row.member}`,
            onPress: () => context.showReply(lastSequence),
          });
    if (replies instanceof HTMLButtonElement) {
      replies.className = "link-button";
      replies.setAttribute(
        "aria-label",
        t("Show the last of {0} replies from {1}", row.replies, markedPlain(row.member)),
      );
    }
    const after = row.elapsedMs === undefined ? "" : formatDuration(row.elapsedMs);
    body.append(
      element(
        "tr",
        {},
        element("th", { attributes: { scope: "row" } }, name),
        element("td", {}, state),
        element("td", {}, replies),
        element("td", { text: after }),
      ),
    );
  }
  table.append(body);
  return [heading(t("Members")), element("p", { class: "hint", text: membersSummary(members) }), table];
}

function membersSummary({ rows, isExpectationKnown }: MembersView): string {
  const asking = rows.filter(({ state }) => state === "asks-for-input").length;
  const answered = rows.filter(({ state }) => /^answered/.test(state)).length;
  const sentences = [
    isExpectationKnown
      ? t("{0} of {1} members have answered.", answered, rows.length)
      : t("{0} members have answered. Which members serve the protocol is not known.", answered),
    ...(asking > 0 ? [t("Asking for input: {0}.", asking)] : []),
  ];
  return sentences.join(" ");
}

function taskContent(task: TaskView, context: PageContext): Node[] {
  const id = element("code", { class: "task-id" });
  appendMarked(id, task.taskId);
  const content: Node[] = [heading(t("Task")), id, stateLine(task, context), taskActions(task, context)];
  if (task.marks.length > 0) content.push(markList(task.marks, t("What is wrong with the stream"), context));
  if (task.artifacts.length > 0) content.push(element("h3", { class: "pane-subheading", text: t("Artifacts") }));
  for (const artifact of task.artifacts) content.push(artifactView(artifact, context));
  if (task.cutArtifacts > 0) {
    content.push(
      element("p", {
        class: "hint",
        text: t("{0} more artifacts are only in the list of replies.", task.cutArtifacts),
      }),
    );
  }
  return content;
}

/** Every state the task went through, in order. */
function stateLine(task: TaskView, context: PageContext): HTMLElement {
  const line = element("ol", { class: "state-line", attributes: { "aria-label": t("States of the task") } });
  const half = Math.ceil(task.transitions.length / 2);
  task.transitions.forEach((transition, index) => {
    if (task.cutTransitions > 0 && index === half) {
      line.append(element("li", { class: "hint", text: t("{0} more changes", formatCount(task.cutTransitions)) }));
    }
    const label = element("span");
    appendMarked(label, taskStateName(transition.state));
    const made = button({
      label: "",
      focusKey: `transition-${transition.sequence}-${index}`,
      onPress: () => context.showReply(transition.sequence),
    });
    made.className = `state-step ${stateTone(transition.state)}`;
    made.title = t("Show reply {0}", transition.sequence);
    made.replaceChildren(
      icon(stateIcon(transition.state, index === task.transitions.length - 1)),
      label,
      element("span", { class: "state-time", text: `+${formatDuration(transition.elapsedMs)}` }),
    );
    line.append(element("li", {}, made));
  });
  return line;
}

function stateTone(state: string): string {
  switch (state) {
    case "TASK_STATE_COMPLETED":
      return "good";
    case "TASK_STATE_FAILED":
    case "TASK_STATE_REJECTED":
      return "bad";
    case "TASK_STATE_CANCELED":
    case "TASK_STATE_INPUT_REQUIRED":
    case "TASK_STATE_AUTH_REQUIRED":
      return "warning";
    default:
      return "busy";
  }
}

function stateIcon(state: string, isLast: boolean): string {
  switch (stateTone(state)) {
    case "good":
      return "pass-filled";
    case "bad":
      return "error";
    case "warning":
      return state === "TASK_STATE_CANCELED" ? "circle-slash" : "comment-unresolved";
    default:
      return isLast ? "circle-large-filled" : "circle-large";
  }
}

function taskActions(task: TaskView, context: PageContext): HTMLElement {
  const { taskId, contextId } = task;
  const actions = element("div", { class: "pane-actions" });
  if (task.canResume) {
    actions.append(
      button({
        label: t("Resume"),
        icon: "debug-continue",
        isPrimary: true,
        focusKey: "resume",
        onPress: () => context.act("subscribe-task", { taskId }),
      }),
    );
  }
  actions.append(
    button({
      label: t("Get"),
      icon: "cloud-download",
      focusKey: "get-task",
      onPress: () => context.act("get-task", { taskId }),
    }),
  );
  if (task.isOpen) {
    actions.append(
      button({
        label: t("Cancel task"),
        icon: "circle-slash",
        focusKey: "cancel-task",
        onPress: () => context.act("cancel-task", { taskId }),
      }),
    );
  }
  if (contextId !== undefined) {
    actions.append(
      button({
        label: t("Continue"),
        icon: "reply",
        focusKey: "continue",
        onPress: () => context.act("continue-context", task.isOpen ? { contextId, taskId } : { contextId }),
      }),
    );
  }
  return actions;
}

function markList(marks: readonly StreamMark[], label: string, context: PageContext): HTMLElement {
  const list = element("ul", { class: "problems", attributes: { "aria-label": label } });
  for (const mark of marks) {
    const show = button({
      label: t("Reply {0}", mark.sequence),
      focusKey: `mark-${mark.sequence}`,
      onPress: () => context.showReply(mark.sequence),
    });
    show.className = "link-button";
    const text = element("div", {}, element("span", { text: t(mark.message) }), show);
    list.append(element("li", { class: "problem warning" }, icon("warning"), text));
  }
  return list;
}

const artifactStates: Readonly<Record<ArtifactView["state"], { readonly icon: string; readonly text: string }>> = {
  complete: { icon: "file", text: "complete" },
  growing: { icon: "sync", text: "growing" },
  unfinished: { icon: "warning", text: "its last piece did not come" },
};

function artifactView(artifact: ArtifactView, context: PageContext): HTMLElement {
  const title = element("bdi", { class: "artifact-name" });
  appendMarked(title, artifact.name ?? artifact.artifactId);
  const pieces = artifact.chunks === 1 ? t("1 piece") : t("{0} pieces", formatCount(artifact.chunks));
  const show = button({
    label: `${pieces}, ${t(artifactStates[artifact.state].text)}`,
    focusKey: `artifact-${artifact.artifactId}`,
    onPress: () => context.showReply(artifact.lastSequence),
  });
  show.className = "link-button";
  show.title = t("Show reply {0}", artifact.lastSequence);
  const head = element("div", { class: "artifact-head" }, icon(artifactStates[artifact.state].icon), title, show);
  const text = element("pre", { class: "artifact-text", attributes: { tabindex: "0", role: "region" } });
  text.setAttribute("aria-label", t("Artifact {0}", markedPlain(artifact.name ?? artifact.artifactId)));
  text.dataset["focusKey"] = `artifact-text-${artifact.artifactId}`;
  appendMarked(text, artifact.text);
  const view = element("div", { class: "artifact" }, head, text);
  if (artifact.isCut) {
    view.append(element("p", { class: "hint", text: t("Only the start is shown. The replies hold the rest.") }));
  }
  return view;
}
