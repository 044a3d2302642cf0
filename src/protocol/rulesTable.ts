import type { RuleTable } from "./rule.ts";

/** Around the table in the README. */
const rulesTableMarkers = {
  begin: "<!-- problem codes: begin -->",
  end: "<!-- problem codes: end -->",
} as const;

/** The test file that shows the rule of a code. */
export type TestOfRule = (code: string) => string | undefined;

/**
 * The table of problem codes as Markdown: code, severity, what is wrong, the rule's section, what its fix does, and the test
 * that shows it.
 */
export function rulesTable(rules: RuleTable, testOf: TestOfRule): string {
  const rows = Object.keys(rules)
    .sort()
    .flatMap((code) => {
      const rule = rules[code];
      return rule
        ? [[`\`${code}\``, rule.severity, rule.summary, rule.section, rule.fix ?? "", testOf(code) ?? ""]]
        : [];
    });
  const header = ["Code", "Severity", "What is wrong", "Section", "Fix", "Test"];
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |\n`).join("");
}

/** The README with the table between its markers, or undefined when it has no markers. */
export function withRulesTable(readme: string, rules: RuleTable, testOf: TestOfRule): string | undefined {
  const begin = readme.indexOf(rulesTableMarkers.begin);
  const end = readme.indexOf(rulesTableMarkers.end);
  if (begin === -1 || end < begin) return undefined;
  const start = begin + rulesTableMarkers.begin.length;
  return `${readme.slice(0, start)}\n\n${rulesTable(rules, testOf)}\n${readme.slice(end)}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}
