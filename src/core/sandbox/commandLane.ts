import type { CoreRecord } from "../core.ts";
import { parseError } from "./chatErrors.ts";
import { executeCommand, isKnownCommand } from "./executeCommand.ts";
import type { SandboxProfile } from "./sandboxProfile.ts";

/** One connection of the core's server: it runs its commands one after the other, a service request included. */
export type CommandLane = (command: string) => Promise<CoreRecord>;

/** Opens a connection to the profile's core. */
export function openLane(profile: SandboxProfile): CommandLane {
  let last: Promise<unknown> = Promise.resolve();
  return (command) => {
    // A command that does not parse is answered at once, before those that wait.
    if (!isKnownCommand(command)) return Promise.resolve(parseError());
    const next = last.then(() => executeCommand(profile, command));
    last = next;
    return next;
  };
}
