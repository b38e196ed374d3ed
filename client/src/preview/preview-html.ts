import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { HostFacts } from "../../../webview/src/protocol.ts";

export interface PreviewDocument {
  readonly webview: vscode.Webview;
  /** `dist/webview`. */
  readonly bundle: vscode.Uri;
  /** The folder of docs.json, whose images may be shown. */
  readonly root: vscode.Uri;
  /** Hosts on the web whose images the author has agreed to. */
  readonly allowedHosts: readonly string[];
}

/**
 * The document of a preview: our own script and style and nothing of the site. It may load files of the site as images,
 * and ask nobody for anything: whatever it wants to know or do is a message.
 */
export function previewHtml({ webview, bundle, root, allowedHosts }: PreviewDocument): string {
  const nonce = randomBytes(16).toString("base64url");
  const address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(bundle, name)).toString();
  const facts: HostFacts = {
    kind: "editor",
    assets: webview.asWebviewUri(root).toString().replace(/\/$/, ""),
    allowedHosts,
  };
  const hosts = allowedHosts.map((name) => ` https://${name}`).join("");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src ${webview.cspSource} data:${hosts}`,
    `media-src ${webview.cspSource}${hosts}`,
    `font-src ${webview.cspSource}`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${address("preview.css")}">
</head>
<body data-host="${escaped(JSON.stringify(facts))}">
<script type="module" nonce="${nonce}" src="${address("preview.js")}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
