import { fromMarkdown } from "mdast-util-from-markdown";
import { expect, it, vi } from "vitest";
import { checkLlmsTxt } from "../../../../src/protocol/llms-txt/checkLlmsTxt.ts";

// Records what is parsed, and parses it all the same.
vi.mock("mdast-util-from-markdown", { spy: true });

it("of a file, only what is unusual in its section on communications is parsed as Markdown", () => {
  const docs = "- [The `guide`](https://docs.acme.example/guide.md): How to order.\n".repeat(200);
  const item = (title: string, key: string) =>
    `- [${title}](https://smp12.simplex.im/a#${key}XUjJW5vHYQzoLYgmi8GbxkGP41_kjefFvBrdwg-0Ok): SimpleX contact for agents, MCP.`;
  const items = [item("Ask", "l"), item("`Ask`", "k")];
  const problems = checkLlmsTxt(
    `# Acme\n\n## Docs\n\n${docs}\n## Communications\n\n${items.join("\n")}\n\n## More\n\n${docs}`,
  );
  expect(problems).toEqual([]);
  expect(vi.mocked(fromMarkdown).mock.calls.map(([source]) => String(source).trim())).toEqual(items.slice(1));
});
