import assert from "node:assert/strict";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { createSiteIndex, getEffectiveBoost, extractPlainText, type SearchDocument } from "./search-index.ts";

function createDocument(id: string, text: string, title = id): SearchDocument {
  return { id, title, description: "", headings: "", text };
}

const getDefaultBoost = () => ({ value: 1, source: "default" }) as const;

describe("site search", () => {
  it("finds word prefixes and ranks titles before text", () => {
    const index = createSiteIndex();
    index.update(createDocument("a", "How to install the program."));
    index.update(createDocument("b", "Something else.", "Installing"));
    index.update(createDocument("c", "Nothing."));
    assert.deepEqual(
      index.search("instal", getDefaultBoost).map(({ id }) => id),
      ["b", "a"],
    );
  });

  it("returns each page's boost value and the rank that it would have without it", () => {
    const index = createSiteIndex();
    index.update(createDocument("a", "Tokens expire.", "Tokens"));
    index.update(createDocument("b", "About tokens."));
    const getBoost = (id: string) => (id === "b" ? ({ value: 50, source: "page" } as const) : getDefaultBoost());
    const [first, second] = index.search("tokens", getBoost);
    assert.deepEqual([first?.id, first?.rankWithoutBoost, first?.boost.value], ["b", 2, 50]);
    assert.deepEqual([second?.id, second?.rankWithoutBoost], ["a", 1]);
  });

  it("updates when pages change or are deleted", () => {
    const index = createSiteIndex();
    index.update(createDocument("a", "old words"));
    index.update(createDocument("a", "new words"));
    assert.deepEqual(index.search("old", getDefaultBoost), []);
    assert.equal(index.search("new", getDefaultBoost)[0]?.excerpt, "new words");
    index.remove("a");
    assert.deepEqual(index.search("new", getDefaultBoost), []);
  });

  it("accepts any query", () => {
    const index = createSiteIndex();
    index.update(createDocument("a", "words"));
    for (const query of ["", "   ", "*", "(", "constructor", "__proto__", "x".repeat(10_000)])
      assert.ok(Array.isArray(index.search(query, getDefaultBoost)), query);
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
      assert.equal(getEffectiveBoost(site, slug, `${slug}.mdx`).value, value);
    });
});

describe("searchable text of a page", () => {
  it("includes only what readers see", () => {
    const text =
      'import A from \'/a.mdx\'\n\n## Start *here*\n\n<Card title="First" href="/x">\n  See [docs](/d).\n</Card>\n\n```ts\nconst a = 1;\n```\n{/* hidden */}';
    assert.equal(extractPlainText(text), "Start here First See docs. const a = 1;");
  });
});
