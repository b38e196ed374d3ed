import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { ToPage } from "../../../webview/src/protocol.ts";
import { type DocumentLanguage, escapeAttribute } from "../core/text/page-language.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import { PageStreams } from "./page-streams.ts";
import {
  type Guard,
  readJsonBody,
  type Refusal,
  checkRelayRequest,
  checkFetchSite,
  checkOrigin,
  checkRequest,
  checkToken,
  PreviewSession,
} from "./request-guard.ts";
import { listImportedScripts, getRelativeRoot, createShellPage } from "./shell-page.ts";
import {
  assetMediaTypes,
  openBundleFile,
  bundleMediaTypes,
  getExtension,
  type OpenedAsset,
  sendFile,
} from "./static-files.ts";

/**
 * Returns the path below the root that a request refers to, such as `images/a b.png`. The path is decoded once, without
 * its query. Returns undefined if the path could refer to another location because it contains dots, escaped slashes or
 * backslashes, control characters, or incomplete characters.
 */
export function parseSitePath(url: string): string | undefined {
  const [path = ""] = url.split(/[?#]/, 1);
  const segments: string[] = [];
  for (const segmentText of path.split("/").filter((segment) => segment !== "")) {
    const segment = decodeSegment(segmentText);
    if (segment === undefined || segment === "." || segment === ".." || /[/\\\p{Cc}]/u.test(segment)) return undefined;
    segments.push(segment);
  }
  return segments.join("/");
}

function decodeSegment(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export interface PreviewServerOptions {
  readonly site: PreviewedSite;
  /** The port. If 0, any free port is used. */
  readonly port: number;
  /** The hostnames at which the forwarded port is available. */
  readonly allowedHosts: readonly string[];
  /** The path of `dist/webview`. */
  readonly webviewFolder: string;
  /** The relay that sends the playground's requests. Undefined if requests can't be sent. */
  readonly relay?: MountedRelay;
  /** Returns the language for a browser's `Accept-Language` header. If this function is undefined, English is used. */
  readonly chooseLanguage?: (acceptedLanguages: string | undefined) => DocumentLanguage;
}

/** The relay as it's mounted on the server. See `createRelayListener`. */
export interface MountedRelay {
  readonly acceptsUrl: (url: string) => boolean;
  readonly handleRequest: (
    request: IncomingMessage,
    response: ServerResponse,
    checkRequest: (request: IncomingMessage) => Refusal | undefined,
  ) => Promise<void>;
}

export interface PreviewServer {
  /**
   * The URL of the preview. It ends with `/` and contains the key that gives a browser access. The path of a page can
   * be appended.
   */
  readonly url: string;
  /**
   * Returns a URL for a program that opens a browser. The key in the URL can be used only once and is valid for one
   * minute.
   */
  readonly createUrl: () => string;
  readonly close: () => Promise<void>;
}

const ownPathPrefix = "/_docwright/";
/** The prefix of a URL that gives access. The prefix is followed by a key and the path of a page. */
const openPathPrefix = "_docwright/open/";
const previewHeader = "x-docwright-preview";
/** Matches the hostname of an image host that an author can allow. */
const hostNamePattern = /^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i;

/**
 * The headers for every response. They prevent other sites from reading or framing the response, and prevent content
 * sniffing and referrer leaks.
 */
const commonHeaders = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
};
const bundleCacheControl = "private, max-age=86400, immutable";

/**
 * The headers for an image or document from the site. They prevent the file from running code if it's opened directly.
 */
const restrictedHeaders = {
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** Serves a site to browser tabs on this machine. Rejects if the port is already in use. */
export async function startPreviewServer(options: PreviewServerOptions): Promise<PreviewServer> {
  const { site, webviewFolder, relay } = options;
  const runId = Date.now().toString(36);
  const scripts = listImportedScripts(webviewFolder);
  const token = randomBytes(32).toString("base64url");
  const allowedImageHosts = new Set<string>();
  const streams = new PageStreams(site);
  const session = new PreviewSession();
  let guard: Guard = { port: options.port, token, allowedHosts: options.allowedHosts };

  const handleRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = checkRequest(request, guard);
    if (refusal) return rejectRequest(response, refusal);
    const { url = "/" } = request;
    const path = parseSitePath(url);
    if (path === undefined) return rejectRequest(response, { status: 400, text: "The URL isn't a valid path." });
    if (relay?.acceptsUrl(url))
      return relay.handleRequest(request, response, (relayRequest) => checkRelayRequest(relayRequest, guard));
    if (url.startsWith(`${ownPathPrefix}message`)) return receiveMessage(request, response);
    if (request.method !== "GET" && request.method !== "HEAD")
      return rejectRequest(response, { status: 405, text: "Only GET is supported." }, { Allow: "GET, HEAD" });
    if (url.startsWith(`${ownPathPrefix}events`)) return openStream(request, response, url);
    if (path.startsWith(openPathPrefix)) return exchangeKey(request, response, url, path);
    if (!session.hasCookie(request, guard.port)) return denyAccess(request, response);
    if (url.startsWith(`${ownPathPrefix}bundle/`)) return sendBundle(request, response, path);
    return sendSiteContent(request, response, url, path);
  };

  const receiveMessage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== "POST")
      return rejectRequest(response, { status: 405, text: "Only POST is supported." }, { Allow: "POST" });
    const refusal = checkFetchSite(request, false) ?? checkOrigin(request, guard) ?? checkToken(request, guard);
    if (refusal) return rejectRequest(response, refusal);
    if (request.headers["content-type"] !== "application/json")
      return rejectRequest(response, { status: 415, text: "Messages must be JSON." });
    const name = String(request.headers[previewHeader] ?? "");
    if (!streams.has(name)) return rejectRequest(response, { status: 404, text: "This tab is no longer connected." });
    const jsonBody = await readJsonBody(request);
    if (jsonBody === "too-large") return rejectRequest(response, { status: 413, text: "The message is too large." });
    if (!jsonBody) return rejectRequest(response, { status: 400, text: "The message isn't valid JSON." });
    if (!handleConsentMessage(jsonBody.value, name)) site.handleMessage(name, jsonBody.value);
    response.writeHead(204, commonHeaders).end();
  };

  /**
   * Handles a message that allows an image host, and reloads the document, because its Content Security Policy must
   * include the host. Returns false for any other message.
   */
  const handleConsentMessage = (message: unknown, name: string): boolean => {
    const isConsentMessage =
      typeof message === "object" && message !== null && "kind" in message && message.kind === "allowHost";
    if (!isConsentMessage) return false;
    const host = "host" in message ? message.host : undefined;
    if (typeof host === "string" && hostNamePattern.test(host)) {
      allowedImageHosts.add(host.toLowerCase());
      streams.send(name, { kind: "reload" });
    }
    return true;
  };

  const openStream = (request: IncomingMessage, response: ServerResponse, url: string): void => {
    const refusal = checkFetchSite(request, false) ?? checkToken(request, guard);
    if (refusal) return rejectRequest(response, refusal);
    if (streams.isFull) return rejectRequest(response, { status: 403, text: "Too many tabs have this preview open." });
    const pagePath = new URL(url, "http://127.0.0.1").searchParams.get("at") ?? "/";
    const previewName = request.headers[previewHeader];
    streams.open(pagePath, response, commonHeaders, typeof previewName === "string" ? previewName : undefined);
  };

  /** Exchanges the key in the URL for a cookie, and redirects to a URL without the key. */
  const exchangeKey = (request: IncomingMessage, response: ServerResponse, url: string, path: string): void => {
    const [key = "", ...segments] = path.slice(openPathPrefix.length).split("/");
    if (isEmbedded(request) || !session.consumeKey(key)) return denyAccess(request, response);
    const [, query = ""] = /^[^?#]*(\?[^#]*)?/.exec(url) ?? [];
    const target = getRelativeRoot(url) + segments.map(encodeURIComponent).join("/") + query;
    const headers = { ...commonHeaders, ...deniedPageHeaders, "Set-Cookie": session.createCookie(guard.port) };
    const isCrossSite = checkFetchSite(request, false) !== undefined;
    // If the request comes from another site, such as an editor's page, the browser doesn't send the new cookie when it
    // follows an HTTP redirect. Therefore, an HTML document redirects to the page instead.
    if (isCrossSite)
      response
        .writeHead(200, headers)
        .end(createNoticePage(`<meta http-equiv="refresh" content="0;url=${escapeAttribute(target)}">`));
    else response.writeHead(303, { ...headers, Location: target }).end();
  };

  /**
   * Denies access. If the user followed a link on another site, the browser hasn't sent the cookie, so the response
   * contains a link that makes the browser send it.
   */
  const denyAccess = (request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(403, { ...commonHeaders, ...deniedPageHeaders, Connection: "close" });
    response.end(request.method === "HEAD" ? undefined : createNoticePage());
  };

  const sendBundle = (request: IncomingMessage, response: ServerResponse, path: string): void => {
    const refusal = checkFetchSite(request, false);
    if (refusal) return rejectRequest(response, refusal);
    const asset = openBundleFile(webviewFolder, path.slice(`${ownPathPrefix}bundle/`.length - 1));
    if (!asset) return rejectRequest(response, { status: 404, text: "File not found." });
    const type = bundleMediaTypes.get(getExtension(path)) ?? "application/octet-stream";
    // The URLs of these files are different in each run, so the files can be cached for use in other tabs.
    sendFile(request, response, asset, {
      ...commonHeaders,
      "Cache-Control": bundleCacheControl,
      "Content-Type": type,
    });
  };

  const sendSiteContent = (request: IncomingMessage, response: ServerResponse, url: string, path: string): void => {
    const type = assetMediaTypes.get(getExtension(path));
    const refusal = checkFetchSite(request, type === undefined);
    if (refusal) return rejectRequest(response, refusal);
    const asset = type === undefined ? undefined : site.openAsset(path);
    if (asset && type !== undefined)
      return sendFile(request, response, asset, {
        ...commonHeaders,
        ...restrictedHeaders,
        "Content-Type": type,
      });
    const shell = createShellPage({
      token,
      allowedHosts: [...allowedImageHosts].sort(),
      runId,
      root: getRelativeRoot(url),
      scripts,
      language: options.chooseLanguage?.(request.headers["accept-language"]),
    });
    response.writeHead(site.acceptsUrl(url) ? 200 : 404, { ...commonHeaders, ...shell.headers });
    if (request.method === "HEAD") return void response.end();
    const stream = isTabRequest(request) ? streams.startPage(url) : undefined;
    if (!stream) return void response.end(shell.html);
    // The scripts are loaded while the page is rendered.
    response.write(shell.htmlStart);
    void stream.then((json) => response.end(shell.createClosingHtml(json)));
  };

  const server = createServer((request, response) => {
    handleRequest(request, response).catch(() => {
      if (!response.headersSent) rejectRequest(response, { status: 400, text: "The request was interrupted." });
      else response.destroy();
    });
  });
  server.on("connect", (_request, socket) => {
    socket.on("error", () => undefined);
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n");
  });
  const port = await startListening(server, options.port);
  const buildUrl = (key: string): string => `http://127.0.0.1:${port}/${openPathPrefix}${key}/`;
  guard = { ...guard, port };
  return {
    url: buildUrl(session.key),
    createUrl: () => buildUrl(session.createKey()),
    close: async () => {
      streams.end();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** The headers of a document that explains why access is denied. */
const deniedPageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

function createNoticePage(head = ""): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Preview</title>${head}</head>
<body>
<p>Open the URL that <code>docwright preview</code> printed in its terminal.</p>
<p>If you have opened it in this browser, <a href="">show this page</a>.</p>
</body>
</html>
`;
}

/** Whether the request was made by a page on another site to embed the resource. */
function isEmbedded(request: IncomingMessage): boolean {
  return checkFetchSite(request, true) !== undefined;
}

/** Whether the request comes from a tab that the user sees, according to the browser's headers. */
function isTabRequest({ headers }: IncomingMessage): boolean {
  return headers["sec-fetch-dest"] === "document" && headers["sec-purpose"] === undefined;
}

/** Rejects a request without reading its body. */
function rejectRequest(
  response: ServerResponse,
  { status, text }: Refusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...commonHeaders,
    ...headers,
    "Content-Type": "text/plain; charset=utf-8",
    Connection: "close",
  });
  response.end(`${text}\n`);
}

function startListening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/** The functions of a previewed site that the server calls. */
export interface PreviewedSite {
  /**
   * Opens the page at `url` under a name that the server chooses. Messages are passed to `sendToPage` until the page is
   * closed.
   */
  readonly open: (name: string, url: string, sendToPage: (message: ToPage) => void) => void;
  /** Handles an unvalidated message from the page. */
  readonly handleMessage: (name: string, message: unknown) => void;
  readonly close: (name: string) => void;
  /** Whether there's a page or redirect at this URL. Returns true if this can't be determined yet. */
  readonly acceptsUrl: (url: string) => boolean;
  /**
   * Returns a regular file inside the site, after all symbolic links have been followed. Returns undefined for anything
   * else.
   */
  readonly openAsset: (path: SitePath) => OpenedAsset | undefined;
}
