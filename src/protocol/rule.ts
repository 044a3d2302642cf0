import type { Fix, Problem, Severity, TextRange } from "./problem.ts";

/** One rule of the specification that can be checked in a text. */
export interface Rule {
  readonly severity: Severity;
  /** Document and anchor of the section, such as `agent-protocols#request` or `a2a#9.4`. */
  readonly section: string;
  /** One line for the table of codes. */
  readonly summary: string;
  /** The message shown, with `{placeholders}` filled by the check. */
  readonly message: string;
  /** What the quick fix does, if there is one. */
  readonly fix?: string;
}

export type RuleTable = Readonly<Record<string, Rule>>;

/** Declares the rules of one room. The key is the stable problem code, `area/what-is-wrong`. */
export function defineRules<const Table extends RuleTable>(table: Table): Table {
  return table;
}

export type Report<Table extends RuleTable> = (
  code: keyof Table & string,
  range: TextRange,
  values?: Readonly<Record<string, string | number>>,
  fixes?: readonly Fix[],
) => Problem;

/** Makes problems out of the rules of `table`: the only way a problem comes to be. */
export function reporter<Table extends RuleTable>(table: Table): Report<Table> {
  return (code, range, values = {}, fixes = []) => {
    const rule = table[code] as Rule;
    const message = rule.message.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
      shortened(String(values[name] ?? placeholder)),
    );
    return { code, severity: rule.severity, section: rule.section, message, range, fixes };
  };
}

/** A message is read in one glance, whatever a text holds: a value of a megabyte is cut. */
function shortened(value: string): string {
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;
}

const maxValueLength = 1000;
