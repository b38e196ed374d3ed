import assert from "node:assert/strict";
import { backOff, retryAfter } from "./retry-after.ts";

const now = Date.UTC(2026, 5, 30, 12, 0, 0);

describe("how long a service asks to wait", () => {
  // A104; RFC 9110, 10.2.3 and 5.6.7. Junk: 5 seconds, never over two minutes.
  for (const [text, seconds] of [
    ["5", 5],
    ["0", 0],
    ["120", 120],
    ["121", 120],
    ["999999999999999999999", 120],
    ["Tue, 30 Jun 2026 12:00:20 GMT", 20],
    ["Tuesday, 30-Jun-26 12:00:20 GMT", 20],
    ["Tue Jun 30 12:00:20 2026", 20],
    ["Tue, 30 Jun 2026 11:00:00 GMT", 0],
    ["Tue, 30 Jun 2027 12:00:20 GMT", 120],
    ["-1", 5],
    ["1e9", 5],
    ["1.5", 5],
    ["abc", 5],
    ["2026-06-30", 5],
    ["Tue, 99 Jun 2026 12:00:20 GMT", 5],
    ["", 5],
    [undefined, 5],
  ] as const)
    it(`${text ?? "nothing"} is ${seconds} s`, () =>
      assert.equal(retryAfter(headersOf({ "retry-after": text }), now), seconds * 1000));

  it("goes by the clock of the service where it tells it", () => {
    const headers = headersOf({
      "retry-after": "Tue, 30 Jun 2026 18:00:20 GMT",
      date: "Tue, 30 Jun 2026 18:00:00 GMT",
    });
    assert.equal(retryAfter(headers, now), 20_000);
  });
});

describe("how long to wait after a fault", () => {
  it("is drawn from a time that doubles, up to 8 seconds", () => {
    const times = (random: number) => [0, 1, 2, 3, 4, 5, 30].map((attempt) => backOff(attempt, random));
    assert.deepEqual(times(0), [0, 0, 0, 0, 0, 0, 0]);
    assert.deepEqual(times(0.5), [250, 500, 1000, 2000, 4000, 4000, 4000]);
  });
});

function headersOf(entries: Readonly<Record<string, string | undefined>>): Headers {
  return new Headers(
    Object.entries(entries).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    ),
  );
}
