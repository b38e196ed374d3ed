export interface PanelDocument {
  /** Fresh for each document: of `randomBytes(16)`. */
  readonly nonce: string;
  /** Addresses of `dist/webview/feedback.js` and `feedback.css` that the page may load. */
  readonly script: string;
  readonly style: string;
  /** The editor's display language: `de`. */
  readonly locale: string;
}

/** The document of the feedback panel: our own script and style, and a policy that lets it load and ask nothing else. */
export function panelDocument({ nonce, script, style, locale }: PanelDocument): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="${escaped(locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Docwright</title>
<link rel="stylesheet" nonce="${escaped(nonce)}" href="${escaped(style)}">
</head>
<body>
<script type="module" nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
