import { describe, expect, it } from "vitest";
import { parseEndpoint } from "../../../src/core/websocket/endpoint.ts";

describe("the address of a core", () => {
  it.each([
    ["ws://127.0.0.1:5225", "ws://127.0.0.1:5225/"],
    ["ws://127.9.9.9:1/path", "ws://127.9.9.9:1/path"],
    ["ws://localhost:5225", "ws://127.0.0.1:5225/"],
    ["wss://localhost:5225", "wss://localhost:5225/"],
    ["ws://[::1]:5225", "ws://[::1]:5225/"],
    ["WS://127.0.0.1:5225#fragment", "ws://127.0.0.1:5225/"],
  ])("%s is on this machine", (text, url) => {
    expect(parseEndpoint(text)).toEqual({ kind: "local", url });
  });

  it("on another machine is remote with TLS only", () => {
    expect(parseEndpoint("wss://core.example:8443/x")).toEqual({
      kind: "remote",
      url: "wss://core.example:8443/x",
      host: "core.example:8443",
    });
  });

  it.each([
    "ws://192.168.1.2:5225",
    "ws://0.0.0.0:5225",
    "ws://127.0.0.1.example:5225",
    "ws://localhost.example",
    "ws://[::ffff:8.8.8.8]:5225",
    "http://127.0.0.1:5225",
    "127.0.0.1:5225",
    "",
  ])("%j is refused", (text) => {
    expect(parseEndpoint(text)).toMatchObject({ kind: "refused" });
  });

  it.each(["ws://user@127.0.0.1:5225", "wss://user:hunter2@core.example"])(
    "%s is refused for its credentials, which are not repeated",
    (text) => {
      const endpoint = parseEndpoint(text);
      expect(endpoint).toMatchObject({ kind: "refused", message: expect.stringContaining("password") });
      expect(JSON.stringify(endpoint)).not.toMatch(/user:|hunter2/);
    },
  );
});
