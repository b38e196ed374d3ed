import assert from "node:assert/strict";
import { assertSoon } from "../../../../test/harness/assert-quick.ts";
import { createTestPlayground, type TestPlayground } from "../../../../test/harness/playground-service.ts";
import type { HistoryDraft } from "../../core/request/protocol/playground-protocol.ts";
import { createCookieJar, createMemoryStore } from "./stores.ts";

/**
 * Cookies that are set by the first URL and sent to the second URL (RFC 6265, 5.3 and 5.4). The last value is the
 * `Cookie` header that is sent.
 */
const cases: readonly (readonly [from: string, setCookie: string, to: string, sent: string])[] = [
  ["https://api.example.com/a/b", "a=1", "https://api.example.com/a/c", "a=1"],
  ["https://api.example.com/a/b", "a=1", "https://api.example.com/", ""],
  ["https://api.example.com/", "a=1; Path=/x", "https://api.example.com/x/y", "a=1"],
  ["https://api.example.com/", "a=1", "https://other.example.com/", ""],
  ["https://api.example.com/", "a=1; Domain=example.com", "https://other.example.com/", "a=1"],
  ["https://api.example.com/", "a=1; Domain=other.example.com", "https://other.example.com/", ""],
  ["https://api.example.com/", "a=1; Domain=com", "https://other.com/", ""],
  ["https://ada.github.io/", "a=1; Domain=github.io", "https://bob.github.io/", ""],
  ["https://api.example.com/", "a=1; Secure", "http://api.example.com/", ""],
  ["https://api.example.com/", "a=1; Max-Age=0", "https://api.example.com/", ""],
  ["https://api.example.com/", "a=1; HttpOnly", "https://api.example.com/", "a=1"],
  ["http://localhost:4010/", "a=1", "http://localhost:4010/x", "a=1"],
  ["http://127.0.0.1:4010/", "a=1", "http://127.0.0.1:4010/x", "a=1"],
  ["https://api.example.com/", "", "https://api.example.com/", ""],
  ["https://api.example.com/", "no cookie", "https://api.example.com/", ""],
];

describe("stored cookies", () => {
  for (const [from, setCookie, to, sent] of cases)
    it(`are sent as “${sent}” to ${to} after “${setCookie}” from ${from}`, () => {
      const jar = createCookieJar();
      jar.storeCookies(from, setCookie);
      assert.equal(jar.getCookies(to), sent);
    });

  it("are deleted on request", () => {
    const jar = createCookieJar();
    jar.storeCookies("https://a.example/", "a=1");
    jar.storeCookies("https://a.example/", "a=; Max-Age=0");
    assert.equal(jar.getCookies("https://a.example/"), "");
  });

  it("are updated each time a response sets them again", () => {
    const jar = createCookieJar();
    for (let i = 0; i < 2000; i++) jar.storeCookies("https://a.example/", `a=${i}`);
    assert.equal(jar.getCookies("https://a.example/"), "a=1999");
  });

  it("expire", () => {
    const jar = createCookieJar();
    for (let i = 0; i < 2000; i++) jar.storeCookies("https://a.example/", `c${i}=${"x".repeat(100)}`);
    assert.ok(jar.getCookies("https://a.example/").length < 60_000);
    jar.storeCookies("https://b.example/", `a=${"x".repeat(10_000)}`);
    assert.equal(jar.getCookies("https://b.example/"), "");
  });
});

const canary = "canary-5e7b-secret";

describe("request history", () => {
  const openPlaygrounds: TestPlayground[] = [];
  const start = (options?: Parameters<typeof createTestPlayground>[0]): TestPlayground => {
    const service = createTestPlayground(options);
    openPlaygrounds.push(service);
    return service;
  };
  const waitUntilSettled = () => new Promise((resolve) => setTimeout(resolve, 20));
  afterEach(() => Promise.all(openPlaygrounds.splice(0).map((service) => service.dispose())));

  const draft: HistoryDraft = {
      key: "openapi.yaml POST /users",
      values: {
        server: { at: 0, variables: {} },
        way: 0,
        credentials: { basic: { kind: "basic", user: "you", password: "typed-password" }, key: { kind: "value", value: "{{secret:token}}" } },
        parameters: { "query key": { sent: true, value: canary } },
        body: { type: "application/json", kind: "text", text: `{"token":"${canary}"}` },
      },
      request: {
        method: "POST",
        url: `https://api.example.com/users?key=${encodeURIComponent(canary)}`,
        headers: [["Authorization", `Basic ${Buffer.from("you:typed-password").toString("base64")}`], ["X-Api-Key", "typed-key"], ["X-Trace", Buffer.from(canary).toString("base64")], ["X-Ref", "{{secret:token}}"]],
        cookies: [["session", "abc"]],
        body: { kind: "text", text: `{"token":"${canary}"}` },
      },
      status: 201,
      milliseconds: 12,
      bytes: 34,
    }; // prettier-ignore

  it("doesn't contain secrets in any encoding or values from credential fields", async () => {
    const store = createMemoryStore();
    const service = start({ store, now: () => 1234 });
    service.handleMessage({
      kind: "relay/setSecret",
      name: "token",
      url: "https://api.example.com",
      value: canary,
    });
    await waitUntilSettled();
    service.handleMessage({ kind: "relay/remember", entry: draft });
    await waitUntilSettled();
    const [entry] = service.state().history;
    assert.deepEqual([entry?.key, entry?.at, entry?.status, entry?.request.method], [draft.key, 1234, 201, "POST"]);
    assert.deepEqual(entry?.request.headers, [["Authorization", "Basic {{secret:not-kept}}"], ["X-Api-Key", "{{secret:not-kept}}"], ["X-Trace", "{{secret:token}}"], ["X-Ref", "{{secret:token}}"]]); // prettier-ignore
    assert.deepEqual(entry?.values.credentials["basic"], { kind: "basic", user: "you", password: "" });
    assert.deepEqual(entry?.values.credentials["key"], { kind: "value", value: "{{secret:token}}" });
    const text = JSON.stringify([service.sent, store.get("playground/file:///site/history")]);
    for (const form of [canary, "typed-password", "typed-key", Buffer.from(canary).toString("base64"), Buffer.from("you:typed-password").toString("base64"), '"abc"']) assert.ok(!text.includes(form), form); // prettier-ignore
  });

  it("keeps the newest 200 entries, of up to 100 kB each, and deletes entries on request", async () => {
    const service = start();
    const text = "x".repeat(60_000);
    const large = { ...draft, key: "large", request: { ...draft.request, body: { kind: "text", text } }, values: { ...draft.values, body: { type: "text/plain", kind: "text", text } } } as const; // prettier-ignore
    service.handleMessage({ kind: "relay/remember", entry: large });
    service.handleMessage({ kind: "relay/remember", entry: { ...draft, key: "x".repeat(100_001) } });
    await waitUntilSettled();
    assert.deepEqual(service.state().history.map(({ key, request, values }) => [key, request.body, values.body]), [["large", undefined, undefined]]); // prettier-ignore
    for (let at = 0; at < 205; at++)
      service.handleMessage({ kind: "relay/remember", entry: { ...draft, key: `k${at}` } });
    await waitUntilSettled();
    const { history } = service.state();
    assert.deepEqual([history.length, history[0]?.key, history.at(-1)?.key], [200, "k204", "k5"]);
    service.handleMessage({ kind: "relay/forgetHistory", id: history[0]?.id ?? "" });
    assert.deepEqual([service.state().history.length, service.state().history[0]?.key], [199, "k203"]);
    service.handleMessage({ kind: "relay/forgetHistory" });
    assert.deepEqual(service.state().history, []);
  });

  describe("saves responses", () => {
    const recallEntry = async (service: TestPlayground, id: string, askId = 7): Promise<string | undefined> => {
      const reply = await service.ask({ kind: "relay/recall", requestId: askId, id });
      assert.ok(reply.kind === "relay/recalled");
      return reply.text;
    };

    it("across sessions and returns them only on request", async () => {
      const store = createMemoryStore();
      const first = start({ store });
      first.handleMessage({ kind: "relay/remember", entry: { ...draft, response: '200 OK\n{"id":1}' } });
      await waitUntilSettled();
      const second = start({ store });
      const [entry] = second.state().history;
      assert.equal(entry?.hasAnswer, true);
      assert.ok(!JSON.stringify(second.state()).includes("200 OK"), "a response was sent with the state");
      assert.equal(await recallEntry(second, entry.id), '200 OK\n{"id":1}');
      assert.equal(await recallEntry(second, "another", 8), undefined);
      second.handleMessage({ kind: "relay/forgetHistory", id: entry.id });
      assert.equal(await recallEntry(second, entry.id, 9), undefined);
      assert.ok(!JSON.stringify(store.get("playground/file:///site/history")).includes("200 OK"));
    });

    it("under the name that earlier versions used", async () => {
      const store = createMemoryStore();
      const first = start({ store });
      first.handleMessage({ kind: "relay/remember", entry: { ...draft, response: "200 OK" } });
      await waitUntilSettled();
      const key = "playground/file:///site/history";
      const storedEntries = store.get(key) as readonly { readonly response: string }[];
      void store.update(key, storedEntries.map(({ response, ...rest }) => ({ ...rest, answer: response }))); // prettier-ignore
      const second = start({ store });
      const [entry] = second.state().history;
      assert.equal(await recallEntry(second, entry?.id ?? ""), "200 OK");
    });

    it("without the secrets that were saved or that the responses contain", async () => {
      const store = createMemoryStore();
      const service = start({ store });
      service.handleMessage({ kind: "relay/setSecret", name: "token", url: "https://api.example.com", value: canary });
      await waitUntilSettled();
      const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ";
      const answer = [
        "200 OK",
        JSON.stringify({ echo: canary, twice: Buffer.from(canary).toString("base64") }),
        '{"access_token": "given-1", "refreshToken":"given-2\\"x", "client_secret":"given-3", "password":"given-4", "x-api-key":"given-5"}',
        "<Session><sessionId>given-6</sessionId><s:ApiKey a='1'>given-7</s:ApiKey></Session>",
        "token_type=bearer&id_token=given-8&x=1",
        `see ${jwt}`,
        "-----BEGIN RSA PRIVATE KEY-----\ngiven9\n-----END RSA PRIVATE KEY-----",
        '{"next_page_token":"kept-1","tokens":3,"name":"kept-2","access_token":"given-10 is cut',
      ].join("\n");
      service.handleMessage({ kind: "relay/remember", entry: { ...draft, response: answer } });
      await waitUntilSettled();
      const [entry] = service.state().history;
      const text = (await recallEntry(service, entry?.id ?? "")) ?? "";
      const everything = JSON.stringify([service.sent, store.get("playground/file:///site/history"), text]);
      for (const gone of [canary, Buffer.from(canary).toString("base64"), "given-", "given9", jwt, jwt.slice(-20)])
        assert.ok(!everything.includes(gone), gone);
      for (const part of ["kept-1", "kept-2", '"tokens":3', "token_type=bearer", "&x=1", "{{secret:token}}", "{{secret:not-kept}}"])
        assert.ok(text.includes(part), part);
    }); // prettier-ignore

    it("of up to 64 kB each and 2 MB in total, deleting the oldest first", async () => {
      const store = createMemoryStore();
      const service = start({ store });
      for (let at = 0; at < 40; at++)
        service.handleMessage({
          kind: "relay/remember",
          entry: { ...draft, key: `k${at}`, response: "ü".repeat(64_000) },
        });
      await waitUntilSettled();
      const { history } = service.state();
      assert.equal(history.length, 40, "requests were removed, not only their responses");
      const withAnswer = history.filter(({ hasAnswer }) => hasAnswer).length;
      assert.ok(withAnswer > 25 && withAnswer < 32, String(withAnswer));
      assert.ok(
        history.slice(0, withAnswer).every(({ hasAnswer }) => hasAnswer),
        "the saved responses aren't the newest ones",
      );
      const text = (await recallEntry(service, history[0]?.id ?? "")) ?? "";
      assert.ok(Buffer.byteLength(text) <= 64_000 && Buffer.byteLength(text) > 63_900, String(text.length));
      const storedHistory = store.get("playground/file:///site/history");
      assert.ok(Buffer.byteLength(JSON.stringify(storedHistory)) <= 2_001_000);
    });

    it("quickly, regardless of their content", async () => {
      const hard = ["eyJa-", '"token', "&token", "<token ", '"access_token":"\\', "eyJ.", "-----BEGIN "];
      await assertSoon(3000, async () => {
        const service = start();
        for (const piece of hard)
          service.handleMessage({
            kind: "relay/remember",
            entry: { ...draft, response: piece.repeat(64_000 / piece.length) },
          });
        await waitUntilSettled();
        assert.equal(service.state().history.length, hard.length);
      });
    });
  });
});
