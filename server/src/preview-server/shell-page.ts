import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Shell {
  /** The whole document, which asks for its page. */
  readonly html: string;
  /** The same in two parts, of which the second brings the page along: JSON, which is put into an attribute. */
  readonly start: string;
  readonly endWith: (begun: string) => string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a page can do without: everything but copying, and videos in full size. */
const permissions = [
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

/**
 * The document that every page of the site has: our own script and style and nothing of the site. What it may load is
 * said by the policy: files of this server, images from hosts that the author has agreed to, and what the page itself has
 * put together of an API's answer (`blob:`), which leads nowhere else.
 */
export function shellPage({
  run,
  root,
  scripts = [],
  ...facts
}: {
  readonly token: string;
  readonly allowedHosts: readonly string[];
  /** Letters and digits that are those of this run of the server. */
  readonly run: string;
  /** `./` or `../`: the server as seen from the page's address, since an editor may forward it under a path. */
  readonly root: string;
  /** Files of the bundle that the page's script begins with. */
  readonly scripts?: readonly string[];
}): Shell {
  const nonce = randomBytes(16).toString("base64url");
  const host = { kind: "browser", assets: root, ...facts };
  const bundle = `${root}_docwright/bundle/`;
  const preloads = scripts.map(
    (file) => `<link rel="modulepreload" nonce="${nonce}" href="${escaped(bundle + file)}">\n`,
  );
  const start = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<link rel="stylesheet" nonce="${nonce}" href="${bundle}preview.css?v=${run}">
${preloads.join("")}</head>
<body data-host="${escaped(JSON.stringify(host))}">
<script type="module" nonce="${nonce}" async src="${bundle}preview.js?v=${run}"></script>
`;
  const end = "</body>\n</html>\n";
  const hosts = facts.allowedHosts.map((name) => ` https://${name}`).join("");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${hosts}`,
    `media-src 'self' blob:${hosts}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Ours, that of a library of Mermaid's, and that of a component's frame, which inherits this.
    "trusted-types docwright dompurify default",
  ];
  return {
    html: start + end,
    start,
    endWith: (begun) => `<div hidden data-begun='${inSingleQuotes(begun)}'></div>\n${end}`,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy.join("; "),
      "Permissions-Policy": permissions,
    },
  };
}

/** The way from this address, which begins with a slash, up to the server's own: `../` from `/guides/start`. */
export function rootSeenFrom(url: string): string {
  const [path = "/"] = url.split(/[?#]/);
  return "../".repeat(path.split("/").length - 2) || "./";
}

/** The text as it stands between double quotes in HTML. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** JSON is full of double quotes, which stay as they are. */
function inSingleQuotes(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("'", "&#39;").replaceAll("<", "&lt;");
}

/**
 * Files that the page's script imports before anything else, as `chunks/part-1A.js`: a browser that is told of them need
 * not read the script first. None where the bundle is not as it should be.
 */
export function firstScripts(bundle: string): readonly string[] {
  let script: string;
  try {
    script = readFileSync(join(bundle, "preview.js"), "utf8");
  } catch {
    return [];
  }
  const imports = script.matchAll(/\b(?:import|from)\s*"\.\/(chunks\/[\w-]+\.js)"/g);
  return [...new Set([...imports].map(([, file = ""]) => file))];
}
