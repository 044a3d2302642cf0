import { type CallRequest, directiveValue } from "../../protocol/call/callFile.ts";

/** What a request is called in lists: its name, else what its body calls, else its place in the file (0-based `index`). */
export function requestTitle(request: CallRequest, index: number): string {
  if (request.name) return request.name.text;
  const method = methodName(request);
  return method ?? `#${index + 1}`;
}

/** What a request does, in a few words: its protocol and target, as far as they are written. */
export function requestDetail(request: CallRequest): string {
  const { body } = request;
  const protocol = body?.kind === "command" ? `/_call ${body.protocol?.text ?? ""}`.trim() : body?.kind;
  return [protocol, directiveValue(request, "to")?.text].filter(Boolean).join(" → ");
}

/** The first `"method"` of the body. A look at the text is enough for a title, also while the JSON is incomplete. */
function methodName(request: CallRequest): string | undefined {
  return /"method"\s*:\s*"([^"\\]{1,80})"/.exec(request.body?.json?.text ?? "")?.[1];
}
