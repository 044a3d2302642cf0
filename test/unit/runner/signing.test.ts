import { describe, expect, it } from "vitest";
import { generateSigningKey } from "../../../src/core/ed25519Keys.ts";
import { parseCallFile } from "../../../src/protocol/call/parse/parseCallFile.ts";
import { createCaptureStore } from "../../../src/runner/expectations/captures.ts";
import { runRequest } from "../../../src/runner/run/runRequest.ts";
import { builtIns, emptyScopes } from "./kit/preparing.ts";

const shop = "https://smp12.simplex.im/a#gHq3Zr0b1sVt5uXyWcA2dE4fF6gG8hH0iI1jJ2kK3lM";
const text = `# @to ${shop}
# @sign acme
{"protocol": "mcp", "request": {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}}
`;

describe("a signed request", () => {
  it.each([
    [true, 1],
    [false, 0],
  ])("whose key the user lets sign for the target (%s) is sent %i times", async (isConfirmed, times) => {
    const key = generateSigningKey();
    const sent: string[] = [];
    const asked: (readonly [string, string])[] = [];
    const file = parseCallFile(text);
    const [request] = file.requests;
    if (!request) throw new Error("no request");
    const result = await runRequest(file, request, {
      text,
      scopes: emptyScopes,
      builtIns,
      signingKey: () => Promise.resolve({ privateKey: key.revealSecret(), publicKey: key.requestKey }),
      confirmSigning: (name, target) => {
        asked.push([name, target]);
        return Promise.resolve(isConfirmed);
      },
      captures: createCaptureStore(),
      readShape: () => Promise.resolve(undefined),
      services: {
        transports: {
          rpc: {
            kind: "rpc",
            async *send(prepared) {
              sent.push(prepared.text);
              yield await Promise.resolve({
                event: "end",
                outcome: "answered",
                at: "2026-10-21T12:00:00.000Z",
                elapsedMs: 1,
                replies: 0,
                sent: prepared.text,
              });
            },
          },
        },
        newCallId: () => "1",
        now: () => 0,
        core: "sandbox",
      },
    });
    expect(asked).toEqual([["acme", shop]]);
    expect(sent).toHaveLength(times);
    if (!isConfirmed) expect(result).toMatchObject({ kind: "not-sent", problems: [{ code: "send/key-declined" }] });
  });
});
