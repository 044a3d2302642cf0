export interface PageAssets {
  /** Address of the page's script, as the webview may load it. */
  readonly scriptUri: string;
  readonly styleUri: string;
  /** The source expression of the webview's own origin. */
  readonly cspSource: string;
  /** Fresh for each page, from a cryptographic source. */
  readonly nonce: string;
  /** BCP 47, for screen readers. */
  readonly language: string;
}

/**
 * The panel's document. It holds no data: everything shown comes by message and becomes text nodes. The policy allows one
 * script by nonce and styles and fonts of the webview's origin, and nothing from anywhere else.
 */
export function pageHtml(assets: PageAssets): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${assets.nonce}'`,
    `style-src ${assets.cspSource}`,
    `font-src ${assets.cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(assets.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>SimpleX Call</title>
<link rel="stylesheet" href="${escapeAttribute(assets.styleUri)}">
</head>
<body>
<div id="panel"></div>
<script nonce="${escapeAttribute(assets.nonce)}" src="${escapeAttribute(assets.scriptUri)}"></script>
</body>
</html>
`;
}

function escapeAttribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
