import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { serveSandbox } from "../../../../src/core/sandbox/webSocketServer.ts";
import { addressOf, at, sandboxKit, textMessage } from "./sandboxKit.ts";

/** A bare client that keeps every frame. */
async function open(url: string) {
  const socket = new WebSocket(url);
  const frames: unknown[] = [];
  let wake: (() => void) | undefined;
  socket.on("message", (data) => {
    frames.push(JSON.parse(String(data)));
    wake?.();
  });
  await new Promise((resolve) => socket.once("open", resolve));
  return {
    socket,
    frames,
    send: (frame: unknown) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame)),
    async atLeast(count: number): Promise<void> {
      while (frames.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
}

describe("the sandbox as a WebSocket server", () => {
  it.each([
    { shape: "flat", success: "resp.type", failure: "resp.type" },
    { shape: "either", success: "resp.Right.type", failure: "resp.Left.type" },
  ] as const)("answers in the $shape shape with the command's corrId", async ({ shape, success, failure }) => {
    const kit = sandboxKit();
    const { profile } = kit.add({ displayName: "alice" });
    const server = await serveSandbox(profile, { port: 0, shape });
    const client = await open(server.url);
    client.send({ corrId: "1", cmd: "/u" });
    await client.atLeast(1);
    client.send({ corrId: "2", cmd: "/nonsense" });
    await client.atLeast(2);
    client.send("{");
    await client.atLeast(3);
    expect(client.frames.map((frame) => at(frame, "corrId"))).toEqual(["1", "2", undefined]);
    expect(at(client.frames[0], success)).toBe("activeUser");
    expect([at(client.frames[1], failure), at(client.frames[2], failure)]).toEqual(["chatCmdError", "chatCmdError"]);
    await server.close();
    await server.close();
  });

  it("keeps events for the first connection, and gives each to one connection only", async () => {
    const kit = sandboxKit();
    const alice = kit.add({ displayName: "alice" });
    const bob = kit.add({ displayName: "bob" });
    const server = await serveSandbox(bob.profile, { port: 0 });
    await alice.ask(`/connect ${await addressOf(bob)}`);
    await kit.settle();
    const first = await open(server.url);
    await first.atLeast(3);
    expect(first.frames.map((frame) => at(frame, "resp.type"))).toEqual([
      "acceptingContactRequest",
      "contactSndReady",
      "contactConnected",
    ]);
    const second = await open(server.url);
    for (const text of ["one", "two", "three", "four"]) await alice.ask(`/_send @1 json ${textMessage(text)}`);
    await Promise.all([first.atLeast(5), second.atLeast(2)]);
    const texts = [...first.frames.slice(3), ...second.frames].map((frame) =>
      at(frame, "resp.chatItems.0.chatItem.meta.itemText"),
    );
    expect(texts.sort()).toEqual(["four", "one", "three", "two"]);
    await server.close();
  });

  it("answers a frame of 16 MB, and refuses one it cannot take with the reason", async () => {
    const { profile } = sandboxKit().add({ displayName: "alice" });
    const server = await serveSandbox(profile, { port: 0 });
    const client = await open(server.url);
    client.send({ corrId: "1", cmd: `/nonsense ${"x".repeat(16 * 1024 * 1024)}` });
    client.send({ corrId: "2", cmd: "/u" });
    await client.atLeast(2);
    expect(client.frames.map((frame) => at(frame, "corrId"))).toEqual(["1", "2"]);
    const closed = new Promise((resolve) => client.socket.once("close", resolve));
    client.socket.send("x".repeat(64 * 1024 * 1024 + 1));
    expect(await closed).toBe(1009);
    await server.close();
  });

  it("listens on 127.0.0.1 only and frees its port", async () => {
    const { profile } = sandboxKit().add({ displayName: "alice" });
    const server = await serveSandbox(profile, { port: 0 });
    expect(server.url).toBe(`ws://127.0.0.1:${server.port}`);
    await server.close();
    const again = await serveSandbox(profile, { port: server.port });
    await again.close();
  });
});
