import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { explainError, formatLocalTime, toSafeLine, redactFeedback } from "./errors.ts";

const key = `mint_9f8"e/7d+6c`;

describe("time shown to the author", () => {
  const createTime = (hours: number, minutes: number, seconds = 0) =>
    new Date(2026, 5, 30, hours, minutes, seconds).getTime();

  it("is in the local time zone, rounded up to the minute, and includes the date unless it's today", () => {
    assert.equal(formatLocalTime(createTime(15, 40), createTime(15, 0)), "15:40");
    assert.equal(formatLocalTime(createTime(15, 40, 1), createTime(15, 0)), "15:41");
    assert.equal(formatLocalTime(createTime(24, 5), createTime(23, 50)), "2026-07-01 00:05");
  });
});

describe("failed connection", () => {
  for (const [code, isUnsent] of [
    ["ECONNREFUSED", true],
    ["ENOTFOUND", true],
    ["EAI_AGAIN", true],
    ["UND_ERR_CONNECT_TIMEOUT", true],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", true],
    ["ECONNRESET", false],
    ["UND_ERR_HEADERS_TIMEOUT", false],
    ["", false],
  ] as const)
    it(`with ${code || "no code"} ${isUnsent ? "didn't reach" : "may have reached"} the service`, () => {
      const error = Object.assign(new Error("failed"), { code });
      assert.equal(explainError(error, { hasResponse: false }).isUnsent, isUnsent);
      assert.equal(explainError(error, { hasResponse: true }).isUnsent, false);
    });
});

describe("message from a feedback service", () => {
  for (const [what, text, expected] of [
    ["the key", `no: ${key}!`, "no: [key]!"],
    ["the key in JSON", `{"key":${JSON.stringify(key)}}`, `{"key":"[key]"}`],
    ["the key in a URL", `?key=${encodeURIComponent(key)}&`, "?key=[key]&"],
    ["the key in Base64", Buffer.from(key).toString("base64"), "[key]"],
    ["another key", "authorization: Bearer abc.def-123, no", "authorization: Bearer [key], no"],
    ["email addresses", "to <Anna.B+x@mail.example.com>; bob@b.example", "to <[e-mail]>; [e-mail]"],
  ] as const)
    it(`is shown without ${what}`, () => assert.equal(redactFeedback(text, key), expected));

  it("keeps ordinary text unchanged", () => {
    const text = "Project p@ is not found (5 @ 7)";
    assert.equal(redactFeedback(text, key), text);
  });

  it("is processed quickly regardless of its content", () => {
    for (const text of ["a@".repeat(8000), "a".repeat(16_000), `${"a.".repeat(8000)}@`, "bearer ".repeat(2000)])
      assertQuick(1000, () => redactFeedback(text, key), text.slice(0, 10));
  });

  it("is one line without terminal control characters", () => {
    assert.equal(toSafeLine(" a\r\n\tb\u001b[2Jc\u202ed\u0000\u2028e ", 50), "a b [2Jc d e");
    assert.equal(toSafeLine("😀".repeat(10), 5), "😀😀…");
    assert.equal(toSafeLine("x".repeat(1_000_000), 3), "xxx…");
  });
});
