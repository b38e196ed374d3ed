import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { project } from "../harness/source-files.ts";

/**
 * Runs an internal tool that ends before it does any work, because its arguments are invalid or it only prints its
 * help.
 */
function runTool(tool: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", tool, ...args], {
    cwd: path.resolve(project),
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("arguments of internal tools", function () {
  this.timeout(60_000);
  const usage = "Usage: node --import tsx tools/prefix-check.ts SITE…";

  it("include --help, which prints the usage and what the tool does", () => {
    const { status, stdout } = runTool("tools/prefix-check.ts", "--help");
    assert.equal(status, 0);
    assert.ok(stdout.startsWith(`${usage}\n\nPasses every prefix`), stdout);
  });

  for (const [what, args, message] of [
    ["an unknown option", ["site", "--foo"], /--foo/],
    ["a missing argument", [], /Too few arguments/],
  ] as const)
    it(`end the tool with exit code 2 and print the usage for ${what}`, () => {
      const { status, stdout, stderr } = runTool("tools/prefix-check.ts", ...args);
      assert.deepEqual([status, stdout], [2, ""]);
      assert.match(stderr, message);
      assert.equal(stderr.trimEnd().split("\n").at(-1), usage);
    });
});
