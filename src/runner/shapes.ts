import { isSchema, isValidSchema, validate } from "jtd";
import { isObject } from "../exchange/jsonRpcReply.ts";

/** What does not fit in a value's shape, in words. Empty when it conforms. */
export type ShapeCheck =
  | { readonly kind: "checked"; readonly mismatches: readonly string[] }
  /** The shape itself cannot be used. */
  | { readonly kind: "unusable"; readonly message: string };

const maxMismatches = 20;
/** References of a schema to itself end here. */
const maxReferenceDepth = 100;

/**
 * Checks a value against a shape file: JSON Schema when the file says so by `$schema` or its name (`*.schema.json`), JSON
 * Type Definition (RFC 8927) otherwise.
 */
export async function checkShape(value: unknown, shapeText: string, fileName: string): Promise<ShapeCheck> {
  let shape: unknown;
  try {
    shape = JSON.parse(shapeText);
  } catch (error) {
    return unusable(`${fileName} is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (!isObject(shape)) return unusable(`${fileName} is not a schema: it must hold a JSON object.`);
  return "$schema" in shape || fileName.endsWith(".schema.json")
    ? await checkJsonSchema(value, shape, fileName)
    : checkTypeDefinition(value, shape, fileName);
}

function unusable(message: string): ShapeCheck {
  return { kind: "unusable", message };
}

function checkTypeDefinition(value: unknown, shape: object, fileName: string): ShapeCheck {
  // An invalid schema makes `validate` answer "no errors": it is asked first.
  if (!isSchema(shape) || !isValidSchema(shape))
    return unusable(`${fileName} is not a valid JSON Type Definition (RFC 8927).`);
  try {
    const errors = validate(shape, value, { maxDepth: maxReferenceDepth, maxErrors: maxMismatches });
    const mismatches = errors.map(({ instancePath, schemaPath }) => {
      return `at ${pointer(instancePath)}: against ${pointer(schemaPath)} of ${fileName}`;
    });
    return { kind: "checked", mismatches };
  } catch {
    return unusable(`${fileName} refers to itself more than ${maxReferenceDepth} levels deep.`);
  }
}

function pointer(path: readonly string[]): string {
  return path.length === 0 ? "the root" : `/${path.join("/")}`;
}

/** Ajv is large and compiles code: it is loaded only for a JSON Schema of the user's own. */
async function checkJsonSchema(
  value: unknown,
  shape: { readonly [keyword: string]: unknown },
  fileName: string,
): Promise<ShapeCheck> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  const { $schema: _dialect, ...schema } = shape;
  try {
    const conforms = ajv.compile(schema);
    if (conforms(value)) return { kind: "checked", mismatches: [] };
    const errors = conforms.errors ?? [];
    const mismatches = errors.slice(0, maxMismatches).map(({ instancePath, message, schemaPath }) => {
      return `at ${instancePath === "" ? "the root" : instancePath}: ${message ?? "does not conform"} (${schemaPath} of ${fileName})`;
    });
    return { kind: "checked", mismatches };
  } catch (error) {
    return unusable(`${fileName} is not a usable JSON Schema: ${error instanceof Error ? error.message : error}`);
  }
}
