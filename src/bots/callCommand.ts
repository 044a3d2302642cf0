/** A `/_call` as a bot reads it (agent-protocols#commands). */
export interface CallCommand {
  readonly protocol: string;
  /** True when the command names a member. */
  readonly hasMention: boolean;
  /** The request as it was sent. */
  readonly request: string;
}

const commandPattern = /^\/_call (?:(@(?:'[^']+'|\S+)) )?([a-z0-9-]+) (.*)$/s;

/** The call a message is, or undefined for any other text. */
export function parseCallCommand(text: string): CallCommand | undefined {
  const match = commandPattern.exec(text);
  if (match === null) return undefined;
  const [, mention, protocol = "", request = ""] = match;
  return { protocol, hasMention: mention !== undefined, request };
}
