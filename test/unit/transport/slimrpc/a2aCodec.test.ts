import { describe, expect, it } from "vitest";
import { a2aMethods } from "../../../../src/protocol/a2a/a2aMethods.ts";
import { a2aMethodCodec } from "../../../../src/transport/slimrpc/a2aCodec.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytes = (text: string) => new Uint8Array(Buffer.from(text, "hex"));

describe("the protobuf encoding of A2A", () => {
  it("knows every method, and which of them stream", () => {
    for (const { name, kind } of a2aMethods) {
      expect([name, a2aMethodCodec(name)?.isStreaming]).toEqual([name, kind === "streaming"]);
    }
    expect(a2aMethodCodec("message/send")).toBeUndefined();
  });

  // The bytes are those of protoc and its Python runtime for the same JSON.
  it("writes what protoc's own runtime writes", () => {
    const params = {
      message: {
        messageId: "m-1",
        role: "ROLE_USER",
        parts: [{ text: "hi" }, { data: { n: 1.5 }, metadata: { k: [true, null] } }],
      },
      configuration: { historyLength: 0, acceptedOutputModes: ["text/plain"] },
    };
    const encoded = a2aMethodCodec("SendMessage")?.encode(params);
    expect(encoded?.ok && hex(encoded.bytes)).toBe(
      "12360a036d2d3120012a040a0268692a2722122a100a0e0a016e120911000000000000f83f2a110a0f0a016b120a32080a0220010a0208001a0e0a0a746578742f706c61696e1800",
    );
  });

  it.each([
    [
      "SendStreamingMessage",
      "1a190a027431120263311a0f08031a0b0880dab4d8061080e59a77",
      {
        statusUpdate: {
          taskId: "t1",
          contextId: "c1",
          status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-11-30T08:00:00.250Z" },
        },
      },
    ],
    [
      "GetExtendedAgentCard",
      "0a01613a02080042120a016b120d0a0b12066865616465721a0158",
      {
        name: "a",
        capabilities: { streaming: false },
        securitySchemes: { k: { apiKeySecurityScheme: { location: "header", name: "X" } } },
      },
    ],
    ["DeleteTaskPushNotificationConfig", "", {}],
  ])("reads what protoc's own runtime writes: %s", (method, written, json) => {
    expect(a2aMethodCodec(method)?.decode(bytes(written))).toEqual({ ok: true, json });
  });

  it.each([
    [{ id: 5 }, "id"],
    [{ id: "x", unknown: 1 }, "unknown"],
    [[], "not an object"],
  ])("does not write %j, and names what is wrong", (params, named) => {
    const encoded = a2aMethodCodec("GetTask")?.encode(params);
    expect(encoded?.ok === false && encoded.message).toContain(named);
  });

  it("does not read what is no message", () => {
    expect(a2aMethodCodec("GetTask")?.decode(bytes("ffff"))).toMatchObject({ ok: false });
  });
});
