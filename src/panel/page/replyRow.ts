import type { ReplySummary } from "../callView.ts";
import { quotedCommand } from "../quotedCommand.ts";
import { kindAppearance, markText, noteText } from "./appearance.ts";
import { formatClock, formatDuration } from "./duration.ts";
import { element, icon } from "./element.ts";
import { appendMarked, markedPlain } from "./markedText.ts";
import type { PageContext } from "./pageContext.ts";
import { replyBody } from "./replyBody.ts";
import { t } from "./translate.ts";

export interface RowOptions {
  readonly reply: ReplySummary;
  /** Place among the replies that pass the filter, from 1. */
  readonly isOpen: boolean;
  readonly context: PageContext;
  readonly onToggle: () => void;
  readonly onLeaveBody: () => void;
}

/** One reply of the list: its head, and its body while it is open. */
export function replyRow({ reply, isOpen, context, onToggle, onLeaveBody }: RowOptions): HTMLElement {
  const row = element("article", {
    class: isOpen ? "reply open" : "reply",
    attributes: { "aria-label": rowName(reply) },
  });
  row.dataset["sequence"] = String(reply.sequence);
  const head = element("div", { class: "reply-head" });
  head.append(toggleButton(isOpen, reply, onToggle), sequenceText(reply), senderText(reply, context), kindBadge(reply));
  for (const text of warnings(reply)) {
    const attributes = { title: text };
    head.append(element("span", { class: "badge warning", attributes }, icon("warning"), element("span", { text })));
  }
  head.append(...problemBadges(reply), element("span", { class: "spacer" }), timeText(reply));
  head.addEventListener("click", onToggle);
  row.append(head);
  if (isOpen) row.append(replyBody(reply, context, onLeaveBody));
  else {
    const summary = element("div", { class: "reply-summary" });
    const preview = element("div", { class: "reply-preview" });
    appendMarked(preview, reply.preview, context.query);
    summary.append(preview);
    if (reply.quote !== undefined) summary.append(shortQuote(reply.quote));
    summary.addEventListener("click", onToggle);
    row.append(summary);
  }
  return row;
}

function toggleButton(isOpen: boolean, reply: ReplySummary, onToggle: () => void): HTMLElement {
  const label = isOpen ? t("Close reply {0}", reply.sequence) : t("Open reply {0}", reply.sequence);
  const attributes = { type: "button", tabindex: "-1", "aria-expanded": String(isOpen), "aria-label": label };
  const made = element("button", { class: "toggle", attributes }, icon(isOpen ? "chevron-down" : "chevron-right"));
  made.addEventListener("click", (event) => {
    event.stopPropagation();
    onToggle();
  });
  return made;
}

function sequenceText(reply: ReplySummary): HTMLElement {
  return element("span", { class: "reply-sequence", text: String(reply.sequence) });
}

function senderText(reply: ReplySummary, context: PageContext): HTMLElement {
  const sender = element("bdi", { class: "reply-sender", attributes: { title: markedPlain(reply.senderId) } });
  appendMarked(sender, reply.sender, context.query);
  return sender;
}

function kindBadge(reply: ReplySummary): HTMLElement {
  const { icon: name, text, tone } = kindAppearance[reply.kind];
  const badge = element("span", { class: `badge ${tone}` }, icon(name), element("span", { text: t(text) }));
  if (reply.label !== undefined) {
    const label = element("bdi", { class: "badge-label" });
    appendMarked(label, reply.label);
    badge.append(label);
  }
  return badge;
}

/** What the collector and the assembly of the stream noticed. */
function warnings(reply: ReplySummary): string[] {
  return [...reply.notes.map((note) => t(noteText[note])), ...reply.marks.map((mark) => t(markText[mark]))];
}

/** The command that the reply quotes, on the closed row; the open one shows more of it. */
function shortQuote(quote: string): HTMLElement {
  const text = element("bdi");
  appendMarked(text, quotedCommand(quote));
  const attributes = { title: t("The command this reply quotes: {0}", markedPlain(quote)) };
  return element("div", { class: "reply-quote", attributes }, icon("quote"), text);
}

function problemBadges(reply: ReplySummary): HTMLElement[] {
  const { errors, warnings } = reply.problems;
  const badge = (count: number, name: string, tone: string, text: string): HTMLElement =>
    element(
      "span",
      { class: `badge ${tone}`, attributes: { title: text } },
      icon(name),
      element("span", { text: String(count) }),
    );
  return [
    ...(errors > 0 ? [badge(errors, "error", "bad", t("{0} errors found by the rules", errors))] : []),
    ...(warnings > 0 ? [badge(warnings, "warning", "warning", t("{0} warnings found by the rules", warnings))] : []),
  ];
}

function timeText(reply: ReplySummary): HTMLElement {
  const time = element("span", { class: "reply-time", attributes: { title: formatClock(reply.atMs) } });
  time.append(
    element("span", { class: "reply-clock", text: formatClock(reply.atMs) }),
    element("span", { class: "reply-elapsed", text: `+${formatDuration(reply.elapsedMs)}` }),
  );
  return time;
}

function rowName(reply: ReplySummary): string {
  const parts = [
    t("Reply {0} from {1}", reply.sequence, markedPlain(reply.sender)),
    t(kindAppearance[reply.kind].text),
    ...(reply.label === undefined ? [] : [markedPlain(reply.label)]),
    ...warnings(reply),
    t("after {0}", formatDuration(reply.elapsedMs)),
  ];
  if (reply.quote !== undefined) parts.push(t("quotes {0}", markedPlain(quotedCommand(reply.quote))));
  if (reply.problems.errors > 0) parts.push(t("{0} errors found by the rules", reply.problems.errors));
  if (reply.problems.warnings > 0) parts.push(t("{0} warnings found by the rules", reply.problems.warnings));
  return parts.join(", ");
}
