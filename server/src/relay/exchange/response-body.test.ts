import assert from "node:assert/strict";
import { PassThrough, Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { getPassedLength, streamBody } from "./response-body.ts";

const limits = { maxStoredBytes: 1000, maxStreamedBytes: 5000 };
const plain = { stream: new Readable(), countWireBytes: undefined };

describe("Content-Length forwarded with a body", () => {
  const cases: readonly [
    what: string,
    given: { length?: string; status?: number; method?: string; inline?: number; changed?: true },
    expected: number | undefined,
  ][] = [
    ["is the server's value", { length: "12" }, 12],
    ["can be 0", { length: "0" }, 0],
    ["is omitted if the server doesn't send it", {}, undefined],
    ["is omitted if the body is decompressed or redacted", { length: "12", changed: true }, undefined],
    ["is omitted for HEAD, because it describes a different response", { length: "12", method: "HEAD" }, undefined],
    ["is omitted for lowercase HEAD", { length: "12", method: "head" }, undefined],
    ["is omitted for 304, because it describes a different response", { length: "12", status: 304 }, undefined],
    ["is omitted for 204", { length: "12", status: 204 }, undefined],
    ["is omitted if the body is truncated", { length: "5001" }, undefined],
    ["is the server's value if the body is complete", { length: "5000" }, 5000],
    ["is omitted if only the beginning of the body is forwarded", { length: "12", inline: 11 }, undefined],
    ["is the server's value if the body is forwarded completely", { length: "12", inline: 12 }, 12],
    ["is omitted if the stored body is truncated", { length: "1001", inline: 4000 }, undefined],
    ["is omitted if it isn't a number", { length: "12, 12" }, undefined],
    ["is omitted if it's too large for a number", { length: "9".repeat(30) }, undefined],
  ];
  for (const [what, { length, status = 200, method = "GET", inline, changed }, expected] of cases)
    it(what, () => {
      const body = changed ? { ...plain, countWireBytes: () => 0 } : plain;
      const headers = length === undefined ? {} : { "content-length": length };
      const answer = { statusCode: status, headers };
      assert.equal(getPassedLength({ body, maxInlineBytes: inline, limits }, answer, method), expected);
    });
});

const never = new AbortController().signal;
const streamTexts = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));

describe("response body transfer", () => {
  it("delivers all chunks in order", async () => {
    const chunks: string[] = [];
    await streamBody(streamTexts("one", "two", "three"), never, (piece) => void chunks.push(piece.toString()));
    assert.deepEqual(chunks, ["one", "two", "three"]);
  });

  it("completes if the body is empty", async () => {
    await streamBody(streamTexts(), never, () => assert.fail("a chunk was delivered"));
  });

  it("waits until a chunk is consumed before delivering the next one", async () => {
    const chunks: string[] = [];
    let take: (continues: boolean) => void = () => undefined;
    const pumped = streamBody(streamTexts("one", "two"), never, (piece) => {
      chunks.push(piece.toString());
      return new Promise((resolve) => (take = resolve));
    });
    for (let i = 0; i < 5; i++) await nextTurn();
    assert.deepEqual(chunks, ["one"]);
    take(true);
    for (let i = 0; i < 5; i++) await nextTurn();
    assert.deepEqual(chunks, ["one", "two"]);
    take(true);
    await pumped;
  });

  it("doesn't finish until the last chunk is consumed, even if the stream has ended", async () => {
    let take: (continues: boolean) => void = () => undefined;
    let isDone = false;
    // As in a short response, the end of the stream is already known when the only chunk is read.
    const stream = new PassThrough();
    stream.end("one");
    const pumped = streamBody(stream, never, () => new Promise((resolve) => (take = resolve)));
    void pumped.then(() => (isDone = true));
    for (let i = 0; i < 5; i++) await nextTurn();
    assert.deepEqual([stream.readableEnded, isDone], [true, false]);
    take(true);
    await pumped;
  });

  for (const [name, answer] of Object.entries({
    "as reported immediately": false,
    "as reported by a promise": Promise.resolve(false),
  } as const))
    it(`stops reading when no more data is needed, ${name}`, async () => {
      const stream = streamTexts("one", "two");
      const chunks: string[] = [];
      await streamBody(stream, never, (piece) => (chunks.push(piece.toString()), answer));
      assert.deepEqual([chunks, stream.destroyed], [["one"], true]);
    });

  it("reports that a body ended early", async () => {
    const broken = new PassThrough();
    const pumped = streamBody(broken, never, () => undefined);
    broken.destroy(new Error("reset by peer"));
    await assert.rejects(pumped, /reset by peer/);
    const closed = new PassThrough();
    const pumpedToo = streamBody(closed, never, () => undefined);
    closed.destroy();
    await assert.rejects(pumpedToo);
    await assert.rejects(streamBody(closed, never, () => undefined));
  });

  it("fails and releases the stream if the consumer fails", async () => {
    for (const take of [
      () => {
        throw new Error("no room");
      },
      () => Promise.reject(new Error("no room")),
    ]) {
      const stream = streamTexts("one", "two");
      await assert.rejects(streamBody(stream, never, take), /no room/);
      assert.ok(stream.destroyed);
    }
  });

  it("stops immediately when ended, even if a chunk is never consumed", async () => {
    const ending = new AbortController();
    const stream = streamTexts("one", "two");
    const pumped = streamBody(stream, ending.signal, () => new Promise(() => undefined));
    await nextTurn();
    ending.abort(new Error("enough"));
    await assert.rejects(pumped, /enough/);
    assert.ok(stream.destroyed);
    await assert.rejects(
      streamBody(streamTexts("one"), ending.signal, () => assert.fail("a chunk was delivered after the end")),
      /enough/,
    );
  });
});
