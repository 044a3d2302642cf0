import { describe, expect, it } from "vitest";
import { checkCallFile } from "../../../../src/protocol/call/check/checkCallFile.ts";
import { type BodyForm, convertBody } from "../../../../src/protocol/call/convert.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";
import { sentText } from "../../../../src/protocol/call/sentText.ts";
import { applied, fixed, marked } from "../kit/marked.ts";

const key = "A".repeat(43);
const contact = `https://smp12.simplex.im/a#${key}`;
const group = `https://smp12.simplex.im/g#${key}`;
const channel = `https://smp12.simplex.im/c#${key}`;
const relay = `https://smp12.simplex.im/r#${key}`;

const toolsList =
  '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}';
const sendMessage =
  '{"jsonrpc":"2.0","id":1,"method":"SendMessage","a2a-service-parameters":{"A2A-Version":"1.0"},"params":{"message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"Hi"}]}}}';
const envelope = `{"protocol":"mcp","request":${toolsList}}`;

/** What is wrong in a file with one request. */
function found(target: string, body: string, directives: readonly string[] = []): string[] {
  const text = [`# @to ${target}`, ...directives.map((line) => `# ${line}`), body].join("\n");
  return marked(text, checkCallFile(text));
}

describe("a request that is right", () => {
  it.each([
    [contact, `/_call mcp ${toolsList}`],
    [contact, envelope],
    [contact, `/_call a2a ${sendMessage}`],
    [contact, `{"protocol":"a2a","request":${sendMessage}}`],
    [group, `/_call @acme mcp ${toolsList}`],
    [group, `/_call @'Acme bot' mcp ${toolsList}`],
    ["#Acme customers", `/_call mcp ${toolsList}`],
    ["@Ann", `/_call mcp ${toolsList}`],
    ["@shop.acme.simplex", envelope],
    ["slim://agntcy/demo/weather\n# @param slim.secret: {{$secret slim}}", sendMessage],
    ["smcp+https://office.example/room?office=o&computer=pc", toolsList],
    ["{{unknown}}", `/_call mcp ${toolsList}`],
  ])("%s %s has no problems", (target, body) => {
    expect(found(target, body)).toEqual([]);
  });
});

const fullContact = "simplex:/contact#/?v=2-7&smp=smp%3A%2F%2FAA%3D%3D%40smp8.simplex.im%2Fabcd";

describe("the target", () => {
  it.each([
    [group, envelope, [`call/rpc-needs-contact: ${group}`]],
    ["#acme", envelope, ["call/rpc-needs-contact: #acme"]],
    ["@Ann", envelope, ["call/rpc-needs-contact: @Ann"]],
    [fullContact, envelope, [`call/no-ratchet-keys: ${fullContact}`]],
    [`${fullContact}&rk=AAAA`, envelope, []],
    [fullContact, `/_call mcp ${toolsList}`, []],
    [channel, `/_call mcp ${toolsList}`, [`call/channel-target: ${channel}`]],
    [relay, `/_call mcp ${toolsList}`, [`call/relay-target: ${relay}`]],
    [contact, `/_call @acme mcp ${toolsList}`, ["call/mention-needs-group: @acme"]],
    ["@Ann", `/_call @acme mcp ${toolsList}`, ["call/mention-needs-group: @acme"]],
    [contact, toolsList, ["call/bare-message: {"]],
    ["slim://agntcy/demo/weather", envelope, ["call/body-not-for-target: {"]],
    ["smcp+http://localhost:8000/r?office=o", `/_call mcp ${toolsList}`, ["call/body-not-for-target: /_call"]],
    ["https://example.com", `/_call mcp ${toolsList}`, ["link/not-simplex: https://example.com"]],
    ["slim://a", sendMessage, ["slimrpc/url: slim://a"]],
  ])("%s with %s", (target, body, problems) => {
    expect(found(target, body)).toEqual(problems);
  });

  it("is checked once, where a variable defines it", () => {
    const request = `###\n# @to {{bot}}\n/_call mcp ${toolsList}\n`;
    const text = `@bot = ${contact}x\n${request}${request}`;
    expect(marked(text, checkCallFile(text))).toEqual([`link/key-length: ${key}x`]);
  });

  it("is judged by its type also through variables", () => {
    const text = `@host = https://smp12.simplex.im\n@bot = {{host}}/g#${key}\n###\n# @to {{bot}}\n${envelope}`;
    expect(marked(text, checkCallFile(text))).toEqual(["call/rpc-needs-contact: {{bot}}"]);
  });

  it("that is put together is marked whole, without a fix", () => {
    const text = `@key = short\n###\n# @to https://smp12.simplex.im/a#{{key}}\n/_call mcp ${toolsList}`;
    const problems = checkCallFile(text);
    expect(marked(text, problems)).toEqual(["link/key-length: https://smp12.simplex.im/a#{{key}}"]);
    expect(problems[0]?.fixes).toEqual([]);
  });
});

describe("a command", () => {
  it.each([
    ["/_call mcp", ["call/no-request: /_call"]],
    [`/_call ${toolsList}`, ["call/no-protocol: /_call"]],
    [`/_call  mcp ${toolsList}`, ["call/one-space:   "]],
    [`/_call\tmcp ${toolsList}`, ["call/one-space: \t"]],
    [`/_call mcp\n${toolsList}`, ["call/one-space: \n"]],
    [`/_call mcp${toolsList}`, ["call/one-space: {"]],
    [`/_call MCP ${toolsList}`, ["envelope/protocol-name: MCP"]],
    [`/_call MCP ${toolsList.replace('"2.0"', '"1.0"')}`, ["envelope/protocol-name: MCP", 'json-rpc/version: "1.0"']],
    ["/_call weather {}", ["envelope/unknown-protocol: weather"]],
    ["/_call weather [1]", ["envelope/unknown-protocol: weather", "envelope/request-not-object: [1]"]],
    ["/_call mcp []", ["json-rpc/batch: ["]],
    [`/_call {{protocol}} ${toolsList}`, []],
  ])("%s", (body, problems) => {
    expect(found(contact, body)).toEqual(problems);
  });

  it("mentions a member by a name", () => {
    expect(found(group, `/_call @ mcp ${toolsList}`)).toEqual(["call/invalid-mention: @"]);
    expect(found(group, `/_call @'Acme mcp ${toolsList}`)).toEqual(["call/invalid-mention: @'Acme"]);
    expect(found(group, `/_call @'Acme bot mcp ${toolsList}`)).toEqual(["call/invalid-mention: @'Acme bot"]);
    expect(found(group, `/_call @Acme shop bot mcp ${toolsList}`)).toEqual(["call/invalid-mention: @Acme shop bot"]);
    expect(found(group, `/_call @a @b mcp ${toolsList}`)).toEqual(["call/invalid-mention: @a @b"]);
  });

  it("mentions the member before the protocol", () => {
    const text = `# @to ${group}\n/_call mcp @'Acme bot' ${toolsList}`;
    const spaced = `# @to ${group}\n/_call @Acme shop bot mcp ${toolsList}\n`;
    expect(fixed(spaced, checkCallFile(spaced), "call/invalid-mention")).toBe(
      spaced.replace("@Acme shop bot", "@'Acme shop bot'"),
    );
    expect(marked(text, checkCallFile(text))).toEqual(["call/mention-place: @'Acme bot'"]);
    const mended = `# @to ${group}\n/_call @'Acme bot' mcp ${toolsList}`;
    expect(fixed(text, checkCallFile(text), "call/mention-place")).toBe(mended);
  });

  it.each(["/call", "/_CALL", "_call", "/_calls"])("is meant by %s", (word) => {
    const text = `# @to ${contact}\n${word} mcp ${toolsList}`;
    expect(marked(text, checkCallFile(text))).toEqual([`call/unknown-body: ${word}`]);
    expect(fixed(text, checkCallFile(text), "call/unknown-body")).toBe(text.replace(word, "/_call"));
  });

  it("with a link may be refused in a group", () => {
    const body = sendMessage.replace('"Hi"', `"See ${contact} for more"`);
    expect(found(contact, `/_call a2a ${body}`)).toEqual([]);
    expect(found("@Ann", `/_call a2a ${body}`)).toEqual([]);
    expect(found(group, `/_call a2a ${body}`)).toEqual([`call/link-in-group: "See ${contact} for more"`]);
    expect(found("{{bot}}", `/_call @acme a2a ${body}`)).toEqual([`call/link-in-group: "See ${contact} for more"`]);
  });

  it("has its JSON checked where it stands, comments allowed", () => {
    expect(found(contact, '/_call weather {"a": 1,, /* note */ "b": 2}')).toEqual([
      "envelope/unknown-protocol: weather",
      "json/extra-comma: ,",
    ]);
    const deep = "[".repeat(20_000);
    expect(found(contact, `/_call weather {"a": ${deep}`).join()).toContain("json/too-deep");
  });

  it("never has a credential in a group", () => {
    const body = sendMessage.replace('"1.0"', '"1.0","Authorization":"Bearer {{token}}"');
    expect(found(contact, `/_call a2a ${body}`)).toEqual([]);
    expect(found(group, `/_call a2a ${body}`).join()).toContain("a2a/credential-in-group");
  });
});

describe("directives", () => {
  it.each([
    [contact, `/_call mcp ${toolsList}`, "@sign acme", ["call/sign-needs-envelope: # @sign acme"]],
    [contact, envelope, "@sign acme", []],
    [contact, envelope, "@incognito", ["call/incognito-needs-conversation: # @incognito"]],
    [contact, `/_call mcp ${toolsList}`, "@incognito", []],
    ["@Ann", `/_call mcp ${toolsList}`, "@wait 5s", ["call/wait-needs-group: # @wait 5s"]],
    [group, `/_call @acme mcp ${toolsList}`, "@wait 5s", ["call/wait-needs-group: # @wait 5s"]],
    [group, `/_call mcp ${toolsList}`, "@wait 5s", []],
    [contact, `/_call mcp ${toolsList}`, "@param A: b", ["call/param-needs-a2a: # @param A: b"]],
    [contact, envelope, "@param A: b", ["call/param-needs-a2a: # @param A: b"]],
    [contact, `/_call a2a ${sendMessage}`, "@param A: b", []],
    [contact, `/_call a2a ${sendMessage}`, "@param Authorization: {{token}}", []],
    [
      contact,
      `/_call a2a ${sendMessage}`,
      "@param Authorization: Bearer x",
      ["a2a/credential-in-file: # @param Authorization: Bearer x"],
    ],
    [
      group,
      `/_call a2a ${sendMessage}`,
      "@param Authorization: {{token}}",
      ["a2a/credential-in-group: # @param Authorization: {{token}}"],
    ],
  ])("%s %s %s", (target, body, directive, problems) => {
    expect(found(target, body, [directive])).toEqual(problems);
  });

  it("need not wait longer than a responder has", () => {
    expect(found(contact, envelope, ["@timeout 180s"])).toEqual([]);
    expect(found(contact, envelope, ["@timeout 181s"])).toEqual(["call/timeout-beyond-response: 181s"]);
    expect(found(contact, `/_call mcp ${toolsList}`, ["@timeout 10m"])).toEqual([]);
  });

  it("sign requests to different targets with different keys", () => {
    const request = (link: string, name: string) => `###\n# @to ${link}\n# @sign ${name}\n${envelope}\n`;
    const other = contact.replace("smp12", "smp11");
    const same = `simplex:/a#${key}?h=smp12.simplex.im`;
    const keys = (text: string) => marked(text, checkCallFile(text)).filter((line) => line.startsWith("call/"));
    expect(keys(request(contact, "acme") + request(same, "acme") + request(other, "other"))).toEqual([]);
    expect(keys(request(contact, "acme") + request(other, "acme"))).toEqual(["call/key-for-two-targets: acme"]);
  });

  it("may carry the A2A version, so that the body need not", () => {
    const body = sendMessage.replace('"a2a-service-parameters":{"A2A-Version":"1.0"},', "");
    expect(found(contact, `/_call a2a ${body}`)).toEqual(["a2a/missing-version: {"]);
    expect(found(contact, `/_call a2a ${body}`, ["@param A2A-Version: 1.0"])).toEqual([]);
  });
});

describe("variables", () => {
  const request = (use: string) => `# @to ${contact}\n/_call weather {"a": "{{${use}}}"}`;
  const unknown = (text: string, names: readonly string[] = []) =>
    marked(text, checkCallFile(text, { environmentNames: new Set(names) })).filter((line) => line.startsWith("call/"));

  it("are known by the file, by a capture and by the environments", () => {
    expect(unknown(`@city = Lisbon\n${request("city")}`)).toEqual([]);
    expect(unknown(`# @set city = $.a\n${request("city")}`)).toEqual([]);
    expect(unknown(request("city"), ["city"])).toEqual([]);
    expect(unknown(request("other.city"))).toEqual([]);
    expect(unknown(request("$uuid"))).toEqual([]);
  });

  it("that are defined nowhere are a problem, where the environments are known", () => {
    const text = `@city = Lisbon\n${request("citty")}`;
    expect(unknown(text)).toEqual(["call/unknown-variable: {{citty}}"]);
    expect(checkCallFile(text).some((problem) => problem.code === "call/unknown-variable")).toBe(false);
    const problems = checkCallFile(text, { environmentNames: new Set() });
    expect(fixed(text, problems, "call/unknown-variable", /Change/)).toContain('"{{city}}"');
    expect(fixed(text, problems, "call/unknown-variable", /Define/)).toBe(`@citty = \n${text}`);
  });

  it("may be in a private environment that is not here", () => {
    const context = { environmentNames: new Set<string>(), hasPrivateNames: false };
    const text = request("city");
    expect(marked(text, checkCallFile(text, context))).toContain("call/variable-not-here: {{city}}");
  });

  it("of a file beside this one are what it captures", () => {
    const context = { capturesBeside: new Map([["orders", new Set(["stock"])]]) };
    const marks = (use: string) =>
      marked(request(use), checkCallFile(request(use), context)).filter((line) => line.startsWith("call/"));
    expect(marks("orders.stock")).toEqual([]);
    expect(marks("elsewhere.stock")).toEqual([]);
    expect(marks("orders.stok")).toEqual(["call/unknown-capture: {{orders.stok}}"]);
    const text = request("orders.stok");
    expect(fixed(text, checkCallFile(text, context), "call/unknown-capture", /Change/)).toContain('"{{orders.stock}}"');
    expect(checkCallFile(text).some(({ code }) => code === "call/unknown-capture")).toBe(false);
  });

  it("must not need themselves", () => {
    const text = `@a = {{b}}\n@b = x{{a}}\n@c = {{a}}\n${request("c")}`;
    expect(unknown(text)).toEqual(["call/variable-cycle: a", "call/variable-cycle: b"]);
  });

  it("built of each other do not grow without bound", () => {
    const lines = Array.from({ length: 60 }, (_, index) => `@v${index + 1} = {{v${index}}}{{v${index}}}`);
    expect(unknown(`@v0 = aaaaaaaa\n${lines.join("\n")}\n${request("v60")}`)).toEqual([]);
  });
});

describe("an envelope in a request", () => {
  const requestKey = `MCowBQYDK2VwAyEA${"A".repeat(43)}`;
  const keyed = `{"protocol":"mcp","requestKey":"${requestKey}","request":${toolsList}}`;

  it("with a key is signed", () => {
    expect(found(contact, keyed)).toEqual(['envelope/unsigned-key: "requestKey"']);
    expect(found(contact, keyed, ["@sign acme"])).toEqual([]);
  });
});

describe("conversions", () => {
  const sentAs = (text: string) => {
    const request = parseCallFile(text).requests[0];
    return request && sentText(request, () => undefined)?.text;
  };

  const converted = (text: string, form: BodyForm) => {
    const request = parseCallFile(text).requests[0];
    const edits = (request && convertBody(request, form)) ?? [];
    return applied(text, { title: "", edits, isPreferred: false });
  };

  it("lead from each form to each other and back, the message untouched", () => {
    const messageWithNotes = `{ // why\n  "jsonrpc": "2.0", "id": 1.0, "method": "SendMessage", "params": {"a": "{{b}}"} }`;
    const command = `# @to x\n/_call a2a ${messageWithNotes}\n\n### Next\n`;
    const forms: readonly BodyForm[] = ["command", "envelope", "message"];
    for (const through of forms.slice(1)) {
      const there = converted(command, through);
      expect(there).toContain(messageWithNotes);
      expect(there).not.toContain("/_call");
      expect(converted(there, through)).toBe(there);
      expect(converted(there, "command")).toBe(command);
      for (const other of forms) expect(sentAs(converted(there, other))).toBe(sentAs(converted(command, other)));
    }
  });

  it("leave out what the other form has no place for", () => {
    const keyed = `# @to x\n{"version": 1, "request": ${toolsList}, "protocol": "mcp", "requestKey": "k"}`;
    expect(converted(keyed, "command")).toBe(`# @to x\n/_call mcp ${toolsList}`);
    expect(sentAs(converted(`# @to x\n/_call @acme mcp ${toolsList}`, "envelope"))).toBe(envelope);
    expect(converted("# @to x\n/_call mcp", "envelope")).toBe("# @to x\n/_call mcp");
    expect(converted("# @to x\nGET x", "envelope")).toBe("# @to x\nGET x");
  });

  it("wrap a bare message in either form", () => {
    const text = `# @to ${contact}\n${sendMessage}\n`;
    const problems = checkCallFile(text);
    const command = fixed(text, problems, "call/bare-message", /_call/);
    const wrapped = fixed(text, problems, "call/bare-message", /envelope/);
    expect(sentAs(command)).toBe(`/_call a2a ${sendMessage}`);
    expect(sentAs(wrapped)).toBe(`{"protocol":"a2a","request":${sendMessage}}`);
    expect([...checkCallFile(command), ...checkCallFile(wrapped)]).toEqual([]);
  });

  it("make a command of an envelope, and leave the message alone for other transports", () => {
    const toGroup = `# @to ${group}\n${envelope}`;
    expect(sentAs(fixed(toGroup, checkCallFile(toGroup), "call/rpc-needs-contact"))).toBe(`/_call mcp ${toolsList}`);
    const toSlim = `# @to slim://agntcy/demo/weather\n/_call a2a ${sendMessage}`;
    expect(sentAs(fixed(toSlim, checkCallFile(toSlim), "call/body-not-for-target"))).toBe(sendMessage);
  });
});

describe("certain fixes", () => {
  it.each([
    [`# @to ${contact}\n/_call  mcp {}`, "call/one-space", `# @to ${contact}\n/_call mcp {}`],
    [`# @to ${contact}\n/_call MCP {}`, "envelope/protocol-name", `# @to ${contact}\n/_call mcp {}`],
    [`# @to ${contact}\n/_call {"id": 1}`, "call/no-protocol", `# @to ${contact}\n/_call mcp {"id": 1}`],
    [`# @to @Ann\n/_call @b mcp {}`, "call/mention-needs-group", "# @to @Ann\n/_call mcp {}"],
  ])("%j", (text, code, after) => {
    expect(fixed(text, checkCallFile(text), code)).toBe(after);
  });
});

describe("the size", () => {
  /** A command whose encoded size is `base` plus the length of `filler`. */
  const command = (filler: number) => `/_call weather {"a":"${"x".repeat(filler)}"}`;
  const sizes = (body: string) => found(contact, body).filter((line) => line.startsWith("size/"));
  // 106 for the message, 23 for `/_call weather {"a":""}`, 4 more for the escaped quotation marks.
  const fixedPart = 106 + 23 + 4;

  it.each([
    [15_602 - fixedPart, ['size/no-room-for-reply: "a"']],
    [15_603 - fixedPart, ['size/message-too-large: "a"']],
  ])("of a command with %i characters in it", (filler, problems) => {
    expect(sizes(command(filler))).toEqual(problems);
  });

  it("leaves room for the shortest reply, or not", () => {
    // The shortest error takes 63 bytes and 14 escapes; a reply with the command quoted has 235 of its own.
    const shortest = '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":""}}'.length + 14;
    const last = 15_602 - 235 - shortest - (fixedPart - 106);
    expect(sizes(command(last - 1))).toEqual([]);
    expect(sizes(command(last))).toEqual([]);
    expect(sizes(command(last + 1))).toEqual(['size/no-room-for-reply: "a"']);
  });

  it("does not count comments, white space and unknown variables", () => {
    const body = `/_call weather {\n // ${"n".repeat(9_000)}\n "a": "${"x".repeat(9_000)}{{more}}"\n}`;
    expect(sizes(body)).toEqual([]);
    const text = `@more = ${"y".repeat(7_000)}\n# @to ${contact}\n${body}`;
    expect(marked(text, checkCallFile(text)).filter((line) => line.startsWith("size/"))).toEqual([
      'size/message-too-large: "a"',
    ]);
  });

  it("counts what directives add", () => {
    const body = `{"protocol":"weather","request":{"a":"${"x".repeat(9_900)}"}}`;
    expect(sizes(body)).toEqual([]);
    const text = `# @to ${contact}\n# @sign acme\n${body}`;
    expect(marked(text, checkCallFile(text))).toContain('size/service-large: "a"');
  });

  it("of random characters may be too large once compressed", () => {
    let state = 1;
    const noise = (count: number, first: number, end: number) =>
      Array.from({ length: count }, () => {
        state = (state * 48_271) % 2_147_483_647;
        return String.fromCharCode(first + (state % (end - first)));
      }).join("");
    const mixed = `${noise(7_600, 0x23, 0x5b)}${noise(3_800, 0x80, 0x800)}`.replaceAll(/["\\{}\u2028]/g, "x");
    expect(sizes(`/_call weather {"a":"${mixed}"}`)).toEqual(['size/may-not-compress: "a"']);
  });
});
