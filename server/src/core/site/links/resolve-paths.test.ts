import assert from "node:assert/strict";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { pageNotFound } from "../../rules/link/page-not-found.ts";
import { wrongCase } from "../../rules/link/wrong-case.ts";
import { resolveLink } from "./resolve-link.ts";

describe("resolveLink for paths that look like other paths", () => {
  const createSite = (config: object) =>
    siteOf(
      new Map([
        ["docs.json", JSON.stringify({ redirects: [{ source: "/old", destination: "/start" }], ...config })],
        ["start.mdx", ""],
      ]),
    );

  it("follows a redirect without the prefix `docs` unless the site is hosted elsewhere", () => {
    const findKind = (config: object, link: string) => resolveLink(createSite(config), link, undefined).kind;
    const setCanonical = (canonical: string) => ({ seo: { metatags: { canonical } } });
    assert.equal(findKind({}, "/docs/old"), "redirect");
    assert.equal(findKind({}, "/old"), "redirect");
    assert.equal(findKind(setCanonical("https://example.com/docs"), "/docs/old"), "redirect");
    assert.equal(findKind(setCanonical("https://docs.example.com"), "/docs/old"), "missing");
    assert.equal(findKind(setCanonical("https://docs.example.com"), "/old"), "redirect");
  });

  it("reports a link that starts with two slashes and a folder of the site", () => {
    const config = '//- docs.json\n{ "navigation": { "pages": ["index", "guides/start"] } }\n';
    checkFix(
      pageNotFound,
      `${config}//- index.mdx\n[x]([|//guides/start#a|])\n//- guides/start.mdx\n## A\n`,
      { "index.mdx": "[x](/guides/start#a)" },
      "Link to `/guides/start#a`",
    );
    checkRule(
      pageNotFound,
      `${config}//- index.mdx\n[x](//guides.example/start) [y](//example.com/start)\n//- guides/start.mdx\n## A\n`,
    );
  });

  it("suggests a folder with another letter case only if the navigation lists its pages", () => {
    const createText = (pages: string, link: string) =>
      `//- docs.json\n{ "navigation": { "pages": ["index"${pages}] } }\n//- index.mdx\n${link}\n//- guides/a.mdx\n`;
    checkRule(wrongCase, createText("", "[x](/GUIDES)"));
    checkRule(pageNotFound, createText("", "[x]([|/GUIDES|])"));
    checkRule(wrongCase, createText(', "guides/a"', "[x]([|/GUIDES|])"));
  });
});
