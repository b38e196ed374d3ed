import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const project = path.resolve(import.meta.dirname, "../..");
const repository = "https://github.com/docwright/docwright/blob/main/";

/** Returns the rows of all tables whose last column lists tests. */
function threats(): string[][] {
  const rows: string[][] = [];
  let hasTests = false;
  for (const line of readFileSync(path.join(project, "docs/security.mdx"), "utf8").split("\n")) {
    const cells = line.split("|").slice(1, -1).map((cell) => cell.trim()); // prettier-ignore
    if (cells.length === 0) hasTests = false;
    else if (cells.at(-1) === "Test") hasTests = true;
    else if (hasTests && !/^-+$/.test(cells[0] ?? "")) rows.push(cells);
  }
  return rows;
}

describe("docs/security.mdx", () => {
  it("lists threats", () => assert.ok(threats().length > 30));

  for (const [threat = "", defense = "", tests = ""] of threats())
    it(`describes a defense and links to an existing test: ${threat}`, () => {
      assert.notEqual(defense, "");
      const files = Array.from(tests.matchAll(/\]\(([^)]+)\)/g), ([, file = ""]) => file);
      assert.ok(files.length > 0);
      for (const file of files) {
        assert.match(file, /\.test\.ts$|\/test\/editor\/suites\/[\w-]+\.ts$/);
        assert.ok(file.startsWith(repository), file);
        assert.ok(existsSync(path.join(project, file.slice(repository.length))), file);
      }
    });
});
