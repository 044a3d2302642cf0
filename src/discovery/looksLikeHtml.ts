/** What stands before the first element of a page: a byte order mark, white space, comments, an XML declaration. */
const beforePage = /^\uFEFF?(?:\s+|<!--[\s\S]*?-->|<\?xml[^>]*>)*/;
/** How a page begins that leaves out what HTML lets it leave out; Markdown begins with none of these. */
const pageStart = /^<(?:!doctype\s+html|(?:html|head|body|title|meta|script)[\s>/])/i;
/** How much of a text is looked at, in UTF-16 units. */
const lookedAt = 4_000;

/**
 * True for an HTML page, whatever its content type says, and for any markup that is called one. A text document that a site
 * calls HTML is still a text document.
 */
export function looksLikeHtml(text: string, contentType: string): boolean {
  const start = text.slice(0, lookedAt).replace(beforePage, "");
  return pageStart.test(start) || (isHtmlType(contentType) && start.startsWith("<"));
}

/** True for the media types of HTML; `contentType` is lower case and without parameters. */
export function isHtmlType(contentType: string): boolean {
  return contentType === "text/html" || contentType === "application/xhtml+xml";
}
