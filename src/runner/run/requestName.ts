import type { CallRequest } from "../../protocol/call/callFile.ts";

/** The name of a request as results and lists show it. `line` is 1-based. */
export function requestName(request: CallRequest, line: number): string {
  const method = /"method"\s*:\s*"([^"\\]+)"/.exec(request.body?.json?.text ?? "")?.[1];
  return request.name?.text ?? method ?? `line ${line}`;
}
