import { describe, expect, it } from "vitest";
import { slimSettings } from "../../../../src/transport/slimrpc/slimSettings.ts";

const secret = { name: "slim.secret", value: "s".repeat(32) };

function settings(target: string, ...parameters: { name: string; value: string }[]) {
  const result = slimSettings(target, parameters);
  return "outcome" in result ? result.failure.code : result;
}

describe("the settings of a call over SLIMRPC", () => {
  it("come from the target and its parameters", () => {
    expect(
      settings(
        "slim://node.example:5000/acme/demo/echo",
        secret,
        { name: "slim.name", value: "acme/demo/me" },
        { name: "slim.service", value: "a2a.v1.A2AService" },
      ),
    ).toEqual({
      remoteName: ["acme", "demo", "echo"],
      endpoint: "http://node.example:5000",
      ownName: ["acme", "demo", "me"],
      secret: secret.value,
      service: "a2a.v1.A2AService",
    });
  });

  it.each([
    [undefined, "http://127.0.0.1:46357"],
    ["node.example", "http://node.example:46357"],
    ["https://node.example:443/", "https://node.example:443"],
  ])("take the node %j", (node, endpoint) => {
    const parameters = node === undefined ? [] : [{ name: "slim.node", value: node }];
    expect(settings("slim://acme/demo/echo", secret, ...parameters)).toMatchObject({
      endpoint,
      service: "lf.a2a.v1.A2AService",
      ownName: ["simplex", "agents", expect.stringMatching(/^caller-/)],
    });
  });

  it.each([
    ["slim-secret", []],
    ["slim-secret", [{ name: "slim.secret", value: "s".repeat(31) }]],
    ["slim-name", [secret, { name: "slim.name", value: "me" }]],
    ["slim-node", [secret, { name: "slim.node", value: "host:0" }]],
    ["slim-parameter", [secret, { name: "slim.sekret", value: "" }]],
  ])("say %s for %j", (code, parameters) => {
    expect(settings("slim://acme/demo/echo", ...parameters)).toBe(code);
  });
});
