import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { checkProtocolReply, checkProtocolRequest } from "../../../../src/protocol/binding/checkRequest.ts";
import { type JsonNode, memberOf } from "../../../../src/protocol/json/jsonNode.ts";
import { parseJsonText } from "../../../../src/protocol/json/jsonText.ts";
import { definitionOf } from "../../../../src/protocol/json-schema/jsonSchema.ts";
import { mcpSchemas } from "../../../../src/protocol/json-schema/protocolSchemas.ts";
import { validateNode } from "../../../../src/protocol/json-schema/validateNode.ts";
import { mcpMethods } from "../../../../src/protocol/mcp/mcpMethods.ts";
import mcpSchema from "../../../../src/protocol/vendor/mcp/mcp-2026-07-28.schema.json" with { type: "json" };
import { mutants } from "../kit/mutants.ts";

const folder = join(import.meta.dirname, "../../../fixtures/vendor/mcp/examples-2026-07-28");

interface Example {
  readonly definition: string;
  readonly name: string;
  readonly text: string;
  readonly root: JsonNode;
}

const examples: readonly Example[] = readdirSync(folder).flatMap((definition) =>
  readdirSync(join(folder, definition)).map((name) => {
    const text = readFileSync(join(folder, definition, name), "utf8");
    const { root, problems } = parseJsonText(text);
    expect(problems).toEqual([]);
    if (!root) throw new Error(`${definition}/${name} is empty`);
    return { definition, name, text, root };
  }),
);

/** The method a response answers, by the name of its definition. */
function methodOfResponse(definition: string): string | undefined {
  const result = definition.replace(/ResultResponse$/, "Result");
  return mcpMethods.find((method) => method.result === result)?.name;
}

describe("the official MCP examples", () => {
  it("are all here", () => expect(examples).toHaveLength(129));

  it.each(examples)("agree with the schema: $definition/$name", ({ definition, root }) => {
    const schema = definitionOf(mcpSchemas(), definition);
    expect(schema && validateNode(mcpSchemas(), schema, root)).toEqual([]);
  });

  const requests = examples.filter((example) => mcpMethods.some((method) => isOfMethod(example.root, method.name)));
  it.each(requests)("are requests without errors: $definition/$name", ({ root }) => {
    for (const transport of ["chat", "rpc"] as const) {
      const problems = checkProtocolRequest("mcp", root, { transport });
      expect(problems.filter((problem) => problem.severity === "error")).toEqual([]);
    }
  });

  const replies = examples.filter((example) => /(ResultResponse|Notification|Error)$/.test(example.definition));
  it.each(replies)("are replies without errors: $definition/$name", ({ definition, root }) => {
    const problems = checkProtocolReply("mcp", asResponse(root), {
      transport: "chat",
      request: { id: undefined, method: methodOfResponse(definition) },
    });
    expect(problems.filter((problem) => problem.severity === "error")).toEqual([]);
  });
});

/** Some examples are error objects without the response around them. */
function asResponse(root: JsonNode): JsonNode {
  if (!memberOf(root, "code")) return root;
  const { text } = examples.find((example) => example.root === root) ?? { text: "" };
  return parseJsonText(`{"jsonrpc": "2.0", "id": 1, "error": ${text}}`).root ?? root;
}

function isOfMethod(root: JsonNode, method: string): boolean {
  const node = memberOf(root, "method")?.value;
  return node?.kind === "string" && node.value === method && memberOf(root, "jsonrpc") !== undefined;
}

describe("the validator agrees with ajv", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(mcpSchema, "mcp");

  // Each example, changed in one place, everywhere: thousands of documents.
  it("on mutations of the official examples", () => {
    const disagreements: string[] = [];
    let compared = 0;
    for (const { definition, name, text } of examples) {
      const validate = ajv.getSchema(`mcp#/$defs/${definition}`);
      const schema = definitionOf(mcpSchemas(), definition);
      if (!validate || !schema) throw new Error(`no schema for ${definition}`);
      for (const mutant of mutants(JSON.parse(text), [7, "x", true, [], {}])) {
        compared += 1;
        const mutantText = JSON.stringify(mutant);
        const { root } = parseJsonText(mutantText);
        if (!root) throw new Error("not parsed");
        const findings = validateNode(mcpSchemas(), schema, root).filter((finding) => finding.kind !== "format");
        if (validate(mutant) !== (findings.length === 0)) disagreements.push(`${definition}/${name}: ${mutantText}`);
      }
    }
    expect(compared).toBeGreaterThan(2000);
    expect(disagreements).toEqual([]);
  });
});
