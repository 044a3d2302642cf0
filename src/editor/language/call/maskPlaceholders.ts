/**
 * The JSON text with each `{{name}}` replaced by digits of the same length: a JSON scanner would take the braces for
 * objects. Offsets stay what they are.
 */
export function maskPlaceholders(json: string): string {
  return json.replace(/\{\{[^{}"\r\n]*\}\}/g, (placeholder) => "1".repeat(placeholder.length));
}
