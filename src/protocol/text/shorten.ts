/** The text, cut with an ellipsis after `length` UTF-16 units. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
