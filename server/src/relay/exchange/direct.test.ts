import { formatMessageInEnglish, formatMessagesInEnglish } from "../../core/text/localized-message.ts";
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { disposeRelays, createTestRelay } from "../../../../test/harness/relay-harness.ts";
import { parseTargetUrl } from "../policy/targets.ts";
import { createBrowserExchange, isForbiddenHeader, listUnsafeHeaderNames } from "./cors.ts";

const site = "https://docs.example.com";

describe("preflight for direct requests", () => {
  // See Fetch, “CORS-safelisted request-header”.
  const safelisted: readonly (readonly [name: string, value: string])[] = [
    ["Accept", "application/json"], ["accept-language", "de, en;q=0.5"], ["Content-Language", "de-DE"],
    ["Content-Type", "text/plain; charset=utf-8"], ["content-type", "multipart/form-data; boundary=a"],
    ["Content-Type", "APPLICATION/x-www-form-urlencoded"], ["Range", "bytes=0-"], ["range", "bytes=1-20"],
    ["Accept", "a".repeat(128)],
  ]; // prettier-ignore
  for (const [name, value] of safelisted)
    it(`isn't required for ${name}: ${value.slice(0, 40)}`, () =>
      assert.deepEqual(listUnsafeHeaderNames([[name, value]]), []));

  const unsafe: readonly (readonly [name: string, value: string])[] = [
    ["Authorization", "Bearer a"], ["X-Api-Key", "a"], ["Content-Type", "application/json"], ["content-type", ""],
    ["Content-Type", "text/plain; a=\"b\""], ["Accept", "a".repeat(129)], ["Accept", "a(b)"], ["Accept-Language", "de_DE"],
    ["Range", "bytes=-5"], ["Range", "bytes=5-1"], ["Range", "bytes=0-1,3-4"], ["User-Agent", "a"],
  ]; // prettier-ignore
  for (const [name, value] of unsafe)
    it(`is required for ${name}: ${value.slice(0, 40)}`, () =>
      assert.deepEqual(listUnsafeHeaderNames([[name, value]]), [name.toLowerCase()]));

  it("is required for all headers if the safelisted headers exceed 1,024 bytes in total", () => {
    const many = Array.from({ length: 9 }, (_, i) => [i % 2 ? "Accept" : "Accept-Language", "a".repeat(120)] as const);
    assert.deepEqual(listUnsafeHeaderNames(many), ["accept", "accept-language"]);
  });

  it("lists lowercase names in order without duplicates", () =>
    assert.deepEqual(listUnsafeHeaderNames([["X-B", "1"], ["x-a", "1"], ["X-A", "2"]]), ["x-a", "x-b"])); // prettier-ignore

  it("excludes the headers that the Fetch standard forbids", () => {
    for (const name of ["Cookie", "HOST", "Origin", "Referer", "Date", "Sec-Fetch-Mode", "proxy-a", "Via", "Accept-Encoding"])
      assert.ok(isForbiddenHeader([name, ""]), name); // prettier-ignore
    for (const name of ["Authorization", "User-Agent", "X-Sec-A", "Accept"]) assert.ok(!isForbiddenHeader([name, ""]), name); // prettier-ignore
    assert.ok(isForbiddenHeader(["X-HTTP-Method-Override", "GET, TRACE"]));
    assert.ok(!isForbiddenHeader(["X-HTTP-Method-Override", "DELETE"]));
  });
});

describe("direct requests", () => {
  const servers: Server[] = [];
  let requests: IncomingMessage[] = [];
  afterEach(async () => {
    requests = [];
    await disposeRelays();
    for (const server of servers.splice(0)) server.close();
  });

  async function send(listener: RequestListener, envelope: object, siteUrl: string | undefined = `${site}/api`) {
    const server = createServer((request, response) => {
      requests.push(request);
      listener(request, response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { ask } = createTestRelay({ targets: [origin], getSiteUrl: () => siteUrl });
    const events = await ask({
      method: "GET",
      url: `${origin}/a?b=1`,
      options: { direct: true },
      ...envelope,
    });
    return { ...events, cors: events.head?.cors };
  }
  const createCorsServer = (headers: Readonly<Record<string, string>>, preflight: Readonly<Record<string, string>> = headers, status = 204): RequestListener => (request, response) =>
    void (request.method === "OPTIONS" ? response.writeHead(status, preflight).end() : response.writeHead(200, headers).end("hi")); // prettier-ignore
  const star = { "Access-Control-Allow-Origin": "*" };

  it("send the origin of the published docs and are allowed by *", async () => {
    const { cors, text } = await send(createCorsServer(star), {});
    assert.deepEqual([cors, text], [{ allowed: true, reasons: [] }, "hi"]);
    assert.deepEqual(
      requests.map(({ method, headers }) => [method, headers.origin]),
      [["GET", site]],
    );
  });

  it("are blocked without the header, with a message that includes the setting to change", async () => {
    const { cors } = await send(createCorsServer({}), {});
    assert.equal(cors?.allowed, false);
    assert.match(
      formatMessagesInEnglish(cors?.reasons.slice(0, 1) ?? []),
      /no Access-Control-Allow-Origin.*https:\/\/docs\.example\.com or \*/,
    );
    assert.match(formatMessagesInEnglish(cors?.reasons.slice(-1) ?? []), /`api\.playground\.proxy`/);
  });

  const refused: Readonly<Record<string, string>> = {
    "another origin": "https://other.example.com",
    "the origin with a slash": `${site}/`,
    "the origin in capital letters": "https://DOCS.example.com",
    "two origins": `${site}, https://other.example.com`,
    "null": "null",
  }; // prettier-ignore
  for (const [name, value] of Object.entries(refused))
    it(`are blocked by ${name}`, async () =>
      assert.equal((await send(createCorsServer({ "Access-Control-Allow-Origin": value }), {})).cors?.allowed, false));

  it("send a preflight without credentials whenever a browser would", async () => {
    const allow = { ...star, "Access-Control-Allow-Methods": "PUT, DELETE", "Access-Control-Allow-Headers": "Authorization, content-type" }; // prettier-ignore
    const { cors } = await send(createCorsServer(star, allow), {
      method: "DELETE",
      header: { Authorization: "Bearer a" },
      body: { a: 1 },
    });
    assert.deepEqual([cors?.allowed, cors?.reasons, cors?.preflight?.status], [true, [], 204]);
    const [options, real] = requests;
    assert.deepEqual(
      [options?.method, options?.url, options?.headers["access-control-request-method"], options?.headers["access-control-request-headers"], options?.headers.origin, options?.headers.authorization],
      ["OPTIONS", "/a?b=1", "DELETE", "authorization,content-type", site, undefined],
    ); // prettier-ignore
    assert.deepEqual([real?.method, real?.headers.authorization], ["DELETE", "Bearer a"]);
  });

  const preflights: readonly (readonly [name: string, headers: Readonly<Record<string, string>>, envelope: object, reason: RegExp | undefined])[] = [
    ["a missing method", { ...star, "Access-Control-Allow-Headers": "*" }, { method: "PATCH" }, /doesn't allow PATCH/],
    ["a lowercase method", { ...star, "Access-Control-Allow-Methods": "patch" }, { method: "PATCH" }, /doesn't allow PATCH/],
    ["any method", { ...star, "Access-Control-Allow-Methods": "*" }, { method: "PATCH" }, undefined],
    ["a missing header", { ...star }, { header: { "X-A": "1", "X-B": "1" } }, /headers x-a, x-b/],
    ["any header", { ...star, "Access-Control-Allow-Headers": "*" }, { header: { "X-A": "1" } }, undefined],
    ["any header, which excludes Authorization", { ...star, "Access-Control-Allow-Headers": "*" }, { header: { Authorization: "a" } }, /The value \* doesn't include the Authorization header/],
    ["no allowed origin", { "Access-Control-Allow-Headers": "*" }, { header: { "X-A": "1" } }, /response to OPTIONS has no Access-Control-Allow-Origin/],
    ["JSON, whose type isn't safelisted", star, { method: "POST", body: {} }, /header content-type/],
  ]; // prettier-ignore
  for (const [name, headers, envelope, reason] of preflights)
    it(`${reason ? "are" : "aren't"} blocked after a preflight with ${name}`, async () => {
      const { cors } = await send(createCorsServer(star, headers), envelope);
      assert.equal(cors?.allowed, reason === undefined, JSON.stringify(cors));
      if (reason)
        assert.ok(
          cors?.reasons.some((text) => reason.test(formatMessageInEnglish(text))),
          JSON.stringify(cors?.reasons),
        );
    });

  it("are blocked if the preflight response is 405 or a redirect", async () => {
    for (const status of [405, 401, 302]) {
      const { cors } = await send(createCorsServer(star, { ...star, "Access-Control-Allow-Headers": "*" }, status), { header: { "X-A": "1" } }); // prettier-ignore
      assert.deepEqual([cors?.allowed, cors?.preflight?.status], [false, status]);
      assert.ok(cors?.reasons.some((text) => formatMessageInEnglish(text).includes(String(status))));
    }
  });

  it("with cookies are allowed only by the exact origin together with Allow-Credentials", async () => {
    const cookie = { a: "1" };
    assert.equal((await send(createCorsServer(star), { cookie })).cors?.allowed, false);
    const own = { "Access-Control-Allow-Origin": site };
    assert.equal((await send(createCorsServer(own), { cookie })).cors?.allowed, false);
    assert.equal((await send(createCorsServer({ ...own, "Access-Control-Allow-Credentials": "true" }), { cookie })).cors?.allowed, true); // prettier-ignore
  });

  it("omit and report headers that a browser doesn't allow pages to set", async () => {
    const { cors, head } = await send(createCorsServer(star), {
      header: { Date: "today", Referer: "https://a.example" },
    });
    assert.deepEqual(
      [requests[0]?.headers.date, requests[0]?.headers.referer, cors?.allowed],
      [undefined, undefined, true],
    );
    assert.match(formatMessagesInEnglish(cors?.reasons.slice(0, 1) ?? []), /Date, Referer/);
    assert.ok(!head?.sentRequest.headers.some(([name]) => name === "Date"));
  });

  it("have no result if the site's URL is unknown", async () => {
    const { cors } = await send(createCorsServer(star), {}, "");
    assert.equal(cors?.allowed, undefined);
    assert.match(formatMessagesInEnglish(cors?.reasons.slice(0, 1) ?? []), /without `Origin`.*`siteUrl`/);
    assert.deepEqual(requests.map(({ method, headers }) => [method, headers.origin]), [["GET", undefined]]); // prettier-ignore
  });

  const getResult = (url: string, siteUrl: string) =>
    createBrowserExchange({ method: "GET", url: parseTargetUrl(url), headers: [], insertSecrets: (text) => text, hasCookies: false }, siteUrl)
      .getCorsResult({ status: 200, headers: [["Access-Control-Allow-Origin", "*"]] }, undefined); // prettier-ignore

  it("from HTTPS to HTTP are blocked as mixed content, except for localhost", () => {
    assert.equal(getResult("http://api.example.com/", site).allowed, false);
    assert.match(
      formatMessagesInEnglish(getResult("http://api.example.com/", site).reasons.slice(0, 1)),
      /over HTTPS, but the API uses HTTP,/,
    );
    assert.equal(getResult("http://localhost:4010/", site).allowed, true);
    assert.equal(getResult("http://api.example.com/", "http://docs.example.com").allowed, true);
  });

  it("to the docs' own origin don't require a header", () => {
    const ownSending = createBrowserExchange({ method: "PUT", url: parseTargetUrl(`${site}/api`), headers: [], insertSecrets: (text) => text, hasCookies: true }, `${site}/docs`); // prettier-ignore
    assert.equal(ownSending.preflightHeaders, undefined);
    assert.deepEqual(ownSending.getCorsResult({ status: 200, headers: [] }, undefined), {
      allowed: true,
      reasons: [],
    });
  });
});
