import assert from "node:assert/strict";
import { emptyAnswer, serveRaw, type RawServer } from "../../../test/harness/raw-server.ts";
import { disposeRelays, createTestRelay, type SentEvents } from "../../../test/harness/relay-harness.ts";

const canary = 'Canary/99+ü"';
const forms = [
  canary,
  Buffer.from(canary).toString("base64"),
  encodeURIComponent(canary),
  Buffer.from(canary).toString("latin1"),
  Buffer.from(`ada:${canary}`).toString("base64"),
];

describe("secrets in requests", () => {
  let server: RawServer;
  let respond: (request: string) => string = () => emptyAnswer;
  before(async () => {
    server = await serveRaw((socket, request) => socket.write(respond(request.toString("latin1")), "latin1"));
  });
  afterEach(async () => {
    respond = () => emptyAnswer;
    await disposeRelays();
  });
  after(() => server.close());

  const createWorld = (origin = server.origin, value = canary) => ({
    targets: [server.origin, "http://other.example"],
    secrets: { token: { value, origin } },
  });
  const getReceived = () => server.received.at(-1)?.toString() ?? "";
  const hasNone = (receivedMessages: SentEvents) => {
    const reported = JSON.stringify([receivedMessages.head, receivedMessages.end, receivedMessages.failure]);
    for (const form of forms) assert.ok(!reported.includes(JSON.stringify(form).slice(1, -1)), `told: ${form}`);
  };

  it("are inserted with the encoding that their position requires", async () => {
    const receivedMessages = await createTestRelay(createWorld(undefined, 'a b"&')).ask({
      method: "POST",
      url: `${server.origin}/{{secret:token}}?key={{secret:token}}`,
      header: { "X-Key": "{{secret:token}}", Authorization: "Basic {{base64:ada:{{secret:token}}}}" },
      cookie: { session: "{{secret:token}}" },
      body: { password: "{{secret:token}}", list: ["{{name}}"] },
    });
    assert.equal(receivedMessages.failure, undefined);
    const [line, ...rest] = getReceived().split("\r\n");
    assert.equal(line, "POST /a%20b%22%26?key=a%20b%22%26 HTTP/1.1");
    assert.ok(rest.includes('X-Key: a b"&'));
    assert.ok(rest.includes(`Authorization: Basic ${Buffer.from('ada:a b"&').toString("base64")}`));
    assert.ok(rest.includes('Cookie: session=a b"&'));
    assert.equal(rest.at(-1), '{"password":"a b\\"&","list":["{{name}}"]}');
  });

  it("are shown only by name, even if the server returns them", async () => {
    respond = () =>
      `HTTP/1.1 200 ${canary}\r\nContent-Length: 0\r\nX-Echo: ${Buffer.from(canary).toString("latin1")}\r\nX-Echo: ${forms[4] ?? ""}\r\nLocation: /?${encodeURIComponent(canary)}\r\n\r\n`;
    const receivedMessages = await createTestRelay(createWorld()).ask({
      method: "GET",
      url: `${server.origin}/?key={{secret:token}}`,
      header: { Authorization: "Basic {{base64:ada:{{secret:token}}}}" },
    });
    assert.equal(receivedMessages.head?.sentRequest.url, `${server.origin}/?key={{secret:token}}`);
    assert.ok(
      receivedMessages.head?.sentRequest.headers.some(([, value]) => value === "Basic {{base64:ada:{{secret:token}}}}"),
    );
    assert.deepEqual(receivedMessages.head?.headers.slice(1, 4), [
      ["X-Echo", "{{secret:token}}"],
      ["X-Echo", "{{base64:ada:{{secret:token}}}}"],
      ["Location", "/?{{secret:token}}"],
    ]);
    hasNone(receivedMessages);
  });

  it("are redacted in responses, regardless of how the responses are split into chunks", async () => {
    const value = "canary-value-99";
    const text = `{"authorization":"Bearer ${value}","basic":"${Buffer.from(`ada:${value}`).toString("base64")}","near":"canary-value-98"}`;
    for (let cut = 1; cut < text.length; cut += 3) {
      const target = await serveRaw((socket) => {
        const createChunk = (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`;
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${createChunk(text.slice(0, cut))}`);
        setImmediate(() => socket.end(`${createChunk(text.slice(cut))}0\r\n\r\n`));
      }); // prettier-ignore
      const { ask } = createTestRelay({
        targets: [target.origin],
        secrets: { token: { value, origin: target.origin } },
      });
      const header = { Authorization: "Basic {{base64:ada:{{secret:token}}}}" };
      const receivedMessages = await ask({ method: "GET", url: target.origin, header });
      const pageText =
        '{"authorization":"Bearer {{secret:token}}","basic":"{{base64:ada:{{secret:token}}}}","near":"canary-value-98"}';
      assert.equal(receivedMessages.text, pageText, `cut at ${cut}`);
      await target.close();
    }
  });

  for (const type of ["image/png", "application/octet-stream", "application/zip", "no type"])
    it(`are redacted in a body of type ${type}`, async () => {
      const body = "\x89PNG \xff canary-value-99 \xff";
      respond = () => `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const { ask } = createTestRelay(createWorld(undefined, "canary-value-99"));
      const receivedMessages = await ask({ method: "GET", url: `${server.origin}/?{{secret:token}}` });
      assert.equal(receivedMessages.body.toString("latin1"), "\x89PNG \xff {{secret:token}} \xff");
    });

  it("leave a body that doesn't contain them unchanged, byte for byte", async () => {
    const body = Buffer.from(Array.from({ length: 1024 }, (_, at) => at % 256)).toString("latin1");
    respond = () => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { ask } = createTestRelay(createWorld(undefined, "canary-value-99"));
    const receivedMessages = await ask({ method: "GET", url: `${server.origin}/?{{secret:token}}` });
    assert.equal(receivedMessages.body.toString("latin1"), body);
  });

  it("are redacted in the head, redirects, and body even if a server encodes them in the style of PHP, Go, or HTML", async () => {
    const value = "canary/<99>&ok";
    const spelled = ["canary\\/<99>&ok", "canary/\\u003c99\\u003e\\u0026ok", "canary/&lt;99&gt;&amp;ok", "canary%2F%3C99%3E%26ok"]; // prettier-ignore
    respond = (request) =>
      request.startsWith("GET /first")
        ? `HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /next?${spelled[3] ?? ""}\r\n\r\n`
        : `HTTP/1.1 200 ${spelled[1] ?? ""}\r\nContent-Length: ${spelled.join().length}\r\nX-Echo: ${spelled.join()}\r\n\r\n${spelled.join()}`;
    const receivedMessages = await createTestRelay(createWorld(undefined, value)).ask({
      method: "GET",
      url: `${server.origin}/first?{{secret:token}}`,
      options: { redirect: "follow" },
    });
    const marks = spelled.map(() => "{{secret:token}}").join();
    assert.equal(receivedMessages.head?.redirects[0]?.to, `${server.origin}/next?{{secret:token}}`);
    assert.equal(receivedMessages.head?.statusText, "{{secret:token}}");
    assert.deepEqual(receivedMessages.head?.headers[1], ["X-Echo", marks]);
    assert.equal(receivedMessages.text, marks);
  });

  it("are sent only to the origin that they belong to", async () => {
    const { ask, questions } = createTestRelay(createWorld("https://api.example.com"));
    const before = server.sockets.length;
    const { failure } = await ask({
      method: "GET",
      url: server.origin,
      header: { "X-Key": "{{secret:token}}" },
    });
    assert.deepEqual([failure?.code, questions.length, server.sockets.length], ["secret-elsewhere", 0, before]);
    assert.ok(failure?.message.includes("https://api.example.com"));
  });

  it("aren't read for an undeclared target", async () => {
    let requestCount = 0;
    const { ask } = createTestRelay({
      ...createWorld(),
      secrets: new Proxy({}, { get: () => void requestCount++ }),
    });
    const { failure } = await ask({ method: "GET", url: "http://evil.example/{{secret:token}}" });
    assert.deepEqual([failure?.code, requestCount], ["undeclared", 0]);
  });

  it("prevent a request from being sent if they don't exist", async () => {
    const { ask } = createTestRelay(createWorld());
    const { failure } = await ask({ method: "POST", url: server.origin, body: "{{secret:nobody}}" });
    assert.equal(failure?.code, "unknown-secret");
    assert.ok(failure?.message.includes("nobody"));
  });

  it("are listed in the consent request", async () => {
    const { ask, questions } = createTestRelay(createWorld());
    await ask({ method: "GET", url: server.origin, header: { "X-Key": "{{secret:token}}" } });
    assert.deepEqual(
      questions.map(({ secrets }) => secrets),
      [["token"]],
    );
  });

  it("aren't sent or shown in the error message if they contain a line break in a header", async () => {
    const { ask } = createTestRelay(createWorld(undefined, "first\r\nX-Injected: 1"));
    const before = server.sockets.length;
    const receivedMessages = await ask({
      method: "GET",
      url: server.origin,
      header: { "X-Key": "{{secret:token}}" },
    });
    assert.deepEqual([receivedMessages.failure?.code, server.sockets.length], ["malformed", before]);
    assert.ok(!JSON.stringify(receivedMessages.failure).includes("Injected"));
  });

  it("that look like a reference aren't resolved again", async () => {
    const { ask } = createTestRelay({
      targets: [server.origin],
      secrets: {
        a: { value: "{{secret:b}}", origin: server.origin },
        b: { value: "other", origin: server.origin },
      },
    });
    await ask({ method: "POST", url: server.origin, body: "{{secret:a}}" });
    assert.ok(getReceived().endsWith("\r\n\r\n{{secret:b}}"));
  });

  it("are plain text if a server's redirect refers to them", async () => {
    respond = (request) =>
      request.startsWith("GET /first")
        ? "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /next?{{secret:token}}\r\n\r\n"
        : emptyAnswer;
    const options = { redirect: "follow" };
    await createTestRelay(createWorld()).ask({ method: "GET", url: `${server.origin}/first`, header: { "X-Key": "{{secret:token}}" }, options }); // prettier-ignore
    assert.match(getReceived(), /^GET \/next\?\{\{secret:token\}\} /);
  });

  it("aren't inserted into cookies that a server has set", async () => {
    const jar = { getCookies: () => "a={{secret:token}}", storeCookies: () => undefined };
    await createTestRelay({ ...createWorld(), getCookieJar: () => jar }).ask({
      method: "GET",
      url: `${server.origin}/?{{secret:token}}`,
    });
    assert.match(getReceived(), /\r\nCookie: a=\{\{secret:token\}\}\r\n/);
  });
});
