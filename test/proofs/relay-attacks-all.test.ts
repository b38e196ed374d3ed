import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("./", import.meta.url);

/** Returns the numbers of all attacks in the test files in this folder. */
function numbers(): ReadonlySet<string> {
  const files = readdirSync(folder).filter((name) => /^relay-attacks-.*\.test\.ts$/.test(name));
  const texts = files.map((name) => readFileSync(new URL(name, folder), "utf8"));
  return new Set(texts.flatMap((text) => Array.from(text.matchAll(/\bno: "(X?\d+)"/g), ([, no = ""]) => no)));
}

describe("attacks on the relay", () => {
  const tried = numbers();

  it("include all 44 planned attacks", () => {
    const expected = Array.from({ length: 44 }, (_, at) => String(at + 1));
    assert.deepEqual(expected.filter((no) => !tried.has(no)), []); // prettier-ignore
  });

  it("include all 18 attacks from the bad input catalog", () => {
    const expected = Array.from({ length: 18 }, (_, at) => `X${at + 128}`);
    assert.deepEqual(expected.filter((no) => !tried.has(no)), []); // prettier-ignore
  });
});
