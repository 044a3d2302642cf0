import { commandError, errorType } from "../chatErrors.ts";
import { parseJsonObject } from "../jsonArgument.ts";
import { contactRecord, userRecord } from "../records/profileRecords.ts";
import { type ContactEntry, type WireProfile, wireProfileOf } from "../sandboxState.ts";
import { response, type SandboxCommand } from "./command.ts";

/** The version this sandbox answers like. */
const versionInfo = { version: "7.0.2", simplexmqVersion: "7.0.2.0", simplexmqCommit: "sandbox" };

/** The core itself and the user's profile. */
export const profileCommands: readonly SandboxCommand[] = [
  {
    pattern: /^\/u(?:ser)?$/,
    runsBeforeStart: true,
    run: (profile) => response(profile, "activeUser"),
  },
  {
    pattern: /^\/users$/,
    runsBeforeStart: true,
    run: (profile) => ({ type: "usersList", users: [{ user: userRecord(profile), unreadCount: 0 }] }),
  },
  {
    pattern: /^\/version$/,
    runsBeforeStart: true,
    run: () => ({ type: "versionInfo", versionInfo, chatMigrations: [], agentMigrations: [] }),
  },
  {
    pattern: /^\/_start(?: main=(?:on|off)(?: snd_files=(?:on|off))?(?: service_requests=(?<services>on|off))?)?$/,
    runsBeforeStart: true,
    run(profile, argument) {
      if (profile.isStarted) return { type: "chatRunning" };
      profile.isStarted = true;
      profile.acceptsServiceRequests = argument("services") === "on";
      return { type: "chatStarted" };
    },
  },
  {
    pattern: /^\/_check running$/,
    runsBeforeStart: true,
    run: (profile) => ({ type: profile.isStarted ? "chatRunning" : "chatStopped" }),
  },
  {
    pattern: /^\/_stop$/,
    run(profile) {
      profile.isStarted = false;
      profile.acceptsServiceRequests = false;
      return { type: "chatStopped" };
    },
  },
  {
    pattern: /^\/_create user (?<json>\{.*\})$/s,
    runsBeforeStart: true,
    run: (profile) => errorType("userExists", { contactName: profile.profile.displayName }),
  },
  {
    pattern: /^\/_user (?<userId>\d+)$/,
    runsBeforeStart: true,
    run: (profile) => response(profile, "activeUser"),
  },
  {
    pattern: /^\/_profile (?<userId>\d+) (?<json>.+)$/s,
    run(profile, argument) {
      const next = wireProfileOf(parseJsonObject(argument("json")));
      if (next === undefined)
        return commandError("Failed reading: the profile is not a JSON object with a displayName");
      if (JSON.stringify(next) === JSON.stringify(profile.profile)) return response(profile, "userProfileNoChange");
      const fromProfile = profile.profile;
      profile.profile = next;
      const changed = [...profile.contacts.values()].filter((contact) => contact.incognitoProfile === undefined);
      for (const contact of changed) updateAtPeer(contact.peer, next);
      return response(profile, "userProfileUpdated", {
        fromProfile,
        toProfile: next,
        updateSummary: {
          updateSuccesses: changed.length,
          updateFailures: 0,
          changedContacts: changed.map((contact) => contactRecord(profile, contact)),
        },
      });
    },
  },
  {
    pattern: /^\/_contacts (?<userId>\d+)$/,
    run: (profile) =>
      response(profile, "contactsList", {
        contacts: [...profile.contacts.values()].map((contact) => contactRecord(profile, contact)),
      }),
  },
];

function updateAtPeer(peer: ContactEntry["peer"], profile: WireProfile): void {
  const contact = peer?.profile.contacts.get(peer.contactId);
  if (peer === undefined || contact === undefined) return;
  const fromContact = contactRecord(peer.profile, contact);
  contact.profile = profile;
  peer.profile.services.clock.soon(() =>
    peer.profile.emit("contactUpdated", { fromContact, toContact: contactRecord(peer.profile, contact) }),
  );
}
