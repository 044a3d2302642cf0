import { type CallFile, type CallRequest, directiveValue } from "../../../protocol/call/callFile.ts";
import type { TextRange } from "../../../protocol/problem.ts";
import { LinePositions } from "../../../protocol/text/linePositions.ts";
import { requestName } from "../../../runner/run/requestName.ts";

export interface OutlineItem {
  readonly kind: "request" | "variable" | "directive";
  readonly name: string;
  readonly detail: string;
  readonly range: TextRange;
  /** What is selected when the item is chosen; inside `range`. */
  readonly selection: TextRange;
  readonly children: readonly OutlineItem[];
}

/** The requests of a file with their directives, and its variables, in the order of the text. */
export function outlineOf(text: string, file: CallFile): OutlineItem[] {
  const positions = new LinePositions(text);
  const variables = file.variables.map(
    (variable): OutlineItem => ({
      kind: "variable",
      name: variable.name.text || "@",
      detail: variable.value.text,
      range: variable.range,
      selection: variable.name,
      children: [],
    }),
  );
  const requests = file.requests.map(
    (request): OutlineItem => ({
      kind: "request",
      name: requestName(request, positions.at(request.range.offset).line),
      detail: requestDetail(request),
      range: request.range,
      selection: selectionIn(request.range, request.separator ?? request.directives[0]?.range ?? request.body?.range),
      children: request.directives.map((directive) => ({
        kind: "directive",
        name: `@${directive.key.text}`,
        detail: directive.value.text,
        range: directive.range,
        selection: directive.range,
        children: [],
      })),
    }),
  );
  return [...variables, ...requests].toSorted((a, b) => a.range.offset - b.range.offset);
}

function selectionIn(range: TextRange, selection: TextRange | undefined): TextRange {
  return selection ?? { offset: range.offset, length: 0 };
}

/** What a request does, in a few words: its protocol and target, as far as they are written. */
function requestDetail(request: CallRequest): string {
  const { body } = request;
  const protocol = body?.kind === "command" ? `/_call ${body.protocol?.text ?? ""}`.trim() : body?.kind;
  return [protocol, directiveValue(request, "to")?.text].filter(Boolean).join(" → ");
}
