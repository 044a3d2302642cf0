import type { CallFile, CallRequest } from "../../protocol/call/callFile.ts";
import { type Fill, sentText } from "../../protocol/call/sentText.ts";
import { messageBytes, messageLimitBytes } from "../../protocol/size/messageSize.ts";
import { serviceHardLimitBytes, serviceSize, serviceSoftLimitBytes } from "../../protocol/size/serviceSize.ts";

/** What a request takes on its transport, as far as its text tells. */
export interface RequestSize {
  readonly transport: "chat" | "rpc";
  readonly bytes: number;
  readonly limitBytes: number;
  /** Above it the request should be shorter; the same as the limit where there is no such bound. */
  readonly softLimitBytes: number;
  /** False when a variable is filled in only at sending, so the size is not final. */
  readonly isExact: boolean;
}

/** The size of a request, or undefined for one that a size law does not bound or that has no body. */
export function requestSize(file: CallFile, request: CallRequest): RequestSize | undefined {
  const sent = sentText(request, definitionsOf(file));
  if (!sent || request.body?.kind === "json-rpc") return undefined;
  const isExact = sent.unfilled.length === 0;
  if (request.body?.kind === "envelope") {
    const { bytes } = serviceSize(sent.text);
    return {
      transport: "rpc",
      bytes,
      limitBytes: serviceHardLimitBytes,
      softLimitBytes: serviceSoftLimitBytes,
      isExact,
    };
  }
  const bytes = messageBytes(sent.text, sent.mention === undefined ? {} : { mentions: [sent.mention] });
  return { transport: "chat", bytes, limitBytes: messageLimitBytes, softLimitBytes: messageLimitBytes, isExact };
}

/** Fills in the file's own variables; one level deep, since a deeper one is filled at sending. */
function definitionsOf(file: CallFile): Fill {
  return ({ expression }) => {
    const definition = file.variables.findLast(({ name }) => name.text === expression.text);
    if (!definition || definition.variableUses.length > 0) return undefined;
    return definition.value.text;
  };
}
