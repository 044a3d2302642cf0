import { describe, expect, it } from "vitest";
import { type CompletionWorld, completionsAt } from "../../../../src/editor/language/completion/completionItems.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";

const link = "https://smp1.sandbox.invalid/a#abc";
const world: CompletionWorld = {
  targets: [{ link, title: "Ask Acme", protocols: ["mcp", "a2a"], members: ["Acme bot", "rival"] }],
  variables: [{ name: "city", detail: "environment dev" }],
  secrets: ["token"],
  signingKeys: ["acme"],
};

/** The completions at the `‸` of the text, by label. */
function completions(marked: string) {
  const offset = marked.indexOf("‸");
  const text = marked.replace("‸", "");
  const entries = completionsAt(text, parseCallFile(text), offset, world);
  return {
    labels: entries.map(({ label }) => label),
    /** The text after the choice of a label that is no snippet. */
    choose(label: string): string {
      const entry = entries.find((candidate) => candidate.label === label);
      if (!entry) return "";
      const { range, insert } = entry;
      return text.slice(0, range.offset) + insert + text.slice(range.offset + range.length);
    },
  };
}

describe("completions", () => {
  it("offer directives, those that count once only once", () => {
    const { labels } = completions("### a\n# @to x\n# @expect $.a\n# @‸\n");
    expect(labels).toContain("@timeout");
    expect(labels).toContain("@expect");
    expect(labels).not.toContain("@to");
  });

  it("offer targets by title, replacing what stands there", () => {
    expect(completions("# @to htt‸ps://old").choose("Ask Acme")).toBe(`# @to ${link}`);
    expect(completions("@bot = ‸").choose("Ask Acme")).toBe(`@bot = ${link}`);
  });

  it("offer variables of the file, the environment and the secrets, and close the braces", () => {
    const { labels, choose } = completions("@bot = x\n# @to {{‸");
    expect(labels).toEqual(expect.arrayContaining(["bot", "city", "$secret token", "$uuid"]));
    expect(choose("bot")).toBe("@bot = x\n# @to {{bot}}");
    expect(completions("@bot = x\n# @to {{‸}}").choose("bot")).toBe("@bot = x\n# @to {{bot}}");
  });

  it("offer protocols and mentions after the command", () => {
    expect(completions("/_call ‸").labels).toEqual(["mcp", "a2a"]);
    expect(completions("/_call @‸").choose("@Acme bot")).toBe("/_call @'Acme bot' ");
    expect(completions("/_call @ri‸").choose("@rival")).toBe("/_call @rival ");
  });

  it("offer what is asked of an office of A2C-SMCP", () => {
    const office = "# @to smcp+http://a.example?office=o&computer=pc\n";
    const methods = completions(`${office}{"method": "‸"}`).labels;
    expect(methods).toEqual(expect.arrayContaining(['"tools/call"', '"client:get_config"']));
    expect(methods).not.toContain('"prompts/list"');
    expect(completions(`${office}{"method": "client:tool_call", "params": {"‸"}}`).labels).toEqual([
      "computer",
      "tool_name",
      "params",
      "timeout",
    ]);
    const list = completions(`${office}{"method": "resources/list", "params": {"‸"}}`).labels;
    expect(list).toEqual(["cursor", "mcp_server"]);
    expect(completions(`${office}# @param ‸\n{}`).labels).toEqual(["auth.token", "Authorization"]);
  });

  it("offer A2A's methods and the connection's parameters for a SLIM target", () => {
    const slim = "# @to slim://a/b/c\n";
    expect(completions(`${slim}{"method": "‸"}`).labels).toContain('"SendStreamingMessage"');
    expect(completions(`${slim}# @param ‸\n{}`).labels).toContain("slim.secret");
  });

  it("offer methods, members and values of the protocol at their place", () => {
    expect(completions('/_call mcp {"method": "‸"}').labels).toContain('"tools/call"');
    expect(completions('/_call mcp {"‸"}').labels).toEqual(
      expect.arrayContaining(["jsonrpc", "id", "method", "params"]),
    );
    const params = completions('/_call a2a {"method": "SendMessage", "params": {"message": {"‸"}}}').labels;
    expect(params).toEqual(expect.arrayContaining(["messageId", "role", "parts"]));
    const roles = completions('/_call a2a {"method": "SendMessage", "params": {"message": {"role": "‸"}}}').labels;
    expect(roles).toContain('"ROLE_USER"');
  });

  it("offer the same inside an envelope, and the envelope's own members outside", () => {
    expect(completions('{"protocol": "mcp", "‸"}').labels).toContain("requestKey");
    expect(completions('{"request": {}, "protocol": "‸"}').labels).toEqual(['"mcp"', '"a2a"']);
    expect(completions('{"protocol": "mcp", "request": {"method": "‸"}}').labels).toContain('"tools/list"');
  });

  it("offer whole requests where one can begin, streaming ones in a conversation only", () => {
    const { labels } = completions("### a\n‸");
    expect(labels).toContain("mcp tools/list in a conversation");
    expect(labels).toContain("mcp tools/list over Service RPC");
    expect(labels).toContain("a2a SendStreamingMessage in a conversation");
    expect(labels).not.toContain("a2a SendStreamingMessage over Service RPC");
  });

  it("offer nothing in a comment", () => {
    expect(completions('/_call mcp {\n // "‸"\n}').labels).toEqual([]);
  });
});
