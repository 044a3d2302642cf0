import type { PreparedRequest } from "./transport.ts";

/** The office's one seat for an agent, which a call over A2C-SMCP takes while it lasts. */
export interface OfficeSeat {
  readonly officeId: string;
  /** The name to join under. */
  readonly agent: string;
  /** `https://host:port`. */
  readonly server: string;
}

/** What the neighbouring transports are given from outside. */
export interface NeighbourServices {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Asked before an office is joined: others cannot join it as an agent meanwhile. False declines. */
  readonly confirmJoin: (seat: OfficeSeat, request: PreparedRequest) => Promise<boolean>;
  /** Folders whose packages may be loaded: where the user installed `@agntcy/slim-bindings`. */
  readonly packageFolders: readonly string[];
}
