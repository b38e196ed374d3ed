import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { eventually } from "../../../../test/harness/eventually.ts";
import { type RawAnswer, rawRequest } from "../../../../test/harness/raw-request.ts";
import { type RelayServer, startRelayServer } from "../../../../test/harness/relay-server.ts";
import type { RelayEnd, RelayFailure, RelayHead } from "../../core/request/protocol/relay-protocol.ts";
import type { Relay, RelaySink } from "../relay.ts";
import { createReceivedFiles, type ReceivedFiles } from "./uploads.ts";

const head: RelayHead = {
  status: 200,
  statusText: "OK",
  httpVersion: "1.1",
  headers: [["Content-Type", "text/plain"]],
  redirects: [],
  timings: { firstByte: 3 },
  sentRequest: { method: "GET", url: "http://api.test/", headers: [] },
};
const end: RelayEnd = { bytes: 5, wireBytes: 5, total: 4 };
const failure: RelayFailure = {
  code: "connect-refused",
  message: "Nothing is listening on localhost:4010.",
  cause: "ECONNREFUSED 127.0.0.1:4010",
  hint: "Start your API.",
};

describe("relay HTTP listener", () => {
  let server: RelayServer;
  let files: ReceivedFiles;
  let folder: string;
  let sent: unknown[];
  let aborted: string[];
  /** Sends the relay's response in the current test. */
  let respond: (sink: RelaySink, signal: AbortSignal | undefined) => Promise<void> | void;

  const relay: Relay = {
    send: async (envelope, sink, signal) => {
      sent.push(envelope);
      await respond(sink, signal);
    },
    abort: (id) => aborted.push(id) > 0 && id === "known",
    getHead: () => undefined,
    openStoredBody: (name) => (name === "kept-1" ? Readable.from([Buffer.from("the whole")]) : undefined),
    dispose: () => Promise.resolve(),
  };
  const respondWithText = async (sink: RelaySink): Promise<void> => {
    sink.head(head);
    await sink.data(Buffer.from("hello"));
    sink.end(end);
  };
  const relayHead = (answer: RawAnswer): RelayHead =>
    JSON.parse(Buffer.from(answer.headers.get("x-relay-response") ?? "", "base64url").toString("utf8")) as RelayHead;

  beforeEach(async () => {
    [sent, aborted, respond] = [[], [], respondWithText];
    folder = mkdtempSync(join(tmpdir(), "docwright-listener-"));
    files = createReceivedFiles({ folder, maxBytes: 1000, maxFiles: 2 });
    server = await startRelayServer(relay, {
      files,
      limits: { maxBytes: 100_000, idleTimeout: 150, totalTimeout: 600, maxConcurrentRequests: 3 },
    });
  });
  afterEach(async () => {
    await server.close();
    assert.deepEqual(readdirSync(folder), [], "uploaded files were left behind");
    rmSync(folder, { recursive: true });
  });

  it("forwards a response's status, type, and body, and provides its head as data", async () => {
    for (const path of ["/_service/api/request", "/_mintlify/api/request"]) {
      const answer = await rawRequest(server.port, `POST ${path}`, server.headers(), '{"method":"GET"}');
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers.get("content-type"), "text/plain");
      assert.match(answer.body, /\bhello\b/);
      assert.deepEqual(relayHead(answer), head);
    }
    assert.deepEqual(sent, [{ method: "GET" }, { method: "GET" }]);
  });

  it("doesn't allow the target's headers to take effect in the browser", async () => {
    respond = (sink) => {
      sink.head({
        ...head,
        headers: [
          ["Content-Type", "text/html"],
          ["Set-Cookie", "a=1"],
          ["set-cookie", "b=2"],
          ["Access-Control-Allow-Origin", "*"],
          ["Strict-Transport-Security", "max-age=1"],
          ["Content-Security-Policy", "default-src *"],
          ["Location", "https://evil.test/"],
          ["Refresh", "0; url=https://evil.test/"],
          ["Clear-Site-Data", '"*"'],
          ["WWW-Authenticate", "Basic"],
          ["Link", "<https://evil.test/x>; rel=preload"],
          ["Service-Worker-Allowed", "/"],
        ],
      });
      sink.end(end);
    };
    const givenAnswer = await server.send({});
    const names = [...givenAnswer.headers.keys()].sort();
    assert.deepEqual(
      names.filter((name) => !["connection", "date", "transfer-encoding"].includes(name)),
      [
        "cache-control",
        "content-security-policy",
        "content-type",
        "cross-origin-opener-policy",
        "cross-origin-resource-policy",
        "referrer-policy",
        "x-accel-buffering",
        "x-content-type-options",
        "x-relay-response",
      ],
    );
    assert.equal(givenAnswer.headers.get("content-security-policy"), "sandbox");
    assert.equal(givenAnswer.headers.get("x-content-type-options"), "nosniff");
    assert.equal(givenAnswer.headers.get("cross-origin-resource-policy"), "same-origin");
    assert.equal(relayHead(givenAnswer).headers.length, 12);
  });

  it("sends content with an invalid media type as bytes", async () => {
    for (const type of ["text/html\r\nX-Evil: 1", "", "html", "text/ü", `a/${"b".repeat(400)}`]) {
      respond = (sink) => {
        sink.head({ ...head, headers: [["content-type", type]] });
        sink.end(end);
      };
      assert.equal((await server.send({})).headers.get("content-type"), "application/octet-stream", type);
    }
  });

  it("replaces a status that browsers don't accept", async () => {
    const fetchStatus = async (status: number) => {
      respond = (sink) => {
        sink.head({ ...head, status });
        sink.end(end);
      };
      const givenAnswer = await server.send({});
      assert.equal(relayHead(givenAnswer).status, status);
      return givenAnswer.status;
    };
    for (const status of [201, 204, 206, 301, 302, 307, 400, 401, 404, 429, 451, 500, 503, 599])
      assert.equal(await fetchStatus(status), status);
    for (const status of [0, 100, 101, 103, 199, 205, 304, 407, 408, 421, 425, 600, 999])
      assert.equal(await fetchStatus(status), 200, String(status));
  });

  it("shortens a response head that doesn't fit in a header and makes the full head available by ID", async () => {
    const headers = Array.from({ length: 400 }, (_, at) => [`X-Header-${at}`, "ü".repeat(50)] as const);
    respond = async (sink) => {
      sink.head({ ...head, headers });
      await sink.data(Buffer.from("hello"));
      sink.end({ ...end, storedBodyId: "kept-1" });
    };
    const givenAnswer = await server.send({ options: { id: "long-1" } });
    assert.ok((givenAnswer.headers.get("x-relay-response") ?? "").length <= 12_000);
    assert.equal(relayHead(givenAnswer).truncated, true);
    assert.deepEqual(relayHead(givenAnswer).headers, headers.slice(0, relayHead(givenAnswer).headers.length));
    assert.ok(relayHead(givenAnswer).headers.length > 20);
    const fullAnswer = await rawRequest(server.port, "GET /_service/api/response/long-1", server.headers());
    assert.deepEqual(JSON.parse(fullAnswer.body), {
      head: { ...head, headers },
      end: { ...end, storedBodyId: "kept-1" },
    });
    const none = await rawRequest(server.port, "GET /_service/api/response/other", server.headers());
    assert.equal(none.status, 404);
  });

  it("returns a saved response as a file download", async () => {
    respond = (sink) => {
      sink.head({ ...head, headers: [["Content-Type", "text/html"]] });
      sink.end({ ...end, storedBodyId: "kept-1" });
    };
    await server.send({ options: { id: "k1" } });
    const savedAnswer = await rawRequest(server.port, "GET /_service/api/response/k1/body", server.headers());
    assert.deepEqual(
      [savedAnswer.status, savedAnswer.headers.get("content-type"), savedAnswer.headers.get("content-disposition")],
      [200, "application/octet-stream", 'attachment; filename="response"'],
    );
    assert.match(savedAnswer.body, /the whole/);
    const foreign = await rawRequest(
      server.port,
      "GET /_service/api/response/k1/body",
      server.headers({ "X-Relay-Token": undefined }),
    );
    assert.equal(foreign.status, 403);
  });

  it("reports why there's no response", async () => {
    const cases = [
      ["connect-refused", 502],
      ["not-found", 502],
      ["connect-timeout", 504],
      ["first-byte-timeout", 504],
      ["lookup-timeout", 504],
      ["malformed", 400],
      ["too-large", 413],
      ["undeclared", 403],
      ["consent", 403],
      ["too-many", 429],
    ] as const;
    for (const [code, status] of cases) {
      respond = (sink) => sink.failed({ ...failure, code });
      const givenAnswer = await server.send({});
      assert.deepEqual([givenAnswer.status, givenAnswer.headers.get("x-relay-error")], [status, code]);
      assert.deepEqual(JSON.parse(givenAnswer.body), {
        error: { ...failure, code },
      });
    }
  });

  it("aborts a response that ends early and makes the reason available by ID", async () => {
    respond = async (sink) => {
      sink.head(head);
      await sink.data(Buffer.from("hel"));
      sink.failed({ ...failure, code: "idle-timeout" });
    };
    const givenAnswer = await server.send({ options: { id: "broken" } });
    assert.ok(!givenAnswer.body.includes("\r\n0\r\n"), "the response looks complete");
    const { body } = await rawRequest(server.port, "GET /_service/api/response/broken", server.headers());
    assert.deepEqual(JSON.parse(body), { head, failure: { ...failure, code: "idle-timeout" } });
  });

  it("doesn't read faster than the tab can process data, and stops when the tab is closed", async () => {
    let passed = 0;
    let hasEnded = false;
    respond = async (sink, signal) => {
      sink.head(head);
      while (!signal?.aborted) {
        await sink.data(Buffer.alloc(1_000_000));
        await new Promise(setImmediate);
        passed++;
      }
      hasEnded = true;
    };
    const socket = connect(server.port, "127.0.0.1").pause();
    socket.write(`POST /_service/api/request HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${formatLines(server.headers())}Content-Length: 2\r\n\r\n{}`); // prettier-ignore
    await eventually(() => assert.ok(passed > 0));
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.ok(passed < 30, `${passed} MB for a tab that reads nothing`);
    socket.destroy();
    await eventually(() => assert.ok(hasEnded, "the relay continued without a client"));
  });

  it("applies the same time limit to a slow body and a missing body", async () => {
    const sendSlowly = (milliseconds: number) =>
      new Promise<string>((resolve) => {
        const socket = connect(server.port, "127.0.0.1");
        let answer = "";
        socket.write(`POST /_service/api/request HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${formatLines(server.headers())}Content-Length: 90000\r\n\r\n`); // prettier-ignore
        const drip = setInterval(() => socket.write("{"), milliseconds);
        socket.on("data", (piece: Buffer) => (answer += piece.toString()));
        // The server closes the connection after its response, so data sent later resets it.
        socket.on("error", () => undefined);
        socket.on("close", () => {
          clearInterval(drip);
          resolve(answer.slice(0, 12));
        });
      });
    const begun = Date.now();
    assert.deepEqual(await Promise.all([sendSlowly(50), sendSlowly(30_000)]), ["HTTP/1.1 408", "HTTP/1.1 408"]);
    assert.ok(Date.now() - begun < 25_000);
    assert.deepEqual(sent, []);
  });

  it("cancels a request by ID", async () => {
    const sendRequest = async (id: string) =>
      (await rawRequest(server.port, `DELETE /_service/api/request/${id}`, server.headers())).status;
    assert.deepEqual(
      [await sendRequest("known"), await sendRequest("other"), await sendRequest("a.b")],
      [204, 404, 404],
    );
    assert.deepEqual(aborted, ["known", "other"]);
  });

  it("accepts uploaded files within the size limit", async () => {
    const take = (bytes: string, others?: Record<string, string | undefined>) =>
      rawRequest(
        server.port,
        "POST /_service/api/files",
        server.headers({ "Content-Type": "application/octet-stream", ...others }),
        bytes,
      );
    const uploadResult = JSON.parse((await take("some bytes")).body) as { fileRef: string };
    assert.equal(files.openFile(uploadResult.fileRef)?.size, 10);
    assert.equal((await take("x".repeat(1001))).status, 413);
    assert.equal((await take("x", { "Content-Type": "text/plain" })).status, 415);
    assert.equal((await take("x", { "X-Relay-Token": "wrong" })).status, 403);
  });
});

function formatLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}
