import { AgentCard, SendMessageRequest, StreamResponse, Task } from "@a2a-js/sdk";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { checkA2aMessage } from "../../../../src/protocol/a2a/a2aMessages.ts";
import { checkAgentCard } from "../../../../src/protocol/agent-card/checkAgentCard.ts";
import { checkProtocolReply, checkProtocolRequest } from "../../../../src/protocol/binding/checkRequest.ts";
import { definitionOf, schemaLibrary } from "../../../../src/protocol/json-schema/jsonSchema.ts";
import { a2aSchemas } from "../../../../src/protocol/json-schema/protocolSchemas.ts";
import { validateNode } from "../../../../src/protocol/json-schema/validateNode.ts";
import legacySubset from "../../../../src/protocol/vendor/a2a/a2a-v0.3.0.agent-card.json" with { type: "json" };
import a2aSchema from "../../../../src/protocol/vendor/a2a/a2a-v1.0.1.bundle.json" with { type: "json" };
import legacySchema from "../../../fixtures/vendor/a2a/a2a-v0.3.0.json" with { type: "json" };
import { treeOf } from "../kit/markedText.ts";
import { mutants } from "../kit/mutants.ts";

const message = {
  messageId: "m-1",
  contextId: "c-1",
  role: "ROLE_USER",
  parts: [
    { text: "hi", metadata: { a: [1, null, { b: true }] } },
    { raw: "AAH+", mediaType: "image/png", filename: "a.png" },
    { url: "https://a.example/b.pdf" },
    { data: { item: "anvil", count: 2 } },
  ],
  referenceTaskIds: ["t-0"],
};

const task = {
  id: "t-1",
  contextId: "c-1",
  status: { state: "TASK_STATE_INPUT_REQUIRED", timestamp: "2026-07-28T10:00:00.000Z", message },
  artifacts: [{ artifactId: "a-1", parts: [{ text: "EUR 480" }], extensions: ["https://a.example/x"] }],
  history: [message],
};

const card = {
  name: "Acme",
  description: "Orders.",
  supportedInterfaces: [{ url: "https://acme.example", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  version: "1",
  capabilities: { streaming: true, extensions: [{ uri: "https://a.example/x", required: true, params: { a: 1 } }] },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  securitySchemes: {
    key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
    oauth: {
      oauth2SecurityScheme: {
        flows: { clientCredentials: { tokenUrl: "https://a.example/token", scopes: { read: "Reads" } } },
      },
    },
  },
  securityRequirements: [{ schemes: { oauth: { list: ["read"] } } }],
  skills: [{ id: "s", name: "S", description: "D", tags: ["t"] }],
};

describe("what the A2A SDK writes passes", () => {
  const request = SendMessageRequest.toJSON(
    SendMessageRequest.fromJSON({ message, configuration: { acceptedOutputModes: ["text/plain"], historyLength: 3 } }),
  );
  const reply = (result: unknown) => treeOf(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
  const asked = (method: string) => ({ transport: "chat", request: { id: 1, method } }) as const;

  it("as a request", () => {
    const text = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "SendMessage",
      "a2a-service-parameters": { "A2A-Version": "1.0" },
      params: request,
    });
    expect(checkProtocolRequest("a2a", treeOf(text), { transport: "chat" })).toEqual([]);
  });

  it("as a task", () => {
    const result = Task.toJSON(Task.fromJSON(task));
    expect(checkProtocolReply("a2a", reply(result), asked("GetTask"))).toEqual([]);
    expect(checkProtocolReply("a2a", reply({ task: result }), asked("SendMessage"))).toEqual([]);
  });

  it("as the items of a stream", () => {
    const status = { taskId: "t-1", contextId: "c-1", status: task.status };
    const update = { taskId: "t-1", contextId: "c-1", artifact: task.artifacts[0], append: true, lastChunk: false };
    for (const item of [{ task }, { message }, { statusUpdate: status }, { artifactUpdate: update }]) {
      const result = StreamResponse.toJSON(StreamResponse.fromJSON(item));
      expect(checkProtocolReply("a2a", reply(result), asked("SendStreamingMessage"))).toEqual([]);
    }
  });

  it("as a card", () => {
    expect(checkAgentCard(JSON.stringify(AgentCard.toJSON(AgentCard.fromJSON(card))))).toEqual([]);
  });
});

describe("the validator agrees with ajv", () => {
  // The published schema has no required members, so only what it says itself is compared.
  const library = schemaLibrary("#/$defs/", Object.fromEntries(Object.entries(a2aSchemas().definitions).map(loosen)));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(a2aSchema, "a2a");

  it.each([
    ["Message", message],
    ["Task", task],
    ["AgentCard", card],
  ])("on mutations of a %s", (definition, value) => {
    const validate = ajv.getSchema(`a2a#/$defs/${definition}`);
    const schema = definitionOf(library, definition);
    if (!validate || !schema) throw new Error("no schema");
    const disagreements: string[] = [];
    for (const mutant of mutants(value, replacements)) {
      const text = JSON.stringify(mutant);
      const findings = validateNode(library, schema, treeOf(text)).filter(
        (finding) => finding.kind !== "format" || finding.format !== "date-time",
      );
      if (validate(mutant) !== (findings.length === 0)) disagreements.push(text);
    }
    expect(disagreements).toEqual([]);
  });
});

/** `abcd` is base64 that bytes can have, which the published pattern does not ask. */
const replacements = [7, 2 ** 31, 1.5, "abcd", "ROLE_UNSPECIFIED", true, null, [], {}];

function loosen([name, schema]: [string, object]): [string, object] {
  const copy = structuredClone(schema);
  for (const key of ["required", "oneOfMembers"]) Reflect.deleteProperty(copy, key);
  for (const property of Object.values(Reflect.get(copy, "properties") ?? {}))
    if (typeof property === "object" && property !== null) Reflect.deleteProperty(property, "isNeverEmpty");
  return [name, copy];
}

it("required members and one-of groups are enforced in each message", () => {
  const codes = (definition: string, text: string) =>
    checkA2aMessage(definition, treeOf(text), []).map((problem) => problem.message.split(",")[0]);
  expect(codes("Task", "{}")).toEqual(["`id` is missing", "`status` is missing"]);
  expect(codes("ListTasksResponse", '{"tasks": [], "nextPageToken": "", "pageSize": 50, "totalSize": 0}')).toEqual([]);
  expect(codes("Message", '{"messageId": "m", "role": 1, "parts": [{"data": null}]}')).toEqual([]);
});

it("the card schema of 0.3 is the published one, cut down", () => {
  for (const [name, definition] of Object.entries(legacySubset.definitions))
    expect(definition).toEqual(Reflect.get(legacySchema.definitions, name));
});
