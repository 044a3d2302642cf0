import { describe, expect, it } from "vitest";
import type { CoreRecord } from "../../../src/core/core.ts";
import { acmeAnswer, scriptedCore } from "./kit/scriptedCore.ts";
import { chatRequest, eventsOf, summary } from "./kit/sending.ts";

function member(groupMemberId: number, localDisplayName: string, displayName: string, memberStatus = "connected") {
  const memberProfile = { displayName };
  return { groupMemberId, memberId: `id${groupMemberId}`, localDisplayName, memberStatus, memberProfile };
}

const groupInfo = {
  groupId: 2,
  localDisplayName: "agents",
  groupProfile: {},
  membership: { memberStatus: "connected" },
};
const members = [
  member(11, "acme", "acme"),
  member(12, "acme_1", "acme"),
  member(13, "steel_1", "steel"),
  member(14, "iron_1", "iron"),
  member(15, "iron_2", "iron"),
  member(16, "dana", "dana", "left"),
  member(17, "erik", "erik", "removed"),
];

function answer(command: string): CoreRecord {
  if (command.startsWith("/_groups")) return { type: "groupsList", groups: [groupInfo] };
  if (command.startsWith("/_members")) return { type: "groupMembers", group: { groupInfo, members } };
  return acmeAnswer(command);
}

describe("a mention", () => {
  it.each([
    ["the local name", "acme", '"mentions":{"acme":11}'],
    ["another local name", "acme_1", '"mentions":{"acme_1":12}'],
    ["the name in the profile, where it is the only one", "steel", '"mentions":{"steel":13}'],
  ])("is resolved by %s", async (_, mention, sent) => {
    const core = scriptedCore(answer);
    await eventsOf(core, chatRequest("#agents", { mention, timeoutMs: 1 }));
    expect(core.commands.find((command) => command.startsWith("/_send #2"))).toContain(sent);
  });

  it.each([
    ["of several with that name", "iron", "core-error ambiguous-member"],
    ["who left", "dana", "core-error member-gone"],
    ["who was removed", "erik", "core-error member-gone"],
    ["nobody knows", "frida", "core-error unknown-member"],
  ])("is not sent to one %s", async (_, mention, line) => {
    const core = scriptedCore(answer);
    expect(summary(await eventsOf(core, chatRequest("#agents", { mention })))).toEqual([line]);
    expect(core.commands.filter((command) => command.startsWith("/_send"))).toEqual([]);
  });
});
