import { memberText } from "../../protocol/json/memberText.ts";
import { type CoreRecord, payloadText } from "../core.ts";
import { asObject, asString } from "../records/jsonShape.ts";

/** One text frame of the core's WebSocket server, taken apart. */
export type Frame =
  | { readonly kind: "response"; readonly corrId: string; readonly record: CoreRecord }
  | { readonly kind: "event"; readonly record: CoreRecord }
  /** A command error that answers no command: the server could not read a request. */
  | { readonly kind: "stray-error"; readonly record: CoreRecord }
  | { readonly kind: "unreadable" };

/**
 * Reads a frame in both shapes: flat `resp.type`, and `resp.Right` or `resp.Left` of the cores between. The tag inside
 * decides what it is, never the wrapping: error events are `Left` too.
 */
export function parseFrame(text: string): Frame {
  const frame = asObject(parseJson(text));
  const resp = asObject(frame?.["resp"]);
  const right = asObject(resp?.["Right"]);
  const record = withPayloadText(asRecord(right ?? asObject(resp?.["Left"]) ?? resp), text, right !== undefined);
  if (record === undefined) return { kind: "unreadable" };
  const corrId = asString(frame?.["corrId"]) ?? "";
  if (corrId !== "") return { kind: "response", corrId, record };
  return { kind: record.type === "chatCmdError" ? "stray-error" : "event", record };
}

/** A tagged object as a record. */
function asRecord(value: unknown): CoreRecord | undefined {
  const object = asObject(value);
  return typeof object?.["type"] === "string" ? (object as CoreRecord) : undefined;
}

function withPayloadText(record: CoreRecord | undefined, text: string, isWrapped: boolean): CoreRecord | undefined {
  if (record?.type !== "serviceResponse") return record;
  const payload = memberText(text, [...(isWrapped ? ["resp", "Right"] : ["resp"]), "responseData"]);
  return payload === undefined ? record : { ...record, [payloadText]: payload };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller counts it.
    return undefined;
  }
}
