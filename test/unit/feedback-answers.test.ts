import assert from "node:assert/strict";
import { createServer } from "node:https";
import { createServer as createPlainServer, type AddressInfo } from "node:net";
import { requestFaultyService, feedbackKey as key, type Asked } from "../harness/request-faulty-service.ts";
import { authority, authorityKey } from "../harness/certificates.ts";
import { FaultyFeedback, type Fault } from "../harness/faulty-feedback.ts";
import { FakeClock, createFakeTools, readAll } from "../harness/feedback-tools.ts";

/** Tests the client with various responses of a feedback service. */

describe("responses from a feedback service", () => {
  let service: FaultyFeedback;
  before(async () => {
    service = await FaultyFeedback.start();
  });
  after(() => service.close());

  const ask = async (requested: Asked = {}) => requestFaultyService(service, requested);
  const status =
    (code: number, more: { retryAfter?: string; body?: string } = {}) =>
    (): Fault => ({ kind: "status", status: code, ...more });

  it("are read page by page", async () => {
    const { ids, end, seen, pages } = await ask({});
    assert.equal(ids, "a b c");
    assert.deepEqual(end, { kind: "end", isComplete: true, warnings: [] });
    assert.deepEqual(
      pages.map(({ nextCursor }) => nextCursor),
      ["2", "3", undefined],
    );
    assert.deepEqual(
      seen.requests.map(({ url }) => url.replace(/^.*feedback/, "")),
      ["", "?cursor=2", "?cursor=3"],
    );
    assert.equal(seen.requests[0]?.headers["accept"], "application/json");
  });

  describe("with an error status", () => {
    for (const [code, kind, words] of [
      [401, "key-refused", /rejected the API key \(401\).*Set another key/],
      [403, "not-allowed", /doesn't have access to feedback for project p\d+ \(403\)/],
      [404, "not-found", /doesn't recognize project p\d+ \(404\)/],
      [400, "refused", /rejected the request as invalid \(400\)/],
      [418, "refused", /rejected the request \(418\)/],
      [501, "service-broken", /internal error \(501\)/],
      [204, "refused", /\(204\)/],
    ] as const)
      it(`of ${code} aren't requested again`, async () => {
        const { end, seen, pages } = await ask({ fault: status(code) });
        assert.equal(seen.requests.length, 1);
        assert.deepEqual([end.failure?.kind, end.failure?.status, end.isComplete, pages], [kind, code, false, []]);
        assert.match(end.failure?.message ?? "", words);
      });

    it("are truncated and shown without keys, URLs, or control characters", async () => {
      const body = JSON.stringify({
        error: `\u001b[31mNo\u202e KEY for anna@example.com`,
        details: [{ message: "x".repeat(500) }],
      });
      const { end } = await ask({ fault: status(400, { body }) });
      const { details = "" } = end.failure ?? {};
      assert.match(details, /^\[31mNo Bearer \[key\] for \[e-mail\] x{100,}…$/);
      assert.ok(details.length <= 201);
    });
  });

  describe("with status 429", () => {
    // The delays themselves are tested in retry-after.test.ts.
    it("trigger up to five retries, each after the requested wait", async () => {
      const { end, seen, clock, waits } = await ask({ fault: status(429, { retryAfter: "7" }) });
      assert.deepEqual(clock.waits, [7000, 7000, 7000, 7000, 7000]);
      assert.equal(seen.requests.length, 6);
      assert.deepEqual([end.failure?.kind, end.failure?.until], ["too-many-requests", clock.now + 7000]);
      assert.deepEqual(waits[0], { kind: "waiting", until: clock.now - 28_000, reason: "too-many-requests" });
    });

    it("are followed by the remaining pages after a retry", async () => {
      const { ids, end } = await ask({ fault: (index) => (index === 1 ? status(429)() : undefined) });
      assert.deepEqual([ids, end.isComplete], ["a b c", true]);
    });
  });

  describe("with temporary failures", () => {
    for (const code of [500, 502, 503, 504])
      it(`trigger three retries after status ${code}`, async () => {
        const { end, clock, seen } = await ask({ fault: status(code), tools: { random: () => 1 } });
        assert.deepEqual(clock.waits, [500, 1000, 2000]);
        assert.deepEqual([seen.requests.length, end.failure?.kind, end.failure?.status], [4, "service-broken", code]);
      });

    it("trigger a retry after a longer wait if a 503 response requests it", async () => {
      const { clock } = await ask({
        fault: (index) => (index === 0 ? status(503, { retryAfter: "30" })() : undefined),
      });
      assert.deepEqual(clock.waits, [30_000]);
    });

    it("don't discard the entries received before the failure", async () => {
      const { ids, end, pages } = await ask({ fault: (index) => (index >= 2 ? status(500)() : undefined) });
      assert.deepEqual(
        [ids, end.isComplete, end.failure?.kind, pages.at(-1)?.nextCursor],
        ["a b", false, "service-broken", "3"],
      );
    });

    for (const [what, fault, kind, requests] of [
      ["a reset connection", { kind: "reset" }, "unreachable", 4],
      ["a response that is shorter than its declared length", { kind: "cut", way: "length" }, "cut-off", 4],
      ["a truncated chunked response", { kind: "cut", way: "chunked" }, "cut-off", 4],
      ["a truncated compressed response", { kind: "cut", way: "gzip" }, "cut-off", 1],
      ["truncated JSON", { kind: "cut", way: "json" }, "cut-off", 1],
      ["a server that doesn't respond", { kind: "silent" }, "timeout", 4],
      ["a server that sends a byte at a time", { kind: "drip" }, "timeout", 4],
    ] as const)
      it(`are reported as ${kind} after ${requests} requests for ${what}`, async () => {
        const { end, seen } = await ask({ fault: (index) => (index > 0 ? fault : undefined) });
        assert.deepEqual([end.failure?.kind, seen.requests.length - 1, end.isComplete], [kind, requests, false]);
        const once = await ask({ fault: (index) => (index === 1 && requests > 1 ? fault : undefined) });
        assert.deepEqual([once.ids, once.end.isComplete], ["a b c", true]);
      });
  });

  describe("with unexpected content", () => {
    for (const [what, fault, kind] of [
      ["a sign-in page", { kind: "body", type: "text/html", body: "<h1>Sign in" }, "not-json"],
      ["JSON labeled as text", { kind: "body", type: "text/plain", body: "{}" }, "not-json"],
      ["HTML labeled as JSON", { kind: "body", type: "application/json", body: "<h1>Sign in</h1>" }, "not-json"],
      [
        "text that isn't UTF-8",
        { kind: "body", type: "application/json", body: new Uint8Array([0x7b, 0xff, 0x7d]) },
        "not-json",
      ],
      ["an empty body", { kind: "body", type: "application/json", body: "" }, "not-json"],
      [
        "an object in place of an array",
        { kind: "body", type: "application/json", body: `{"feedback":{}}` },
        "bad-answer",
      ],
      [
        "null in place of an array",
        { kind: "body", type: "application/json", body: `{"feedback":null}` },
        "bad-answer",
      ],
      ["a redirect to itself", { kind: "redirect", status: 307, to: "self" }, "redirected"],
      ["a redirect to another host", { kind: "redirect", status: 302, to: "other" }, "redirected"],
      ["a redirect without a location", { kind: "redirect", status: 308, to: "nowhere" }, "redirected"],
    ] as const)
      it(`are reported as ${kind} for ${what}`, async () => {
        const { end, seen } = await ask({ fault: () => fault });
        assert.deepEqual([end.failure?.kind, seen.requests.length], [kind, 1]);
        assert.ok(!JSON.stringify(end).includes("Sign in"), "the result contains the response");
      });

    // The response has 300 MB, which are compressed to 300 KB for transfer.
    it("are canceled at 10 MB if they're a decompression bomb", async () => {
      const { end, seen } = await ask({ fault: () => ({ kind: "bomb", bytes: 300_000_000 }) });
      assert.deepEqual([end.failure?.kind, seen.requests.length], ["too-large", 1]);
      assert.match(end.failure?.message ?? "", /larger than 10 MB/);
    }).timeout(60_000);
  });

  describe("that can't be received", () => {
    it("are reported without a request if the certificate isn't trusted", async () => {
      let requests = 0;
      const server = createServer({ cert: authority, key: authorityKey }, (_, response) => {
        requests++;
        response.end("{}");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      const { end } = await readAll(
        { baseUrl: `https://127.0.0.1:${port}`, projectId: "p", key },
        {},
        createFakeTools(new FakeClock()),
      );
      server.close();
      assert.deepEqual([end.failure?.kind, requests], ["certificate", 0]);
    });

    it("are reported immediately if the connection is refused", async () => {
      const { end } = await readAll(
        { baseUrl: await closedPort(), projectId: "p", key },
        {},
        createFakeTools(new FakeClock()),
      );
      assert.equal(end.failure?.kind, "unreachable");
      assert.match(end.failure?.message ?? "", /Couldn't connect to the service/);
    });
  });
});

async function closedPort(): Promise<string> {
  const server = createPlainServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
