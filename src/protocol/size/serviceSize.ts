import { utf8Bytes } from "./encodedSize.ts";

/** A request and a response should not exceed this many bytes of JSON (agent-protocols#exchange). */
export const serviceSoftLimitBytes = 10_000;

/** What the agent pads a request or a response to, its own framing included: a longer one fails. */
export const serviceHardLimitBytes = 11_106;

export interface ServiceSize {
  /** Bytes of the JSON as UTF-8, the agent's framing not counted. */
  readonly bytes: number;
  readonly softLimitBytes: number;
  readonly limitBytes: number;
}

/** Measures a request or response envelope, as it is sent: compact. */
export function serviceSize(json: string): ServiceSize {
  return { bytes: utf8Bytes(json), softLimitBytes: serviceSoftLimitBytes, limitBytes: serviceHardLimitBytes };
}
