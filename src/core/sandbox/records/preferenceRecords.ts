import type { JsonObject } from "../../../protocol/json/jsonObject.ts";
import { asObject } from "../../records/jsonShape.ts";

type Allow = "always" | "yes" | "no";

/** What a profile allows when its preferences do not say. */
const defaultPreferences = {
  timedMessages: "yes",
  fullDelete: "no",
  reactions: "yes",
  voice: "yes",
  files: "yes",
  calls: "yes",
  sessions: "no",
} as const;

const defaultGroupPreferences = {
  timedMessages: { enable: "off", ttl: 86_400 },
  directMessages: { enable: "on" },
  fullDelete: { enable: "off" },
  reactions: { enable: "on" },
  voice: { enable: "on" },
  files: { enable: "on" },
  simplexLinks: { enable: "on" },
  reports: { enable: "on" },
  history: { enable: "on" },
  support: { enable: "on" },
  sessions: { enable: "off" },
  comments: { enable: "off" },
  signMessages: { enable: "off" },
} as const;

const features = ["timedMessages", "fullDelete", "reactions", "voice", "files", "calls", "sessions"] as const;

/** `fullPreferences`: computed, so keys the core does not know, such as `protocols`, are not in it. */
export function fullPreferences(profile: JsonObject): JsonObject {
  const preferences = memberObject(profile, "preferences");
  const full = Object.fromEntries(features.map((feature) => [feature, { allow: allowOf(preferences, feature) }]));
  return { ...full, commands: commandsOf(preferences) };
}

/** `mergedPreferences` of a contact: what both sides allow. */
export function mergedPreferences(user: JsonObject, contact: JsonObject): JsonObject {
  const userPreferences = memberObject(user, "preferences");
  const contactPreferences = memberObject(contact, "preferences");
  const merged = features.map((feature) => {
    const own = allowOf(userPreferences, feature);
    const theirs = allowOf(contactPreferences, feature);
    const enabled = { forUser: isEnabled(own, theirs), forContact: isEnabled(theirs, own) };
    return [
      feature,
      { enabled, userPreference: { type: "user", preference: { allow: own } }, contactPreference: { allow: theirs } },
    ];
  });
  const commands = commandsOf(contactPreferences);
  return { ...Object.fromEntries(merged), ...(commands.length > 0 && { commands }) };
}

/** `FullGroupPreferences`: what the profile of a group leaves out has the default. */
export function fullGroupPreferences(groupProfile: JsonObject): JsonObject {
  const preferences = memberObject(groupProfile, "groupPreferences");
  const full = Object.entries(defaultGroupPreferences).map(([feature, standard]) => [
    feature,
    memberObject(preferences, feature)["enable"] === undefined ? standard : preferences[feature],
  ]);
  return { ...Object.fromEntries(full), commands: commandsOf(preferences) };
}

/** A member that is an object; an empty object when it is absent or anything else. */
export function memberObject(value: JsonObject, member: string): JsonObject {
  return asObject(value[member]) ?? {};
}

function allowOf(preferences: JsonObject, feature: (typeof features)[number]): Allow {
  const allow = memberObject(preferences, feature)["allow"];
  return allow === "always" || allow === "yes" || allow === "no" ? allow : defaultPreferences[feature];
}

function isEnabled(own: Allow, theirs: Allow): boolean {
  return theirs === "always" || (theirs === "yes" && own !== "no");
}

function commandsOf(preferences: JsonObject): readonly unknown[] {
  return Array.isArray(preferences["commands"]) ? preferences["commands"] : [];
}
