import type { WriteStream } from "node:tty";

/** What decides how an output stream is written to. */
type OutputStream = Pick<WriteStream, "isTTY" | "hasColors">;

/**
 * True when colours are written to a stream: on a terminal that shows them, unless `NO_COLOR` is set. `FORCE_COLOR` decides
 * for any stream: `0` and `false` mean none, anything else means colours.
 */
export function hasColours(stream: OutputStream, environment: Readonly<Record<string, string | undefined>>): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused } = environment;
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return stream.isTTY === true && !refused && stream.hasColors();
}

/** True when a line can be replaced by the next one: on a terminal that knows how. */
export function showsProgress(
  stream: OutputStream,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && environment["TERM"] !== "dumb";
}
