import assert from "node:assert/strict";
import { attack } from "../harness/attack.ts";
import { bodyOf, itWithstands, requestText, startRig, statusOf, type Attack, type Rig } from "./relay-rig.ts";

const line = "POST /_service/api/request";

/** Returns an envelope that would be sent if the request had a valid token. */
const expected = (rig: Rig): string =>
  JSON.stringify({
    method: "GET",
    url: rig.targetOrigin,
    header: { Authorization: "Bearer {{secret:token}}" },
  });

/**
 * Returns a test in which each of these headers replaces the page's own header. The listener must reject all of these
 * requests.
 */
const refused =
  (
    status: number | readonly number[],
    ...variants: readonly ((rig: Rig) => Readonly<Record<string, string | undefined>>)[]
  ) =>
  async (rig: Rig): Promise<void> => {
    for (const variant of variants)
      for (const path of ["/_service/api/request", "/_mintlify/api/request"])
        await attack("cross-origin", JSON.stringify([path, variant(rig)]), async () => {
          const answer = await rig.raw(requestText(rig, `POST ${path}`, variant(rig), expected(rig)));
          assert.ok(
            [status].flat().includes(statusOf(answer)),
            `${JSON.stringify(variant(rig))}: ${answer.slice(0, 40)}`,
          );
          assert.doesNotMatch(answer, /access-control-/i);
        });
  };

/** Returns a test that sends these bytes and expects one of these statuses. */
const bytes =
  (status: readonly number[], ...texts: readonly ((rig: Rig) => string)[]) =>
  async (rig: Rig): Promise<void> => {
    for (const text of texts.map((each) => each(rig)))
      await attack("cross-origin", text, async () => {
        const answer = await rig.raw(text);
        assert.ok(status.includes(statusOf(answer)), answer.slice(0, 60));
        assert.doesNotMatch(answer, /access-control-/i);
      });
  };

const twice = (rig: Rig, header: string): string =>
  requestText(rig, line, {}, expected(rig)).replace("\r\n\r\n", `\r\n${header}\r\n\r\n`);

const attacks: readonly Attack[] = [
  { no: "1", what: "no token", run: refused(403, () => ({ "X-Relay-Token": undefined })) },
  { no: "2", what: "a token of another length or with one wrong character", run: refused(403, ({ server: { token } }) => ({ "X-Relay-Token": token.slice(1) }), ({ server: { token } }) => ({ "X-Relay-Token": `${token}A` }), ({ server: { token } }) => ({ "X-Relay-Token": (token.startsWith("A") ? "B" : "A") + token.slice(1) }), () => ({ "X-Relay-Token": "" })) },
  { no: "3", what: "the token in the URL", run: async (rig) => {
    for (const query of ["token", "X-Relay-Token", "x-relay-token"])
      assert.equal(statusOf(await rig.raw(requestText(rig, `${line}?${query}=${rig.server.token}`, { "X-Relay-Token": undefined }, expected(rig)))), 403);
  } },
  { no: "4", what: "the token of a preview that was closed", run: async (rig) => {
    const former = await startRig();
    const { token } = former.server;
    await former.server.close();
    await refused(403, () => ({ "X-Relay-Token": token }))(rig);
  } },
  { no: "5", what: "the token of another preview", run: async (rig) => {
    const other = await startRig();
    await refused(403, () => ({ "X-Relay-Token": other.server.token }))(rig);
    await other.server.close();
  } },
  { no: "6", what: "another host name", run: refused(421, ({ server: { port } }) => ({ Host: `evil.test:${port}` }), () => ({ Host: "evil.test" })) },
  { no: "7", what: "localhost as the host, which can be made to resolve elsewhere", run: refused(421, ({ server: { port } }) => ({ Host: `localhost:${port}` }), ({ server: { port } }) => ({ Host: `[::1]:${port}` })) },
  { no: "8", what: "no Host header, or two", run: bytes([400], (rig) => requestText(rig, line, { Host: undefined }, expected(rig)), (rig) => twice(rig, "Host: evil.test"), (rig) => twice(rig, `Host: 127.0.0.1:${rig.server.port}`)) },
  { no: "9", what: "another origin", run: refused(403, () => ({ Origin: "https://evil.test" }), () => ({ Origin: undefined }), ({ server: { port } }) => ({ Origin: `http://localhost:${port}` }), ({ server: { port } }) => ({ Origin: `https://127.0.0.1:${port}` }), ({ server: { port } }) => ({ Origin: `http://127.0.0.1:${port}.evil.test` })) },
  { no: "10", what: "the origin of a sandboxed frame", run: refused(403, () => ({ Origin: "null" })) },
  { no: "11", what: "a webview's origin", run: refused(403, () => ({ Origin: "vscode-webview://0f3c1e" }), () => ({ Origin: "file://" })) },
  { no: "12", what: "another method", run: async (rig) => {
    for (const method of ["GET", "PUT", "HEAD", "PATCH", "DELETE", "TRACE", "PROPFIND"])
      assert.equal(statusOf(await rig.raw(requestText(rig, `${method} /_service/api/request`, {}, method === "GET" || method === "HEAD" ? "" : expected(rig)))), 405, method);
  } },
  { no: "13", what: "another path, `//`, or an absolute URL in the request line", run: bytes([400, 404, 405, 421], ...["/_service/api/requests", "/_service/api/request/", "/_service/api/../api/request", "/_service/api/%72equest", "/_service//api/request", "//_service/api/request", "/_SERVICE/api/request", "/x/_service/api/request"].map((path) => (rig: Rig) => requestText(rig, `POST ${path}`, {}, expected(rig))), (rig) => requestText(rig, `POST http://127.0.0.1:${rig.server.port}/_service/api/request`, {}, expected(rig)), (rig) => requestText(rig, `POST ${rig.targetOrigin}/`, {}, expected(rig))) },
  { no: "14", what: "a preflight from another page", run: async (rig) => {
    const answer = await rig.raw(requestText(rig, "OPTIONS /_service/api/request", { Origin: "https://evil.test", "X-Relay-Token": undefined, "Content-Type": undefined, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-relay-token,content-type", "Access-Control-Request-Private-Network": "true" }));
    assert.equal(statusOf(answer), 405);
    assert.doesNotMatch(answer, /access-control-/i);
  } },
  { no: "15", what: "a form from another page, which doesn't require a preflight", run: async (rig) => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
      await refused([403, 415], () => ({ "Content-Type": type, Origin: "https://evil.test", "X-Relay-Token": undefined }))(rig);
  } },
  { no: "32", what: "two content lengths in the request to the relay", run: async (rig) => {
    const body = expected(rig);
    const smuggled = `0\r\n\r\n${requestText(rig, line, {}, body)}`;
    for (const headers of [{ "Transfer-Encoding": "chunked" }, { "Transfer-Encoding": "identity, chunked" }, { "Transfer-Encoding": "xchunked", "Content-Length": undefined }]) {
      const answer = await rig.raw(requestText(rig, line, headers, smuggled));
      assert.equal(statusOf(answer), 400, answer.slice(0, 60));
      assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1);
    }
    assert.equal(statusOf(await rig.raw(twice(rig, "Content-Length: 3"))), 400);
  } },
  { no: "X128", what: "a missing token, a wrong one, one in the query, and two tokens", run: async (rig) => {
    await refused(403, () => ({ "X-Relay-Token": undefined }), () => ({ "X-Relay-Token": "x".repeat(43) }))(rig);
    assert.equal(statusOf(await rig.raw(requestText(rig, `${line}?token=${rig.server.token}`, { "X-Relay-Token": undefined }, expected(rig)))), 403);
    assert.equal(statusOf(await rig.raw(twice(rig, `X-Relay-Token: ${rig.server.token}`))), 403);
  } },
  { no: "X129", what: "unknown hosts", run: async (rig) => {
    const { port } = rig.server;
    for (const host of ["evil.com", `localhost.:${port}`, `127.0.0.1:${port + 1}`, "127.0.0.1", `127.1:${port}`, `0x7f.1:${port}`, `127.0.0.1:0${port}`, `127.0.0.1.:${port}`, `user@127.0.0.1:${port}`])
      await refused(421, () => ({ Host: host }))(rig);
    await bytes([400], (each) => requestText(each, line, { Host: undefined }, expected(each)), (each) => twice(each, "Host: evil.com"))(rig);
  } },
  { no: "X130", what: "unknown origins", run: refused(403, ...["null", "https://evil.com", "file://", "", "http://127.0.0.1"].map((origin) => () => ({ Origin: origin }))) },
  { no: "X131", what: "other methods, without CORS headers for other pages", run: bytes([405], ...["GET", "PUT", "OPTIONS"].map((method) => (rig: Rig) => requestText(rig, `${method} /_service/api/request`))) },
  { no: "X132", what: "media types that don't require a preflight, before the body is read", run: async (rig) => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json, text/plain", "application/jsonp", undefined])
      // The body that `Content-Length` announces never arrives.
      assert.equal(statusOf(await rig.raw(requestText(rig, line, { "Content-Type": type, "Content-Length": "5000" }))), 415, String(type));
  } },
  { no: "X133", what: "a body that isn't JSON, is too large, or is too slow", run: async (rig) => {
    for (const body of ["", "{", "null", "[]", "7", '"x"', `{"method":"GET","url":"${rig.targetOrigin}"`, "\uFEFF{}", "\u0000"])
      assert.equal(statusOf(await rig.raw(requestText(rig, line, {}, body))), 400, body);
    assert.equal(statusOf(await rig.raw(requestText(rig, line, { "Content-Length": "11000000" }))), 413);
    const chunks = `${(11_000_000).toString(16)}\r\n${"x".repeat(11_000_000)}\r\n0\r\n\r\n`;
    assert.equal(statusOf(await rig.raw(requestText(rig, line, { "Content-Length": undefined, "Transfer-Encoding": "chunked" }, chunks))), 413);
    // Sends one byte and then nothing. The timeout of this rig is short.
    assert.equal(statusOf(await rig.raw(requestText(rig, line, { "Content-Length": "50" }, "{"))), 408);
  } },
  { no: "X143", what: "an absolute URL, `//`, CONNECT, and an upgrade in requests to the relay", run: async (rig) => {
    const host = `127.0.0.1:${rig.server.port}`;
    await bytes([400], (each) => requestText(each, `GET http://${rig.target.host}/`), (each) => requestText(each, `GET //${rig.target.host}/`))(rig);
    assert.equal(statusOf(await rig.raw(`CONNECT ${rig.target.host} HTTP/1.1\r\nHost: ${host}\r\n\r\nGET / HTTP/1.1\r\nHost: ${rig.target.host}\r\n\r\n`)), 405);
    const upgrade = await rig.raw(requestText(rig, "GET /_service/api/request", { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13" }), /\r\n\r\n/);
    assert.equal(statusOf(upgrade), 405);
  } },
]; // prettier-ignore

describe("attacks on the relay: access control", function () {
  this.timeout(60_000);
  itWithstands(attacks);

  it("don't prevent responses to a page on a forwarded host that is allowed", async () => {
    const rig = await startRig({ allowedHosts: ["me.example.test"] });
    const from = { Host: "me.example.test", Origin: "https://me.example.test" };
    assert.equal(statusOf(await rig.raw(requestText(rig, line, from, expected(rig)))), 200);
    assert.equal(
      statusOf(await rig.raw(requestText(rig, line, { ...from, Origin: "https://evil.test" }, expected(rig)))),
      403,
    );
    assert.equal(statusOf(await rig.raw(requestText(rig, line, { ...from, Host: "evil.test" }, expected(rig)))), 421);
    assert.equal(rig.target.paths.length, 1);
    await rig.close();
  });

  it("run against a target that records what it receives", async () => {
    const rig = await startRig();
    let body = "";
    rig.answerWith((request, response) => {
      void bodyOf(request).then((text) => {
        body = text;
        response.end("{}");
      });
    });
    await rig.send({ method: "POST", url: rig.targetOrigin, body: "sent" });
    assert.equal(body, "sent");
    await rig.close();
  });
});
