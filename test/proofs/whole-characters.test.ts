import assert from "node:assert/strict";
import fc from "fast-check";
import { createFixes, findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import { hasHalfPair, randomConfig, randomPage, randomSpec } from "../harness/random-pages.ts";
import { siteOf } from "../harness/site-of.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";

/** Whether the offset splits a surrogate pair. */
function splits(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1));
}

/** Yields all ranges in a value at any depth, each with its file. */
function* rangesIn(value: unknown, file: string): Generator<{ file: string; start: number; end: number }> {
  if (Array.isArray(value)) for (const each of value) yield* rangesIn(each, file);
  else if (typeof value === "object" && value !== null) {
    const own = value as Record<string, unknown>;
    const within = typeof own["file"] === "string" ? own["file"] : file;
    const { start, end } = own;
    if (typeof start === "number" && typeof end === "number") yield { file: within, start, end };
    else for (const each of Object.values(own)) yield* rangesIn(each, within);
  }
}

const configFile = "docs.json";

describe("characters that consist of two UTF-16 code units", function () {
  this.timeout(chooseByMode(120_000, 1_800_000));

  it("are never split in messages or in ranges of problems and fixes", () => {
    fc.assert(
      fc.property(randomPage, randomPage, randomConfig, randomSpec, (page, other, config, spec) => {
        const files = new Map([
          [configFile, config],
          ["a.mdx", page],
          ["b😀.mdx", other],
          ["api.yaml", spec],
        ]);
        const site = siteOf(files);
        for (const problem of findSiteProblems(site)) {
          const { code, message } = problem;
          assert.ok(!hasHalfPair(message), `${code}: ${JSON.stringify(message)}`);
          const fixes = createFixes(problem, site);
          for (const { title, edits } of fixes) {
            assert.ok(!hasHalfPair(title), `${code}: ${JSON.stringify(title)}`);
            for (const { newText } of edits as readonly { newText?: string }[])
              assert.ok(!hasHalfPair(newText ?? ""), `${code}: ${JSON.stringify(newText)}`);
          }
          for (const { file, start, end } of rangesIn([problem, fixes], ""))
            for (const offset of [start, end])
              assert.ok(!splits(files.get(file) ?? "", offset), `${code} at ${file}:${start}-${end}: ${message}`);
        }
      }),
      { numRuns: chooseByMode(150, 10_000), seed: seedOf(7) },
    );
  });
});
