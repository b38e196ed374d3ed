import assert from "node:assert/strict";
import { closeLocalServers } from "../harness/local-server.ts";
import { rawRequest } from "../harness/raw-request.ts";
import { emptyAnswer, serveRaw, type RawServer } from "../harness/raw-server.ts";
import { bodyOf, canary, itWithstands, type Attack, type Rig } from "./relay-rig.ts";

type Parts = Readonly<Record<string, unknown>>;

/** Returns a test for invalid requests, each of which must be rejected before a connection is opened. */
const malformed =
  (...envelopes: readonly Parts[]) =>
  async (rig: Rig): Promise<void> => {
    for (const envelope of envelopes)
      assert.match(
        await rig.failure({ method: "GET", url: rig.targetOrigin, ...envelope }),
        /^(malformed|too-large|refused-target)$/,
        JSON.stringify(envelope).slice(0, 100),
      );
  };

const lineEnds = ["\r\n", "\n", "\r", "\0", "\u0001", "\u007f", "\r\n ", "\r\nX-Evil: 1\r\n\r\nGET /evil HTTP/1.1\r\n"];

/** Returns the bytes that the target receives for a request that it could handle normally. */
async function bytesSentBy(rig: Rig, envelope: Parts): Promise<readonly string[]> {
  const server: RawServer = await serveRaw((socket) => socket.write(emptyAnswer));
  rig.declare({ origin: server.origin, declaredBy: "openapi.yaml" });
  await rig.playground.agree(server.origin);
  await rig.send({ method: "GET", ...envelope, url: `${server.origin}/` });
  await server.close();
  return server.received.map(String);
}

const headLines = (bytes: string): readonly string[] => (bytes.split("\r\n\r\n")[0] ?? "").split("\r\n").slice(1);
const named = (lines: readonly string[], name: string): readonly string[] =>
  lines.filter((line) => line.toLowerCase().startsWith(`${name}:`));

const attacks: readonly Attack[] = [
  { no: "30", what: "line breaks in header names and values, the method, the path, and cookies", run: malformed(...lineEnds.flatMap((end) => [
    { header: { "X-A": `a${end}X-Evil: 1` } }, { headers: [[`X-A${end}X-Evil`, "1"]] }, { headers: [[`X-A: 1${end}X-Evil`, "1"]] }, { method: `GET${end}` }, { method: `GET / HTTP/1.1${end}X-Evil: 1` },
    { url: `http://127.0.0.1:1/${end}` }, { url: `http://127.0.0.1:1/a${end}X-Evil: 1` }, { cookie: { a: `b${end}c` } }, { cookie: { [`a${end}`]: "b" } },
  ])) },
  { no: "31", what: "NUL and characters that aren't allowed in headers", run: malformed({ header: { "X-A": "a\0b" } }, { header: { "X-A": "Ā" } }, { header: { "X-A": "😀" } }, { header: { "X-Ä": "a" } }, { header: { "": "a" } }, { header: { "X A": "a" } }, { header: { "X-A:": "a" } }, { cookie: { a: "ā" } }, { method: "GÉT" }, { method: "" }, { method: 7 }, { header: { "X-A": 7 } }, { headers: "X-A: 1" }, { headers: [["X-A"]] }) },
  { no: "33", what: "headers that control the transfer of a message", run: async (rig) => {
    const forbidden = ["Host", "Connection", "Keep-Alive", "Proxy-Authorization", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Content-Length", "Sec-Fetch-Site", "Proxy-Evil"];
    const header = Object.fromEntries(forbidden.map((name) => [name, name === "Content-Length" ? "3" : name === "Transfer-Encoding" ? "chunked" : "evil.test"]));
    const [bytes = ""] = await bytesSentBy(rig, { method: "POST", header, body: "the body" });
    assert.ok(!bytes.includes("evil.test"), bytes);
    const lines = headLines(bytes);
    assert.deepEqual([named(lines, "host").length, named(lines, "content-length"), named(lines, "transfer-encoding")], [1, ["Content-Length: 8"], []]);
    assert.match(named(lines, "host")[0] ?? "", /^Host: 127\.0\.0\.1:\d+$/);
  } },
  { no: "34", what: "more than 64 kB outside the body", run: malformed({ header: { "X-A": "a".repeat(66_000) } }, { headers: Array.from({ length: 90 }, (_, at) => [`X-${at}`, "a".repeat(800)]) }, { headers: Array.from({ length: 5000 }, () => ["X-A", "a"]) }, { url: `http://127.0.0.1:1/${"a".repeat(66_000)}` }, { query: { a: "b".repeat(66_000) } }, { cookie: { a: "b".repeat(66_000) } }, { multipart: Array.from({ length: 100 }, () => ({ name: "n".repeat(700), value: "v" })) }) },
  { no: "44", what: "quotes, line breaks, and folders in file names", run: async (rig) => {
    const take = await rawRequest(rig.server.port, "POST /_service/api/files", rig.server.headers({ "Content-Type": "application/octet-stream" }), "of a file");
    const { fileRef } = JSON.parse(take.body) as { fileRef: string };
    const names = ['a"; filename="evil.sh', "a\r\nX-Evil: 1\r\n\r\nevil", "../../etc/cron.d/evil", "..\\..\\evil.exe", "a\0.png", "/etc/passwd", "C:\\evil", "..", "", "a\u202Egnp.exe", "x".repeat(300)];
    const part = (filename: string) => ({ name: 'f"\r\nX-Evil: 1', fileRef, filename, contentType: "text/plain" });
    assert.equal(await rig.failure({ method: "POST", url: rig.targetOrigin, multipart: [{ ...part("a"), contentType: "text/plain\r\nX-Evil: 1" }] }), "malformed");
    const [bytes = ""] = await bytesSentBy(rig, { method: "POST", multipart: names.map(part), header: { "Content-Type": 'multipart/form-data; boundary="mine"' } });
    const boundary = /boundary=(docwright-[\w-]+)/.exec(bytes)?.[1] ?? "none";
    const parts = bytes.slice(bytes.indexOf("\r\n\r\n") + 4).split(`--${boundary}`).slice(1, -1);
    assert.equal(parts.length, names.length);
    for (const [at, text] of parts.entries()) {
      const [head = "", ...rest] = text.slice(2).split("\r\n\r\n");
      assert.deepEqual(rest, ["of a file\r\n"], names[at]);
      const [disposition = "", ...others] = head.split("\r\n");
      assert.match(disposition, /^Content-Disposition: form-data; name="f%22%0D%0AX-Evil: 1"; filename="[^"\\/]+"$/);
      assert.deepEqual(others.filter((line) => !line.startsWith("Content-Type: ")), [], names[at]);
      assert.doesNotMatch(disposition, /filename="\.\.?"/);
    }
    assert.doesNotMatch(bytes, /boundary="mine"/);
  } },
  { no: "X138", what: "headers and secrets that would split a message", run: async (rig) => {
    await malformed(...lineEnds.map((end) => ({ header: { "X-A": `a${end}b` } })), { method: "CONNECT" }, { method: "TRACE" }, { method: "GET /evil HTTP/1.1" }, { url: `${rig.targetOrigin}/a b` }, { url: `${rig.targetOrigin}/ä` })(rig);
    const [bytes = ""] = await bytesSentBy(rig, { method: "POST", body: "0\r\n\r\nGET /evil HTTP/1.1\r\n\r\n", headers: [["Content-Length", "0"], ["content-length", "5"], ["Transfer-Encoding", "chunked"], ["transfer-encoding", "identity"], ["Connection", "X-A"], ["Host", "evil.test"]] });
    const lines = headLines(bytes);
    assert.deepEqual([named(lines, "content-length"), named(lines, "transfer-encoding").length, named(lines, "host").length], [["Content-Length: 27"], 0, 1]);
    for (const value of ["a\r\nX-Evil: 1", "a\0b", "ā"]) {
      rig.playground.handleMessage({ kind: "relay/setSecret", name: "odd", url: rig.targetOrigin, value });
      await new Promise((resolve) => setTimeout(resolve, 5));
      await rig.playground.agree(rig.targetOrigin, "always", ["odd"]);
      assert.equal(await rig.failure({ method: "GET", url: rig.targetOrigin, header: { "X-A": "{{secret:odd}}" } }), "malformed");
    }
  } },
]; // prettier-ignore

describe("attacks on the relay: request bytes", function () {
  this.timeout(60_000);
  after(closeLocalServers);
  itWithstands(attacks);

  itWithstands([
    {
      no: "32",
      what: "a custom content length for the target",
      reaches: 1,
      run: async (rig) => {
        let body = "";
        rig.answerWith((request, response) => {
          void bodyOf(request).then((text) => {
            body = text;
            response.end();
          });
        });
        const smuggled = `abc\r\n\r\nGET /evil HTTP/1.1\r\nHost: x\r\n\r\n`;
        await rig.send({
          method: "POST",
          url: rig.targetOrigin,
          headers: [
            ["Content-Length", "3"],
            ["Transfer-Encoding", "chunked"],
          ],
          body: smuggled,
        });
        assert.equal(body, smuggled);
        assert.ok(!body.includes(canary));
      },
    },
  ]);
});
