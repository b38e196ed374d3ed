import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { readConfigSources, siteOf } from "../harness/site-of.ts";
import { faultsOfMangled, type Reach } from "./mangled-config.ts";
import { placesIn, chooseByMode } from "../harness/choose-by-mode.ts";

const folder = join(import.meta.dirname, "mangled");
/**
 * Realistic files: a site with groups, a site with several files and every rare setting, and a site with several
 * languages and versions.
 */
const names = ["groups.json", "everything.json", "languages.json"] as const;

const pages = new Map([
  ["index.mdx", "---\ntitle: Home\n---\n\n[Start](/start)\n"],
  ["start.mdx", "---\ntitle: Start\nopenapi: GET /eggs\n---\n\nText.\n"],
  ["nav/part.json", '{ "group": "Part", "pages": ["start", "missing", "GET /eggs", "get /nests"] }'],
  [
    "api.yaml",
    'openapi: 3.1.0\ninfo: { title: Eggs, version: "1" }\npaths:\n  /eggs:\n    get:\n      responses:\n        "200": { description: ok }\n',
  ],
]);

/**
 * These tests simulate docs.json while it's being typed. For any fragment, no function may throw an error, and every
 * range must be within its file.
 */
describe("damaged docs.json", function () {
  // These tests take about four seconds on an idle machine. The limit is meant to detect a hang, not a busy machine.
  this.timeout(120_000);

  for (const name of names) {
    const text = readFileSync(join(folder, name), "utf8");
    const faultsOf = inSite(text);

    it(`causes no failures when ${name} is cut off at any position`, () => {
      for (const end of placesIn(text.length, 4)) {
        const reach = end % 40 === 0 ? "fixes" : end % 8 === 0 ? "site" : "config";
        assert.deepEqual(faultsOf(text.slice(0, end), reach), [], `prefix of ${end} characters`);
      }
    });
  }

  it("causes no failures when any single character is removed from everything.json", () => {
    const text = readFileSync(join(folder, "everything.json"), "utf8");
    const faultsOf = inSite(text);
    for (const at of placesIn(text.length, 4)) {
      const reach = at % 40 === 0 ? "fixes" : "config";
      assert.deepEqual(faultsOf(text.slice(0, at) + text.slice(at + 1), reach), [], `without character ${at}`);
    }
  });

  it("causes no failures after a few random edits", () => {
    const text = readFileSync(join(folder, "everything.json"), "utf8");
    const faultsOf = inSite(text);
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      '"',
      ",",
      ":",
      "\\",
      "null",
      "-1e999",
      '"$ref": "docs.json"',
      '"pages"',
      "\r\n",
      "\0",
      "\ud800",
      "//",
      "𝒳",
    );
    const edit = fc.record({
      at: fc.nat(text.length),
      remove: fc.nat(30),
      insert: fc.oneof(pieces, fc.constant("")),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 5 }), (edits) => {
        const mangled = edits.reduce(
          (now, { at, remove, insert }) => now.slice(0, at) + insert + now.slice(at + remove),
          text,
        );
        assert.deepEqual(faultsOf(mangled, "site"), []);
      }),
      { numRuns: chooseByMode(50, 150) },
    );
  });
});

function inSite(text: string): (mangled: string, reach: Reach) => string[] {
  const files = new Map([["docs.json", text], ...pages]);
  const site = siteOf(files, "mintlify");
  const sources = readConfigSources(files);
  return (mangled, reach) => faultsOfMangled(site, mangled, sources, files, reach);
}
