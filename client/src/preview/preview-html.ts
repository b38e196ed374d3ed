import { randomBytes } from "node:crypto";
import type { HostFacts } from "../../../webview/src/protocol.ts";

/** All as addresses that a webview may load. */
export interface PreviewDocument {
  /** What a policy says for files of the extension and of the site. */
  readonly source: string;
  readonly script: string;
  readonly style: string;
  /** The folder of docs.json, whose images may be shown. */
  readonly assets: string;
  /** Hosts on the web whose images the author has agreed to. */
  readonly allowedHosts: readonly string[];
}

/**
 * The document of a preview: our own script and style and nothing of the site. It may load files of the site as images,
 * show what it has itself put together of an API's answer (`blob:`), and ask nobody for anything: whatever it wants to
 * know or do is a message.
 */
export function previewHtml({ source, script, style, assets, allowedHosts }: PreviewDocument): string {
  const nonce = randomBytes(16).toString("base64url");
  const facts: HostFacts = { kind: "editor", assets: assets.replace(/\/$/, ""), allowedHosts };
  const hosts = allowedHosts.map((name) => ` https://${name}`).join("");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src ${source} data: blob:${hosts}`,
    `media-src ${source} blob:${hosts}`,
    `font-src ${source}`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // Ours, that of a library of Mermaid's, and that of a component's frame, which inherits this.
    "trusted-types docwright dompurify default",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${style}">
</head>
<body data-host="${escaped(JSON.stringify(facts))}">
<script type="module" nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
