import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { maskPersonalData } from "./mask.ts";

describe("comment as saved on disk", () => {
  for (const [text, saved] of [
    ["Write to anna.b+x@mail.example.com, please.", "Write to a…@mail.example.com, please."],
    ["<bob@b.example> or björn@müller.de", "<b…@b.example> or b…@müller.de"],
    ["Call +49 170 1234567.", "Call …67."],
    ["Call (555) 123-4567 today", "Call …67 today"],
    ["Tel. 0301234567, 030/1234567", "Tel. …67, …67"],
    ["My number: 555-123-4567", "My number: …67"],
  ] as const)
    it(`masks: ${text}`, () => assert.equal(maskPersonalData(text), saved));

  for (const text of [
    "Since 2026-06-30 14:00 it fails with 404.",
    "Version 10.20.30.40 of @scope/name takes 1234567 ms.",
    "Port 4011, 127.0.0.1:8080, id 1719745200123, 5 @ 7",
    "Steps 1 - 2 - 3 and 10 000 entries",
  ])
    it(`keeps: ${text}`, () => assert.equal(maskPersonalData(text), text));

  it("is created quickly regardless of its content", () => {
    for (const text of [
      "a@".repeat(100_000),
      "1 ".repeat(100_000),
      "+1-".repeat(60_000),
      "(".repeat(200_000),
      "0".repeat(200_000),
    ])
      // prettier-ignore
      assertQuick(2000, () => maskPersonalData(text), text.slice(0, 10));
  });
});
