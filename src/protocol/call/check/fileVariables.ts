import type { CallFile, VariableDefinition } from "../callFile.ts";
import { capturedNamesOf } from "../capturedNames.ts";
import { type Fill, filledText } from "../sentText.ts";

/** What the variables of a file come to by the file alone. */
export interface FileVariables {
  /** Names that the file defines, with `@name = value` or with `@set`. */
  readonly names: ReadonlySet<string>;
  /** The value of a use, or undefined when the file alone does not tell. */
  readonly fill: Fill;
  /** Definitions whose value needs itself. */
  readonly cycles: readonly VariableDefinition[];
}

/** Works out the variables of a file. Values of captures, environments and built-ins are not known here. */
export function fileVariables(file: CallFile): FileVariables {
  const definitions = new Map(file.variables.map((definition) => [definition.name.text, definition]));
  const values = new Map<string, string | undefined>();
  const captured = capturedNamesOf(file);
  const cyclic = new Set<VariableDefinition>();

  const resolve = (name: string, path: readonly string[]): string | undefined => {
    // A captured value comes first once there is one, so the file's own is not certain.
    if (captured.has(name)) return undefined;
    if (values.has(name)) return values.get(name);
    const definition = definitions.get(name);
    if (!definition) return undefined;
    if (path.includes(name)) {
      for (const one of path.slice(path.indexOf(name))) {
        const member = definitions.get(one);
        if (member) cyclic.add(member);
      }
      return undefined;
    }
    let isKnown = path.length < deepestDefinition;
    const value = filledText(definition.value, isKnown ? definition.variableUses : [], (use) => {
      const inner = resolve(use.expression.text, [...path, name]);
      isKnown &&= inner !== undefined;
      return inner;
    });
    // A long value built of values could double at each step.
    const result = isKnown && value.length <= longestValue ? value : undefined;
    values.set(name, result);
    return result;
  };
  for (const name of definitions.keys()) resolve(name, []);

  return {
    names: new Set([...definitions.keys(), ...captured]),
    fill: (use) => resolve(use.expression.text, []),
    cycles: [...cyclic],
  };
}

/** How many definitions may stand on each other. */
const deepestDefinition = 100;

/** Characters of a value that is still filled in for checks; longer than anything that can be sent. */
const longestValue = 100_000;
