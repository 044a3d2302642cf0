import { messageBytes, messageLimitBytes } from "../protocol/size/messageSize.ts";
import { serviceSize } from "../protocol/size/serviceSize.ts";
import { coreFailure, type Ending } from "./sendFailure.ts";
import type { PreparedRequest } from "./transport.ts";

/** Encoded size by the transport's size law and its hard limit, in bytes. */
export interface SendSize {
  readonly sizeBytes: number;
  readonly limitBytes: number;
}

/** The size of a request for a SimpleX core: as a message with its mention, or as a Service RPC payload. */
export function measureForSending(request: PreparedRequest): SendSize {
  if (request.transport === "rpc") {
    const { bytes, limitBytes } = serviceSize(request.text);
    return { sizeBytes: bytes, limitBytes };
  }
  const mentions = request.mention === undefined ? [] : [request.mention];
  return { sizeBytes: messageBytes(request.text, { mentions }), limitBytes: messageLimitBytes };
}

/** True above the hard limit; exactly at it a request is sent. */
export function isTooLarge(size: SendSize): boolean {
  return size.sizeBytes > size.limitBytes;
}

/** How a call ends that is refused before it is sent. */
export function tooLarge(request: PreparedRequest, { sizeBytes, limitBytes }: SendSize): Ending {
  const isService = request.transport === "rpc";
  const size = `${sizeBytes.toLocaleString("en")} bytes encoded, ${(sizeBytes - limitBytes).toLocaleString("en")} more than the limit of ${limitBytes.toLocaleString("en")}`;
  return coreFailure(
    isService ? "CMD.LARGE" : "largeMsg",
    `The ${isService ? "request" : "command"} has ${size}, so it was not sent.`,
    isService
      ? "Make it shorter, or send it in a conversation with `/_call`, where the limit is higher."
      : "Make it shorter: escapes and characters beyond ASCII count with all their bytes.",
  );
}
