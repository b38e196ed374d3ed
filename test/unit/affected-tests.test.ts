import assert from "node:assert/strict";
import { findAffectedTests } from "../../tools/test-files/affected-tests.ts";
import { sourceFiles } from "../harness/source-files.ts";

const sources = sourceFiles();
const affectedBy = (...changed: readonly string[]) => findAffectedTests(changed, sources);

describe("npm test -- --changed", () => {
  const file = (name: string, ...imports: readonly string[]) => ({
    path: name,
    text: imports.map((line) => `${line};\n`).join(""),
  });
  const example = [
    file("server/src/core/a.ts"),
    file("server/src/core/b.ts", 'import { a } from "./a.ts"'),
    file("server/src/core/c.ts", 'import type { A } from "./a.ts"'),
    file("server/src/core/b.test.ts", 'import { b } from "./b.ts"'),
    file("server/src/core/c.test.ts", 'import { c } from "./c.ts"'),
    file("server/src/main.ts", 'export const load = () => import("./core/b.ts")'),
    file("test/harness/lsp-client.ts"),
    file("test/harness/source-files.ts"),
    file("test/lsp/hover.test.ts", 'import { start } from "../harness/lsp-client.ts"'),
    file("test/unit/words.test.ts", 'import { sourceFiles } from "../harness/source-files.ts"'),
    file("test/unit/other.test.ts"),
  ];

  it("runs tests that import a changed module, start a program that uses it, or read the source files", () => {
    const { files, layers } = findAffectedTests(["server/src/core/a.ts"], example);
    assert.deepEqual(files, ["server/src/core/b.test.ts", "test/lsp/hover.test.ts", "test/unit/words.test.ts"]);
    assert.deepEqual([...layers], ["clients", "editor"]);
  });

  it("runs only the changed test and the tests that read the source files", () => {
    const { files, layers } = findAffectedTests(["test/unit/other.test.ts"], example);
    assert.deepEqual(files, ["test/unit/words.test.ts", "test/unit/other.test.ts"]);
    assert.equal(layers.size, 0);
  });

  it("runs everything after a change to a file that any test may read", () => {
    const { files, layers } = findAffectedTests(["package-lock.json"], example);
    assert.equal(files.length, 5);
    assert.deepEqual([...layers].sort(), ["clients", "editor"]);
  });

  it("runs nothing if nothing has changed", () => assert.deepEqual(affectedBy().files, []));

  it("finds the tests of the project's own modules", () => {
    const rule = affectedBy("server/src/core/rules/nav/unknown-icon.ts").files;
    for (const test of ["test/unit/rules.test.ts", "test/lsp/pull-diagnostics.test.ts", "test/cli/check.test.ts"])
      assert.ok(rule.includes(test), test);
    const command = affectedBy("server/src/cli/move/move-site.ts");
    assert.ok(command.files.includes("test/cli/move.test.ts"));
    assert.ok(!command.files.includes("test/lsp/hover.test.ts"));
    assert.ok(!command.files.some((file) => file.startsWith("server/src/core/")));
    assert.equal(command.layers.size, 0);
    const worker = affectedBy("server/src/workspace/specs/spec-engine.ts").files;
    assert.ok(worker.includes("server/src/workspace/specs/spec-service.test.ts"));
    const page = affectedBy("webview/src/components/card.tsx");
    assert.ok(page.files.includes("test/webview/page.test.ts") && page.layers.has("editor"));
    assert.ok(!page.files.includes("test/lsp/hover.test.ts"));
  });

  it("recognizes the modules that start programs", () => {
    for (const starter of [
      "test/harness/lsp-client.ts",
      "test/cli/spawn-cli.ts",
      "test/webview/host-text.ts",
      "server/src/workspace/worker/worker-host.ts",
      "test/harness/source-files.ts",
    ])
      assert.ok(
        sources.some(({ path: file }) => file === starter),
        starter,
      );
  });
});
