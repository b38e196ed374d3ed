import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { renameInSite } from "./rename.ts";

/** Returns the frontmatter value of the page `a.mdx` after the operation's path changes. */
function renameReference(reference: string, newPath: string): string | undefined {
  const text = `---\nopenapi: ${reference}\n---\n`;
  const site = siteOf(
    new Map([
      ["docs.json", '{ "navigation": { "pages": ["a"] } }'],
      ["api.yaml", "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /users:\n    get: {}\n"],
      ["a.mdx", text],
    ]),
  );
  const spec = site.specs.get("api.yaml");
  const path = spec?.operations[0]?.pathRange;
  assert.ok(spec && path);
  const { edits } = renameInSite(
    site,
    {
      symbol: { kind: "node", file: "api.yaml", keys: ["paths", "/users"] },
      definitions: [{ file: "api.yaml", range: path }],
      spec,
    },
    newPath,
  );
  const own = edits.flatMap((edit) => (edit.kind === "edit" && edit.file === "a.mdx" ? edit.edits : []));
  return /^---\nopenapi: (.*)\n---\n$/.exec(applyEdits(text, own))?.[1];
}

describe("renaming an operation that a page refers to", () => {
  const cases: readonly (readonly [written: string, newPath: string, after: string])[] = [
    ["GET /users", "/people", "GET /people"],
    ["'GET /users'", "/people's", `"GET /people's"`],
    ['"GET /users"', '/people"s', '"GET /people\\"s"'],
    ["GET /users", "/people\\s", "GET /people\\s"],
    ["'/api.yaml GET /users'", "/people's", `"/api.yaml GET /people's"`],
  ];
  for (const [reference, newPath, after] of cases)
    it(`changes ${reference} to ${after}`, () => assert.equal(renameReference(reference, newPath), after));
});

describe("renameInSite", () => {
  it("adds a redirect from every generated page that moves", () => {
    const count = 2_500;
    const paths = Array.from({ length: count }, (_, i) => `  /u${i}: { get: { tags: [Users], summary: S${i} } }`);
    const site = siteOf(
      new Map([
        ["docs.json", '{ "navigation": { "groups": [{ "group": "A", "openapi": "api.yaml" }] } }'],
        ["api.yaml", `openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths:\n${paths.join("\n")}\n`],
      ]),
    );
    const spec = site.specs.get("api.yaml");
    assert.ok(spec);
    const { addedRedirects: addresses } = renameInSite(
      site,
      { symbol: { kind: "tag", name: "Users" }, definitions: [], spec },
      "People",
    );
    assert.equal(addresses.length, count);
    assert.deepEqual(addresses.at(-1), {
      source: `/api-reference/users/s${count - 1}`,
      destination: `/api-reference/people/s${count - 1}`,
    });
  });
});
