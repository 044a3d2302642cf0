import type { RequestName, RequestTable } from "../messages.ts";
import type { HostChannel } from "./hostChannel.ts";

/** What the parts of the page share. */
export interface PageContext {
  readonly channel: HostChannel;
  /** Asks the host to do something, and tells the user how it went. */
  act<Name extends RequestName>(name: Name, params: RequestTable[Name]["params"], done?: string): void;
  /** The search text, in lower case; empty when nothing is searched for. */
  readonly query: string;
  /** The host's clock, in milliseconds since the epoch. */
  now(): number;
  /** True when the request's file is known, so that something can be written into it. */
  readonly canWriteRequest: boolean;
  /** How bodies are shown: the user's last choice. */
  bodyMode: "tree" | "raw";
  /** Opens a reply in the list and moves there. */
  showReply(sequence: number): void;
}
