/**
 * JSON text of a value that comes from someone else, to be written into a request file: nothing in it is read as a
 * `{{variable}}`, so a peer's text never brings a secret into what is sent back to it.
 */
export function inertJson(value: unknown, indent?: number): string {
  return inertText(JSON.stringify(value, null, indent) ?? "null");
}

/** JSON text, or a path of RFC 9535, that means the same without two braces that would begin a `{{variable}}`. */
export function inertText(text: string): string {
  // Outside of a string two braces never stand together: an object's first member begins with its key.
  return text.replaceAll("{{", "{\\u007b");
}
