import type { LinkSource } from "./linkSource.ts";

/** One `name=value` of a link's query. `start` and `end` are those of the value as written. */
export interface LinkParameter {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The parameters between `start` and the end of the text, percent-decoded; the first of a name counts. One that cannot be
 * decoded is reported and left out.
 */
export function linkParameters(source: LinkSource, start: number): ReadonlyMap<string, LinkParameter> {
  const parameters = new Map<string, LinkParameter>();
  let position = start;
  for (const pair of source.text.slice(start).split("&")) {
    const equals = pair.indexOf("=");
    const name = equals < 0 ? pair : pair.slice(0, equals);
    const from = equals < 0 ? position + pair.length : position + equals + 1;
    const end = position + pair.length;
    const value = percentDecoded(source.text.slice(from, end));
    if (value === undefined) source.report("link/invalid-encoding", from, end, { parameter: name });
    else if (!parameters.has(name)) parameters.set(name, { value, start: from, end });
    position = end + 1;
  }
  return parameters;
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // The one thing it throws is a URIError for a malformed sequence.
    return undefined;
  }
}
