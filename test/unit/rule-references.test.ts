import assert from "node:assert/strict";
import { rules } from "../../server/src/core/rules/engine/registry.ts";
import { createFiles } from "../../tools/rule-docs.ts";
import { getReferencedCodes, getReferences, getRelatedCodes } from "../../tools/rule-references.ts";

const codes = rules.map(({ code }) => code);
const areaOf = (code: string) => code.slice(0, code.indexOf("/"));

describe("rule references", () => {
  it("contain only rule codes", () => {
    assert.deepEqual(
      getReferencedCodes().filter((code) => !codes.includes(code)),
      [],
    );
  });

  it("include a related rule for each rule, and never the rule itself", () => {
    for (const code of codes) {
      const related = getRelatedCodes(code);
      assert.ok(related.length > 0 && !related.includes(code), `${code}: ${related.join(", ")}`);
    }
  });

  it("include a page of the service's documentation for each rule about the service's files", () => {
    for (const code of codes.filter((one) => areaOf(one) !== "settings")) {
      const urls = getReferences(code, areaOf(code)).map(({ url }) => url);
      assert.ok(urls.length > 0, code);
      for (const url of urls) assert.match(url, /^https:\/\/[a-z.]+\/?/, code);
    }
  });

  it("are on the rule's page, after the instructions for fixing the problem and turning off the rule", () => {
    const files = createFiles();
    for (const { code, howToFix, whenToTurnOff } of rules) {
      // The headings in examples aren't headings of the page.
      const page = (files.get(`docs/rules/${code}.mdx`) ?? "").replace(/^````.*?^````$/gms, "");
      const headings = Array.from(page.matchAll(/^## (?!Example |Incorrect|Correct)(.*)$/gm), ([, text]) => text);
      const isSettings = areaOf(code) === "settings";
      assert.deepEqual(
        headings,
        [
          "Why it matters",
          "How to fix",
          "When to turn it off",
          "Options",
          "Related rules",
          ...(isSettings ? [] : ["References"]),
        ],
        code,
      );
      assert.match(howToFix, /^[A-Z].*[.]$/, code);
      assert.match(whenToTurnOff, /^[A-Z].*[.]$/, code);
    }
  });
});
