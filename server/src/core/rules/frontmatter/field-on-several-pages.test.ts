import assert from "node:assert/strict";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

describe("frontmatter field", () => {
  it("is one problem if it has no effect on several pages", () => {
    const createText = (field: string) =>
      `//- docs.json
{ "navigation": { "pages": ["a", "b", "c"] } }
//- a.mdx
---
title: A
openapi: GET /a
${field}
---
//- b.mdx
---
${field}
title: B
openapi: GET /b
---
//- c.mdx
---
title: C
${field}
---
`;
    const text = createText("authMethod: bearer");
    const site = siteFrom(text);
    assert.deepEqual(
      getShownProblems("frontmatter/auth-method-without-effect", site).map(({ at, message }) => [at.file, message]),
      [
        [
          "a.mdx",
          "`authMethod` has no effect on 2 pages because they use the authentication that their specification defines. Remove it, or change the specification.",
        ],
        ["c.mdx", "`authMethod` has no effect because this page has no endpoint in `api`. Remove it, or add `api`."],
      ],
    );
    const [problem] = getShownProblems("frontmatter/auth-method-without-effect", site);
    const files = fixedBy("Remove `authMethod` from all 2 pages", problem, site, text);
    assert.equal(files.get("a.mdx"), "---\ntitle: A\nopenapi: GET /a\n---");
    assert.equal(files.get("b.mdx"), "---\ntitle: B\nopenapi: GET /b\n---");
    assert.equal(files.has("c.mdx"), false);
  });

  it("is one problem if its value has the wrong type on several pages", () => {
    const text = `//- docs.json
{ "navigation": { "pages": ["a", "b", "c"] } }
//- a.mdx
---
title: A
keywords: setup, install
---
//- b.mdx
---
title: B
keywords: run
---
//- c.mdx
---
title: C
keywords: 7
---
`;
    const site = siteFrom(text);
    const problems = getShownProblems("frontmatter/wrong-type", site);
    assert.deepEqual(
      problems.map(({ at, message, relatedLocations }) => [at.file, message, relatedLocations.length]),
      [
        ["a.mdx", "`keywords` can't be text, so it has no effect on 2 pages. Change it to a list of text.", 1],
        ["c.mdx", "`keywords` can't be a number, so it has no effect on the page. Change it to a list of text.", 0],
      ],
    );
    const files = fixedBy("Change `keywords` on all 2 pages", problems[0], site, text);
    assert.equal(files.get("a.mdx"), '---\ntitle: A\nkeywords: ["setup", "install"]\n---');
    assert.equal(files.get("b.mdx"), '---\ntitle: B\nkeywords: ["run"]\n---');
  });
});
