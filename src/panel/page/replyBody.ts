import { parseJsonText } from "../../protocol/json/jsonText.ts";
import type { ReplySummary } from "../callView.ts";
import type { BodyProblem, BodyText } from "../messages.ts";
import { formatCount } from "./duration.ts";
import { button, element, icon, redraw } from "./element.ts";
import { failureNotice } from "./failureNotice.ts";
import { JsonTreeView, type SelectedValue } from "./jsonTreeView.ts";
import { appendMarked, appendProse } from "./markedText.ts";
import type { PageContext } from "./pageContext.ts";
import { textView } from "./textView.ts";
import { t } from "./translate.ts";

/** Everything under the head of an open reply. The text is asked for here, when it is first shown. */
export function replyBody(reply: ReplySummary, context: PageContext, onLeave: () => void): HTMLElement {
  const body = element("div", { class: "reply-body" });
  if (reply.quote !== undefined) body.append(quoteLine(reply.quote));
  if (reply.failure) body.append(failureNotice(reply.failure));
  const content = element("div", { class: "reply-content" }, element("div", { class: "hint", text: t("Loading…") }));
  body.append(content);
  context.channel.request("read-reply", { reply: reply.sequence }).then(
    (text) => drawContent(content, reply, text, context, onLeave),
    (error: Error) => redraw(content, element("div", { class: "notice warning", text: error.message })),
  );
  return body;
}

function quoteLine(quote: string): HTMLElement {
  const text = element("span", { class: "quote-text" });
  appendMarked(text, quote);
  return element(
    "div",
    { class: "quote-line", attributes: { title: t("The command this reply quotes") } },
    icon("quote"),
    text,
  );
}

function drawContent(
  content: HTMLElement,
  reply: ReplySummary,
  body: BodyText,
  context: PageContext,
  onLeave: () => void,
): void {
  const root = body.cutCharacters === 0 ? parseJsonText(body.text).root : undefined;
  const isTree = root !== undefined && (root.kind === "object" || root.kind === "array") && context.bodyMode === "tree";
  const again = (mode: PageContext["bodyMode"]): void => {
    context.bodyMode = mode;
    drawContent(content, reply, body, context, onLeave);
  };
  const label = t("Reply {0}", reply.sequence);
  const selectedBar = element("div", { class: "selected-bar" });
  const onSelect = (value: SelectedValue): void => drawSelected(selectedBar, reply.sequence, value, context);
  const parts: Node[] = [];
  if (body.problems.length > 0) parts.push(problemList(body.problems));
  parts.push(bodyToolbar(reply, root === undefined ? undefined : isTree, again, context));
  if (isTree) {
    const tree = new JsonTreeView({ text: body.text, root, query: context.query, label, onSelect, onLeave });
    parts.push(selectedBar, tree.element);
  } else parts.push(textView(body.text, context.query, label));
  if (body.cutCharacters > 0) {
    const text = t(
      "{0} more characters are not shown here. Open or save the reply to see them.",
      formatCount(body.cutCharacters),
    );
    parts.push(element("div", { class: "hint", text }));
  }
  redraw(content, ...parts);
}

function bodyToolbar(
  reply: ReplySummary,
  isTree: boolean | undefined,
  show: (mode: PageContext["bodyMode"]) => void,
  context: PageContext,
): HTMLElement {
  const toolbar = element("div", {
    class: "body-toolbar",
    attributes: { role: "toolbar", "aria-label": t("Reply {0}", reply.sequence) },
  });
  if (isTree !== undefined) {
    const modes = element("div", { class: "segmented" });
    for (const mode of ["tree", "raw"] as const) {
      const made = button({
        label: mode === "tree" ? t("Tree") : t("Raw text"),
        focusKey: `mode-${reply.sequence}-${mode}`,
        onPress: () => show(mode),
      });
      made.setAttribute("aria-pressed", String((mode === "tree") === isTree));
      modes.append(made);
    }
    toolbar.append(modes);
  }
  const reference = { reply: reply.sequence };
  toolbar.append(
    element("span", { class: "spacer" }),
    element("span", { class: "hint", text: t("{0} characters", formatCount(reply.length)) }),
    button({
      label: t("Copy the whole reply"),
      icon: "copy",
      isIconOnly: true,
      focusKey: `copy-${reply.sequence}`,
      onPress: () => context.act("copy-reply", reference, t("Copied the reply.")),
    }),
    button({
      label: t("Open the reply as a document"),
      icon: "go-to-file",
      isIconOnly: true,
      focusKey: `open-${reply.sequence}`,
      onPress: () => context.act("open-reply", reference),
    }),
    button({
      label: t("Compare the reply"),
      icon: "diff",
      isIconOnly: true,
      focusKey: `compare-${reply.sequence}`,
      onPress: () => context.act("compare-reply", reference),
    }),
    button({
      label: t("Save the reply"),
      icon: "save",
      isIconOnly: true,
      focusKey: `save-${reply.sequence}`,
      onPress: () => context.act("save-reply", reference),
    }),
  );
  return toolbar;
}

/** The path of the value selected in a reply and what can be done with it. */
function drawSelected(bar: HTMLElement, reply: number, value: SelectedValue, context: PageContext): void {
  const path = element("code", { class: "selected-path" });
  appendMarked(path, value.path);
  const actions = element("div", { class: "selected-actions" });
  actions.append(
    button({
      label: t("Copy value"),
      icon: "copy",
      focusKey: "copy-value",
      onPress: () => context.act("copy-text", { text: value.plain }, t("Copied the value.")),
    }),
    button({
      label: t("Copy path"),
      icon: "symbol-key",
      focusKey: "copy-path",
      onPress: () => context.act("copy-text", { text: value.path }, t("Copied the path.")),
    }),
  );
  if (context.canWriteRequest) {
    if (value.isScalar) {
      actions.append(
        button({
          label: t("Expect"),
          icon: "beaker",
          focusKey: "expect",
          onPress: () =>
            context.act(
              "add-expectation",
              { reply, path: value.path, valueText: value.source },
              t("Wrote the expectation into the request."),
            ),
        }),
      );
    }
    actions.append(
      button({
        label: t("Capture"),
        icon: "symbol-variable",
        focusKey: "capture",
        onPress: () =>
          context.act("add-capture", { reply, path: value.path }, t("Wrote the captured variable into the request.")),
      }),
    );
  }
  redraw(bar, path, actions);
}

const severityIcons: Readonly<Record<BodyProblem["severity"], string>> = {
  error: "error",
  warning: "warning",
  information: "info",
  hint: "lightbulb",
};

function problemList(problems: readonly BodyProblem[]): HTMLElement {
  const list = element("ul", {
    class: "problems",
    attributes: { "aria-label": t("Problems the rules find in this reply") },
  });
  for (const problem of problems) {
    const message = element("span");
    appendProse(message, problem.message);
    const code = element("span", { class: "problem-code", text: `${problem.code} · ${problem.section}` });
    const item = element(
      "li",
      { class: `problem ${problem.severity}` },
      icon(severityIcons[problem.severity]),
      element("div", {}, message, code),
    );
    item.firstElementChild?.setAttribute("title", severityName(problem.severity));
    list.append(item);
  }
  return list;
}

function severityName(severity: BodyProblem["severity"]): string {
  switch (severity) {
    case "error":
      return t("Error");
    case "warning":
      return t("Warning");
    case "information":
      return t("Information");
    case "hint":
      return t("Hint");
  }
}
