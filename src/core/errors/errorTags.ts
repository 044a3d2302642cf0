import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import { asObject, tagOf } from "../records/jsonShape.ts";

/** The outermost tags of errors, which only say which part of the core an error is of, and where that part's error is. */
const parts: Readonly<Record<string, string>> = {
  error: "errorType",
  errorAgent: "agentError",
  errorStore: "storeError",
  errorDatabase: "databaseError",
  errorRemoteCtrl: "remoteCtrlError",
  errorRemoteHost: "remoteHostError",
};

/** The members under which an error keeps one more, whose tag says more than its own. */
const innerMembers = [
  "brokerErr",
  "smpErr",
  "cmdErr",
  "connErr",
  "proxyErr",
  "protocolErr",
  "agentErr",
  "nameErr",
  "serviceError",
  "simplexDomainError",
];

/** Errors of a router by way of another one are nested deepest: agent, proxy, protocol, proxy, router, cause. */
const maxLevels = 8;

/**
 * The tags of a `chatError` from the outermost inwards, without the part's unless it is all there is. `error` has the members
 * of all levels, those of the inner ones first. Accepts any value.
 */
export function tagsWithin(chatError: unknown): { readonly tags: readonly string[]; readonly error: JsonObject } {
  const outer = asObject(chatError) ?? {};
  const outerTag = tagOf(outer) ?? "unreadable";
  let level = asObject(outer[Object.hasOwn(parts, outerTag) ? (parts[outerTag] ?? "") : ""]);
  const tags: string[] = [];
  let error: JsonObject = {};
  while (level !== undefined && tags.length < maxLevels) {
    const tag = tagOf(level);
    if (tag === undefined) break;
    const present: JsonObject = level;
    tags.push(tag);
    error = { ...error, ...present };
    level = asObject(present[innerMembers.find((member) => tagOf(present[member]) !== undefined) ?? ""]);
  }
  return tags.length > 0 ? { tags, error } : { tags: [outerTag], error: outer };
}
