import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { escapeAttribute, formatLanguageAttributes, type DocumentLanguage } from "../core/text/page-language.ts";

export interface ShellPage {
  /** The complete document, whose script requests the page from the server. */
  readonly html: string;
  /**
   * The first part of the document. The second part, which `createClosingHtml` returns, contains the page as JSON in an
   * attribute.
   */
  readonly htmlStart: string;
  readonly createClosingHtml: (previewJson: string) => string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The value of `Permissions-Policy`. A page needs only the permissions for copying and for fullscreen videos. */
const permissionsPolicy = [
  ...[
    "accelerometer",
    "bluetooth",
    "camera",
    "clipboard-read",
    "compute-pressure",
    "display-capture",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "identity-credentials-get",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "otp-credentials",
    "payment",
    "publickey-credentials-create",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "storage-access",
    "usb",
    "web-share",
    "window-management",
    "xr-spatial-tracking",
  ].map((feature) => `${feature}=()`),
  "clipboard-write=(self)",
  "fullscreen=(self)",
].join(", ");

const englishLanguage: DocumentLanguage = { language: { tag: "en", locale: "en" }, texts: {} };

/**
 * Returns the document for every page on the site. The document contains only Docwright's own script and style. Its
 * policy allows only three kinds of content to load: files from this server, images from hosts that the author has
 * allowed, and data that the page has created from an API's response (`blob:`), which can't cause other requests.
 */
export function createShellPage({
  runId,
  root,
  scripts = [],
  language = englishLanguage,
  ...facts
}: {
  readonly token: string;
  readonly allowedHosts: readonly string[];
  /** Letters and digits that identify this run of the server. */
  readonly runId: string;
  /**
   * The path of the server's root relative to the page's URL. It starts with `./` or `../`, because an editor may
   * forward the server under a path.
   */
  readonly root: string;
  /** The files of the bundle that the page's script imports first. */
  readonly scripts?: readonly string[];
  readonly language?: DocumentLanguage | undefined;
}): ShellPage {
  const nonce = randomBytes(16).toString("base64url");
  const host = { kind: "browser", assets: root, ...facts };
  const bundleUrl = `${root}_docwright/bundle/`;
  const preloads = scripts.map(
    (file) => `<link rel="modulepreload" nonce="${nonce}" href="${escapeAttribute(bundleUrl + file)}">\n`,
  );
  const htmlStart = `<!doctype html>
<html ${formatLanguageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<link rel="stylesheet" nonce="${nonce}" href="${bundleUrl}preview.css?v=${runId}">
${preloads.join("")}</head>
<body data-host="${escapeAttribute(JSON.stringify(host))}">
<script type="module" nonce="${nonce}" async src="${bundleUrl}preview.js?v=${runId}"></script>
`;
  const htmlEnd = "</body>\n</html>\n";
  const hostsText = facts.allowedHosts.map((name) => ` https://${name}`).join("");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${hostsText}`,
    `media-src 'self' blob:${hostsText}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The allowed policies are Docwright's own policy, the policy used by DOMPurify (a dependency of Mermaid), and the
    // policy used by component frames, which inherit this document's policy.
    "trusted-types docwright dompurify default",
  ];
  return {
    html: htmlStart + htmlEnd,
    htmlStart,
    createClosingHtml: (previewJson) =>
      `<div hidden data-begun='${escapeSingleQuoted(previewJson)}'></div>\n${htmlEnd}`,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy.join("; "),
      "Permissions-Policy": permissionsPolicy,
    },
  };
}

/**
 * Returns the relative path from a URL path to the server's root. For example, returns `../` for `/guides/start`. The
 * URL path must start with a slash.
 */
export function getRelativeRoot(url: string): string {
  const [path = "/"] = url.split(/[?#]/);
  return "../".repeat(path.split("/").length - 2) || "./";
}

/**
 * Escapes JSON for an attribute in single quotes. JSON contains many double quotes, which don't need to be escaped in
 * such an attribute.
 */
function escapeSingleQuoted(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("'", "&#39;").replaceAll("<", "&lt;");
}

/**
 * Returns the files that the page's script imports first, such as `chunks/part-1A.js`, so the browser can load them
 * before it has read the script. Returns an empty list if the bundle is invalid.
 */
export function listImportedScripts(webviewFolder: string): readonly string[] {
  let script: string;
  try {
    script = readFileSync(join(webviewFolder, "preview.js"), "utf8");
  } catch {
    return [];
  }
  const imports = script.matchAll(/\b(?:import|from)\s*"\.\/(chunks\/[\w-]+\.js)"/g);
  return [...new Set([...imports].map(([, file = ""]) => file))];
}
