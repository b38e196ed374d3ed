import { randomBytes } from "node:crypto";

export interface Shell {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The document that every page of the site has: our own script and style and nothing of the site. What it may load is
 * said by the policy: files of this server, images from hosts that the author has agreed to, and what the page itself has
 * put together of an API's answer (`blob:`), which leads nowhere else.
 */
export function shellPage({
  run,
  root,
  ...facts
}: {
  readonly token: string;
  readonly allowedHosts: readonly string[];
  /** Letters and digits that are those of this run of the server. */
  readonly run: string;
  /** `./` or `../`: the server as seen from the page's address, since an editor may forward it under a path. */
  readonly root: string;
}): Shell {
  const nonce = randomBytes(16).toString("base64url");
  const host = { kind: "browser", assets: root, ...facts };
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<link rel="stylesheet" nonce="${nonce}" href="${root}_docwright/bundle/preview.css?v=${run}">
</head>
<body data-host="${escaped(JSON.stringify(host))}">
<script type="module" nonce="${nonce}" src="${root}_docwright/bundle/preview.js?v=${run}"></script>
</body>
</html>
`;
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
  ];
  return {
    html,
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy.join("; ") },
  };
}

/** The way from this address, which begins with a slash, up to the server's own: `../` from `/guides/start`. */
export function rootSeenFrom(url: string): string {
  const [path = "/"] = url.split(/[?#]/);
  return "../".repeat(path.split("/").length - 2) || "./";
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
