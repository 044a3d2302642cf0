import type { JsonObject } from "../../protocol/json/jsonObject.ts";

/** What was being done when the error came: the same error means different things. */
export interface ErrorContext {
  readonly command: "plan" | "connect" | "send" | "service-request" | "service-response" | "other";
}

/** An error of the core in words. Never contains secrets. */
export interface CoreErrorDescription {
  /** The most specific tags of the core's error, such as `contactNotReady`, `BROKER.TIMEOUT`, `A_SERVICE.notDRAddress`. */
  readonly tag: string;
  /** What happened and what it means. */
  readonly message: string;
  readonly likelyCause?: string;
  readonly nextStep?: string;
}

/** What is said of an error whose tag is known. */
export type Words = Omit<CoreErrorDescription, "tag">;
/** The words for an error, or how they are made from it. */
export type Describe = Words | ((error: JsonObject, context: ErrorContext) => Words);
