/** A request to an HTTP endpoint, as a file or a command line describes it. */
export interface HttpMessage {
  readonly name: string | undefined;
  /** 1-based, in the imported text. */
  readonly line: number;
  readonly method: string;
  readonly url: string;
  /** In the order of the text. */
  readonly headers: readonly HttpHeader[];
  readonly body: string;
  /** Captures that later messages of the file refer to: the value of `# @set`. */
  readonly captures: readonly string[];
  /** How long to wait, as `# @timeout` has it. */
  readonly timeout?: string;
  /** The file that holds the body, which then is empty. */
  readonly bodyFile?: string;
  /** What of the request has no counterpart, each what follows "Left out:", as a sentence. */
  readonly leftOut: readonly string[];
}

export interface HttpHeader {
  readonly name: string;
  readonly value: string;
}

/** Reads `Name: value`; undefined when there is no name. */
export function parseHeader(line: string): HttpHeader | undefined {
  const match = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:[ \t]*(.*?)\s*$/.exec(line);
  return match?.[1] === undefined ? undefined : { name: match[1], value: match[2] ?? "" };
}
