import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSession, type PreviewSession } from "../../../test/harness/open-session.ts";
import { rawBytes, rawRequest } from "../../../test/harness/raw-request.ts";
import type { InitialPreviewState, ToPage } from "../../../webview/src/protocol.ts";
import { type PreviewServer, startPreviewServer } from "./preview-server.ts";

const place = { title: "Start", url: "/start" };
const loading: ToPage = { kind: "loading", location: place };
const missingMessage: ToPage = {
  kind: "missing",
  missingPage: { url: "/start", text: `It is not 'here' & <gone>.` },
};

describe("page state sent with the document", () => {
  let folder: string;
  let server: PreviewServer;
  let port: number;
  let opened: Map<string, (message: ToPage) => void>;
  let urls: string[];
  let takenEvents: (readonly [string, unknown])[];
  const tab = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none" };

  let cookie: PreviewSession["headers"];

  beforeEach(async () => {
    opened = new Map();
    urls = [];
    takenEvents = [];
    folder = mkdtempSync(join(tmpdir(), "docwright-streams-"));
    mkdirSync(join(folder, "chunks"));
    writeFileSync(
      join(folder, "preview.js"),
      'import{a}from"./chunks/part-1A.js";import"./chunks/b.js";x("./chunks/no.js");import("./chunks/lazy.js")',
    );
    server = await startPreviewServer({
      port: 0,
      allowedHosts: [],
      webviewFolder: folder,
      site: {
        open: (name, url, send) => {
          opened.set(name, send);
          urls.push(url);
        },
        handleMessage: (name, message) => {
          takenEvents.push([name, message]);
          opened.get(name)?.(loading);
          setTimeout(() => opened.get(name)?.(missingMessage), 20);
        },
        close: (name) => opened.delete(name),
        acceptsUrl: () => true,
        openAsset: () => undefined,
      },
    });
    port = Number(new URL(server.url).port);
    ({ headers: cookie } = await openSession(server.url));
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const fetchDocument = async (headers: Readonly<Record<string, string>> = tab) => {
    const { body } = await rawRequest(port, "GET /start?x=1", { ...headers, ...cookie });
    const text = (/data-begun='([^']*)'/.exec(body)?.[1] ?? "null")
      .replaceAll("&lt;", "<")
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&");
    const token = /"token":"([\w-]+)"/.exec(body.replaceAll("&quot;", '"'))?.[1] ?? "";
    return { body, token, begun: JSON.parse(text) as InitialPreviewState | null };
  };
  const listen = (token: string, preview: string, until: RegExp) =>
    rawBytes(
      port,
      `GET /_docwright/events?at=/start HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Docwright-Token: ${token}\r\nX-Docwright-Preview: ${preview}\r\n\r\n`,
      until,
    );

  it("includes all messages up to and including the page, along with the name of the preview", async () => {
    const { begun } = await fetchDocument();
    assert.deepEqual(begun?.messages, [loading, missingMessage]);
    assert.deepEqual(takenEvents, [[begun?.preview, { kind: "ready" }]]);
    assert.deepEqual(urls, ["/start?x=1"]);
  });

  it("is continued by the tab's stream without repeating messages", async () => {
    const { begun, token } = await fetchDocument();
    const name = begun?.preview ?? "";
    opened.get(name)?.({ kind: "fault", text: "between" });
    const hearing = listen(token, name, /"text":"behind"/);
    await new Promise((resolve) => setTimeout(resolve, 100));
    opened.get(name)?.({ kind: "fault", text: "behind" });
    const received = await hearing;
    const events = received.slice(received.indexOf("event: preview"));
    assert.match(events, new RegExp(`^event: preview\ndata: ${name}\n\n`));
    assert.ok(events.indexOf("between") < events.indexOf("behind"));
    assert.doesNotMatch(events, /"kind":"(?:loading|missing)"/);
    assert.equal(opened.size, 1);
  });

  it("is created again for an unknown preview name", async () => {
    const { token } = await fetchDocument();
    const received = await listen(token, "somebody", /event: preview\ndata: [\w-]+\n\n/);
    assert.doesNotMatch(received, /data: somebody/);
  });

  it("isn't created for requests that don't come from a tab", async () => {
    for (const headers of [
      {},
      { ...tab, "Sec-Fetch-Dest": "iframe" },
      { ...tab, "Sec-Fetch-Dest": "empty" },
      { ...tab, "Sec-Purpose": "prefetch" },
    ])
      assert.equal((await fetchDocument(headers)).begun, null);
    await rawRequest(port, "HEAD /start", tab);
    assert.equal(opened.size, 0);
  });

  it("isn't created for more than fifty previews", async () => {
    for (let at = 0; at < 50; at++) assert.ok((await fetchDocument()).begun);
    assert.equal((await fetchDocument()).begun, null);
  });

  it("lists the files that the script will load first", async () => {
    const { body } = await fetchDocument();
    const scriptUrls = [...body.matchAll(/rel="modulepreload" nonce="[\w-]+" href="([^"]+)"/g)].map(([, file]) => file);
    assert.deepEqual(scriptUrls, ["./_docwright/bundle/chunks/part-1A.js", "./_docwright/bundle/chunks/b.js"]);
  });
});
