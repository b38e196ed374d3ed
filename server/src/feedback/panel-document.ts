import type { PanelLanguage } from "./panel-language.ts";

export interface PanelDocument {
  /** Fresh for each document: of `randomBytes(16)`. */
  readonly nonce: string;
  /** Addresses of `dist/webview/feedback.js` and `feedback.css` that the page may load. */
  readonly script: string;
  readonly style: string;
  readonly language: Pick<PanelLanguage, "tag" | "locale">;
  /** The table of its words, as it stands in `panel-words`; absent for English. */
  readonly words?: unknown;
}

/** The document of the feedback panel: our own script and style, and a policy that lets it load and ask nothing else. */
export function panelDocument({ nonce, script, style, language, words }: PanelDocument): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="${escaped(language.tag)}" dir="${directionOf(language.tag)}" data-locale="${escaped(language.locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Docwright</title>
<link rel="stylesheet" nonce="${escaped(nonce)}" href="${escaped(style)}">
</head>
<body>
<script type="application/json" id="dwf-words">${data(words ?? {})}</script>
<script type="module" nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

/** No language of the panel is written from right to left yet; a table of one needs nothing more than this. */
function directionOf(tag: string): "ltr" | "rtl" {
  return /^(ar|fa|he|ur|yi)\b/i.test(tag) ? "rtl" : "ltr";
}

/** JSON that cannot end the element it stands in. */
function data(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
