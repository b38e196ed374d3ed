import assert from "node:assert/strict";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { createSiteIndex, effectiveBoost, extractPlainText, type SearchDocument } from "./search-index.ts";

function document(id: string, text: string, title = id): SearchDocument {
  return { id, title, description: "", headings: "", text };
}

const defaultBoost = () => ({ value: 1, from: "default" }) as const;

describe("site search", () => {
  it("finds word prefixes and ranks titles before text", () => {
    const index = createSiteIndex();
    index.put(document("a", "How to install the program."));
    index.put(document("b", "Something else.", "Installing"));
    index.put(document("c", "Nothing."));
    assert.deepEqual(
      index.search("instal", defaultBoost).map(({ id }) => id),
      ["b", "a"],
    );
  });

  it("returns each page's boost value and the rank that it would have without it", () => {
    const index = createSiteIndex();
    index.put(document("a", "Tokens expire.", "Tokens"));
    index.put(document("b", "About tokens."));
    const boostOf = (id: string) => (id === "b" ? ({ value: 50, from: "page" } as const) : defaultBoost());
    const [first, second] = index.search("tokens", boostOf);
    assert.deepEqual([first?.id, first?.placeWithoutBoost, first?.boost.value], ["b", 2, 50]);
    assert.deepEqual([second?.id, second?.placeWithoutBoost], ["a", 1]);
  });

  it("updates when pages change or are deleted", () => {
    const index = createSiteIndex();
    index.put(document("a", "old words"));
    index.put(document("a", "new words"));
    assert.deepEqual(index.search("old", defaultBoost), []);
    assert.equal(index.search("new", defaultBoost)[0]?.excerpt, "new words");
    index.remove("a");
    assert.deepEqual(index.search("new", defaultBoost), []);
  });

  it("accepts any query", () => {
    const index = createSiteIndex();
    index.put(document("a", "words"));
    for (const query of ["", "   ", "*", "(", "constructor", "__proto__", "x".repeat(10_000)])
      assert.ok(Array.isArray(index.search(query, defaultBoost)), query);
  });
});

describe("boost value of a page", () => {
  const site = siteOf(
    new Map(
      Object.entries({
        "docs.json": JSON.stringify({
          navigation: {
            groups: [
              {
                group: "A",
                boost: 3,
                pages: [
                  "a",
                  "own",
                  { group: "Inner", pages: ["inner"] },
                  { group: "Less", boost: 0.5, pages: ["less"] },
                ],
              },
              { group: "B", pages: ["b"] },
            ],
          },
        }),
        "a.mdx": "",
        "own.mdx": "---\nboost: 2\n---\n",
        "inner.mdx": "",
        "less.mdx": "",
        "b.mdx": "",
      }),
    ),
  );
  const cases = { a: 3, own: 2, inner: 3, less: 0.5, b: 1 };
  for (const [slug, value] of Object.entries(cases))
    it(`is ${value} for ${slug}`, () => {
      assert.equal(effectiveBoost(site, slug, `${slug}.mdx`).value, value);
    });
});

describe("searchable text of a page", () => {
  it("includes only what readers see", () => {
    const text =
      'import A from \'/a.mdx\'\n\n## Start *here*\n\n<Card title="First" href="/x">\n  See [docs](/d).\n</Card>\n\n```ts\nconst a = 1;\n```\n{/* hidden */}';
    assert.equal(extractPlainText(text), "Start here First See docs. const a = 1;");
  });
});
