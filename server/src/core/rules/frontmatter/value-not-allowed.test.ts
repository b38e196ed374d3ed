import assert from "node:assert/strict";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

describe("frontmatter/value-not-allowed", () => {
  const createSite = (field: string) =>
    `//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n${["a", "b"].map((name) => `//- ${name}.mdx\n---\ntitle: ${name}\n${field}\n---\n`).join("")}`;
  const show = (text: string) => getShownProblems("frontmatter/value-not-allowed", siteFrom(text));

  it("is one problem if several pages have the same value", () => {
    const problems = show(createSite("mode: Wide"));
    assert.deepEqual(
      problems.map(({ message }) => message),
      ["`Wide` isn't a valid value for `mode`, so it has no effect on 2 pages. Did you mean `wide`?"],
    );
    assert.match(show(createSite("playground: off"))[0]?.message ?? "", /no effect on 2 pages\. Use /);
  });

  // A page without `mode` has the default layout.
  it("advises to remove a mode with the name of the default layout", () => {
    const text = createSite("mode: default");
    const [problem] = show(text);
    assert.equal(
      problem?.message,
      "`default` isn't a valid value for `mode`, so it has no effect on 2 pages. Remove it.",
    );
    const files = fixedBy("Remove all 2 uses of `mode`", problem, siteFrom(text), text);
    assert.equal(files.get("a.mdx")?.trim(), "---\ntitle: a\n---");
    assert.equal(files.get("b.mdx")?.trim(), "---\ntitle: b\n---");
  });
});
