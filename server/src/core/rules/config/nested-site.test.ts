import assert from "node:assert/strict";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

function getProblem(...pages: readonly string[]): string {
  const site = siteFrom(
    `//- docs.json\n${JSON.stringify({ navigation: { pages } })}\n//- en/docs.json\n{ "navigation": { "pages": ["index"] } }\n//- en/index.mdx\n`,
  );
  const [problem] = getShownProblems("config/nested-site", site);
  return `${problem?.severity} ${problem?.message}`;
}

describe("config/nested-site", () => {
  it("suggests listing the folder as a site if the navigation doesn't list any of its pages", () => {
    const message = getProblem("index");
    assert.match(message, /^information .*If the folder is published separately, list it under `sites`/);
    assert.doesNotMatch(message, /Delete/);
    assert.match(getProblem("index", "en/index"), /^warning .*Delete the file/);
  });
});
