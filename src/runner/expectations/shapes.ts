import { isSchema, isValidSchema, validate } from "jtd";
import { isObject } from "../../protocol/json/jsonObject.ts";
import { parseJsonText } from "../../protocol/json/jsonText.ts";
import { lineAt } from "../../protocol/text/linePositions.ts";
import { withinTime } from "./withinTime.ts";

/** What does not fit in a value's shape, in words. Empty when it conforms. */
export type ShapeCheck =
  | { readonly kind: "checked"; readonly mismatches: readonly string[] }
  /** The shape itself cannot be used. */
  | { readonly kind: "unusable"; readonly message: string };

const maxMismatches = 20;
/** References of a schema to itself end here. */
const maxReferenceDepth = 100;
/** A pattern of a schema may need longer than anyone waits. */
const longestCheckMs = 2_000;
/** UTF-16 code units; no schema that a person keeps beside requests is larger. */
const largestShape = 2_000_000;

/**
 * Checks a value against a shape file: JSON Schema when the file says so by `$schema` or its name (`*.schema.json`), JSON
 * Type Definition (RFC 8927) otherwise. A message quotes nothing of a file that is no schema.
 */
export async function checkShape(value: unknown, shapeText: string, fileName: string): Promise<ShapeCheck> {
  const shape = readShape(shapeText, fileName);
  if (typeof shape === "string") return unusable(shape);
  const check =
    "$schema" in shape || fileName.endsWith(".schema.json")
      ? await schemaCheck(value, shape, fileName)
      : () => checkTypeDefinition(value, shape, fileName);
  const checked = withinTime(longestCheckMs, check);
  if (checked !== undefined) return checked;
  return unusable(
    `${fileName} takes longer than ${longestCheckMs / 1000} s to check, so it was stopped. Simplify its patterns and references.`,
  );
}

/** The schema's object, or why there is none. */
function readShape(text: string, fileName: string): Readonly<Record<string, unknown>> | string {
  if (text.length > largestShape) return `${fileName} is too large for a schema.`;
  const source = text.replace(/^\uFEFF/, "");
  const error = parseJsonText(source).problems.find(({ severity }) => severity === "error");
  if (error) return `${fileName} is not valid JSON: it has an error in line ${lineAt(source, error.range.offset)}.`;
  const shape: unknown = JSON.parse(source);
  return isObject(shape) ? shape : `${fileName} is not a schema: it must hold a JSON object.`;
}

function unusable(message: string): ShapeCheck {
  return { kind: "unusable", message };
}

function checkTypeDefinition(value: unknown, shape: unknown, fileName: string): ShapeCheck {
  // An invalid schema makes `validate` answer "no errors": it is asked first.
  if (!isSchema(shape) || !isValidSchema(shape))
    return unusable(`${fileName} is not a valid JSON Type Definition (RFC 8927).`);
  try {
    const errors = validate(shape, value, { maxDepth: maxReferenceDepth, maxErrors: maxMismatches });
    const mismatches = errors.map(({ instancePath, schemaPath }) => {
      const rule = `${schemaPath.at(-1) ?? "schema"}: ${JSON.stringify(valueAt(shape, schemaPath))}`;
      return `at ${pointer(instancePath)} the value does not fit ${rule} (${pointer(schemaPath)} of ${fileName})`;
    });
    return { kind: "checked", mismatches };
  } catch {
    return unusable(`${fileName} refers to itself more than ${maxReferenceDepth} levels deep.`);
  }
}

function pointer(path: readonly string[]): string {
  return path.length === 0 ? "the root" : `/${path.join("/")}`;
}

/** The value at a path of member names. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, step) => (isObject(found) ? found[step] : undefined), value);
}

/** Ajv is large and compiles code: it is loaded only for a JSON Schema of the user's own. */
async function schemaCheck(
  value: unknown,
  shape: Readonly<Record<string, unknown>>,
  fileName: string,
): Promise<() => ShapeCheck> {
  const { compileSchema } = await import("./jsonSchema.ts");
  return () => {
    try {
      const conforms = compileSchema(shape);
      if (conforms(value)) return { kind: "checked", mismatches: [] };
      const errors = conforms.errors ?? [];
      const mismatches = errors.slice(0, maxMismatches).map(({ instancePath, message, schemaPath }) => {
        return `at ${instancePath === "" ? "the root" : instancePath} the value ${message ?? "does not conform"} (${schemaPath} of ${fileName})`;
      });
      return { kind: "checked", mismatches };
    } catch (error) {
      // The stack has no more room: a reference leads back to itself.
      if (error instanceof RangeError) return unusable(`${fileName} refers to itself without end.`);
      return unusable(`${fileName} is not a usable JSON Schema: ${error instanceof Error ? error.message : error}`);
    }
  };
}
