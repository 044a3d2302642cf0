import { isBoundProtocol, methodOf } from "../../protocol/binding/methods.ts";
import type { CallFile, CallRequest } from "../../protocol/call/callFile.ts";
import { chatOfTarget, readCallTarget } from "../../protocol/call/callTarget.ts";
import type { Problem } from "../../protocol/problem.ts";
import type { PrepareContext } from "../run/prepareRequest.ts";
import { coreCommands } from "./coreCommands.ts";
import type { Exported, ExportedCall } from "./exportedCall.ts";
import type { ExportKind } from "./exportKinds.ts";
import { prepareMasked } from "./maskedRequest.ts";
import { pythonProgram } from "./pythonProgram.ts";
import { typescriptProgram } from "./typescriptProgram.ts";

export type ExportResult =
  | ({ readonly kind: "exported" } & Exported)
  /** The request cannot be sent as it is, or not by a core. No message holds a secret. */
  | { readonly kind: "problems"; readonly problems: readonly Pick<Problem, "message" | "range">[] };

/** Writes a request for use without this program. Secrets are left as names. */
export async function exportRequest(
  file: CallFile,
  request: CallRequest,
  context: PrepareContext,
  as: ExportKind,
): Promise<ExportResult> {
  const masked = await prepareMasked(file, request, context);
  if (masked.kind === "problems") return masked;
  const { name, method } = masked.call;
  const { transport, target, text, mention, timeoutMs, waitMs, signKey, protocol } = masked.call.request;
  if (transport !== "chat" && transport !== "rpc") {
    return refused(
      request,
      "Only requests to SimpleX addresses can be exported: this one goes over another transport.",
    );
  }
  if (masked.pieces(target).some(({ kind }) => kind !== "text")) {
    return refused(
      request,
      "The target is made of a secret, so the request was not exported. Write the address itself.",
    );
  }
  const reading = readCallTarget(target, 0).target;
  const isGroup = chatOfTarget(reading) === "group";
  const isConversation = reading.kind === "conversation";
  const call: ExportedCall = {
    name,
    transport,
    target: isConversation ? target.slice(1).replace(/^'(.*)'$/, "$1") : target,
    targetKind: isConversation ? "conversation" : "link",
    isGroup,
    text: masked.pieces(text),
    mention,
    timeoutSeconds: (isGroup && mention === undefined ? waitMs : timeoutMs) / 1000,
    signKey: signKey === undefined ? undefined : masked.pieces(signKey),
    endsWithFirstReply: !(isGroup && mention === undefined) && isUnary(protocol, method),
  };
  return { kind: "exported", ...writers[as](call) };
}

const writers: { readonly [kind in ExportKind]: (call: ExportedCall) => Exported } = {
  core: coreCommands,
  typescript: typescriptProgram,
  python: pythonProgram,
};

function isUnary(protocol: string, method: string | undefined): boolean {
  return isBoundProtocol(protocol) && method !== undefined && methodOf(protocol, method)?.kind === "unary";
}

function refused(request: CallRequest, message: string): ExportResult {
  return { kind: "problems", problems: [{ message, range: request.range }] };
}
