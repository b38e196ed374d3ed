import assert from "node:assert/strict";
import { connect } from "node:net";
import fc from "fast-check";
import { countAttack } from "../harness/attack.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";
import { closeLocalServers } from "../harness/local-server.ts";
import { requestText, startRig, type Rig } from "./relay-rig.ts";

/** The parts from which requests are assembled. Some of them are invalid. */
const lines = ["POST /_service/api/request", "POST /_mintlify/api/request", "GET /_service/api/request", "POST /_service/api/files", "DELETE /_service/api/request/a", "GET /_service/api/response/a/body", "OPTIONS *", "POST /_docwright/message", "CONNECT x:1", "PRI * HTTP/2.0", "POST /_service/api/request?x=%00", "POST //_service/api/request"]; // prettier-ignore
const names = ["Host", "Origin", "X-Relay-Token", "X-Docwright-Token", "Content-Type", "Content-Length", "Transfer-Encoding", "Connection", "Expect", "Upgrade", "Sec-Fetch-Site", "Cookie", "X-Forwarded-Host", "X-Forwarded-For", "X-HTTP-Method-Override", "Content-Encoding"]; // prettier-ignore
const values = ["", "x", "null", "application/json", "text/plain", "chunked", "0", "-1", "1e3", "99999999999999999999", "close", "keep-alive", "100-continue", "websocket", "same-origin", "cross-site", "gzip", "127.0.0.1", "localhost"]; // prettier-ignore

/**
 * Requests that resemble those of the playground page, except for the token. Parts of them are changed, added, removed,
 * or truncated.
 */
const attempt = fc.record({
  line: fc.constantFrom(...lines),
  more: fc.array(
    fc.tuple(
      fc.constantFrom(...names),
      fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 40, unit: "binary-ascii" })),
    ),
    { maxLength: 5 },
  ),
  less: fc.array(fc.constantFrom(...names), { maxLength: 2 }),
  token: fc.oneof(fc.constant(undefined), fc.base64String({ minLength: 40, maxLength: 44 })),
  bytes: fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 4 }),
  cut: fc.option(fc.nat(600)),
});
type Attempt = typeof attempt extends fc.Arbitrary<infer Value> ? Value : never;

/** Sends the bytes. Disconnects after the first response, or after a short wait if there's no response. */
function tryIt(rig: Rig, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(rig.server.port, "127.0.0.1");
    let answer = "";
    socket.setTimeout(chooseByMode(500, 100), () => socket.destroy());
    socket.on("data", (piece: Buffer) => {
      answer += piece.toString("latin1");
      socket.destroy();
    });
    socket.on("error", () => undefined).on("close", () => resolve(answer));
    socket.write(bytes);
  });
}

function bytesOf(rig: Rig, { line, more, less, token, bytes, cut }: Attempt): Buffer {
  const envelope = JSON.stringify({
    method: "GET",
    url: rig.targetOrigin,
    header: { A: "{{secret:token}}" },
  });
  const left = Object.fromEntries(less.map((name) => [name, undefined]));
  const text = requestText(rig, line, { "X-Relay-Token": token, ...left }, envelope);
  const [head = "", ...rest] = text.split("\r\n");
  const added = more.map(([name, value]) => `${name}: ${value}`);
  const full = Buffer.from([head, ...added, ...rest].join("\r\n"), "latin1");
  for (const [at, byte] of bytes) if (at < full.length) full[at] = byte;
  return full.subarray(0, cut ?? full.length);
}

describe("random attacks on the relay", function () {
  this.timeout(600_000);
  after(closeLocalServers);

  let rig: Rig;
  beforeEach(async () => {
    rig = await startRig();
  });
  afterEach(() => rig.close());

  it("reach nothing without the token and don't stop the preview", async () => {
    const answers = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 25, maxLength: 25 }), async (attempts) => {
        const requests = attempts.map((each) => bytesOf(rig, each));
        const received = await Promise.all(requests.map((bytes) => tryIt(rig, bytes)));
        // If the target was reached, any of the requests could have succeeded, except for truncated ones.
        const hasReached = rig.target.connections > 0;
        for (const [index, bytes] of requests.entries())
          if (attempts[index]?.cut === null)
            countAttack(
              "local user",
              bytes.toString("latin1"),
              hasReached || /access-control-/i.test(received[index] ?? ""),
            );
        for (const answer of received) {
          const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? "none";
          answers.set(status, (answers.get(status) ?? 0) + 1);
          assert.doesNotMatch(answer, /access-control-/i);
          assert.doesNotMatch(status, /^5/);
        }
        assert.equal(rig.target.connections, 0);
      }),
      { numRuns: chooseByMode(10, 400), seed: seedOf(7) },
    );
    // Random attempts must fail more than one of the checks.
    for (const status of ["400", "403"]) assert.ok((answers.get(status) ?? 0) > 0, status);
    await rig.control();
  });
});
