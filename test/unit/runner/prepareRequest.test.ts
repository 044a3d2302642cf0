import { describe, expect, it } from "vitest";
import { generateSigningKey } from "../../../src/core/ed25519Keys.ts";
import { builtIns, emptyScopes, prepare, prepared, problemCodes } from "./kit/preparing.ts";

const shop = "https://smp12.simplex.im/a#gHq3Zr0b1sVt5uXyWcA2dE4fF6gG8hH0iI1jJ2kK3lM";
const call = (body: string, directives = "") => `# @to ${shop}\n${directives}${body}\n`;
const listTools =
  '{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}';
const sendMessage =
  '{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "a2a-service-parameters": {"A2A-Version": "1.0"}, "params": {"message": {"messageId": "m-1", "role": "ROLE_USER", "parts": [{"text": "{{text}}"}]}}}';

describe("what is sent", () => {
  it("is what is on screen, compact, every token as written", async () => {
    const body = listTools
      .replace('"id": 1', '"id": 1 /* kept out */')
      .replace('"params": {', '"params": {"limit": 1.10, ');
    const { request, method, version, line } = await prepared(
      `\n\n### List\n${call(`/_call mcp ${body}`, "# @timeout 1.5m\n")}`,
    );
    expect(request).toMatchObject({
      transport: "chat",
      target: shop,
      protocol: "mcp",
      timeoutMs: 90_000,
      incognito: false,
    });
    expect(request.text).toBe(
      `/_call mcp ${listTools.replaceAll(": ", ":").replaceAll(", ", ",").replace('"params":{', '"params":{"limit":1.10,')}`,
    );
    expect(request.text.endsWith(request.requestJson)).toBe(true);
    expect({ method, version, line }).toEqual({ method: "tools/list", version: "2026-07-28", line: 3 });
  });

  it.each([
    [`/_call mcp ${listTools}`, "chat", undefined],
    [`/_call @'Acme bot' mcp ${listTools}`, "chat", "Acme bot"],
    [`{"protocol": "mcp", "request": ${listTools}}`, "rpc", undefined],
  ])("goes over the transport of its form: %.30s", async (body, transport, mention) => {
    const { request } = await prepared(call(body));
    expect(request.transport).toBe(transport);
    expect(request.mention).toBe(mention);
    expect(JSON.parse(request.requestJson)).toMatchObject({ method: "tools/list" });
  });

  it("goes to slim and smcp by the target's scheme, and nowhere else", async () => {
    const to = (target: string) => `# @to ${target}\n${listTools}\n`;
    expect((await prepared(to("smcp+https://office.example/smcp?office=o&computer=pc"))).request.transport).toBe(
      "smcp",
    );
    expect(await problemCodes(to(shop))).not.toEqual([]);
  });
});

describe("variables", () => {
  const withText = (definition: string) => `@text = ${definition}\n\n${call(`/_call a2a ${sendMessage}`)}`;
  const sentTextOf = async (definition: string, changes = {}) => {
    const { request } = await prepared(withText(definition), changes);
    return JSON.parse(request.requestJson).params.message.parts[0].text as string;
  };

  it.each([
    ["two anvils", "two anvils"],
    ['say "two\\anvils"', 'say "two\\anvils"'],
    ["{{$env REGION}} {{$timestamp}}", "Lisbon 1792584000"],
    ["{{$uuid}}", builtIns.uuid()],
    ["{{$randomInt 3 9}}", "3"],
  ])("fills %s", async (definition, text) => {
    expect(await sentTextOf(definition)).toBe(text);
  });

  it("looks in captures, the file, the environment and the private environment, in this order", async () => {
    const captured = new Map([["text", { json: '"captured"' }]]);
    const environment = { name: "dev", values: new Map([["text", '"environment"']]) };
    const privateEnvironment = { name: "dev", values: new Map([["text", '"private"']]) };
    const bare = call(`/_call a2a ${sendMessage}`);
    const scopes = { ...emptyScopes, environment, privateEnvironment };
    expect(await sentTextOf("file", { scopes: { ...scopes, captured } })).toBe("captured");
    expect(await sentTextOf("file", { scopes })).toBe("file");
    expect((await prepared(bare, { scopes })).request.text).toContain('"environment"');
    expect((await prepared(bare, { scopes: { ...emptyScopes, privateEnvironment } })).request.text).toContain(
      '"private"',
    );
  });

  it("puts a captured value bare as JSON, its digits kept", async () => {
    const captured = new Map([["page", { json: "1.50" }]]);
    const text = call(`/_call mcp ${listTools.replace('"params": {', '"params": {"limit": {{page}}, ')}`);
    const { request } = await prepared(text, { scopes: { ...emptyScopes, captured } });
    expect(request.text).toContain('"limit":1.50');
  });

  it("takes a capture of another file", async () => {
    const capturedIn = (file: string, name: string) =>
      file === "orders" && name === "id" ? { json: '"t-8"' } : undefined;
    expect(await sentTextOf("order {{orders.id}}", { scopes: { ...emptyScopes, capturedIn } })).toBe("order t-8");
  });

  it.each([
    ["an unknown variable", "{{nothing}}", "send/unknown-variable"],
    ["a capture of another file that did not come yet", "{{orders.id}}", "send/unknown-capture"],
    ["an unset environment variable", "{{$env NOTHING}}", "send/unknown-built-in"],
    ["a missing secret", "{{$secret nothing}}", "send/unknown-built-in"],
    ["a circle", "{{text}}", "send/variable-cycle"],
  ])("stops at %s", async (_, definition, code) => {
    expect(await problemCodes(withText(definition))).toEqual([code]);
  });

  it("stops at a value that does not fit its place, at the placeholder", async () => {
    const bare = `@n = two words\n\n${call(`/_call mcp ${listTools.replace('"id": 1', '"id": {{n}}')}`)}`;
    const result = await prepare(bare);
    expect(result).toMatchObject({ kind: "problems", problems: [{ code: "send/bare-value-not-json" }] });
    if (result.kind === "problems") {
      const range = result.problems[0]?.range ?? { offset: 0, length: 0 };
      expect(bare.slice(range.offset, range.offset + range.length)).toBe("{{n}}");
    }
    expect(await problemCodes(`@p = m c p\n\n${call(`/_call {{p}} ${listTools}`)}`)).toEqual(["send/value-with-space"]);
    const captured = new Map([["bot", { json: '"a\\n### second"' }]]);
    expect(
      await problemCodes(`# @to {{bot}}\n/_call mcp ${listTools}\n`, { scopes: { ...emptyScopes, captured } }),
    ).toEqual(["send/value-with-line-break"]);
  });

  it("refuses a secret too short to be removed, and names neither", async () => {
    const result = await prepare(withText("Bearer {{$secret pin}}"));
    expect(result).toMatchObject({ kind: "problems", problems: [{ code: "send/short-secret" }] });
    expect(JSON.stringify(result)).not.toContain("123");
    expect(await problemCodes(call(`/_call a2a ${sendMessage.replace("{{text}}", "{{$secret pin}}")}`))).toEqual([
      "send/short-secret",
    ]);
  });
});

describe("what the variables leave", () => {
  const bot = (json: string) => ({ ...emptyScopes, captured: new Map([["bot", { json }]]) });
  const toBot = (body: string) => `# @to {{bot}}\n${body}\n`;

  it("is checked again: the target, the transport and the text", async () => {
    const command = `/_call mcp ${listTools}`;
    expect(await problemCodes(toBot(command), { scopes: bot('""') })).toEqual(["send/no-target"]);
    expect(await problemCodes(toBot(listTools), { scopes: bot(JSON.stringify(shop)) })).toEqual(["send/no-transport"]);
    const group = JSON.stringify(shop.replace("/a#", "/g#"));
    const result = await prepare(toBot(`{"protocol": "mcp", "request": ${listTools}}`), { scopes: bot(group) });
    expect(result).toMatchObject({ kind: "problems", problems: [{ code: "send/filled-text-problem" }] });
  });

  it("is found wanting whatever the body: none that cannot be read gets this far", async () => {
    for (const body of [
      "",
      "hello",
      "/_call",
      "/_call mcp",
      "{}",
      '{"protocol": "mcp"}',
      "[]",
      '"text"',
      "/_call mcp []",
    ]) {
      const codes = await problemCodes(call(body));
      expect(codes.length, body).toBeGreaterThan(0);
    }
  });
});

describe("the text's own errors", () => {
  const good = call(`/_call mcp ${listTools}`);
  const sendable = async (text: string, index: number) => (await prepare(text, {}, index)).kind === "prepared";

  it("stop the request they stand in, up to the next one, and no other", async () => {
    const text = `### first\n${good}### second\n${good}left over\n### third\n${good}`;
    const results = await Promise.all([0, 1, 2].map((index) => sendable(text, index)));
    expect(results).toEqual([true, false, true]);
  });
});

describe("directives", () => {
  it("merges @param, replacing a parameter of the same name in any letter case", async () => {
    const body = `/_call a2a ${sendMessage.replace("{{text}}", "hi")}`;
    const { request } = await prepared(
      call(body, "# @param a2a-version: 1.0\n# @param Authorization: Bearer {{$secret token}}\n"),
    );
    expect(JSON.parse(request.requestJson)["a2a-service-parameters"]).toEqual({
      "a2a-version": "1.0",
      Authorization: 'Bearer pla"nted-secret',
    });
    expect(request.text).toBe(`/_call a2a ${request.requestJson}`);
  });

  it("adds the member when the request has none, and only to A2A", async () => {
    const bare = sendMessage
      .replace("{{text}}", "hi")
      .replace('"a2a-service-parameters": {"A2A-Version": "1.0"}, ', "");
    const envelope = `{"protocol": "a2a", "request": ${bare}}`;
    const { request } = await prepared(call(envelope, "# @param A2A-Version: 1.0\n"));
    expect(JSON.parse(request.text).request["a2a-service-parameters"]).toEqual({ "A2A-Version": "1.0" });
    expect(await problemCodes(call(`/_call mcp ${listTools}`, "# @param A2A-Version: 1.0\n"))).toEqual([
      "call/param-needs-a2a",
    ]);
  });

  const key = generateSigningKey();
  const signingKey = async (name: string) =>
    name === "acme" ? { privateKey: key.revealSecret(), publicKey: key.requestKey } : undefined;
  const envelope = `{"protocol": "mcp", "request": ${listTools}}`;

  it("fills requestKey as the core writes it, and hands the private key to the transport only", async () => {
    const { request } = await prepared(call(envelope, "# @sign acme\n"), { signingKey });
    expect(JSON.parse(request.text).requestKey).toBe(key.requestKey);
    expect(request.signKey).toBe(key.revealSecret());
    expect(request.text).not.toContain(key.revealSecret());
  });

  it("stops at a key that is not stored, at another key in the text, and at a command", async () => {
    expect(await problemCodes(call(envelope, "# @sign other\n"), { signingKey })).toEqual(["send/unknown-key"]);
    const otherKey = `{"protocol": "mcp", "requestKey": "${generateSigningKey().requestKey}", "request": ${listTools}}`;
    expect(await problemCodes(call(otherKey, "# @sign acme\n"), { signingKey })).toEqual(["send/other-request-key"]);
    const command = `/_call mcp ${listTools}`;
    const codes = await problemCodes(call(command, "# @sign acme\n"), { signingKey });
    expect(codes.length).toBeGreaterThan(0);
  });
});
