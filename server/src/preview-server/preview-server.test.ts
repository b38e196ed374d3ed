import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSession, type PreviewSession, tokenOf } from "../../../test/harness/open-session.ts";
import { rawBytes, rawRequest } from "../../../test/harness/raw-request.ts";
import type { ToPage } from "../../../webview/src/protocol.ts";
import { getRealPath } from "../workspace/files/node-disk.ts";
import { type PreviewServer, startPreviewServer } from "./preview-server.ts";
import { openRegularFile } from "./static-files.ts";

describe("preview server", () => {
  let folder: string;
  let server: PreviewServer;
  let port: number;
  let token: string;
  let cookie: PreviewSession["headers"];
  let events: (readonly [string, unknown])[];
  let opened: Map<string, { readonly url: string; readonly send: (message: ToPage) => void }>;

  /** Sends a request as a browser that has opened the preview would. */
  const sendRequest = (...[line, headers = {}, body]: [string, (Record<string, string> | string[])?, string?]) => {
    const { Cookie } = cookie;
    const all = Array.isArray(headers) ? [...headers, `Cookie: ${Cookie}`] : { ...headers, Cookie };
    return rawRequest(port, line, all, body);
  };
  const getStatus = async (...args: Parameters<typeof sendRequest>) => (await sendRequest(...args)).status;
  const start = async (allowedHosts: readonly string[] = []) => {
    server = await startPreviewServer({
      port: 0,
      allowedHosts,
      webviewFolder: join(folder, "bundle"),
      site: {
        open: (name, url, send) => opened.set(name, { url, send }),
        handleMessage: (name, message) => events.push([name, message]),
        close: (name) => opened.delete(name),
        acceptsUrl: (url) => !url.includes("nowhere"),
        openAsset: (path) => {
          const real = getRealPath(join(folder, "site"), path);
          return real === undefined ? undefined : openRegularFile(real);
        },
      },
    });
    port = Number(new URL(server.url).port);
    const session = await openSession(server.url);
    cookie = session.headers;
    token = await tokenOf(session);
  };

  beforeEach(async () => {
    events = [];
    opened = new Map();
    folder = mkdtempSync(join(tmpdir(), "docwright-preview-"));
    for (const name of ["site/images", "bundle/chunks"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "site/images/ship.png"), "0123456789");
    writeFileSync(join(folder, "site/images/a b.svg"), "<svg/>");
    writeFileSync(join(folder, "site/page.html"), "<script>1</script>");
    writeFileSync(join(folder, "secret.png"), "secret");
    symlinkSync(join(folder, "secret.png"), join(folder, "site/images/out.png"));
    writeFileSync(join(folder, "bundle/preview.js"), "1");
    writeFileSync(join(folder, "bundle/chunks/part-1A.js"), "2");
    await start();
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it("serves the page for every URL on the site, and a 404 page for unknown URLs", async () => {
    const page = await sendRequest("GET /guides/start?x=1");
    assert.equal(page.status, 200);
    assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(await getStatus("GET /nowhere"), 404);
    assert.equal(await getStatus("HEAD /guides/start"), 200);
  });

  it("allows the page to run only its own script and connect only to its own server", async () => {
    const { headers, body } = await sendRequest("GET /");
    const policy = headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? "none";
    assert.match(policy, /^default-src 'none'; /);
    assert.match(policy, /img-src 'self' data: blob:; /);
    assert.match(
      policy,
      /frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types docwright dompurify default$/,
    );
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.equal([...body.matchAll(/<script/g)].length, 1);
    assert.ok(body.includes(`<script type="module" nonce="${nonce}"`));
    const again = (await sendRequest("GET /")).headers.get("content-security-policy") ?? "";
    assert.ok(!again.includes(nonce), "the nonce is used twice");
  });

  it("responds only to requests for its own host", async () => {
    for (const host of [
      "evil.test",
      `evil.test:${port}`,
      `localhost:${port}`,
      "127.0.0.1",
      `127.0.0.1:${port + 1}`,
      `[::1]:${port}`,
      `127.0.0.1:${port}.evil.test`,
    ])
      assert.equal(await getStatus("GET /", [`Host: ${host}`]), 421, host);
    assert.equal(await getStatus("GET /", [`Host: 127.0.0.1:${port}`, "Host: evil.test"]), 400);
    assert.equal(await getStatus("GET /", ["Host: evil.test", `Host: 127.0.0.1:${port}`]), 400);
    assert.equal(await getStatus("GET /", []), 400);
  });

  it("responds to requests for a forwarded host if it's configured", async () => {
    assert.equal(await getStatus("GET /", ["Host: me.example.test"]), 421);
    await server.close();
    await start(["me.example.test"]);
    assert.equal(await getStatus("GET /", ["Host: me.example.test"]), 200);
    assert.equal(await getStatus("GET /", ["Host: me.example.test:8443"]), 200);
    assert.equal(await getStatus("GET /", ["Host: not-me.example.test"]), 421);
  });

  it("accepts only a path as a request URL", async () => {
    for (const target of [
      "http://evil.test/",
      "//evil.test/",
      "*",
      "/..%2fsecret.png",
      "/images/..%2f..%2fsecret.png",
      "/%2e%2e/secret.png",
      "/../secret.png",
      "/images/..\\..\\secret.png",
      "/images/%5c..%5csecret.png",
      "/images/%00.png",
      "/%ff.png",
      "/images%2f..%2f..%2fsecret.png",
    ]) {
      const answer = await sendRequest(`GET ${target}`);
      assert.equal(answer.status, 400, target);
      assert.ok(!answer.body.includes("secret"), target);
    }
  });

  it("serves the site's images with their content type, except for images that can run scripts", async () => {
    const image = await sendRequest("GET /images/ship.png");
    assert.deepEqual([image.status, image.headers.get("content-type"), image.body], [200, "image/png", "0123456789"]);
    assert.equal(image.headers.get("x-content-type-options"), "nosniff");
    assert.match(image.headers.get("content-security-policy") ?? "", /sandbox$/);
    assert.equal(image.headers.get("cross-origin-resource-policy"), "same-origin");
    const drawing = await sendRequest("GET /images/a%20b.svg");
    assert.deepEqual([drawing.headers.get("content-type"), drawing.body], ["image/svg+xml", "<svg/>"]);
    assert.match(drawing.headers.get("content-security-policy") ?? "", /^default-src 'none'.*sandbox$/);
  });

  it("serves byte ranges, which video players request", async () => {
    const part = await sendRequest("GET /images/ship.png", { Range: "bytes=2-4" });
    assert.deepEqual([part.status, part.headers.get("content-range"), part.body], [206, "bytes 2-4/10", "234"]);
    assert.equal((await sendRequest("GET /images/ship.png", { Range: "bytes=-3" })).body, "789");
    assert.equal(await getStatus("GET /images/ship.png", { Range: "bytes=10-" }), 416);
  });

  it("doesn't serve other files on the site, or files outside it through a symbolic link", async () => {
    for (const path of ["/page.html", "/images/out.png", "/images", "/images/absent.png"]) {
      const { headers, body } = await sendRequest(`GET ${path}`);
      assert.equal(headers.get("content-type"), "text/html; charset=utf-8", path);
      assert.ok(!body.includes("secret") && !body.includes("<script>1"), path);
    }
  });

  it("serves the preview's own files under simple names", async () => {
    const script = await sendRequest("GET /_docwright/bundle/preview.js");
    assert.deepEqual([script.body, script.headers.get("content-type")], ["1", "text/javascript; charset=utf-8"]);
    assert.equal((await sendRequest("GET /_docwright/bundle/chunks/part-1A.js")).body, "2");
    for (const path of ["", "chunks", "../site/images/ship.png", "chunks/..%2f..%2fsecret.png", ".env"])
      assert.notEqual(await getStatus(`GET /_docwright/bundle/${path}`), 200, path);
  });

  it("accepts requests only from its own page, not from another site", async () => {
    const foreign = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors" };
    assert.equal(await getStatus("GET /images/ship.png", foreign), 403);
    assert.equal(await getStatus("GET /_docwright/bundle/preview.js", foreign), 403);
    assert.equal(await getStatus("GET /", foreign), 403);
    assert.equal(await getStatus("GET /", { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" }), 200);
  });

  it("rejects unsupported methods", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
      assert.equal(await getStatus(`${method} /`), 405, method);
    assert.equal(await getStatus("GET /_docwright/message"), 405);
    assert.equal(await getStatus("POST /_docwright/events", { "X-Docwright-Token": token }), 405);
  });

  it("streams updates only to pages that send the token", async () => {
    assert.equal(token.length, 43);
    for (const headers of [{}, { "X-Docwright-Token": "" }, { "X-Docwright-Token": `${token}x` }])
      assert.equal(await getStatus("GET /_docwright/events?at=/a", headers), 403);
    assert.equal(await getStatus(`GET /_docwright/events?at=/a&token=${token}`), 403);
    const listening = rawBytes(
      port,
      `GET /_docwright/events?at=/guides/start HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Docwright-Token: ${token}\r\n\r\n`,
      /"text":"said"/,
    );
    while (opened.size === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const [[name, { url, send }] = assert.fail("no preview was opened")] = opened;
    assert.equal(url, "/guides/start");
    send({ kind: "fault", text: "said" });
    const received = await listening;
    assert.match(received, /content-type: text\/event-stream/i);
    assert.match(received, /cache-control: no-store, no-transform/i);
    assert.ok(received.includes(`event: preview\ndata: ${name}\n\n`));
    while (opened.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it("accepts only JSON messages that contain the token and come from known pages on its own origin", async () => {
    const listening = rawBytes(
      port,
      `GET /_docwright/events?at=/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Docwright-Token: ${token}\r\n\r\n`,
      /"kind":"reload"/,
    );
    while (opened.size === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const [name = ""] = opened.keys();
    const right = {
      Origin: `http://127.0.0.1:${port}`,
      "Content-Type": "application/json",
      "X-Docwright-Token": token,
      "X-Docwright-Preview": name,
    };
    const translate = (change: Readonly<Record<string, string>>, body = '{"kind":"ready"}') =>
      getStatus("POST /_docwright/message", { ...right, ...change }, body);
    assert.equal(await translate({}), 204);
    assert.deepEqual(events, [[name, { kind: "ready" }]]);
    const twice = [`Origin: ${right.Origin}`, "Origin: https://evil.test"];
    for (const origins of [twice, twice.toReversed(), [twice[0] ?? "", twice[0] ?? ""]]) {
      const { Origin: _, ...others } = right;
      const headers = Object.entries(others).map(([name_, value]) => `${name_}: ${value}`);
      const all = [`Host: 127.0.0.1:${port}`, ...origins, ...headers];
      assert.equal(await getStatus("POST /_docwright/message", all, "{}"), 403, origins.join());
    }
    for (const origin of ["https://evil.test", "null", "", `http://localhost:${port}`, `https://127.0.0.1:${port}`])
      assert.equal(await translate({ Origin: origin }), 403, origin);
    const { Origin: _, ...withoutOrigin } = right;
    assert.equal(await getStatus("POST /_docwright/message", withoutOrigin, "{}"), 403);
    assert.equal(await translate({ "X-Docwright-Token": "wrong" }), 403);
    assert.equal(await translate({ "Content-Type": "text/plain" }), 415);
    assert.equal(await translate({ "X-Docwright-Preview": "unknown" }), 404);
    assert.equal(await translate({}, "{"), 400);
    assert.equal(await translate({}, `"${"x".repeat(5_100_000)}"`), 413);
    assert.equal(events.length, 1);
    // Images from an allowed host load after the document is reloaded.
    assert.equal(await translate({}, '{"kind":"allowHost","host":"x; script-src *"}'), 204);
    assert.equal(await translate({}, '{"kind":"allowHost","host":"images.example.test"}'), 204);
    const policy = (await sendRequest("GET /")).headers.get("content-security-policy") ?? "";
    assert.match(policy, /img-src 'self' data: blob: https:\/\/images\.example\.test; media/);
    assert.match(await listening, /"kind":"reload"/);
  });

  it("accepts only browsers that have opened its URL", async () => {
    const paths = ["/", "/guides/start", "/nowhere", "/images/ship.png", "/_docwright/bundle/preview.js"];
    const wrong = cookie.Cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    const [name = "", value = ""] = cookie.Cookie.split("=");
    for (const Cookie of ["", wrong, `${name}=`, value, `x${cookie.Cookie}`, `${cookie.Cookie}x`, `${name}="${value}"`])
      for (const path of paths) {
        const { status: responseStatus, body } = await rawRequest(port, `GET ${path}`, {
          ...(Cookie !== "" && { Cookie }),
        });
        assert.equal(responseStatus, 403, `${path} with ${Cookie}`);
        assert.ok(!body.includes(token) && !body.includes("0123456789"), path);
        assert.match(body, /Open the URL that <code>docwright preview<\/code> printed/);
      }
    for (const path of paths.filter((each) => each !== "/nowhere"))
      assert.equal(await getStatus(`GET ${path}`), 200, path);
    const among = { Cookie: `a=b; ${cookie.Cookie}; c=d` };
    assert.equal((await rawRequest(port, "GET /", among)).status, 200);
  });

  it("exchanges the key in its URL for a cookie and redirects to a URL without it", async () => {
    const opening = new URL(server.url).pathname;
    for (const [path, location] of [
      ["", "../../../"],
      ["guides/start?a=b", "../../../../guides/start?a=b"],
      ["a%20b", "../../../a%20b"],
      ["%2F%2Fevil.test", undefined],
      ["/evil.test/", "../../../../../evil.test"],
    ] as const) {
      const answer = await rawRequest(port, `GET ${opening}${path}`);
      assert.deepEqual(
        [answer.status, answer.headers.get("location")],
        location === undefined ? [400, undefined] : [303, location],
      );
      if (location === undefined) continue;
      assert.match(
        answer.headers.get("set-cookie") ?? "",
        /^docwright-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/,
      );
      assert.equal(answer.headers.get("referrer-policy"), "no-referrer");
      assert.equal(answer.headers.get("cache-control"), "no-store");
      assert.ok(!answer.body.includes(token));
    }
    for (const key of ["", "x", `${opening.split("/")[3] ?? ""}x`])
      assert.equal((await rawRequest(port, `GET /_docwright/open/${key}`)).status, 403, key);
    assert.equal((await rawRequest(port, `POST ${opening}`)).status, 405);
    const embedded = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors" };
    assert.equal((await rawRequest(port, `GET ${opening}`, embedded)).status, 403);
  });

  it("serves an intermediate page to a browser that comes from another site, because a redirect wouldn't send cookies", async () => {
    const headers = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" };
    const answer = await rawRequest(port, `GET ${new URL(server.url).pathname}a?b="><script>`, headers);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("set-cookie") ?? "", /^docwright-/);
    assert.match(answer.body, /<meta http-equiv="refresh" content="0;url=\.\.\/\.\.\/\.\.\/a\?b=&quot;>&lt;script>">/);
    assert.match(answer.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
  });

  it("creates single-use keys for programs whose arguments other users can see", async () => {
    const url = new URL(server.createUrl()).pathname;
    assert.notEqual(url, new URL(server.createUrl()).pathname);
    assert.deepEqual(
      [(await rawRequest(port, `GET ${url}`)).status, (await rawRequest(port, `GET ${url}`)).status],
      [303, 403],
    );
  });

  it("reports that a port is in use", async () => {
    await assert.rejects(
      startPreviewServer({
        port,
        allowedHosts: [],
        webviewFolder: folder,
        site: {
          open: () => undefined,
          handleMessage: () => undefined,
          close: () => undefined,
          acceptsUrl: () => true,
          openAsset: () => undefined,
        },
      }),
      { code: "EADDRINUSE" },
    );
  });
});
