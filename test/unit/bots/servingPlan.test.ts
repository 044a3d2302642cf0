import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProtocolServer } from "../../../src/bots/protocolServer.ts";
import { serveAtAddress } from "../../../src/bots/serveAt.ts";
import type { Core } from "../../../src/core/core.ts";
import { createSandboxNetwork, type SandboxNetwork } from "../../../src/core/sandbox/network.ts";
import { systemClock } from "../../../src/core/sandbox/sandboxClock.ts";
import { at } from "../core/sandbox/sandboxKit.ts";

const server: ProtocolServer = { protocol: "mcp", versions: ["2026-07-28"], async *answer() {} };
const declared = { mcp: { versions: ["2026-07-28"], transports: { chat: true, rpc: true } } };
const a2a = { versions: ["1.0"], transports: { chat: true } };
const greeting = { type: "text", text: "Welcome" };

let network: SandboxNetwork;
let core: Core;

beforeEach(() => {
  network = createSandboxNetwork({ clock: systemClock });
  core = network.addProfile({ displayName: "Ann" }).core;
});
afterEach(() => network.close());

async function ask(command: string): Promise<unknown> {
  const result = await core.command(command);
  return result.kind === "response" ? result.response : result;
}

async function profileNow() {
  const protocols = at(await ask("/u"), "user.profile.preferences.protocols");
  return { protocols, settings: at(await ask("/_show_address 1"), "contactLink.addressSettings") };
}

async function prepare(address: string, settings: object, protocols: object): Promise<void> {
  await ask(`/_address 1${address}`);
  await ask(`/_address_settings 1 ${JSON.stringify(settings)}`);
  await ask(`/_profile 1 ${JSON.stringify({ displayName: "Ann", fullName: "", preferences: { protocols } })}`);
}

describe("serving at a profile that stands already", () => {
  it("adds what is missing without being allowed to change anything, and finds it again", async () => {
    await ask(
      `/_profile 1 ${JSON.stringify({ displayName: "Ann", fullName: "", preferences: { protocols: { a2a } } })}`,
    );
    const first = await serveAtAddress(core, server, { mayChange: false });
    expect(first).toMatchObject({ kind: "serving", warnings: [] });
    const before = await profileNow();
    expect(before.protocols).toEqual({ a2a, ...declared });
    expect(before.settings).toMatchObject({ autoAccept: { acceptIncognito: false } });
    const again = await serveAtAddress(core, server, { mayChange: false });
    expect(again).toMatchObject({ kind: "serving", link: at(first, "link") });
    expect(await profileNow()).toEqual(before);
  });

  it("keeps an address that does, with its settings", async () => {
    const settings = {
      businessAddress: true,
      autoAccept: { acceptIncognito: true },
      autoReply: greeting,
      serves: ["human"],
    };
    await prepare(" pq_ratchet=on", settings, declared);
    expect(await serveAtAddress(core, server, { mayChange: false })).toMatchObject({ kind: "serving" });
    expect((await profileNow()).settings).toEqual(settings);
  });

  it.each([
    ["an address that asks about contacts", " pq_ratchet=on", {}, declared, [/accept every contact/]],
    ["an address without ratchet keys", "", { autoAccept: { acceptIncognito: false } }, {}, [/ratchet keys/]],
    ["another declaration", " pq_ratchet=on", { autoAccept: {} }, { a2a, mcp: a2a }, [/declares mcp with other/]],
    ["all of them", "", {}, { mcp: a2a }, [/accept every contact/, /ratchet keys/, /declares mcp/]],
  ])("changes %s only when it may, and nothing beside it", async (_, address, own, protocols, sentences) => {
    const settings = { businessAddress: true, autoReply: greeting, serves: ["agent"], ...own };
    await prepare(address, settings, protocols);
    const before = await profileNow();
    const refused = await serveAtAddress(core, server, { mayChange: false });
    expect(refused).toMatchObject({
      kind: "needs-consent",
      changes: sentences.map((one) => expect.stringMatching(one)),
    });
    expect(await profileNow()).toEqual(before);

    const serving = await serveAtAddress(core, server, { mayChange: true });
    expect(serving).toMatchObject({ kind: "serving", warnings: [] });
    const after = await profileNow();
    expect(after.settings).toEqual({ autoAccept: { acceptIncognito: false }, ...settings });
    expect(after.protocols).toEqual({ ...protocols, ...declared });
    expect(await serveAtAddress(core, server, { mayChange: false })).toMatchObject({ kind: "serving" });
  });

  it("is refused when the address cannot be read, instead of making another one", async () => {
    await core.close();
    expect(await serveAtAddress(core, server, { mayChange: true })).toMatchObject({ kind: "refused" });
  });
});
