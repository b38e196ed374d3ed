import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRegularFile } from "../../server/src/preview-server/static-files.ts";
import { rawBytes } from "../harness/raw-request.ts";
import { startRig, type Rig } from "./relay-rig.ts";

const image = "canary-of-a-picture";
const script = "canary-of-the-script";
const fetched = "canary-of-a-response";

/** A request that consists of its request line, its headers, and its body. A header can appear twice. */
export interface HandMadeRequest {
  readonly line: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** Something that a preview provides only to its own page. */
export type Treasure = "page" | "picture" | "script" | "events" | "message" | "request" | "response" | "body" | "file" | "cookie"; // prettier-ignore

export interface GuardedPreview {
  readonly rig: Rig;
  /** Returns the request with which the preview's own page gets the protected item. */
  readonly honest: (treasure: Treasure) => HandMadeRequest;
  /** Sends a request and returns whether the response contains something that the preview protects. */
  readonly steals: (request: HandMadeRequest) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export const treasures: readonly Treasure[] = ["page", "picture", "script", "events", "message", "request", "response", "body", "file", "cookie"]; // prettier-ignore

/**
 * Starts `docwright preview` with a page that is open in a tab, and an API from which the page has received a response.
 */
export async function startGuardedPreview(allowedHosts: readonly string[] = []): Promise<GuardedPreview> {
  const folder = mkdtempSync(join(tmpdir(), "docwright-guarded-"));
  for (const name of ["bundle", "images"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "bundle/preview.js"), script);
  writeFileSync(join(folder, "images/ship.png"), image);
  let calls = 0;
  const opened: string[] = [];
  const rig = await startRig({
    allowedHosts,
    pages: {
      webviewFolder: join(folder, "bundle"),
      site: {
        open: (name) => void opened.push(name),
        handleMessage: () => void calls++,
        close: () => undefined,
        acceptsUrl: () => true,
        openAsset: (path) => openRegularFile(join(folder, path)),
      },
    },
  });
  const { port, token, cookie } = rig.server;
  const key = new URL(rig.server.url).pathname;
  const origin = `http://127.0.0.1:${port}`;
  rig.answerWith((_request, response) => response.end(fetched.repeat(200)));
  const options = { id: "one", inlineBytes: 100 };
  await rig.send({ method: "GET", url: rig.targetOrigin, options });
  // A tab is kept open, because messages must contain the tab's ID.
  const tab = rawBytes(
    port,
    textOf({ line: "GET /_docwright/events?at=/", headers: [["Host", `127.0.0.1:${port}`], ["X-Docwright-Token", token]] }),
  ); // prettier-ignore
  while (opened.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [name = ""] = opened;

  const host = ["Host", `127.0.0.1:${port}`] as const;
  const withCookie = [host, ["Cookie", cookie], ["Sec-Fetch-Site", "same-origin"]] as const;
  const withToken = [...withCookie, ["X-Docwright-Token", token]] as const;
  const ofApi = [...withCookie, ["X-Relay-Token", token]] as const;
  const json = [["Origin", origin], ["Content-Type", "application/json"]] as const; // prettier-ignore
  const envelope = JSON.stringify({ method: "GET", url: rig.targetOrigin, header: { Authorization: "Bearer {{secret:token}}" } }); // prettier-ignore
  const requests: Readonly<Record<Treasure, HandMadeRequest>> = {
    page: { line: "GET /guides/start", headers: withCookie },
    picture: { line: "GET /images/ship.png", headers: withCookie },
    script: { line: "GET /_docwright/bundle/preview.js", headers: withCookie },
    events: { line: "GET /_docwright/events?at=/", headers: withToken },
    message: { line: "POST /_docwright/message", headers: [...withToken, ...json, ["X-Docwright-Preview", name]], body: '{"kind":"ready"}' },
    request: { line: "POST /_service/api/request", headers: [...ofApi, ...json], body: envelope },
    response: { line: "GET /_service/api/response/one", headers: ofApi },
    body: { line: "GET /_service/api/response/one/body", headers: ofApi },
    file: { line: "POST /_service/api/files", headers: [...ofApi, ["Origin", origin], ["Content-Type", "application/octet-stream"]], body: "of a file" },
    cookie: { line: `GET ${key}`, headers: [host] },
  }; // prettier-ignore
  const secrets = [token, cookie.split("=")[1] ?? "", image, script, fetched];
  return {
    rig,
    honest: (treasure) => requests[treasure],
    steals: async (request) => {
      const before = calls + opened.length + rig.target.connections;
      // The event stream never ends, so the response is read only up to its first event.
      const answer = await rig.raw(textOf(request), /event: preview/).catch(() => "");
      const [head = ""] = answer.split("\r\n\r\n", 1);
      return (
        calls + opened.length + rig.target.connections > before ||
        secrets.some((secret) => answer.includes(secret)) ||
        /^HTTP\/1\.1 101|\naccess-control-|\nset-cookie/i.test(head) ||
        /"fileRef"|"sentRequest":/.test(answer)
      );
    },
    close: async () => {
      await rig.close();
      await tab;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns the request with these headers replaced. */
export function withHeaders(
  { headers, ...request }: HandMadeRequest,
  others: readonly (readonly [name: string, value: string | undefined])[],
): HandMadeRequest {
  const replaced = new Set(others.map(([name]) => name.toLowerCase()));
  const added = others.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return {
    ...request,
    headers: [...headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...added],
  };
}

function textOf({ line, headers, body = "" }: HandMadeRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const length = body === "" ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${line} HTTP/1.1\r\n${lines}${length}Connection: close\r\n\r\n${body}`;
}
