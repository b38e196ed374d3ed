import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { scanPage } from "../page/scan-page.ts";
import { pageSections } from "./page-sections.ts";

/** Returns the first and last line of each section. */
function sections(text: string): string[] {
  return pageSections(scanPage("a.mdx", text).references).map(({ range }) => {
    const lines = text.slice(range.start, range.end).split("\n");
    return `${lines[0] ?? ""} … ${lines.at(-1) ?? ""}`;
  });
}

describe("page sections", () => {
  it("end before the next heading of the same or a higher level", () =>
    assert.deepEqual(sections("# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n\n# E\n"), [
      "# A … d",
      "## B … c",
      "### C … c",
      "## D … d",
      "# E … # E",
    ]));

  it("end with the component that contains them and don't end outer sections", () =>
    assert.deepEqual(
      sections(
        "## A\n\n<Tab title='x'>\n\n## B\n\nb\n\n</Tab>\n\nrest\n\n<Tab title='y'>\n\n### C\n\nc\n\n</Tab>\n\n## D\n\nd\n",
      ),
      ["## A … </Tab>", "## B … b", "### C … c", "## D … d"],
    ));

  it("extend to the end of the page if a component is never closed", () =>
    assert.deepEqual(sections("<Card>\n\n## A\n\na\n"), ["## A … a"]));

  it("take time proportional to the length", () => {
    const text = "<A>\n\n## B\n\nb\n\n</A>\n\n".repeat(4000);
    const page = scanPage("a.mdx", text).references;
    assertQuick(1000, () => assert.equal(pageSections(page).length, 4000));
  });
});
