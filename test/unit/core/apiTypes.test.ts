import { describe, expect, it } from "vitest";
import { asObject, tagOf } from "../../../src/core/records/jsonShape.ts";
import { apiPart, differencesFromApi, differencesFromType, isInApi, newerThanTypes } from "./kit/apiTypes.ts";
import { readFrames } from "./kit/frames.ts";

/** Of records that the API documents of that version leave out, the members whose types they have. */
const knownMembers = { user: "User", chat: "AChat", contact: "Contact", groupInfo: "GroupInfo", version: "string" };

/** The records that the witness does not have: Service RPC, and commands that its documents leave out. */
const undocumented = [
  "apiChat",
  "newPreparedChat",
  "serviceReplyAccepted",
  "serviceReplySent",
  "serviceRequest",
  "serviceResponse",
  "startedConnectionToContact",
  "startedConnectionToGroup",
  "versionInfo",
];

describe("the recorded frames and the types that the core's own documents generate", () => {
  const frames = readFrames("Flat");

  it("agree in every record that both have", () => {
    const known = frames.names.filter((name) => isInApi(apiPart(name), frames.record(name).type));
    expect(known.length).toBeGreaterThan(50);
    const differences = known.flatMap((name) => differencesFromApi(apiPart(name), frames.record(name)));
    expect(differences.filter((difference) => !newerThanTypes.test(difference))).toEqual([]);
  });

  it("agree in the contacts, groups and messages of the others", () => {
    const others = frames.names.filter((name) => !isInApi(apiPart(name), frames.record(name).type));
    expect([...new Set(others.map((name) => frames.record(name).type))].sort()).toEqual(undocumented);
    const differences = others.flatMap((name) =>
      Object.entries(knownMembers).flatMap(([member, type]) => {
        const value = frames.record(name)[member];
        return value === undefined ? [] : differencesFromType(type, value, `${name}.${member}`);
      }),
    );
    expect(differences).toEqual([]);
  });

  it("are told apart by the witness when a member is missing, of another kind, or of another tag", () => {
    const { chatItems: _, ...withoutItems } = frames.record("event.reply");
    expect(differencesFromApi("events", withoutItems)).toEqual(["newChatItems.chatItems: missing"]);
    expect(differencesFromApi("events", { ...withoutItems, chatItems: {} })).toEqual([
      "newChatItems.chatItems: no array",
    ]);
    const contact = asObject(frames.record("event.contactConnected")["contact"]);
    expect(tagOf(asObject(contact?.["activeConn"])?.["connStatus"])).toBe("ready");
    const activeConn = { ...asObject(contact?.["activeConn"]), connStatus: { type: "no such state" } };
    expect(differencesFromType("Contact", { ...contact, activeConn }, "contact")).toHaveLength(1);
  });
});
