import assert from "node:assert/strict";
import { layouts } from "../../bench/drops/layouts.ts";
import { proveDrops } from "../../bench/drops/prove-drops.ts";
import { SiteReading } from "../../bench/moves/read-site.ts";
import { readTexts } from "../../bench/moves/texts-of.ts";
import { readConfigSources } from "../harness/site-of.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";

// Tests sequences of drops on the sites of this project in the same way as `bench/drops.ts`. Each drop starts from the
// result of the previous one.
describe("dropping entries in the navigation", function () {
  this.timeout(600_000);

  const prove = (folder: string, layout: string, count: number) => {
    const texts = readTexts(folder);
    const config = [...readConfigSources(texts).keys()].filter((path) => texts.has(path));
    const written = new Map(config.map((path) => [path, texts.get(path) ?? ""]));
    const seed = String(seedOf(1));
    const site = new SiteReading("mintlify").read(texts);
    const proof = proveDrops(site, layouts[layout]?.(written, seed) ?? written, count, `${seed} ${folder} ${layout}`);
    assert.deepEqual(proof.faults, []);
    assert.equal(proof.made, count);
    // Matches problems that a drop may cause by its nature: a list without its last item, the same page or name twice
    // in one menu, a language without a page, a second default, and settings that no longer apply or that apply now.
    const own =
      /^openapi\/operation-on-several-pages$|^nav\/(empty-element|page-listed-twice|language-gap|slug-collision|duplicate-\w+|several-default-versions|directory-without-root|expanded-without-effect)$/;
    assert.deepEqual(
      Object.keys(proof.problems).filter((code) => !own.test(code)),
      [],
    );
  };

  it("edits the sample site correctly in 200 drops", () => prove("sample/site", "as written", chooseByMode(200, 500)));

  for (const layout of Object.keys(layouts))
    it(`edits the site correctly when it's split into several files, ${layout}`, () =>
      prove("test/sites/split", layout, chooseByMode(40, 500)));

  for (const site of [
    "root-anchors",
    "root-dropdowns",
    "root-groups",
    "root-languages",
    "root-pages",
    "root-products",
    "root-tabs",
    "root-versions",
  ])
    it(`edits test/sites/${site} correctly`, () => prove(`test/sites/${site}`, "all at once", chooseByMode(20, 500)));
});
