import { ok, strictEqual } from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { createIgnoreMatcher, skippedFolders } from "./ignore.ts";

describe("ignoreRules", () => {
  const service: [string, boolean][] = [
    ["index.mdx", false],
    ["guides/start.mdx", false],
    ["guides/build/plugin.mdx", false],
    ["dist/page.mdx", false],
    [".git/config", true],
    [".github/workflows/ci.yml", true],
    [".claude/commands/x.md", true],
    [".agents/x.md", true],
    [".idea/x.xml", true],
    [".vscode/settings.json", true],
    [".cursor/rules.md", true],
    [".vale/styles/x.yml", true],
    ["guides/.drafts/x.mdx", true],
    [".githooks/", true],
    ["node_modules/a/README.mdx", true],
    ["sdk/node_modules/a/index.js", true],
    ["node_modules/", true],
    [".mintlify/", false],
    [".mintlify/x.mdx", true],
    [".mintlify/nav.json", false],
    [".mintlify/specs/a.yaml", false],
    [".mintlify/skills/write.md", false],
    [".mintlify/skills/.git/x", true],
    ["x/.mintlify/nav.json", true],
    ["README.md", true],
    ["sdk/README.md", true],
    ["LICENSE.md", true],
    ["CHANGELOG.md", true],
    ["CONTRIBUTING.md", true],
    ["README.mdx", false],
    ["guides/readme.mdx", false],
    ["changelog.mdx", false],
    ["changelog/changelog.md", false],
    [".mintignore", false],
    ["...", false],
    ["..x/y.mdx", true],
    ["", false],
    ["../x", false],
    ["/x", false],
  ];
  for (const [path, expected] of service)
    it(`${expected ? "excludes" : "includes"} ${path || "the root"}`, () =>
      strictEqual(createIgnoreMatcher()(path), expected));

  const file =
    "\uFEFF# drafts\r\ndrafts/\r\n*.draft.mdx\r\n/private.md\r\n**/internal/**\r\n!keep.draft.mdx\r\n!README.md\r\n!.github/\r\n\\#odd.md\r\n";
  const own: [string, boolean][] = [
    ["drafts/a.mdx", true],
    ["guides/drafts/a.mdx", true],
    ["drafts/", true],
    ["drafts.mdx", false],
    ["guides/x.draft.mdx", true],
    ["guides/keep.draft.mdx", false],
    ["drafts/keep.draft.mdx", true],
    ["private.md", true],
    ["guides/private.md", false],
    ["a/internal/b.mdx", true],
    ["README.md", false],
    [".github/x.md", true],
    ["#odd.md", true],
    [".mintlify/x.mdx", true],
  ];
  for (const [path, expected] of own)
    it(`${expected ? "excludes" : "includes"} ${path} with .mintignore`, () =>
      strictEqual(createIgnoreMatcher(file)(path), expected));

  it("takes little time for hostile patterns", () => {
    const text = `${"*a".repeat(50)}b\n${"**/a/".repeat(50)}b\n[z-a]\n[\n\\\n${"(".repeat(500)}\nx.mdx\n`;
    // A matcher caches its results, so each attempt needs a new one.
    assertQuick(1000, () => {
      const isIgnored = createIgnoreMatcher(text);
      for (let i = 0; i < 50; i++) isIgnored(`${"a".repeat(200)}/${"a/".repeat(200)}${i}`);
      ok(isIgnored("x.mdx"));
    });
  });

  it("doesn't exclude folders that live sites publish", () => {
    for (const name of ["build", "dist", "snippets"]) ok(!skippedFolders.has(name));
  });
});
