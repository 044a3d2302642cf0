import { Ajv, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

const options: Options = { allErrors: true, strict: false, validateFormats: false };

/**
 * Compiles a JSON Schema of the user's own: by the rules of drafts 6 and 7 when its `$schema` names one of them, by those of
 * 2020-12 otherwise. Throws what the compiler says of a schema that cannot be used, references to other files among it.
 */
export function compileSchema({ $schema, ...schema }: Readonly<Record<string, unknown>>): ValidateFunction {
  const isEarlier = typeof $schema === "string" && /\/draft-0[67]\//.test($schema);
  return (isEarlier ? new Ajv(options) : new Ajv2020(options)).compile(schema);
}
