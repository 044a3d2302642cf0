import type { CallView, HeaderView } from "../callView.ts";
import { stateAppearance } from "./appearance.ts";
import { callActions, isOpen } from "./callActions.ts";
import { formatCount, formatDuration } from "./duration.ts";
import { button, element, icon, redraw } from "./element.ts";
import { failureNotice, retryButton } from "./failureNotice.ts";
import { appendMarked, markedPlain } from "./markedText.ts";
import type { PageContext } from "./pageContext.ts";
import { t } from "./translate.ts";

/** How often the elapsed time is shown anew while the call waits. */
const tickMs = 100;

const transportNames: Readonly<Record<HeaderView["transport"], string>> = {
  chat: "Conversation",
  rpc: "Service RPC",
  slimrpc: "SLIMRPC",
  smcp: "A2C-SMCP",
};

/** Part of the size limit from which the meter warns. */
const warningShare = 0.95;

/** What is called, how, where, and how it stands. */
export class CallHeader {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #state = element("div", { class: "call-state" });
  readonly #stateText = element("span", { class: "state-text" });
  readonly #elapsed = element("span", {
    class: "elapsed",
    attributes: { role: "timer", "aria-label": t("Elapsed time") },
  });
  readonly #actions = element("div", { class: "call-actions" });
  readonly #identity = element("div", { class: "call-identity" });
  readonly #facts = element("dl", { class: "call-facts" });
  readonly #failure = element("div", { class: "call-failure" });
  #view: CallView | undefined;
  #timer = 0;

  constructor(context: PageContext) {
    this.#context = context;
    const top = element("div", { class: "call-top" }, this.#state, element("span", { class: "spacer" }), this.#actions);
    this.element = element("header", { class: "call-header" }, top, this.#identity, this.#facts, this.#failure);
  }

  /** Draws a new call. */
  show(view: CallView): void {
    this.#view = view;
    this.#drawIdentity(view.header);
    this.drawFacts(view.header);
    this.showState(view);
  }

  /** Draws what changes while the call goes on. */
  showState(view: CallView): void {
    this.#view = view;
    const { icon: name, text, tone } = stateAppearance[view.state.kind];
    this.#stateText.textContent = t(text);
    this.#state.className = `call-state ${tone}`;
    redraw(this.#state, icon(name), this.#stateText, this.#elapsed);
    this.#drawActions(view);
    this.#drawFailure(view);
    window.clearInterval(this.#timer);
    if (isOpen(view.state)) this.#timer = window.setInterval(() => this.#tick(), tickMs);
    this.#tick();
  }

  drawFacts(header: HeaderView): void {
    const facts: Node[] = [];
    facts.push(...fact(t("Transport"), element("span", { text: t(transportNames[header.transport]) })));
    const protocol = element("span");
    appendMarked(protocol, header.version === undefined ? header.protocol : `${header.protocol} ${header.version}`);
    facts.push(...fact(t("Protocol"), protocol));
    if (header.method !== undefined) facts.push(...fact(t("Method"), markedCode(header.method)));
    if (header.mention !== undefined) facts.push(...fact(t("Member"), markedCode(`@${header.mention}`)));
    if (header.sizeBytes !== undefined) facts.push(...fact(t("Size"), sizeMeter(header.sizeBytes, header.limitBytes)));
    redraw(this.#facts, ...facts);
  }

  #drawIdentity(header: HeaderView): void {
    const name = element("h1", { class: "call-name" });
    appendMarked(name, header.name);
    const target = element("div", { class: "call-target" }, icon("link"));
    if (header.targetTitle !== undefined) {
      const title = element("bdi", { class: "target-title" });
      appendMarked(title, header.targetTitle);
      target.append(title);
    }
    // An address is text to read and copy. It is never a live link: nothing of a call is opened from here.
    const link = element("span", { class: "target-link", attributes: { title: markedPlain(header.target) } });
    appendMarked(link, header.target);
    target.append(
      link,
      button({
        label: t("Copy the target"),
        icon: "copy",
        isIconOnly: true,
        focusKey: "copy-target",
        onPress: () => this.#context.act("copy-text", { text: header.target }, t("Copied the target.")),
      }),
    );
    redraw(
      this.#identity,
      element("div", { class: "name-line" }, name, coreBadge(header), ...recordBadge(header)),
      target,
    );
  }

  #drawActions(view: CallView): void {
    const shown = callActions.filter(({ isShown }) => isShown(view));
    const buttons = shown.map(({ label, icon, focusKey, isLabelled, action }) =>
      button({
        label: t(label),
        icon,
        isIconOnly: !isLabelled,
        focusKey,
        onPress: () => this.#context.act(action, {}),
      }),
    );
    redraw(this.#actions, ...buttons);
  }

  #drawFailure({ state, replies }: CallView): void {
    const failure = "failure" in state ? state.failure : undefined;
    const isExplainedBelow = failure !== undefined && replies.some((reply) => reply.failure?.code === failure.code);
    const notice = failure && failureNotice(failure, isExplainedBelow);
    if (failure?.retryAtMs !== undefined) notice?.append(retryButton(failure.retryAtMs, this.#context));
    redraw(this.#failure, ...(notice ? [notice] : []));
  }

  #tick(): void {
    const view = this.#view;
    if (!view) return;
    const { state, header } = view;
    if ("elapsedMs" in state) {
      this.#elapsed.textContent = t("after {0}", formatDuration(state.elapsedMs));
      return;
    }
    if (state.kind === "unknown-end") {
      this.#elapsed.textContent = "";
      return;
    }
    const elapsed = formatDuration(this.#context.now() - header.startedAtMs);
    this.#elapsed.textContent = t("{0} of {1}", elapsed, formatDuration(header.waitMs));
  }
}

function fact(name: string, value: HTMLElement): Node[] {
  return [element("div", { class: "fact" }, element("dt", { text: name }), element("dd", {}, value))];
}

function markedCode(text: string): HTMLElement {
  const code = element("code");
  appendMarked(code, text);
  return code;
}

function coreBadge(header: HeaderView): HTMLElement {
  const isSandbox = header.core === "sandbox";
  const text = isSandbox
    ? t("Sandbox")
    : header.core === "managed" || header.core === "external"
      ? t("Network")
      : header.core;
  const title = isSandbox
    ? t("This call stays inside the sandbox of this window. Nothing goes to the SimpleX network.")
    : t("This call goes over the network: {0}.", header.core);
  const made = element("span", { class: `badge ${isSandbox ? "sandbox" : "network"}`, attributes: { title } });
  made.append(icon(isSandbox ? "beaker" : "globe"), element("span", { text }));
  return made;
}

function recordBadge(header: HeaderView): HTMLElement[] {
  if (!header.isRecord) return [];
  const title = t("The record of an earlier call. Nothing in it changes any more.");
  const made = element("span", { class: "badge plain", attributes: { title } }, icon("history"));
  made.append(element("span", { text: t("Record") }));
  return [made];
}

function sizeMeter(sizeBytes: number, limitBytes: number | undefined): HTMLElement {
  if (limitBytes === undefined) return element("span", { text: t("{0} bytes", formatCount(sizeBytes)) });
  const share = sizeBytes / limitBytes;
  const text = t("{0} of {1} bytes", formatCount(sizeBytes), formatCount(limitBytes));
  const fill = element("span", { class: "meter-fill" });
  fill.style.width = `${Math.min(100, share * 100)}%`;
  const attributes = {
    role: "meter",
    "aria-label": t("Encoded size against the limit"),
    "aria-valuemin": "0",
    "aria-valuemax": String(limitBytes),
    "aria-valuenow": String(Math.min(sizeBytes, limitBytes)),
    "aria-valuetext": text,
  };
  const tone = share > 1 ? "bad" : share > warningShare ? "warning" : "";
  const meter = element("span", { class: `meter ${tone}`, attributes }, fill);
  return element("span", { class: "size" }, meter, element("span", { text }));
}
