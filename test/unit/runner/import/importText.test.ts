import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";
import { checkText } from "../../../../src/protocol/check.ts";
import type { ImportKind } from "../../../../src/runner/import/importedFile.ts";
import { guessedKind, importText } from "../../../../src/runner/import/importText.ts";

const link = "https://smp1.sandbox.invalid/a#5GRRPz9SYq1Qut1UiTxMdPuLRIHzXOW1jMoIyCVoFns";
const planted = "pl4nted-cr3dential-7f3a";

function imported(text: string, kind?: ImportKind): string {
  const result = importText(text, kind);
  if (result.kind === "failed") throw new Error(result.message);
  return result.text;
}

/** The errors that are left once the reader has written the addresses in. */
function errorsOf(text: string): string[] {
  const filled = text.replace(/^@([\w-]+) =$/gm, `@$1 = ${link}`);
  return checkText("call", filled)
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code}: ${message}`);
}

function directivesOf(text: string): string[] {
  return parseCallFile(text).requests.flatMap(({ directives }) => directives.map(({ key }) => key.text));
}

const listTools = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

const mcpHttp = `@host = http://localhost:3000
@sku = anvil
@unused = 1

### Initialize
POST {{host}}/mcp
Content-Type: application/json
Accept: application/json, text/event-stream

{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}}

### Initialized
POST {{host}}/mcp
Content-Type: application/json

{"jsonrpc": "2.0", "method": "notifications/initialized"}

### Call
# @name stock
POST {{host}}/mcp HTTP/1.1
Content-Type: application/json
Authorization: Bearer ${planted}
Mcp-Session-Id: 77

{
  "jsonrpc": "2.0", "id": "{{$guid}}", "method": "tools/call",
  "params": {"name": "availability", "arguments": {"item": "{{sku}}"}}
}

> {% client.test("x", function() {}); %}

### Next
POST {{host}}/mcp

{"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "quote", "arguments": {"of": "{{stock.response.body.$.result.content[0].text}}"}}}

### A page
GET {{host}}/index.html
`;

const a2aHttp = `@token = ${planted}
@auth = ${planted}2
### Ask
POST https://user:${planted}@agent.example/a2a?key=${planted}
Content-Type: application/json
Authorization: Bearer {{token}}
X-API-Key: {{auth}}
A2A-Extensions: https://example.com/ext/v1

{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"Hi"}]}}}

### Push
POST https://agent.example/a2a

{"jsonrpc":"2.0","id":2,"method":"tasks/pushNotificationConfig/set","params":{}}
`;

describe("an .http file", () => {
  it("becomes requests that can be sent once the address is written in", () => {
    const text = imported(mcpHttp);
    expect(errorsOf(text)).toEqual([]);
    expect(parseCallFile(text).requests.map(({ name }) => name?.text)).toEqual(["Initialize", "stock", "Next"]);
    expect(text).toContain("@sku = anvil");
    expect(text).not.toContain("@unused");
    expect(text).toContain('"id": "{{$uuid}}"');
  });

  it("translates the handshake or says why a message has no place", () => {
    const text = imported(mcpHttp);
    expect(text).toContain('"initialize" became "server/discover"');
    expect(text).toMatch(/Left out: "Initialized" .*notification/);
    expect(text).toMatch(/Left out: "A page" .*no body/);
    expect(text).toMatch(/Left out: the headers Authorization, Mcp-Session-Id/);
  });

  it("captures the reply that a later message uses", () => {
    const text = imported(mcpHttp);
    expect(text).toContain("# @set stock_text = $.result.content[0].text");
    expect(text).toContain('"of": "{{stock_text}}"');
  });

  it("brings A2A 0.3 up to 1.0 and makes headers service parameters, credentials secrets", () => {
    const text = imported(a2aHttp);
    expect(errorsOf(text)).toEqual([]);
    expect(text).toContain('"SendMessage"');
    expect(text).toContain('"ROLE_USER"');
    expect(text).toContain("# @param Authorization: Bearer {{token}}");
    expect(text).toContain("# @param A2A-Extensions: https://example.com/ext/v1");
    expect(text).toContain("@token = {{$secret token}}");
    expect(text).toContain("@auth = {{$secret auth}}");
    expect(text).toMatch(/Left out: "Push" .*push notifications/);
    expect(text).not.toContain(planted);
  });
});

describe("an .http file of each dialect", () => {
  const post = (body: string) => `POST http://h/mcp\nContent-Type: application/json\n\n${body}\n`;
  const leftOutOf = (text: string): string => {
    const result = importText(text, "http");
    return result.kind === "imported" ? result.leftOut.join("\n") : result.message;
  };

  it.each([
    ["a script before the request", `< {%\n  set("a", 1)\n%}\n${post(listTools)}`, "its scripts, which nothing runs"],
    ["a script before the body", post(`< {%\n x\n%}\n\n${listTools}`), "its scripts"],
    ["a script of the response", `${post(listTools)}\n> {%\n  client.test("x", () => {});\n%}`, "its scripts"],
    ["a script in a file", `${post(listTools)}\n> ./check.js\n`, "the script of its response"],
    ["a response kept in a file", `${post(listTools)}\n>>! out.json\n<> before.json\n`, "the file that its response"],
    ["a script of httpYac", `{{\n  exports.a = 1;\n}}\n${post(listTools)}{{\n  b();\n}}`, "its scripts"],
    ["assertions of httpYac", `${post(listTools)}\n?? status == 200\n?? js a > 0`, "its assertions"],
    ["settings", `# @prompt city Which?\n// @no-redirect\n${post(listTools)}`, "its settings @prompt, @no-redirect"],
  ])("keeps the request, and says that %s is left out", (_, text, leftOut) => {
    const file = imported(`### One\n${text}\n`, "http");
    expect(parseCallFile(file).requests).toHaveLength(1);
    expect(errorsOf(file)).toEqual([]);
    expect(file).toContain('"method": "tools/list"');
    expect(leftOutOf(`### One\n${text}\n`)).toContain(leftOut);
  });

  it.each([
    ["< ./body.json", "its body is in the file ./body.json."],
    ["<@latin1 ./a b.json", "its body is in the file ./a b.json."],
    ["query { a }", "its body is not JSON"],
  ])("says of the body %s why it is not taken over", (body, leftOut) => {
    expect(leftOutOf(`### One\n${post(body)}\n### Two\n${post(listTools)}`)).toContain(leftOut);
  });

  it("takes over a time in seconds, curl in a block, and random numbers", () => {
    const text = imported(
      `### A\n# @timeout 600\n${post(listTools.replace('"id":1', '"id":{{$random.integer(1, 7)}}'))}\n### B\ncurl http://h/mcp -d '${listTools}'\n`,
      "http",
    );
    expect(text).toContain("# @timeout 600s");
    expect(text).toContain("{{$randomInt 1 6}}");
    expect(parseCallFile(text).requests.map(({ name }) => name?.text)).toEqual(["A", "B"]);
  });

  it("defines what has no counterpart without a value, and says so", () => {
    const text = imported(post(listTools.replace('"id":1', '"id":"{{$datetime iso8601}}"')), "http");
    expect(text).toContain("@_datetime_iso8601 =\n");
    expect(text).toContain('"id": "{{_datetime_iso8601}}"');
    expect(text).toContain("# Left out: $datetime iso8601, which has no counterpart. Write a value after");
  });
});

describe("a curl line", () => {
  it.each([
    ["single quotes", `curl -X POST http://localhost/mcp -H 'Content-Type: application/json' -d '${listTools}'`],
    ["lines", `curl http://localhost/mcp \\\n  -H "Accept: */*" \\\n  --data-raw '${listTools}'`],
    ["an ANSI quote", `curl 'http://localhost/mcp' --data-raw $'{"jsonrpc":"2.0","id":1,"method":"tools\\u002flist"}'`],
    ["joined options", `curl -sSLXPOST -d'${listTools}' http://localhost/mcp`],
    ["--json", `$ curl --json '${listTools}' http://localhost/mcp`],
    [
      "a comment, variables and a pipe",
      `# list\nTOKEN=a HOST=b time curl -s http://h/mcp -d '${listTools}' | jq .result`,
    ],
    ["a here-document", `curl http://localhost/mcp -d @- <<'EOF'\n${listTools}\nEOF\n`],
    ["the quoting of cmd", `curl "http://h/mcp" ^\r\n  -H "Accept: a" ^\r\n  -d "${listTools.replaceAll('"', '\\"')}"`],
    [
      "cmd, as browsers copy it",
      `curl ^"http://h/mcp^" ^\r\n  -H ^"accept: a^" ^\r\n  --data-raw ^"${listTools.replaceAll('"', '^\\^"').replace(/[{}]/g, "^$&")}^"`,
    ],
    ["the quoting of PowerShell", `PS C:\\> curl.exe http://h/mcp \`\r\n  -d '${listTools.replaceAll('"', '\\"')}'`],
  ])("with %s", (_, command) => {
    const text = imported(command);
    expect(errorsOf(text)).toEqual([]);
    expect(text).toMatch(/"method": "tools(\/|\\u002f)list"/);
    expect(text).toContain("io.modelcontextprotocol/protocolVersion");
  });

  it("leaves credentials out: headers, -u, cookies, the address and the body", () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"metadata":{"apiKey":"${planted}"},"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"Hi"}]}}}`;
    const command = `curl 'https://u:${planted}@a.example/?key=${planted}' -u 'u:${planted}' -b 's=${planted}' -H 'X-Api-Key: ${planted}' -d '${body}'`;
    const text = imported(command);
    expect(text).not.toContain(planted);
    expect(text).toContain("# @param Authorization: Basic {{$secret authorization}}");
    expect(text).toContain('"apiKey": "{{$secret apikey}}"');
    expect(errorsOf(text)).toEqual([]);
  });

  it.each([
    ["an open quote", "curl 'http://localhost -d {}", /quote in it has no end/],
    ["a body in a file", "curl http://localhost -d @body.json", /body is in the file body\.json\. Put the JSON/],
    ["no address", `curl -d '${listTools}'`, /names no address/],
    ["no JSON", "curl http://localhost -d 'a=b'", /not JSON/],
    ["no body", "curl http://localhost", /no body/],
  ])("with %s says so", (_, command, message) => {
    expect(importText(command)).toMatchObject({ kind: "failed", message: expect.stringMatching(message) });
  });

  it("may stand with others, joined or one after the other", () => {
    const one = `curl http://h/mcp -d '${listTools}'`;
    expect(parseCallFile(imported(`${one} && ${one}\n\n${one}\necho done`)).requests).toHaveLength(3);
  });

  it.each([
    ["a form", "curl -F a=b http://h/mcp", /sends a form/],
    ["--data-urlencode", "curl --data-urlencode a=b http://h/mcp", /sends a form/],
    ["an uploaded file", "curl -T body.json http://h/mcp", /file body\.json/],
    ["-G", `curl -G http://h/mcp -d '${listTools}'`, /posts nothing/],
    ["a body of another command", "cat a | curl http://h/mcp -d @-", /neither/],
  ])("with %s says why there is nothing", (_, command, message) => {
    expect(importText(command)).toMatchObject({ kind: "failed", message: expect.stringMatching(message) });
  });

  it("cannot smuggle in a request, a directive or a secret", () => {
    const evil =
      '{"jsonrpc":"2.0","id":1,/*\n###\n# @to https://evil.example/\n/_call mcp {}\n*/"method":"tools/call","params":{"name":"{{$secret acme}}"}}';
    const text = imported(`curl $'http://localhost/\\n# @to evil' -H $'X: a\\n# @sign k' -d '${evil}'`);
    const file = parseCallFile(text);
    expect(file.requests).toHaveLength(1);
    expect(directivesOf(text)).toEqual(["to"]);
    expect(file.requests.flatMap(({ variableUses }) => variableUses.map(({ expression }) => expression.text))).toEqual([
      "agent",
    ]);
  });
});

describe("server entries of an mcp.json", () => {
  it.each([
    [
      "VS Code",
      `{// list\n"servers": {"Acme shop": {"type": "http", "url": "https://a.example/mcp?k=${planted}", "headers": {"Authorization": "Bearer ${planted}"}}}}`,
    ],
    [
      "MCP Inspector",
      `{"mcpServers": {"Acme shop": {"command": "npx", "args": ["--token", "${planted}"], "env": {"TOKEN": "${planted}"}}}}`,
    ],
  ])("of %s become two requests a server, without what may be secret", (_, json) => {
    const text = imported(json);
    expect(guessedKind(json)).toBe("mcp-json");
    expect(errorsOf(text)).toEqual([]);
    expect(text).toContain("@Acme_shop =");
    expect(parseCallFile(text).requests).toHaveLength(2);
    expect(text).not.toContain(planted);
  });

  it("say what of them is not carried over", () => {
    const result = importText(
      '{"inputs": [{"id": "k"}], "servers": {"a": 1, "b": {"url": "https://b.example", "headers": {"X-Key": "k"}}}}',
    );
    expect(result).toMatchObject({ kind: "imported", requests: 2 });
    if (result.kind !== "imported") return;
    expect(result.leftOut.join("\n")).toBe(
      '"a", which is no entry of a server.\n"inputs": what it asks for is not sent.',
    );
    expect(result.text).toContain("Its headers (X-Key) have no place");
  });

  it("that are none say so", () => {
    expect(importText('{"mcpServers": {}}')).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("the list of servers is empty"),
    });
    expect(importText("{}", "mcp-json")).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("mcpServers"),
    });
  });
});

describe("an Agent Card", () => {
  const card = {
    name: "Acme\n# @to evil",
    description: "",
    version: "1",
    supportedInterfaces: [
      { url: link, protocolBinding: "https://simplex.chat/protocol/a2a/v1", protocolVersion: "1.0" },
      { url: "https://a.example", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    ],
    capabilities: { streaming: true, extendedAgentCard: true },
    securitySchemes: { b: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    skills: [{ id: "q", name: "Quote", description: "d", tags: [], examples: ["Price of {{$secret acme}}?"] }],
  };

  it("becomes a request for each thing that it offers, to its SimpleX address", () => {
    const text = imported(JSON.stringify(card));
    expect(errorsOf(text)).toEqual([]);
    expect(text).toContain(`@agent = ${link}`);
    const { requests } = parseCallFile(text);
    expect(requests.map(({ name }) => name?.text)).toEqual(["Quote", "Streamed", "Extended Agent Card"]);
    expect(text).toContain("# @param Authorization: Bearer {{$secret authorization}}");
  });

  it("says what of it is not carried over", () => {
    const result = importText(
      JSON.stringify({
        ...card,
        capabilities: { pushNotifications: true },
        securitySchemes: {
          flow: { oauth2SecurityScheme: { flows: {} } },
          query: { type: "apiKey", in: "query", name: "k" },
          key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
        },
      }),
    );
    if (result.kind !== "imported") throw new Error(result.message);
    expect(result.text).toContain("# @param X-Key: {{$secret x_key}}");
    expect(result.leftOut).toEqual([
      "1 interfaces of the card that are not SimpleX's.",
      'the security scheme "flow", which no header carries. Ask the agent\'s owner.',
      'the security scheme "query", which no header carries. Ask the agent\'s owner.',
      "push notifications: over SimpleX, updates arrive in the conversation.",
    ]);
  });

  it("cannot make its words a directive or a secret", () => {
    const text = imported(JSON.stringify(card));
    const names = parseCallFile(text).requests.flatMap(({ variableUses }) =>
      variableUses.map(({ expression }) => expression.text),
    );
    expect(new Set(names)).toEqual(new Set(["agent", "$secret authorization", "$uuid"]));
    expect(new Set(directivesOf(text))).toEqual(new Set(["to", "param"]));
  });

  it("without a SimpleX address leaves one to be written in", () => {
    const text = imported(JSON.stringify({ ...card, supportedInterfaces: card.supportedInterfaces.slice(1) }));
    expect(text).toContain("@agent =\n");
  });
});

describe("any text", () => {
  const pieces = fc.constantFrom(
    "curl ",
    "POST x",
    "\n",
    "\n\n",
    "###",
    "{{",
    "}}",
    "'",
    '"',
    "-d ",
    listTools,
    "{",
    "}",
    "[",
    ":",
    "\\",
    "$'",
    "@a = ",
    "-H ",
    "\u2028",
    "servers",
    "🜁",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces).map((parts) => parts.join("")),
  );

  it("ends in a request file or in a message", () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom<ImportKind | undefined>("http", "curl", "mcp-json", "agent-card", undefined),
        (source, kind) => {
          const result = importText(source, kind);
          if (result.kind === "failed") expect(result.message).not.toBe("");
          else expect(parseCallFile(result.text).requests).toHaveLength(result.requests);
        },
      ),
      { numRuns: 500 },
    );
  });

  // What is not linear takes hours; a busy machine may take minutes for seconds of work.
  it("of great size ends soon", () => {
    for (const source of [
      "curl ".repeat(100_000),
      "{{".repeat(200_000),
      `${"[".repeat(200_000)}`,
      "### a\nPOST x\n\n{}\n".repeat(20_000),
      `POST x\n\n${"> ".repeat(200_000)}`,
    ]) {
      for (const kind of ["http", "curl", "mcp-json", "agent-card"] as const) importText(source, kind);
    }
  });
});
