import type { CommandFailure, CommandOptions, Core, CoreRecord } from "./core.ts";

/**
 * The outcome of one API function. A response of an unexpected type or shape is a failure `unexpected-response`, never an
 * exception.
 */
export type ApiResult<Value> =
  | { readonly kind: "ok"; readonly value: Value }
  | { readonly kind: "error"; readonly chatError: unknown }
  | { readonly kind: "failed"; readonly failure: ApiFailure; readonly message: string };

/** `refused`: nothing was sent, because it could not have worked or would have meant another command. */
type ApiFailure = CommandFailure | "unexpected-response" | "refused";

/** How to read the responses a command may have, by their type. */
export type ResponseParsers<Value> = Readonly<Record<string, (response: CoreRecord) => Value | undefined>>;

/** Sends a command and parses its response with the parser of its type. */
export async function ask<Value>(
  core: Core,
  command: string,
  options: CommandOptions | undefined,
  parsers: ResponseParsers<Value>,
): Promise<ApiResult<Value>> {
  const result = await core.command(command, options);
  if (result.kind !== "response") return result;
  const parse = Object.hasOwn(parsers, result.response.type) ? parsers[result.response.type] : undefined;
  const value = parse?.(result.response);
  return value === undefined ? unexpected(command, result.response.type) : { kind: "ok", value };
}

/** Names the command by its first words only: the rest may be a message or a key. */
function unexpected(command: string, type: string): ApiResult<never> {
  const name = /^\/\S+(?: (?:plan|contact|group|chat)\b)?/.exec(command)?.[0] ?? "the command";
  return {
    kind: "failed",
    failure: "unexpected-response",
    message: `The core answered ${name} with "${type}", or with a shape this version does not know. It may be older or newer than this extension supports: compare their versions.`,
  };
}
