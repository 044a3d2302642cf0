import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runCli } from "../../../src/cli/runCli.ts";
import { frameShapes, readFrames } from "../core/kit/frames.ts";
import { type ReceivedCommand, startScriptedServer } from "../core/kit/scriptedServer.ts";
import { fakeIo } from "./kit/fakeIo.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "send-"));
  const request = '{"jsonrpc": "2.0", "id": 1, "method": "ping"}';
  writeFileSync(join(folder, "chat.call"), `# @to @acme\n# @timeout 200ms\n/_call acp ${request}\n`);
  writeFileSync(
    join(folder, "rpc.call"),
    `# @to @acme.simplex\n# @timeout 200ms\n{"protocol": "acp", "request": ${request}}\n`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(frameShapes)("send over a socket that speaks the %s shape", (shape) => {
  const frames = readFrames(shape);

  /** What the command printed, when the core does `then` at the command that sends. */
  async function send(file: string, then: (command: ReceivedCommand) => void) {
    const server = await startScriptedServer();
    onTestFinished(() => server.close());
    server.onCommand = (command) => {
      if (command.cmd === "/u") command.answer(frames.frame("activeUser"));
      else if (command.cmd === "/_contacts 1") command.answer(frames.frame("contacts"));
      else if (/^\/_(send|service_request) /.test(command.cmd)) then(command);
      else command.answer(frames.frame("error.parseError"));
    };
    const io = fakeIo(folder);
    const code = await runCli(["send", file, "--core", server.url, "--format", "ndjson"], io);
    const events = io
      .out()
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    return { code, events, kinds: events.map(({ event }) => event), end: events.at(-1), errors: io.errors() };
  }

  it("prints the reply and nothing else, though foreign and broken frames come with it", async () => {
    const { code, kinds, end, errors } = await send("chat.call", ({ answer, connection }) => {
      connection.sendText("{");
      connection.send({ corrId: "999", ...frames.frame("sentDirect") });
      connection.send(frames.frame("event.groupReply"));
      answer(frames.frame("sentDirect"));
      connection.send(frames.frame("event.reply"));
      connection.send(frames.frame("event.reply"));
    });
    expect({ code, kinds, errors }).toEqual({ code: 0, kinds: ["sent", "reply", "end"], errors: "" });
    expect(end).toMatchObject({ outcome: "answered", replies: 1 });
  });

  it.each<[string, string, (command: ReceivedCommand) => void, number, string]>([
    ["no reply", "chat.call", ({ answer }) => answer(frames.frame("sentDirect")), 3, "timeout"],
    ["a core that stalls", "chat.call", () => undefined, 3, "timeout"],
    ["a frame cut in the middle", "chat.call", ({ connection }) => connection.cutMidFrame(), 2, "connection-lost"],
    ["a core that closes", "rpc.call", ({ connection }) => connection.close(), 2, "connection-lost"],
    ["an answer of another kind", "rpc.call", ({ answer }) => answer(frames.frame("version")), 2, "core-error"],
    [
      "a command error",
      "rpc.call",
      ({ answer }) => answer(frames.frame("error.service.notDRAddress")),
      2,
      "core-error",
    ],
    ["a timeout of the core", "rpc.call", ({ answer }) => answer(frames.frame("error.service.timeout")), 3, "timeout"],
    [
      "an envelope error",
      "rpc.call",
      ({ answer }) =>
        answer(frames.wrap({ ...frames.record("serviceResponse"), responseData: { error: { code: "rate_limited" } } })),
      1,
      "envelope-error",
    ],
  ])("ends once, with its exit code, after %s", async (_, file, then, code, outcome) => {
    const result = await send(file, then);
    expect(result.kinds.filter((kind) => kind === "end")).toHaveLength(1);
    expect(result.end).toMatchObject({ event: "end", outcome, failure: { message: expect.any(String) } });
    expect(result.code).toBe(code);
  });

  it.each(frames.names.filter((name) => name.startsWith("error.")))(
    "says what %s means and what to do",
    async (name) => {
      const { end } = await send(name.includes("service") ? "rpc.call" : "chat.call", ({ answer }) =>
        answer(frames.frame(name)),
      );
      expect(end.failure.message).toMatch(/^[A-Z].*[.?]$/s);
      expect(end.failure.nextStep).toMatch(/^[A-Z].*[.?]$/s);
    },
  );
});
