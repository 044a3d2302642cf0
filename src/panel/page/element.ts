export interface ElementOptions {
  readonly class?: string;
  /** Becomes a text node. Text of peers goes through `appendMarked` instead, which shows hidden characters. */
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Makes an element. There is no way to give it markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: ElementOptions = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (options.class) made.className = options.class;
  if (options.text !== undefined) made.textContent = options.text;
  for (const [name, value] of Object.entries(options.attributes ?? {})) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A codicon, for the eye only: what it says must also stand in text or in a name. */
export function icon(name: string): HTMLElement {
  return element("span", { class: `codicon codicon-${name}`, attributes: { "aria-hidden": "true" } });
}

export interface ButtonOptions {
  readonly label: string;
  readonly icon?: string;
  /** Shows the icon alone; the label becomes its name and tooltip. */
  readonly isIconOnly?: boolean;
  readonly isPrimary?: boolean;
  /** Keeps the focus on the button when its surroundings are drawn anew. */
  readonly focusKey?: string;
  readonly onPress: (button: HTMLButtonElement) => void;
}

/** A button that keeps its press to itself: what it stands in is not pressed too. */
export function button(options: ButtonOptions): HTMLButtonElement {
  const kind = options.isIconOnly ? "icon-button" : options.isPrimary ? "button primary" : "button";
  const made = element("button", { class: kind, attributes: { type: "button" } });
  if (options.icon) made.append(icon(options.icon));
  if (options.isIconOnly) {
    made.setAttribute("aria-label", options.label);
    made.title = options.label;
  } else made.append(element("span", { text: options.label }));
  if (options.focusKey) made.dataset["focusKey"] = options.focusKey;
  made.addEventListener("click", (event) => {
    event.stopPropagation();
    options.onPress(made);
  });
  return made;
}

/** Replaces the content of a container and gives the focus back to the control it was on. */
export function redraw(container: HTMLElement, ...children: readonly Node[]): void {
  const active = document.activeElement;
  const focusKey = active instanceof HTMLElement && container.contains(active) ? active.dataset["focusKey"] : undefined;
  container.replaceChildren(...children);
  if (focusKey === undefined) return;
  const controls = [...container.querySelectorAll<HTMLElement>("[data-focus-key]")];
  controls.find((control) => control.dataset["focusKey"] === focusKey)?.focus({ preventScroll: true });
}
