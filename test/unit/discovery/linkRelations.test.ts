import { describe, expect, it } from "vitest";
import { readHeaderRelations, readPageRelations } from "../../../src/discovery/linkRelations.ts";

describe("link relations", () => {
  it("are read from a page's links, not from its scripts, comments or text", () => {
    const html = `<!doctype html><head>
      <LINK REL="Contact alternate" HREF="https://a.example/a#1" title="Ask &amp; answer">
      <!-- <link rel="contact" href="https://commented.example"> -->
      <script>"<link rel='contact' href='https://scripted.example'>"</script>
      <link rel="icon"></head><body><a href="https://plain.example">text</a><a rel="me" href='https://b.example'>b`;
    expect(readPageRelations(html)).toEqual([
      { href: "https://a.example/a#1", rels: ["contact", "alternate"], title: "Ask & answer" },
      { href: "https://b.example", rels: ["me"] },
    ]);
  });

  it("are read from a Link header with quoted and bare parameters", () => {
    const header = `<https://a.example/a#x,y>; rel="contact describedby"; title="Say \\"hi\\"; now", <b>;rel=next, <no-rel>; title=t`;
    expect(readHeaderRelations(header)).toEqual([
      { href: "https://a.example/a#x,y", rels: ["contact"], title: 'Say "hi"; now' },
      { href: "https://a.example/a#x,y", rels: ["describedby"], title: 'Say "hi"; now' },
      { href: "b", rels: ["next"] },
    ]);
  });

  it("are read from the parts of a header that are right when another part is malformed", () => {
    const header = `<https://a.example>; rel=contact, nonsense, <https://b.example>; rel="next"; title="a, b", <<`;
    expect(readHeaderRelations(header)).toEqual([
      { href: "https://a.example", rels: ["contact"] },
      { href: "https://b.example", rels: ["next"], title: "a, b" },
    ]);
  });

  it("stop at a bound and never fail on hostile text", () => {
    expect(readPageRelations("<a rel=x href=y>".repeat(2_000))).toHaveLength(1_000);
    expect(readHeaderRelations(`${"<".repeat(50_000)}${";".repeat(50_000)}`)).toEqual([]);
    expect(readHeaderRelations(`<a>; rel="${"x ".repeat(20_000)}"`)).toHaveLength(1_000);
  });
});
