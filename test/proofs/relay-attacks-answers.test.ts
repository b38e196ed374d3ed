import assert from "node:assert/strict";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { closeLocalServers } from "../harness/local-server.ts";
import type { RawAnswer } from "../harness/raw-request.ts";
import { serveRaw } from "../harness/raw-server.ts";
import {
  elsewhereCertificate,
  expiredCertificate,
  goodCertificate,
  type TestCertificate,
} from "../harness/test-certificates.ts";
import { itWithstands, type Attack, type Rig } from "./relay-rig.ts";

const quick = { timeouts: { connect: 2000, firstByte: 300, idle: 300, total: 3000 } };

/** Returns the outcome of a response in the form `status body`, or the failure's code. */
async function outcome(
  rig: Rig,
  answer: string | Buffer | ((socket: Socket) => void),
  options: object = quick,
): Promise<string> {
  const server = await serveRaw((socket) => {
    if (typeof answer === "function") answer(socket);
    else socket.end(answer);
  });
  rig.declare({ origin: server.origin, declaredBy: "openapi.yaml" });
  await rig.playground.agree(server.origin);
  const given = await rig.send({ method: "GET", url: server.origin, options: { ...options, id: "now" } });
  await server.close();
  return given.headers.get("x-relay-error") ?? `${given.status} ${broken(given) ? "broken off" : textOf(given)}`;
}

/** Whether a chunked body is incomplete because the final chunk is missing. */
function broken({ headers, body }: RawAnswer): boolean {
  const length = headers.get("content-length");
  if (length !== undefined) return Buffer.byteLength(body) < Number(length);
  return headers.get("transfer-encoding") === "chunked" && !/(^|\r\n)0\r\n\r\n$/.test(body);
}

function textOf({ headers, body }: RawAnswer): string {
  return headers.get("transfer-encoding") === "chunked" ? body.replace(/(^|\r\n)[\da-f]+\r\n/g, "").trimEnd() : body;
}

/** Returns the outcome code of a request over TLS to a server with this certificate. */
async function overTls(
  rig: Rig,
  { cert, key }: TestCertificate,
  options: object = {},
): Promise<RawAnswer & { readonly connections: number }> {
  let requests = 0;
  const server = createServer({ cert, key }, (_request, response) => {
    requests++;
    response.writeHead(302, { Location: rig.victimOrigin }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  rig.declare({ origin, declaredBy: "openapi.yaml" });
  await rig.playground.agree(origin);
  const answer = await rig.send({ method: "GET", url: origin, options });
  server.closeAllConnections();
  server.close();
  return { ...answer, connections: requests };
}

const chunked = (type: string, body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const script = "<script>fetch('/_service/api/request')</script>";
const bomb = (head: string): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n${head}\r\n`),
    gzipSync(Buffer.alloc(60_000_000)),
  ]);

const attacks: readonly Attack[] = [
  { no: "29", what: "a redirect from HTTPS to HTTP", options: { dependencies: { ca: goodCertificate.cert } }, run: async (rig) => {
    rig.declare({ origin: rig.victimOrigin, declaredBy: "openapi.yaml" });
    await rig.playground.agree(rig.victimOrigin);
    assert.equal((await overTls(rig, goodCertificate, { redirect: "follow" })).headers.get("x-relay-error"), "redirect-refused");
    assert.equal((await overTls(rig, goodCertificate)).status, 302);
  } },
  { no: "35", what: "a decompression bomb", run: async (rig) => assert.equal(await outcome(rig, bomb("")), "200 broken off") },
  { no: "36", what: "an endless response", run: async (rig) => {
    const flood = (socket: Socket): void => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const more = (): void => void (!socket.destroyed && socket.write(Buffer.alloc(1_000_000), more));
      more();
    };
    assert.equal(await outcome(rig, flood, { ...quick, timeouts: { ...quick.timeouts, total: 600 } }), "200 broken off");
  } },
  { no: "37", what: "a response that never arrives, or arrives very slowly", run: async (rig) => {
    assert.equal(await outcome(rig, () => undefined), "first-byte-timeout");
    assert.equal(await outcome(rig, (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na")), "200 broken off");
    const drip = (socket: Socket): void => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const timer = setInterval(() => socket.write("a"), 50);
      socket.on("close", () => clearInterval(timer));
    };
    assert.equal(await outcome(rig, drip, { timeouts: { ...quick.timeouts, total: 700 } }), "200 broken off");
  } },
  { no: "40", what: "certificates that are untrusted, expired, or issued for another host", options: { dependencies: { ca: `${expiredCertificate.cert}\n${elsewhereCertificate.cert}` } }, run: async (rig) => {
    for (const [certificate, code] of [[goodCertificate, "tls-untrusted"], [expiredCertificate, "tls-expired"], [elsewhereCertificate, "tls-wrong-name"]] as const) {
      const { headers, connections } = await overTls(rig, certificate);
      assert.deepEqual([headers.get("x-relay-error"), connections], [code, 0]);
    }
    const wrong = Array.from({ length: 32 }, () => "AB").join(":");
    assert.equal((await overTls(rig, goodCertificate, { tlsFingerprint: wrong })).connections, 0);
  } },
  { no: "42", what: "HTML and SVG with scripts", run: async (rig) => {
    for (const type of ["text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "application/pdf"]) {
      rig.answerWith((_request, response) => response.writeHead(200, { "Content-Type": type, "Content-Disposition": "inline", "Content-Security-Policy": "script-src *" }).end(script));
      const { headers } = await rig.send({ method: "GET", url: rig.targetOrigin });
      assert.deepEqual(["content-type", "content-security-policy", "x-content-type-options", "content-disposition", "cross-origin-resource-policy"].map((name) => headers.get(name)), [type, "sandbox", "nosniff", undefined, "same-origin"]);
    }
  }, reaches: 5 },
  { no: "X139", what: "responses that aren't HTTP, or are malformed", run: async (rig) => {
    assert.equal(await outcome(rig, (socket) => socket.destroy()), "connect-reset");
    assert.match(await outcome(rig, (socket) => socket.resetAndDestroy()), /^connect-reset$/);
    assert.match(await outcome(rig, ""), /^(connect-reset|malformed-answer)$/);
    assert.equal(await outcome(rig, "<html>HTTP/0.9</html>"), "malformed-answer");
    assert.equal(await outcome(rig, "HTTP/1.1 2000 X\r\n\r\n"), "malformed-answer");
    assert.match(await outcome(rig, `HTTP/1.1 200 OK\r\nX-Long: ${"a".repeat(70_000)}\r\n\r\n`), /^(malformed-answer|too-large)$/);
    assert.equal(await outcome(rig, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n"), "200 broken off");
    assert.match(await outcome(rig, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde"), /^malformed-answer$/);
    assert.match(await outcome(rig, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), /^malformed-answer$/);
    assert.equal(await outcome(rig, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), "200 ok");
    assert.equal(await outcome(rig, `${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(15)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`), "200 ok");
    const flood = (socket: Socket): void => {
      const timer = setInterval(() => socket.write("HTTP/1.1 102 Processing\r\n\r\n".repeat(100)), 5);
      socket.on("close", () => clearInterval(timer));
    };
    assert.match(await outcome(rig, flood), /^(first-byte-timeout|malformed-answer|total-timeout)$/);
    assert.equal(await outcome(rig, "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nabcde"), "204 ");
    assert.match(await outcome(rig, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"), /^\S+$/);
    assert.equal(await outcome(rig, "HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 0\r\n\r\n"), "malformed-answer");
  } },
  { no: "X140", what: "wrong lengths, and compressed bodies that aren't compressed", run: async (rig) => {
    assert.equal(await outcome(rig, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"), "200 broken off");
    assert.equal(await outcome(rig, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabHTTP/1.1 200 OK\r\n\r\nsmuggled"), "200 ab");
    assert.equal(await outcome(rig, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"), "200 broken off");
    assert.equal(await outcome(rig, bomb("Content-Encoding: gzip\r\n")), "200 broken off");
    const events = Array.from({ length: 10_000 }, (_, at) => `data: ${at}\n\n`).join("");
    const answer = await outcome(rig, chunked("text/event-stream", events));
    assert.ok(answer.includes("data: 0\n\n") && answer.trimEnd().endsWith("data: 9999"), answer.slice(-40));
  } },
  { no: "X141", what: "wrong media types", reaches: 4, run: async (rig) => {
    for (const [type, body] of [["image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`], ["text/html", script], ["image/png", `<html>${script}`], ["text/html\tx", script]] as const) {
      rig.answerWith((_request, response) => response.writeHead(200, { "Content-Type": type }).end(body));
      const { headers } = await rig.send({ method: "GET", url: rig.targetOrigin });
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("content-security-policy"), "sandbox");
      assert.equal(headers.get("content-type"), type.includes("\t") ? "application/octet-stream" : type);
    }
  } },
  { no: "X142", what: "cookies, CORS headers, and other headers that would take effect", reaches: 1, run: async (rig) => {
    const lines = { "Set-Cookie": ["a=1", "b=2; Path=/"], "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": "true", "Strict-Transport-Security": "max-age=9", "Clear-Site-Data": '"*"', Refresh: "0;url=//evil.test", Location: "//evil.test", "WWW-Authenticate": "Basic", "Content-Security-Policy": "default-src *", "Service-Worker-Allowed": "/", Link: "</x>; rel=preload", "Alt-Svc": 'h2="evil.test:443"', "X-Relay-Error": "none", "X-Relay-Response": "none", "Public-Key-Pins": "x", NEL: "{}", "Report-To": "{}", SourceMap: "/x", "Cross-Origin-Resource-Policy": "cross-origin", "Timing-Allow-Origin": "*" };
    rig.answerWith((_request, response) => response.writeHead(200, lines).end());
    const { headers } = await rig.send({ method: "GET", url: rig.targetOrigin });
    const names = Object.keys(lines).map((name) => name.toLowerCase()).filter((name) => !["content-security-policy", "x-relay-response", "cross-origin-resource-policy"].includes(name));
    assert.deepEqual(names.filter((name) => headers.has(name)), []);
    assert.notEqual(headers.get("x-relay-response"), "none");
    assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
  } },
]; // prettier-ignore

describe("attacks on the relay: responses", function () {
  this.timeout(60_000);

  after(closeLocalServers);
  itWithstands(attacks);
});
