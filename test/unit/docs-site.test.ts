import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { getRulePageUrl, rules } from "../../server/src/core/rules/engine/registry.ts";
import type { JsonReport } from "../cli/call-cli.ts";
import { BuiltCli } from "../cli/spawn-cli.ts";

const project = path.resolve(import.meta.dirname, "../..");
const repository = "https://github.com/docwright/docwright/blob/main/";

/** Returns the paths in this repository to which the text links, without anchors. */
function linkedFiles(text: string): readonly string[] {
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = ""]) => target.replace(/#.*$/, ""))
    .map((target) => (target.startsWith(repository) ? target.slice(repository.length) : target))
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target));
}

describe("documentation site", () => {
  let cli: BuiltCli;
  before(async () => {
    cli = await BuiltCli.make();
  });
  after(() => cli.remove());

  it("has no problems", async () => {
    const { exitCode, stdout } = await cli.run(["check", "docs", "--format", "json"], { cwd: project });
    const { pages, problems } = JSON.parse(stdout) as JsonReport;
    assert.deepEqual(
      problems.map(({ file, code, message }) => `${file}: ${message} ${code}`),
      [],
    );
    assert.ok(pages > rules.length);
    assert.equal(exitCode, 0);
  });

  it("has a page at the URL that a problem's code opens", () => {
    for (const { code } of rules) {
      const url = getRulePageUrl(code);
      assert.ok(url.startsWith(repository), url);
      assert.ok(existsSync(path.join(project, url.slice(repository.length))), url);
    }
  });

  for (const file of ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
    it(`contains every file that ${file} links to`, () => {
      const targets = linkedFiles(readFileSync(path.join(project, file), "utf8"));
      assert.deepEqual(
        targets.filter((target) => !existsSync(path.join(project, target))),
        [],
      );
    });
});
