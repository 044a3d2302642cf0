/** The letter of each type in a short link. */
export const shortLinkLetters = { contact: "a", channel: "c", group: "g", relay: "r", invitation: "i" } as const;

/** A SimpleX link or name, parsed. */
export type SimplexLink = ShortLink | FullLink | SimplexName;

/** `https://<host>/<letter>#<key>` or `simplex:/<letter>#<key>?h=<hosts>`. */
export interface ShortLink {
  readonly form: "short";
  readonly type: keyof typeof shortLinkLetters;
  /** 43 base64url characters. */
  readonly key: string;
  /** Of an invitation only. */
  readonly linkId?: string;
  /** Routers that keep the address, at least one: that of the authority first, then those of `h`. */
  readonly hosts: readonly string[];
  readonly port?: number;
  /** Of the router's certificate, 43 base64url characters. */
  readonly fingerprint?: string;
  readonly canonical: string;
}

/** `simplex:/contact#/?…`, `simplex:/invitation#/?…`, or the same under any `https:` site. */
export interface FullLink {
  readonly form: "full";
  readonly type: "contact" | "group" | "invitation";
  /** At least one. */
  readonly queues: readonly QueueAddress[];
  /** The parameter `rk`: without it no Service RPC request reaches a contact address. */
  readonly hasRatchetKeys: boolean;
  readonly canonical: string;
}

export interface QueueAddress {
  readonly fingerprint: string;
  readonly hosts: readonly string[];
  readonly port?: number;
  readonly queueId: string;
}

/** `#acme`, `@shop.acme.simplex`, or the same after `simplex:/name`. */
export interface SimplexName {
  readonly form: "name";
  readonly type: "contact" | "publicGroup";
  /** In lower case with its top-level label, such as `shop.acme.simplex`. */
  readonly domain: string;
  /** `simplex` and `testing` are SimpleX's own; any other ending is a web domain. */
  readonly topLevel: "simplex" | "testing" | "web";
  readonly canonical: string;
}

/**
 * A text that is the same for all spellings of one address: its type, its key and its set of hosts. The scheme, the port,
 * the order of hosts and the letter case of the type do not count.
 */
export function addressIdentity(link: SimplexLink): string {
  switch (link.form) {
    case "short":
      return [link.type, link.linkId ?? "", link.key, ...hostSet(link.hosts)].join(" ");
    case "full":
      return [link.type, ...link.queues.map((queue) => `${queue.queueId}@${hostSet(queue.hosts)}`).sort()].join(" ");
    case "name":
      return link.canonical;
  }
}

/** True when the two links lead to one address, as far as the links tell. */
export function isSameAddress(a: SimplexLink, b: SimplexLink): boolean {
  return addressIdentity(a) === addressIdentity(b);
}

function hostSet(hosts: readonly string[]): string[] {
  return [...new Set(hosts.map((host) => host.toLowerCase()))].sort();
}

/** What a link leads to, for messages. */
export const linkTypeWords = {
  contact: "a contact address",
  channel: "a channel",
  group: "a group",
  relay: "a chat relay",
  invitation: "a one-time invitation",
  // A name does not tell which of the two is behind it.
  publicGroup: "a channel or a group",
} as const satisfies Record<SimplexLink["type"], string>;
