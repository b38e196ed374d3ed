import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { haveSameLinkUrls } from "./links.ts";

const createPages = (texts: Readonly<Record<string, string>>) =>
  siteOf(new Map(Object.entries({ "docs.json": "{}", ...texts })));

describe("haveSameLinkUrls", () => {
  const before = createPages({ "a.mdx": "Text [x](/b) and [y](/c)", "b.mdx": "" });
  it("is true if only the text between links changes", () => {
    assert.ok(haveSameLinkUrls(before, before));
    assert.ok(haveSameLinkUrls(before, createPages({ "a.mdx": "\n\nOther [word](/b), [y](/c)!", "b.mdx": "" })));
  });

  it("is false for a different page or if a link is added, removed, or changed", () => {
    for (const text of ["[x](/b)", "[x](/b) [y](/c) [z](/d)", "[x](/b) [y](/c#d)", ""])
      assert.ok(!haveSameLinkUrls(before, createPages({ "a.mdx": text, "b.mdx": "" })), text);
    assert.ok(!haveSameLinkUrls(before, createPages({ "a.mdx": "Text [x](/b) and [y](/c)" })));
  });

  it("also compares links in code files", () => {
    const createScript = (href: string, around = "") =>
      createPages({ "x.jsx": `export const X = () => <a href="${href}">${around}</a>;` });
    assert.ok(haveSameLinkUrls(createScript("/b"), createScript("/b", "more")));
    assert.ok(!haveSameLinkUrls(createScript("/b"), createScript("/c")));
  });
});
