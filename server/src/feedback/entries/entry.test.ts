import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import * as v from "valibot";
import { feedbackEntrySchema, type FeedbackEntry, maskPersonalData, readFeedbackPage } from "./entry.ts";

/** Returns the entry that the service sent, or undefined if it isn't an object. */
function readEntry(sent: unknown): FeedbackEntry | undefined {
  const { success, output } = v.safeParse(feedbackEntrySchema, sent);
  return success ? output : undefined;
}

const plain = {
  id: "f1",
  path: "/guides/start",
  comment: "Good",
  createdAt: "2026-06-30T10:00:00Z",
  source: "contextual",
  status: "pending",
  helpful: true,
  contact: "anna@example.com",
};
const noon = Date.UTC(2026, 5, 30, 12);

describe("feedback entry", () => {
  it("has the documented fields", () => {
    assert.deepEqual(readEntry({ ...plain, more: 1 }), {
      id: "f1",
      path: "/guides/start",
      comment: "Good",
      createdAt: Date.UTC(2026, 5, 30, 10),
      source: "contextual",
      status: "pending",
      helpful: true,
      contact: "anna@example.com",
      incomplete: [],
    });
  });

  it("includes the code of a code snippet and keeps null values", () => {
    const { helpful: _, contact: __, ...base } = plain;
    const sent = {
      ...base,
      source: "code_snippet",
      comment: null,
      createdAt: null,
      code: "x()",
      filename: null,
      lang: "js",
    };
    assert.deepEqual(readEntry(sent), {
      id: "f1",
      path: "/guides/start",
      source: "code_snippet",
      status: "pending",
      snippet: { code: "x()", lang: "js" },
      incomplete: [],
    });
  });

  it("can have unknown sources and statuses", () => {
    const entry = readEntry({ ...plain, source: "telepathy", status: "on hold" });
    assert.deepEqual([entry?.source, entry?.status, entry?.incomplete], ["telepathy", "on hold", []]);
  });

  for (const value of [null, undefined, "text", 7, true, [], [plain]])
    it(`is rejected if it is ${JSON.stringify(value)?.slice(0, 20)}`, () => assert.equal(readEntry(value), undefined));

  it("is shown along with a list of its missing fields", () => {
    const entry = readEntry({ source: "contextual", comment: { a: 1 }, createdAt: true, contact: 5 });
    assert.match(entry?.id ?? "", /^\?[0-9a-f]{24}$/);
    assert.deepEqual(
      { ...entry, id: "" },
      {
        id: "",
        path: "",
        source: "contextual",
        status: "unknown",
        incomplete: ["id", "path", "comment", "createdAt", "status", "helpful", "contact"],
      },
    );
  });

  it("gets a stable ID, regardless of its status, if the service doesn't send one", () => {
    const { id: _, ...nameless } = plain;
    const [first, later, other] = [nameless, { ...nameless, status: "resolved" }, { ...nameless, path: "/b" }].map(
      (value) => readEntry(value)?.id,
    );
    assert.equal(first, later);
    assert.notEqual(first, other);
  });

  // All objects inherit properties with these names.
  it("ignores inherited object properties", () => {
    const value: unknown = JSON.parse(
      `{"__proto__":{"id":"p","path":"/evil","helpful":true,"contact":"x@y.example"},"constructor":{"prototype":{"path":"/evil"}},"id":"__proto__"}`,
    );
    const entry = readEntry(value);
    assert.deepEqual([entry?.id, entry?.path, entry?.helpful, entry?.contact], ["__proto__", "", undefined, undefined]);
    assert.equal(({} as { path?: string }).path, undefined);
  });

  // The comment is stored unchanged, because the code that displays it makes it harmless.
  it("keeps the entire text of a long comment", () => {
    const comment = `${"a".repeat(999_900)}\u202e[x](command:y)<img onerror=z>$(zap)\u0000`;
    assert.equal(readEntry({ ...plain, comment })?.comment, comment);
    const longer = readEntry({ ...plain, comment: "a".repeat(1_000_001) });
    assert.deepEqual([longer?.comment?.length, longer?.incomplete], [1_000_000, ["comment"]]);
  });
});

describe("time of an entry", () => {
  const readTime = (sent: unknown) => {
    const { createdAt, createdAtText } = readEntry({ ...plain, createdAt: sent }) ?? {};
    return createdAt ?? createdAtText;
  };
  for (const [sent, time] of [
    ["2026-06-30T12:00:00Z", noon],
    ["2026-06-30T12:00:00.123456Z", noon + 123],
    ["2026-06-30T12:00:00+00:00", noon],
    ["2026-07-01T02:00:00+14:00", noon],
    ["2026-06-30T12:00", noon],
    ["2026-06-30 12:00:00", noon],
    ["2026-06-30", Date.UTC(2026, 5, 30)],
    [noon, noon],
    [noon / 1000, noon],
    [String(noon), noon],
    [String(noon / 1000), noon],
  ] as const)
    it(`is parsed: ${sent}`, () => assert.equal(readTime(sent), time));

  for (const sent of [
    "",
    "yesterday",
    "2026-02-30T10:00:00Z",
    "2026-06-30T24:01:00Z",
    "+275760-09-13T00:00:00.001Z",
    "Tue, 30 Jun 2026 12:00:00 GMT",
    "2026",
    -1,
    1e20,
    0.5e-9 - 1,
    "12:00",
  ])
    // prettier-ignore
    it(`stays ${JSON.stringify(sent)} if it can't be parsed`, () => assert.equal(readTime(sent), String(sent)));

  for (const sent of [null, undefined, {}, true])
    it(`is undefined for ${JSON.stringify(sent)}`, () => assert.equal(readTime(sent), undefined));
});

describe("reading a page of results", () => {
  const read = (body: unknown) => {
    const result = readFeedbackPage(body);
    return result.ok ? result.value : result.failure.kind;
  };

  it("skips and counts invalid entries", () => {
    const page = read({ feedback: [plain, null, "x"], nextCursor: "c", hasMore: true });
    assert.deepEqual(page, {
      entries: [readEntry(plain)],
      unreadableCount: 2,
      skippedCount: 0,
      hasMore: true,
      nextCursor: "c",
    });
  });

  for (const nextCursor of [null, undefined, "", 7, {}, "x".repeat(5000)])
    it(`ignores the cursor ${JSON.stringify(nextCursor)?.slice(0, 12)}`, () =>
      assert.deepEqual(read({ feedback: [], nextCursor, hasMore: true }), {
        entries: [],
        unreadableCount: 0,
        skippedCount: 0,
        hasMore: true,
      }));

  it("infers from the cursor whether there are more results", () => {
    assert.deepEqual(read({ feedback: [], nextCursor: "c" }), {
      entries: [],
      unreadableCount: 0,
      skippedCount: 0,
      hasMore: true,
      nextCursor: "c",
    });
    assert.deepEqual(read({ feedback: [], nextCursor: null }), {
      entries: [],
      unreadableCount: 0,
      skippedCount: 0,
      hasMore: false,
    });
  });

  for (const body of [
    null,
    [],
    "x",
    5,
    {},
    { feedback: null },
    { feedback: {} },
    { feedback: "x" },
    JSON.parse(`{"__proto__":{"feedback":[]}}`),
  ])
    // prettier-ignore
    it(`rejects ${JSON.stringify(body)}`, () => assert.equal(read(body), "bad-answer"));
});

describe("comment prepared for saving", () => {
  for (const [text, saved] of [
    ["Write to anna.b+x@mail.example.com, please.", "Write to a…@mail.example.com, please."],
    ["<bob@b.example> or björn@müller.de", "<b…@b.example> or b…@müller.de"],
    ["Call +49 170 1234567.", "Call …67."],
    ["Call (555) 123-4567 today", "Call …67 today"],
    ["Tel. 0301234567, 030/1234567", "Tel. …67, …67"],
    ["My number: 555-123-4567", "My number: …67"],
    ["1-800-555-1212 or 1 (800) 555-1213", "…12 or …13"],
    ["Phone:555-123-4567", "Phone:…67"],
    ["tel:+4917012345678", "tel:…78"],
    ["Tel.0171/1234567", "Tel.…67"],
    ["?phone=5551234567&x=1", "?phone=…67&x=1"],
    ["5551234567", "…67"],
    ["(5551234567)", "(…67)"],
    ["5551234567 5559876543", "…67 …43"],
    ["Reach us: 15551234567, thanks", "Reach us: …67, thanks"],
    ["My number is 5551234567.", "My number is …67."],
    ["+1\u2011555\u2011123\u20114567 it\u2011is", "…67 it\u2011is"],
    ["+33\u00a06\u202f12\u202f34\u202f56\u202f78", "…78"],
    ["電話：０９０－１２３４－５６７８、５個", "電話：…78、５個"],
    ["anna＠example.com", "a…@example.com"],
    ["06.12.34.56.78 or +33.6.12.34.56.79", "…78 or …79"],
    ["555-123-4567x12 and 555-123-4568: call", "…67x12 and …68: call"],
    ["Call me at 1719745200", "Call me at …00"],
    ["mobilePhone: 1719745200123", "mobilePhone: …23"],
  ] as const)
    it(`has masked contacts: ${text}`, () => assert.equal(maskPersonalData(text), saved));

  for (const text of [
    "Since 2026-06-30 14:00 it fails with 404.",
    "Version 10.20.30.40 of @scope/name takes 1234567 ms.",
    "Port 4011, 127.0.0.1:8080, id 1719745200123, 5 @ 7",
    "Steps 1 - 2 - 3 and 10 000 entries",
    "1719745200 or 1719745200123, createdAt: 1719745200",
    "202606301400 and 20260630140000",
    'userId: 5551234567, order number 5551234567, "account_id": 5551234567, port=5551234567',
    "const seed = 5551234567; f.5551234567 #5551234567 f(5551234567) [5551234567]",
    "{1..1000000000} and 0.5333333333",
    "/orders/5551234567 and v5551234567 and 5551234567n",
    "123e4567-e89b-12d3-a456-426614174000",
    "2147483647, 4294967296, 10000000000",
    "It takes 5551234567 ns for 5551234567 bytes.",
    "0.5551234567, 5551234567.5, 1,234,567,890, 10,5551234567",
    "192.168.100.200, host:192.168.100.200:8080",
    "06/30/2026, 30.06.2026, 2026/06/30, 2019-2026",
    "pages:1000-2000, 10 000 000 entries",
    "5551234567:1 and 10:30-11:45",
    "１２３ items at ９：３０ ― fine",
  ])
    it(`stays unchanged: ${text}`, () => assert.equal(maskPersonalData(text), text));

  it("is prepared quickly, regardless of its content", () => {
    for (const text of [
      "a@".repeat(100_000),
      "1 ".repeat(100_000),
      "+1-".repeat(60_000),
      "(".repeat(200_000),
      "0".repeat(200_000),
      "5".repeat(200_000),
      "5551234567 ".repeat(20_000),
      "tel:".repeat(50_000),
      "1-800-".repeat(30_000),
      "a ".repeat(50_000) + "5551234567 ".repeat(10_000),
    ])
      // prettier-ignore
      assertQuick(2000, () => maskPersonalData(text), text.slice(0, 10));
  });
});
