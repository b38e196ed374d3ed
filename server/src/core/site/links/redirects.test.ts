import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { followRedirectChain, findRedirect, getRedirects } from "./redirects.ts";

type Pair = readonly [source: string, destination: string];

function createSite(redirects: readonly Pair[], more: Readonly<Record<string, string>> = {}) {
  const list = redirects.map(([source, destination]) => ({ source, destination }));
  return siteOf(new Map(Object.entries({ "docs.json": JSON.stringify({ redirects: list }), ...more })));
}

function followPath(redirects: readonly Pair[], path: string): string | undefined {
  return findRedirect(createSite(redirects), path)?.destination;
}

function getChain(redirects: readonly Pair[], index = 0) {
  const site = createSite(redirects);
  const redirect = getRedirects(site)[index];
  assert.ok(redirect);
  return followRedirectChain(site, redirect);
}

describe("redirect lookup", () => {
  it("finds sources without patterns regardless of leading and trailing slashes", () => {
    assert.equal(followPath([["/old", "/new"]], "old"), "/new");
    assert.equal(followPath([["old/", "/new"]], "/old"), "/new");
    assert.equal(followPath([["/old", "/new"]], "/old/?tab=2#x"), "/new");
    assert.equal(followPath([["/", "/start"]], ""), "/start");
    assert.equal(followPath([["/caf%C3%A9", "/new"]], "café"), "/new");
    assert.equal(followPath([["/old", "/new"]], "/Old"), undefined);
  });

  const patterns: readonly [string, string, string, string | undefined][] = [
    ["/beta/:slug*", "/v2/:slug*", "beta/intro", "/v2/intro"],
    ["/beta/:slug*", "/v2/:slug*", "beta/a/b/c", "/v2/a/b/c"],
    ["/beta/:slug*", "/v2/:slug*", "betas/a", undefined],
    ["/beta/:slug", "/v2/:slug", "beta/a", "/v2/a"],
    ["/beta/:slug", "/v2/:slug", "beta/a/b", undefined],
    ["/old/*", "/new/*", "old/a/b", "/new/a/b"],
    ["/old/article-*", "/new/article-*", "old/article-123", "/new/article-123"],
    ["/articles/concepts-*", "/collections/overview", "articles/concepts-x", "/collections/overview"],
    ["/:lang/old/:slug*", "/:lang/new/:slug*", "fr/old/a/b", "/fr/new/a/b"],
    ["/a/:x*/b/:y*/c", "/:y*/:x*", "a/1/b/2/b/3/c", "/2/b/3/1"],
    ["/v1/(.*)", "/v2/*", "v1/a", "/v2/a"],
    ["/old/:id", "https://example.com:8080/:id", "old/7", "https://example.com:8080/7"],
    ["/homehttps:/github.com/x", "/x", "homehttps:/github.com/x", "/x"],
  ];
  for (const [source, destination, path, expected] of patterns)
    it(`finds that ${source} ${expected === undefined ? "doesn't match" : "matches"} ${path}`, () => {
      assert.equal(followPath([[source, destination]], path), expected);
    });

  it("matches sources without patterns first, followed by patterns in file order", () => {
    const list: Pair[] = [
      ["/old/:slug*", "/new/:slug*"],
      ["/old/a/:slug*", "/other"],
      ["/old/a/b", "/exception"],
    ];
    assert.equal(followPath(list, "old/a/b"), "/exception");
    assert.equal(followPath(list, "old/a/c"), "/new/a/c");
  });

  it("returns the first matching pattern, if any, regardless of its required segments", () => {
    const patterns: Pair[] = [
      ["/:a/x/:b", "/1"],
      ["/:a/:b/y", "/2"],
      ["/:a/:b/:c", "/3"],
      ["/docs/:b/y", "/4"],
    ];
    for (const [path, expected] of [
      ["docs/x/y", "/1"],
      ["docs/q/y", "/2"],
      ["docs/q/z", "/3"],
      ["x/x", undefined],
    ] as const)
      assert.equal(followPath(patterns, path), expected, path);
    assert.equal(followPath(patterns.toReversed(), "docs/x/y"), "/4");
  });

  it("never matches a source with a fragment or query", () => {
    assert.equal(followPath([["/old#part", "/new"]], "old"), undefined);
    assert.equal(followPath([["/old?a=1", "/new"]], "old"), undefined);
  });

  it("matches a source that includes the base path", () => {
    const site = createSite([["/docs/old", "/docs/new"]], { ".docwright.json": '{ "basePath": "/docs" }' });
    assert.equal(findRedirect(site, "old")?.destination, "/docs/new");
    assert.equal(findRedirect(site, "docs/old")?.destination, "/docs/new");
  });

  it("reads redirects from a file that docs.json includes and returns their positions in that file", () => {
    const text = '[{ "source": "/a", "destination": "/b" }, { "source": 1 }, "x"]';
    const files = { "docs.json": '{ "redirects": { "$ref": "./redirects.json" } }', "redirects.json": text };
    const [redirect, ...others] = getRedirects(siteOf(new Map(Object.entries(files))));
    assert.deepEqual(others, []);
    assert.ok(redirect);
    assert.equal(redirect.node.file, "redirects.json");
    const { start, end } = redirect.sourceNode.range;
    assert.equal(text.slice(start, end), '"/a"');
  });

  it("stays fast with 20,000 patterns, including a hostile one", () => {
    const many = Array.from({ length: 20_000 }, (_, i): Pair => [`/p${i}/:x*`, `/q${i}/:x*`]);
    const hostile: Pair = [`/${"a/:x*/".repeat(25)}end`, "/y"];
    const site = createSite([...many, hostile]);
    getRedirects(site);
    assertQuick(2000, () => {
      for (let i = 0; i < 10_000; i++) findRedirect(site, `p${i}/a/b/c`);
      findRedirect(site, "a/".repeat(900));
    });
  });
});

describe("outcome of a redirect", () => {
  it("is direct if the destination is a page or another site", () => {
    assert.equal(getChain([["/a", "/b"]]).kind, "direct");
    assert.equal(getChain([["/a", "https://example.com/a"]]).kind, "direct");
  });

  it("is a redirect to itself, even if the destination differs by a fragment, query, or slash", () => {
    for (const end of ["/a", "a/", "/a#x", "/a?x=1"]) assert.equal(getChain([["/a", end]]).kind, "to-itself");
    assert.equal(getChain([["/A", "/a"]]).kind, "direct");
  });

  it("is a loop only for redirects that are part of the cycle", () => {
    const list: Pair[] = [
      ["/a", "/b"],
      ["/b", "/c"],
      ["/c", "/a"],
      ["/in", "/a"],
    ];
    assert.deepEqual(
      list.map((_, index) => getChain(list, index).kind),
      ["loop", "loop", "loop", "unclear"],
    );
  });

  it("is a loop through a pattern", () => {
    const list: Pair[] = [
      ["/new/page", "/old/page"],
      ["/old/:slug*", "/new/:slug*"],
    ];
    assert.deepEqual([getChain(list, 0).kind, getChain(list, 1).kind], ["loop", "direct"]);
  });

  it("is a loop if a pattern matches its own destination", () => {
    for (const [source, destination] of [
      ["/a/:slug*", "/a/b/:slug*"],
      ["/a/:slug", "/a/b"],
      ["/a/*", "/a/b/*"],
      ["/:slug*", "/a/:slug*"],
    ] as const)
      assert.equal(getChain([[source, destination]]).kind, "loop", source);
    const [way, back]: Pair[] = [
      ["/a/:slug*", "/b/c/:slug*"],
      ["/b/:slug*", "/a/:slug*"],
    ];
    if (way && back) assert.deepEqual([getChain([way, back], 0).kind, getChain([way, back], 1).kind], ["loop", "loop"]);
    // If a pattern removes a segment each time it applies, the chain ends, even if an exception follows the pattern.
    assert.equal(getChain([["/a/:first/:slug*", "/a/:slug*"]]).kind, "direct");
    assert.equal(getChain([["/a/:slug", "/a/b/:slug"]]).kind, "direct");
    const excepted: Pair[] = [
      ["/a/:slug*", "/a/b"],
      ["/a/b", "/c"],
    ];
    assert.equal(getChain(excepted).kind, "chain");
    // It's unknown whether the pattern also matches `/a`. Live sites rely on the pattern not matching.
    assert.equal(getChain([["/a/:slug*", "/a"]]).kind, "direct");
  });

  it("is a chain to the last destination, preserving wildcards and the fragment", () => {
    const list: Pair[] = [
      ["/v1/:slug*", "/v2/:slug*"],
      ["/v2/:slug*", "/v3/:slug*"],
      ["/start", "/begin#install"],
      ["/begin", "/first"],
    ];
    const [patterns, plain] = [getChain(list, 0), getChain(list, 2)];
    assert.equal(patterns.kind === "chain" && patterns.destination, "/v3/:slug*");
    assert.equal(plain.kind === "chain" && plain.destination, "/first#install");
    const narrower: Pair[] = [
      ["/v1/:slug*", "/v2/:slug*"],
      ["/v2/:slug", "/v3/:slug"],
    ];
    assert.equal(getChain(narrower).kind, "direct");
  });

  it("is unused if an earlier redirect has the same source", () => {
    const list: Pair[] = [
      ["/a", "/b"],
      ["/a", "/a"],
    ];
    assert.equal(getChain(list, 1).kind, "unused");
  });
});
