import assert from "node:assert/strict";
import { applyFix, checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findSiteProblems } from "../engine/run-rules.ts";
import { missingForMovedPage } from "./missing-for-moved-page.ts";

const pages = `
//- guides/install.mdx
//- HEAD:setup/install.mdx
`;

function applyRedirectFix(docs: string): string | undefined {
  return applyFix(missingForMovedPage, `//- docs.json\n${docs}${pages}`).get("docs.json");
}

describe("redirect/missing-for-moved-page", () => {
  it("is reported at the first key if there are no redirects, and has a fix that adds the list", () => {
    assert.equal(
      applyRedirectFix('{\n  [|"name"|]: "A",\n  "navigation": { "pages": ["guides/install"] }\n}'),
      '{\n  "name": "A",\n  "navigation": { "pages": ["guides/install"] },\n  "redirects": [\n    {\n      "source": "/setup/install",\n      "destination": "/guides/install"\n    }\n  ]\n}',
    );
  });

  it("offers to add the redirect in the same format as the existing ones", () => {
    assert.equal(
      applyRedirectFix('{\n\t[|"redirects"|]: [\n\t\t{ "source": "/a", "destination": "/b" }\n\t]\n}'),
      '{\n\t"redirects": [\n\t\t{ "source": "/a", "destination": "/b" },\n\t\t{ "source": "/setup/install", "destination": "/guides/install" }\n\t]\n}',
    );
    assert.equal(
      applyRedirectFix(
        '{\r\n  [|"redirects"|]: [\r\n    {\r\n      "source": "/a",\r\n      "destination": "/b"\r\n    }\r\n  ]\r\n}',
      ),
      '{\r\n  "redirects": [\r\n    {\r\n      "source": "/a",\r\n      "destination": "/b"\r\n    },\r\n    {\r\n      "source": "/setup/install",\r\n      "destination": "/guides/install"\r\n    }\r\n  ]\r\n}',
    );
  });

  it("offers a redirect to the file that Git found, regardless of its new name", () => {
    checkFix(
      missingForMovedPage,
      `
//- docs.json
{ [|"redirects"|]: [] }
//- guides/first-steps.mdx
//- guides/installs.mdx
//- HEAD:guides/install.mdx
guides/first-steps.mdx
`,
      {
        "docs.json":
          '{ "redirects": [\n  {\n    "source": "/guides/install",\n    "destination": "/guides/first-steps"\n  }\n] }',
      },
    );
  });

  it("offers to add the redirect in the file that docs.json includes", () => {
    checkFix(
      missingForMovedPage,
      `
//- docs.json
{ [|"redirects"|]: { "$ref": "./redirects.json" } }
//- redirects.json
[]
//- guides/install.mdx
//- HEAD:setup/install.mdx
`,
      {
        "redirects.json": '[\n  {\n    "source": "/setup/install",\n    "destination": "/guides/install"\n  }\n]',
      },
    );
  });

  it("reports nothing if the path still resolves", () => {
    checkRule(
      missingForMovedPage,
      `
//- docs.json
{ "redirects": [{ "source": "/old/:slug*", "destination": "/guides/:slug*" }] }
//- guides/install.mdx
//- guides/Case.mdx
//- moved/index.mdx
//- HEAD:old/install.mdx
//- HEAD:guides/install.md
//- HEAD:guides/case.mdx
//- HEAD:moved.mdx
//- HEAD:index.mdx
`,
    );
  });

  it("reports each page once by its public path, and no more than 100 pages", () => {
    const movedPages = Array.from({ length: 150 }, (_, i) => `//- HEAD:gone/page-${i}/index.mdx`).join("\n");
    const [first, ...others] = checkRuleAtOnePlace(`//- docs.json\n{ [|"name"|]: "A" }\n${movedPages}\n`);
    assert.match(first?.message ?? "", /^`\/gone\/page-0` was removed or moved/);
    assert.equal(others.length, 99);
  });
});

function checkRuleAtOnePlace(fixture: string) {
  const docs = fixture.replace("[|", "").replace("|]", "");
  const { files } = parseFixture(docs);
  return findSiteProblems(siteOf(files), { rules: [missingForMovedPage] });
}
