import { describe, expect, it } from "vitest";
import { checkProtocolRequest } from "../../../../src/protocol/binding/checkRequest.ts";
import { describePath, schemaFor } from "../../../../src/protocol/binding/describePath.ts";
import { explainErrorCode } from "../../../../src/protocol/binding/explainError.ts";
import { boundProtocols, methodsOf, schemasOf } from "../../../../src/protocol/binding/methods.ts";
import { requestSkeleton } from "../../../../src/protocol/binding/requestSkeleton.ts";
import { nodeAt } from "../../../../src/protocol/json/jsonNode.ts";
import { definitionOf } from "../../../../src/protocol/json-schema/jsonSchema.ts";
import { mcpRevision } from "../../../../src/protocol/mcp/mcpRevision.ts";
import { metaKeys } from "../../../../src/protocol/mcp/metaKey.ts";
import { nearestName } from "../../../../src/protocol/text/nearestName.ts";
import { treeOf } from "../kit/markedText.ts";

const methods = boundProtocols.flatMap((protocol) => methodsOf(protocol).map((method) => ({ protocol, method })));

describe("methods", () => {
  it.each(methods)("$protocol $method.name has its definitions in the official schema", ({ protocol, method }) => {
    expect(definitionOf(schemasOf(protocol), method.params)).toBeDefined();
    if (method.result !== undefined) expect(definitionOf(schemasOf(protocol), method.result)).toBeDefined();
  });

  it("are those of the official MCP schema", () => {
    const requests = Object.values(schemasOf("mcp").definitions).flatMap((definition) => {
      const method = definition.properties?.["method"]?.const;
      return definition.required?.includes("id") && typeof method === "string" ? [method] : [];
    });
    expect(
      methodsOf("mcp")
        .map((method) => method.name)
        .sort(),
    ).toEqual(requests.sort());
  });

  it("of an unknown protocol are none", () => expect(methodsOf("acp")).toEqual([]));
});

describe("skeletons", () => {
  it.each(methods)("of $protocol $method.name are requests without errors", ({ protocol, method }) => {
    const command = treeOf(requestSkeleton(protocol, method.name, "chat") ?? "");
    const found = checkProtocolRequest(protocol, command, { transport: "chat" });
    expect(found.filter((problem) => problem.severity === "error")).toEqual([]);
    const envelope = treeOf(requestSkeleton(protocol, method.name, "rpc") ?? "");
    expect(nodeAt(envelope, ["protocol"])).toMatchObject({ value: protocol });
    expect(nodeAt(envelope, ["request", "method"])).toMatchObject({ value: method.name });
  });

  it("of an unknown method are none", () => expect(requestSkeleton("mcp", "nothing", "chat")).toBeUndefined());
});

describe("what may stand at a place", () => {
  it("of a request: its outer members, the required ones first", () => {
    const place = describePath("a2a", "SendMessage", []);
    expect(place?.members.map((member) => `${member.name}${member.isRequired ? "!" : ""}`)).toEqual([
      "jsonrpc!",
      "id!",
      "method!",
      "params!",
      "a2a-service-parameters!",
    ]);
  });

  it("of the params: the method's, with values and descriptions", () => {
    const role = describePath("a2a", "SendMessage", ["params", "message"])?.members.find((one) => one.name === "role");
    expect(role).toMatchObject({
      isRequired: true,
      values: ['"ROLE_USER"', '"ROLE_AGENT"'],
      insertText: '"ROLE_USER"',
    });
    const call = describePath("mcp", "tools/call", ["params"]);
    expect(call?.members.find((one) => one.name === "name")).toMatchObject({
      type: "string",
      isRequired: true,
      description: "The name of the tool.",
    });
  });

  it("of an array's item and of `_meta`", () => {
    const part = describePath("a2a", "SendMessage", ["params", "message", "parts", 3]);
    expect(part?.members.map((member) => member.name)).toContain("mediaType");
    const meta = describePath("mcp", "tools/list", ["params", "_meta"]);
    expect(meta?.members[0]?.name).toMatch(/^io\.modelcontextprotocol\//);
  });

  it("of a method that is not known: an open object; of an unknown protocol: nothing", () => {
    const revision = describePath("mcp", "tools/list", ["params", "_meta", metaKeys.protocolVersion]);
    expect(revision?.values).toEqual([JSON.stringify(mcpRevision)]);
    expect(describePath("mcp", undefined, ["params"])).toMatchObject({ members: [] });
    expect(describePath("acp", "x", [])).toBeUndefined();
    expect(describePath("mcp", "tools/call", ["params", "name", "further"])).toBeUndefined();
    expect(describePath("mcp", "tools/call", ["__proto__", "constructor"])).toBeUndefined();
  });

  it("in words without the schema's link marks", () => {
    for (const protocol of boundProtocols) {
      for (const { name } of methodsOf(protocol)) {
        const texts = JSON.stringify(describePath(protocol, name, ["params", "_meta"]) ?? {});
        expect(texts).not.toContain("{@link");
      }
    }
    const notifications = describePath("mcp", "tools/call", ["params", "_meta"])?.members;
    const token = notifications?.find((one) => one.name === "progressToken");
    expect(token?.description).toContain("(as represented by notifications/progress)");
  });

  it("has every method among the values of `method`", () => {
    expect(schemaFor("a2a", undefined)?.schema.properties?.["method"]?.enum).toContain("SubscribeToTask");
  });
});

describe("error codes", () => {
  it.each([
    ["mcp", -32022, "UnsupportedProtocolVersionError"],
    ["mcp", -32021, "MissingRequiredClientCapabilityError"],
    ["mcp", -32602, "Invalid params"],
    ["a2a", -32001, "TaskNotFoundError"],
    ["a2a", -32009, "VersionNotSupportedError"],
    ["a2a", -32601, "MethodNotFoundError"],
    ["acp", -32601, "Method not found"],
  ])("%s %i is %s", (protocol, code, name) => expect(explainErrorCode(protocol, code)?.name).toBe(name));

  it.each([
    ["mcp", -32001],
    ["a2a", -32010],
    ["a2a", 0],
    ["__proto__", 1],
  ])("%s %i means nothing", (protocol, code) => expect(explainErrorCode(protocol, code)).toBeUndefined());
});

describe("the nearest name", () => {
  const names = ["messageId", "contextId", "SendMessage", "tools/list"];
  it.each([
    ["message_id", "messageId"],
    ["sendmessage", "SendMessage"],
    ["tool/list", "tools/list"],
    ["totally/other", undefined],
    ["", undefined],
    ["m".repeat(100_000), undefined],
  ])("%.20s", (written, nearest) => expect(nearestName(written, names)).toBe(nearest));
});
