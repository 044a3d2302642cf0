/** Someone else's text inside a message, a label or a list of the editor, where it must make no link and no icon. */
export function messageText(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("](", "] (").replaceAll("$(", "$ (");
}
