import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const docs = path.resolve(import.meta.dirname, "../../docs");

/** Returns the rows of the tables whose last column lists tests. */
function threats(): string[][] {
  const rows: string[][] = [];
  let hasTests = false;
  for (const line of readFileSync(path.join(docs, "security.md"), "utf8").split("\n")) {
    const cells = line.split("|").slice(1, -1).map((cell) => cell.trim()); // prettier-ignore
    if (cells.length === 0) hasTests = false;
    else if (cells.at(-1) === "test") hasTests = true;
    else if (hasTests && !/^-+$/.test(cells[0] ?? "")) rows.push(cells);
  }
  return rows;
}

describe("docs/security.md", () => {
  it("lists threats", () => assert.ok(threats().length > 30));

  for (const [threat = "", defense = "", tests = ""] of threats())
    it(`names a defense and an existing test: ${threat}`, () => {
      assert.notEqual(defense, "");
      const files = Array.from(tests.matchAll(/\]\(([^)]+)\)/g), ([, file = ""]) => file);
      assert.ok(files.length > 0);
      for (const file of files) {
        assert.match(file, /\.test\.ts$|\/test\/editor\/suites\/[\w-]+\.ts$/);
        assert.ok(existsSync(path.resolve(docs, file)), file);
      }
    });
});
