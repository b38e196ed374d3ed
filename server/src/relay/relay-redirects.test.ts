import assert from "node:assert/strict";
import type { ConsentRequest } from "../core/request/protocol/relay-protocol.ts";
import { serveRaw, type RawServer } from "../../../test/harness/raw-server.ts";
import { disposeRelays, createTestRelay, type RelayWorld } from "../../../test/harness/relay-harness.ts";

type Answers = Readonly<Record<string, string>>;

function createRedirect(status: number, location: string): string {
  return `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
}
const done = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone";

describe("redirects", () => {
  let here: RawServer;
  let there: RawServer;
  let answers: Answers = {};
  const respond = (request: Buffer) => answers[request.toString("latin1").split(" ")[1] ?? ""] ?? done;
  before(async () => {
    here = await serveRaw((socket, request) => socket.end(respond(request)));
    there = await serveRaw((socket, request) => socket.end(respond(request)));
  });
  afterEach(disposeRelays);
  after(() => Promise.all([here.close(), there.close()]));

  const follow = (envelope: object, world: RelayWorld = {}) =>
    createTestRelay({ targets: [here.origin, there.origin], ...world }).ask({
      method: "GET",
      url: `${here.origin}/a`,
      options: { redirect: "follow" },
      ...envelope,
    });
  const getLast = ({ received }: RawServer) => received.at(-1)?.toString("latin1") ?? "";
  const listNames = (request: string) =>
    request
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(":")[0]?.toLowerCase());

  it("are returned rather than followed unless requested", async () => {
    answers = { "/a": createRedirect(302, "/b") };
    const { head } = await follow({ options: {} });
    assert.deepEqual([head?.status, head?.redirects], [302, []]);
    assert.ok(head?.headers.some(([name, value]) => name === "Location" && value === "/b"));
  });

  it("are followed and listed", async () => {
    answers = { "/a": createRedirect(301, "b?x=1#part"), "/b?x=1": createRedirect(308, `${there.origin}/c`) };
    const { head, text } = await follow({});
    assert.equal(text, "done");
    assert.deepEqual(head?.redirects, [
      { status: 301, from: `${here.origin}/a`, to: `${here.origin}/b?x=1` },
      { status: 308, from: `${here.origin}/b?x=1`, to: `${there.origin}/c` },
    ]);
    assert.equal(head?.sentRequest.url, `${there.origin}/c`);
  });

  // See RFC 9110, section 15.4, and Fetch, “HTTP-redirect fetch”.
  const methods: readonly (readonly [status: number, method: string, next: string, keepsBody: boolean])[] = [
    [301, "POST", "GET", false], [302, "POST", "GET", false], [303, "POST", "GET", false], [303, "PUT", "GET", false],
    [303, "HEAD", "HEAD", false], [301, "PUT", "PUT", true], [302, "DELETE", "DELETE", true], [307, "POST", "POST", true],
    [308, "PATCH", "PATCH", true],
  ]; // prettier-ignore
  for (const [status, method, next, keepsBody] of methods)
    it(`with ${status} change ${method} to ${next} ${keepsBody ? "with" : "without"} the body`, async () => {
      answers = { "/a": createRedirect(status, "/b") };
      const hasBody = method !== "HEAD";
      await follow({
        method,
        header: { "Content-Type": "text/plain", "X-A": "1" },
        ...(hasBody && { body: "hello" }),
      });
      const request = getLast(here);
      assert.ok(request.startsWith(`${next} /b HTTP/1.1\r\n`), request);
      assert.equal(request.endsWith("\r\n\r\nhello"), keepsBody);
      if (hasBody) assert.equal(listNames(request).includes("content-type"), keepsBody);
      assert.ok(request.includes("\r\nX-A: 1\r\n"));
    });

  const credentials = {
    headers: [["Authorization", "Bearer abc"], ["X-Api-Key", "abc"], ["X-Session-Token", "abc"], ["X-Plain", "{{secret:token}}"], ["Accept-Language", "de"]],
    cookie: { session: "abc" },
  }; // prettier-ignore
  const createSecrets = () => ({ token: { value: "canary99", origin: here.origin } });

  it("to the same origin keep credentials", async () => {
    answers = { "/a": createRedirect(302, "/b") };
    await follow(credentials, { secrets: createSecrets() });
    const names = listNames(getLast(here));
    for (const name of ["authorization", "x-api-key", "x-session-token", "x-plain", "cookie"])
      assert.ok(names.includes(name), name);
    assert.ok(getLast(here).includes("X-Plain: canary99"));
  });

  it("to another origin remove credentials, even if a later redirect leads back", async () => {
    answers = {
      "/a": createRedirect(302, `${there.origin}/b`),
      "/b": createRedirect(302, `${here.origin}/c`),
    };
    const { failure } = await follow(credentials, { secrets: createSecrets() });
    assert.equal(failure, undefined);
    for (const request of [getLast(there), getLast(here)]) {
      assert.ok(!/abc|canary99/.test(request), request);
      assert.ok(request.includes("\r\nAccept-Language: de\r\n"));
    }
    assert.match(getLast(here), /^GET \/c /);
  });

  it("to another origin remove a body that contains a secret but keep a body that doesn't", async () => {
    answers = { "/a": createRedirect(307, `${there.origin}/b`) };
    const before = there.sockets.length;
    const held = await follow({ method: "POST", body: "{{secret:token}}" }, { secrets: createSecrets() });
    assert.deepEqual([held.failure?.code, there.sockets.length], ["redirect-refused", before]);
    await follow({ method: "POST", body: "hello" });
    assert.ok(getLast(there).endsWith("\r\n\r\nhello"));
  });

  const refused: Readonly<Record<string, () => string>> = {
    "an undeclared origin": () => `http://localhost:${there.port}/`,
    "a cloud metadata address": () => "http://169.254.169.254/latest/meta-data/",
    "a file URL": () => "file:///etc/passwd",
    "a script URL": () => "javascript:alert(1)",
    "a URL with a password": () => `http://a:b@127.0.0.1:${there.port}/`,
    "an invalid URL": () => "http://[",
  };
  for (const [name, location] of Object.entries(refused))
    it(`to ${name} aren't followed`, async () => {
      answers = { "/a": createRedirect(302, location()) };
      const before = there.sockets.length;
      const { failure } = await follow({});
      assert.equal(failure?.code, "redirect-refused");
      assert.equal(there.sockets.length, before);
      assert.match(failure?.message ?? "", /^A redirect wasn't followed: .{10,}\.$/);
    });

  it("to a declared cloud metadata address aren't followed", async () => {
    answers = { "/a": createRedirect(302, "http://169.254.169.254/") };
    const { failure } = await follow({}, { targets: [here.origin, ["http://169.254.169.254", "you"]] });
    assert.equal(failure?.code, "redirect-refused");
  });

  it("to another origin require separate consent", async () => {
    answers = { "/a": createRedirect(302, `${there.origin}/b`) };
    const before = there.sockets.length;
    const { failure } = await follow({}, { requestConsent: ({ origin }) => Promise.resolve(origin === here.origin ? "once" : "no") }); // prettier-ignore
    assert.deepEqual([failure?.code, failure?.consent?.origin], ["consent", there.origin]);
    assert.equal(there.sockets.length, before);
  });

  for (const [status, method, body] of [[307, "POST", "hello"], [303, "GET", ""]] as const)
    it(`with ${status} continue as ${method} after consent, without repeating earlier requests`, async () => {
      answers = { "/a": createRedirect(302, "/b"), "/b": createRedirect(status, `${there.origin}/c`) };
      let answer: "once" | "no" = "no";
      const giveConsent = ({ origin }: ConsentRequest) => Promise.resolve(origin === here.origin ? "once" : answer);
      const { ask } = createTestRelay({ targets: [here.origin, there.origin], requestConsent: giveConsent });
      const createRequest = (options: object = {}) => ({
        method: "PUT",
        url: `${here.origin}/a`,
        header: { "Content-Type": "text/plain", Authorization: "Bearer abc" },
        body: "hello",
        options: { redirect: "follow", ...options },
      });
      const first = here.received.length;
      const refused = await ask(createRequest());
      assert.deepEqual([refused.failure?.code, refused.failure?.consent?.origin], ["consent", there.origin]);
      assert.deepEqual([here.received.length - first, there.sockets.length], [2, there.sockets.length]);
      // If consent is missing again, the request is paused under a new name.
      const stillRefused = await ask(createRequest({ continues: refused.failure?.continues }));
      assert.equal(stillRefused.failure?.code, "consent");
      answer = "once";
      const { continues } = stillRefused.failure ?? {};
      const { text, head } = await ask(createRequest({ continues }));
      assert.equal(text, "done");
      assert.deepEqual(head?.redirects.map((each) => each.status), [302, status]);
      assert.equal(here.received.length - first, 2);
      assert.ok(getLast(there).startsWith(`${status === 307 ? "PUT" : method} /c `), getLast(there));
      assert.equal(getLast(there).split("\r\n\r\n")[1], body);
      assert.ok(!listNames(getLast(there)).includes("authorization"));
      assert.equal((await ask(createRequest({ continues }))).failure?.code, "malformed");
      assert.equal(here.received.length - first, 2);
    }); // prettier-ignore

  it("that are waiting for consent continue only with their own request", async () => {
    answers = { "/a": createRedirect(307, `${there.origin}/c`) };
    const giveConsent = ({ origin }: ConsentRequest) => Promise.resolve(origin === here.origin ? "once" as const : "no" as const); // prettier-ignore
    const { ask } = createTestRelay({ targets: [here.origin, there.origin], requestConsent: giveConsent });
    const request = { method: "POST", url: `${here.origin}/a`, body: "one", options: { redirect: "follow" } };
    const { failure } = await ask(request);
    const before = here.received.length;
    for (const change of [{ body: "two" }, { method: "PUT" }, { url: `${here.origin}/b` }, { headers: [["X-A", "1"]] }])
      assert.equal((await ask({ ...request, ...change, options: { ...request.options, continues: failure?.continues } })).failure?.code, "malformed"); // prettier-ignore
    for (const continues of ["", "../x", 1, "unknown"])
      assert.equal((await ask({ ...request, options: { ...request.options, continues } })).failure?.code, "malformed");
    assert.equal(here.received.length, before);
  }); // prettier-ignore

  it("within an origin don't require consent again", async () => {
    answers = { "/a": createRedirect(302, "/b"), "/b": createRedirect(302, "/c") };
    const { ask, questions } = createTestRelay({ targets: [here.origin] });
    await ask({ method: "GET", url: `${here.origin}/a`, options: { redirect: "follow" } });
    assert.equal(questions.length, 1);
  });

  it("aren't followed in a loop", async () => {
    answers = { "/a": createRedirect(302, "/b"), "/b": createRedirect(302, "/a") };
    assert.equal((await follow({})).failure?.code, "redirect-loop");
  });

  it("aren't followed more than ten times", async () => {
    const createChain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, i) => [i === 0 ? "/a" : `/${i}`, createRedirect(302, `/${i + 1}`)]),
      );
    answers = createChain(10);
    assert.equal((await follow({})).head?.redirects.length, 10);
    answers = createChain(11);
    assert.equal((await follow({})).failure?.code, "redirect-loop");
  });

  it("without a Location header, or with two, are returned as ordinary responses", async () => {
    answers = { "/a": "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n" };
    assert.equal((await follow({})).head?.status, 302);
    answers = { "/a": "HTTP/1.1 302 Found\r\nLocation: /b\r\nLocation: /c\r\nContent-Length: 0\r\n\r\n" };
    assert.equal((await follow({})).head?.status, 302);
  });
});
