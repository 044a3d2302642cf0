import type { Question, QuestionField, QuestionsView } from "../callView.ts";
import { button, element, icon, redraw } from "./element.ts";
import { appendMarked, markedPlain } from "./markedText.ts";
import type { PageContext } from "./pageContext.ts";
import { t } from "./translate.ts";

type AnswerReader = () => { readonly answer: string } | { readonly mistake: string };

/** Answers what the other side asks: a form where the question allows one, JSON otherwise. Sends a new request. */
export class QuestionForm {
  readonly element = element("section", { class: "pane-section questions" });
  readonly #context: PageContext;

  constructor(questions: QuestionsView, context: PageContext) {
    this.#context = context;
    this.#draw(questions, "form");
  }

  #draw(questions: QuestionsView, mode: "form" | "json"): void {
    const heading = element(
      "h2",
      { class: "pane-heading" },
      icon("comment-unresolved"),
      element("span", { text: t("Input required") }),
    );
    if (questions.member !== undefined) {
      const member = element("bdi", { class: "pane-member" });
      appendMarked(member, questions.member);
      heading.append(member);
    }
    const content: Node[] = [heading];
    const hasForm = questions.protocol === "a2a" || questions.questions.every((question) => question.fields);
    const parts = hasForm && mode === "form" ? formParts(questions) : jsonParts(questions);
    content.push(...parts.elements);
    const mistake = element("div", { class: "notice bad", attributes: { role: "alert" } });
    mistake.hidden = true;
    const send = (read: AnswerReader): void => {
      const result = read();
      mistake.hidden = !("mistake" in result);
      if ("mistake" in result) mistake.textContent = result.mistake;
      else this.#context.act("answer-input", { reply: questions.sequence, answer: result.answer });
    };
    const actions = element("div", { class: "pane-actions" });
    actions.append(button({ label: t("Answer"), icon: "send", isPrimary: true, onPress: () => send(parts.read) }));
    if (questions.protocol === "mcp" && hasForm) {
      if (mode === "form") {
        const decline: AnswerReader = () => ({ answer: declined(questions.questions) });
        actions.append(button({ label: t("Decline"), icon: "close", onPress: () => send(decline) }));
      }
      const other = mode === "form" ? "json" : "form";
      const label = other === "json" ? t("Write JSON") : t("Use the form");
      actions.append(
        button({
          label,
          icon: other === "json" ? "json" : "list-selection",
          onPress: () => this.#draw(questions, other),
        }),
      );
    }
    content.push(mistake, actions);
    redraw(this.element, ...content);
  }
}

interface FormParts {
  readonly elements: readonly Node[];
  readonly read: AnswerReader;
}

function formParts(questions: QuestionsView): FormParts {
  if (questions.protocol === "a2a") return messagePart(questions);
  const elements: Node[] = [];
  const readers: { readonly key: string; readonly read: () => Record<string, unknown> | string }[] = [];
  for (const question of questions.questions) {
    elements.push(questionText(question));
    const fields = (question.fields ?? []).map((field) => fieldPart(field));
    elements.push(...fields.map((field) => field.element));
    readers.push({
      key: question.key,
      read: () => {
        const content: Record<string, unknown> = {};
        for (const field of fields) {
          const value = field.read();
          if (typeof value === "object") return value.mistake;
          if (value !== undefined) content[field.name] = value;
        }
        return content;
      },
    });
  }
  const read: AnswerReader = () => {
    const answers: Record<string, unknown> = {};
    for (const reader of readers) {
      const content = reader.read();
      if (typeof content === "string") return { mistake: content };
      answers[reader.key] = { action: "accept", content };
    }
    return { answer: JSON.stringify(answers) };
  };
  return { elements, read };
}

function messagePart(questions: QuestionsView): FormParts {
  const [question] = questions.questions;
  const input = element("textarea", { class: "input", attributes: { rows: "3", "aria-label": t("Your message") } });
  const read: AnswerReader = () =>
    input.value.trim() === "" ? { mistake: t("Write a message first.") } : { answer: input.value };
  return { elements: [...(question ? [questionText(question)] : []), input], read };
}

function jsonParts(questions: QuestionsView): FormParts {
  const elements: Node[] = questions.questions.map(questionText);
  const draft = questions.questions.map(
    (question) => `  ${JSON.stringify(question.key)}: ${indented(question.draftJson)}`,
  );
  const attributes = { rows: "8", spellcheck: "false", "aria-label": t("Answers as JSON, by question") };
  const input = element("textarea", { class: "input code", attributes });
  input.value = draft.length === 0 ? "{}" : `{\n${draft.join(",\n")}\n}`;
  elements.push(input);
  return { elements, read: () => ({ answer: input.value }) };
}

function indented(json: string): string {
  return json.replaceAll("\n", "\n  ");
}

function declined(questions: readonly Question[]): string {
  return JSON.stringify(Object.fromEntries(questions.map((question) => [question.key, { action: "decline" }])));
}

function questionText(question: Question): HTMLElement {
  const text = element("p", { class: "question" });
  appendMarked(text, question.message === "" ? question.method : question.message);
  return text;
}

/** Labels find their controls by an id of this page's own: names of peers may come twice. */
let nextFieldId = 1;

interface FieldPart {
  readonly name: string;
  readonly element: HTMLElement;
  /** Undefined for an optional field left empty. */
  read(): string | number | boolean | undefined | { readonly mistake: string };
}

function fieldPart(field: QuestionField): FieldPart {
  const id = `field-${nextFieldId++}`;
  const label = element("label", { attributes: { for: id } });
  appendMarked(label, field.title);
  if (field.isRequired) label.append(element("span", { class: "hint", text: ` ${t("(required)")}` }));
  const control = fieldControl(field, id);
  const container = element("div", { class: field.type === "boolean" ? "field inline" : "field" });
  if (field.type === "boolean") container.append(control, label);
  else container.append(label, control);
  if (field.description !== undefined) {
    const description = element("div", { class: "hint", attributes: { id: `${id}-description` } });
    appendMarked(description, field.description);
    control.setAttribute("aria-describedby", `${id}-description`);
    container.append(description);
  }
  return { name: field.name, element: container, read: () => fieldValue(field, control) };
}

function fieldControl(field: QuestionField, id: string): HTMLInputElement | HTMLSelectElement {
  if (field.type === "choice") {
    const select = element("select", { class: "input", attributes: { id } });
    if (!field.isRequired) select.append(element("option", { attributes: { value: "" } }));
    for (const choice of field.choices ?? []) {
      select.append(element("option", { text: markedPlain(choice.title), attributes: { value: choice.value } }));
    }
    if (field.initial !== undefined) select.value = field.initial;
    return select;
  }
  const isCheck = field.type === "boolean";
  const input = element("input", {
    class: isCheck ? "check" : "input",
    attributes: { id, type: isCheck ? "checkbox" : "text" },
  });
  if (isCheck) input.checked = field.initial === "true";
  else {
    input.value = field.initial ?? "";
    if (field.type !== "string") input.inputMode = "decimal";
  }
  return input;
}

function fieldValue(
  field: QuestionField,
  control: HTMLInputElement | HTMLSelectElement,
): ReturnType<FieldPart["read"]> {
  if (field.type === "boolean" && control instanceof HTMLInputElement) return control.checked;
  const text = control.value;
  if (text === "") {
    return field.isRequired ? { mistake: t("Fill in “{0}”: the question requires it.", field.title) } : undefined;
  }
  if (field.type === "string" || field.type === "choice") return text;
  const value = Number(text);
  const isValid = Number.isFinite(value) && (field.type === "number" || Number.isInteger(value));
  return isValid ? value : { mistake: t("“{0}” must be a number of the kind {1}.", field.title, field.type) };
}
