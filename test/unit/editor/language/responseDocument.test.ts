import { describe, expect, it } from "vitest";
import { responseHoverAt } from "../../../../src/editor/language/completion/responseDocument.ts";

describe("the error code of a response", () => {
  it("of the envelope is explained with its cause, the next step and the section", () => {
    const text = '{"error": {"code": "conversation_required"}}';
    const hover = responseHoverAt(text, text.indexOf("conversation"));
    expect(hover?.markdown).toMatch(/needs a conversation.*Connect to the address.*Service RPC, Response$/s);
    expect(hover?.range).toEqual({ offset: text.indexOf('"conversation'), length: '"conversation_required"'.length });
  });

  it("of the protocol is explained for each protocol that has it, alike texts once", () => {
    const text = '{"response": {"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "m"}}}';
    const hover = responseHoverAt(text, text.indexOf("-32603"));
    expect(hover?.markdown.split("-32603 Internal error")).toHaveLength(2);
    const version = text.replace("-32603", "-32022");
    expect(responseHoverAt(version, version.indexOf("-32022"))?.markdown).toMatch(/UnsupportedProtocolVersion/);
  });

  it.each([
    '{"error": {"code": "no_such_code"}}',
    '{"error": {"code": -32603}}',
    '{"response": {"code": "internal"}}',
    "{",
  ])("is not explained in %s", (text) => {
    expect(responseHoverAt(text, Math.max(0, text.length - 4))).toBeUndefined();
  });
});
