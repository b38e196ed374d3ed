import assert from "node:assert/strict";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

describe("frontmatter/api-without-server", () => {
  it("is reported once per site, except on pages without a playground", () => {
    const createPage = (slug: string, more = "") =>
      `//- ${slug}.mdx\n---\ntitle: ${slug}\napi: GET /${slug}\n${more}---\n`;
    const playgroundField = 'playground: "none"\n';
    const fixture = `//- docs.json\n{ "navigation": { "pages": ["a", "b", "c", "d"] } }\n${createPage("a")}${createPage("b", playgroundField)}${createPage("c")}${createPage("d")}`;
    const problems = getShownProblems("frontmatter/api-without-server", siteFrom(fixture));
    assert.deepEqual(
      problems.map(({ at, severity, relatedLocations }) => [
        at.file,
        severity,
        relatedLocations.map((other) => other.at.file),
      ]),
      [["a.mdx", "error", ["c.mdx", "d.mdx"]]],
    );
    const [first] = problems;
    assert.ok(first);
    assert.equal(
      first.message,
      "3 pages have relative paths in `api`, such as `/a`, but docs.json doesn't set a server, so readers can't call these endpoints. Set `api.mdx.server`, or use full URLs.",
    );
    const newFiles = fixedBy("Set `api.mdx.server` in docs.json", first, siteFrom(fixture), fixture);
    assert.match(newFiles.get("docs.json") ?? "", /"server": "https:\/\/api\.example\.com"/);
  });

  it("names the end of a long path", () => {
    const path = "/integrations/scaleway/container-registry/images/versions";
    const fixture = `//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\n---\ntitle: A\napi: GET ${path}\n---\n`;
    const [problem] = getShownProblems("frontmatter/api-without-server", siteFrom(fixture));
    assert.match(problem?.message ?? "", /^`[^`]*…?[^`]*images\/versions` is relative/);
  });
});
