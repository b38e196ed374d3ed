import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { haveSameLinkUrls } from "./links.ts";

const pages = (texts: Readonly<Record<string, string>>) =>
  siteOf(new Map(Object.entries({ "docs.json": "{}", ...texts })));

describe("haveSameLinkUrls", () => {
  const before = pages({ "a.mdx": "Text [x](/b) and [y](/c)", "b.mdx": "" });
  it("is true if only the text between links changes", () => {
    assert.ok(haveSameLinkUrls(before, before));
    assert.ok(haveSameLinkUrls(before, pages({ "a.mdx": "\n\nOther [word](/b), [y](/c)!", "b.mdx": "" })));
  });

  it("is false for a different page or if a link is added, removed, or changed", () => {
    for (const text of ["[x](/b)", "[x](/b) [y](/c) [z](/d)", "[x](/b) [y](/c#d)", ""])
      assert.ok(!haveSameLinkUrls(before, pages({ "a.mdx": text, "b.mdx": "" })), text);
    assert.ok(!haveSameLinkUrls(before, pages({ "a.mdx": "Text [x](/b) and [y](/c)" })));
  });

  it("also compares links in code files", () => {
    const script = (href: string, around = "") =>
      pages({ "x.jsx": `export const X = () => <a href="${href}">${around}</a>;` });
    assert.ok(haveSameLinkUrls(script("/b"), script("/b", "more")));
    assert.ok(!haveSameLinkUrls(script("/b"), script("/c")));
  });
});
