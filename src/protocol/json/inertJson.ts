/**
 * JSON text of a value that comes from someone else, to be written into a request file: nothing in it is read as a
 * `{{variable}}`, so a peer's text never brings a secret into what is sent back to it.
 */
export function inertJson(value: unknown, indent?: number): string {
  // Outside of a string two braces never stand together: an object's first member begins with its key.
  return (JSON.stringify(value, null, indent) ?? "null").replaceAll("{{", "{\\u007b");
}
