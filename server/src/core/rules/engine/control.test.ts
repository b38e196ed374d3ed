import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { checkSyntax } from "../../page/syntax/check-syntax.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { createIgnoreFixes } from "./offered-fixes.ts";
import { findSiteProblems } from "./run-rules.ts";

const config = '{ "navigation": { "pages": ["a"] } }';

function createFiles(page: string, settings?: string): Map<string, string> {
  return new Map([
    ["docs.json", config],
    ["a.mdx", page],
    ...(settings === undefined ? [] : [[".docwright.json", settings] as const]),
  ]);
}

function getMessages(files: ReadonlyMap<string, string>): string[] {
  return findSiteProblems(siteOf(files)).map(({ code, at }) => `${at.file} ${code}`);
}

/**
 * Returns the files after applying one of the ignore fixes for this rule's first problem: the fix for the line (`here`)
 * or for the entire site (`everywhere`).
 */
function silence(files: ReadonlyMap<string, string>, code: string, scope: "here" | "everywhere"): Map<string, string> {
  const site = siteOf(files);
  const problem = findSiteProblems(site).find((one) => one.code === code);
  assert.ok(problem, getMessages(files).join("\n"));
  const fix = createIgnoreFixes(problem, site).find(({ title }) =>
    title.startsWith(scope === "here" ? "Ignore" : "Turn off"),
  );
  const changed = new Map(files);
  for (const edit of fix?.edits ?? [])
    changed.set(edit.file, edit.kind === "create" ? edit.text : applyEdits(files.get(edit.file) ?? "", edit.edits));
  return changed;
}

const brokenRule = "link/page-not-found";

describe("suppressing problems", () => {
  it("ignores only problems from the rule or area named in the comment, and only on the next line", () => {
    const createPage = (comment: string) => `---\ntitle: A\n---\n\n${comment}\n[x](/gone) text\n\n[y](/lost)\n`;
    const count = (comment: string) =>
      getMessages(createFiles(createPage(comment))).filter((line) => line.endsWith(brokenRule)).length;
    assert.equal(count(""), 2);
    assert.equal(count(`{/* docwright-ignore ${brokenRule} */}`), 1);
    assert.equal(count("{/* docwright-ignore nav/page-not-found, link/* */}"), 1);
    assert.equal(count("{/* docwright-ignore nav/* */}"), 2);
  });

  it("reports a comment that has no effect, unless its rule is turned off", () => {
    const page = `---\ntitle: A\n---\n\n{/* docwright-ignore ${brokenRule} */}\nText.\n`;
    assert.deepEqual(getMessages(createFiles(page)), ["a.mdx settings/unused-ignore"]);
    assert.deepEqual(getMessages(createFiles(page, `{ "rules": { "${brokenRule}": "off" } }`)), []);
  });

  it("reports a comment for a rule that never applies to pages", () => {
    const page = "---\ntitle: A\n---\n\n{/* docwright-ignore redirect/loop */}\nText.\n";
    assert.deepEqual(getMessages(createFiles(page)), ["a.mdx settings/unused-ignore"]);
  });

  it("reports an unknown rule", () => {
    const page = "---\ntitle: A\n---\n\n{/* docwright-ignore link/page-not-fond */}\nText.\n";
    assert.deepEqual(getMessages(createFiles(page)), ["a.mdx settings/unknown-rule"]);
  });

  describe("on a single line", () => {
    const cases: Record<string, [before: string, after: string]> = {
      "adds a comment before a paragraph": ["  [x](/gone)", `  {/* docwright-ignore ${brokenRule} */}\n  [x](/gone)`],
      "adds a comment before the second item of a list": [
        "- a\n- [x](/gone)",
        `- a\n  {/* docwright-ignore ${brokenRule} */}\n- [x](/gone)`,
      ],
      "adds a comment inside a component": [
        '<Card title="x">\n  [x](/gone)\n</Card>',
        `<Card title="x">\n  {/* docwright-ignore ${brokenRule} */}\n  [x](/gone)\n</Card>`,
      ],
      "extends an existing comment": [
        "{/* docwright-ignore nav/* */}\n[x](/gone)",
        `{/* docwright-ignore nav/*, ${brokenRule} */}\n[x](/gone)`,
      ],
      "adds no comment in a table": [
        "| a | b |\n|---|---|\n| [x](/gone) | c |",
        "| a | b |\n|---|---|\n| [x](/gone) | c |",
      ],
      "adds no comment in a table without outer bars": [
        "a | b\n---|---\n[x](/gone) | c",
        "a | b\n---|---\n[x](/gone) | c",
      ],
      "adds no comment before an attribute": [
        '<Card\n  title="x"\n  href="/gone"\n/>',
        '<Card\n  title="x"\n  href="/gone"\n/>',
      ],
      "adds no comment in a blockquote": ["> [x](/gone)", "> [x](/gone)"],
    };
    for (const [name, [before, after]] of Object.entries(cases))
      it(name, () => {
        const createFullPage = (body: string) => `---\ntitle: A\n---\n\n${body}\n`;
        const files = createFiles(createFullPage(before));
        const text = silence(files, brokenRule, "here").get("a.mdx") ?? "";
        assert.equal(text, createFullPage(after));
        assert.deepEqual(checkSyntax(text), []);
        if (before !== after)
          assert.ok(!getMessages(createFiles(text)).includes(`a.mdx ${brokenRule}`), "the problem is still reported");
      });

    it("ignores a frontmatter field and preserves the file's line endings", () => {
      const files = createFiles("---\r\ntitle: A\r\nversoin: 2\r\n---\r\n");
      const text = silence(files, "frontmatter/unknown-field", "here").get("a.mdx");
      assert.equal(text, "---\r\ntitle: A\r\n# docwright-ignore frontmatter/unknown-field\r\nversoin: 2\r\n---\r\n");
      assert.deepEqual(getMessages(createFiles(text)), []);
    });
  });

  describe("by turning off their rule", () => {
    const page = "---\ntitle: A\n---\n\n[x](/gone)\n";
    const turnOff = (settings?: string) =>
      silence(createFiles(page, settings), brokenRule, "everywhere").get(".docwright.json");
    it("creates the settings file", () =>
      assert.equal(turnOff(), `{\n  "rules": {\n    "${brokenRule}": "off"\n  }\n}\n`));
    it("adds to an existing settings file", () => {
      assert.equal(
        turnOff('{\n\t"profile": "standard"\n}\n'),
        `{\n\t"profile": "standard",\n\t"rules": {\n\t\t"${brokenRule}": "off"\n\t}\n}\n`,
      );
      assert.equal(
        turnOff('{ "rules": { "nav/*": "hint" } }'),
        `{ "rules": { "nav/*": "hint", "${brokenRule}": "off" } }`,
      );
    });
    it("changes the existing value in the override that applies to the file", () => {
      assert.equal(turnOff(`{ "rules": { "${brokenRule}": "hint" } }`), `{ "rules": { "${brokenRule}": "off" } }`);
      assert.equal(
        turnOff('{ "overrides": [{ "files": ["*.mdx"], "rules": { "link/*": "hint" } }] }'),
        `{ "overrides": [{ "files": ["*.mdx"], "rules": { "link/*": "hint", "${brokenRule}": "off" } }] }`,
      );
    });
    it("leaves an invalid file unchanged", () => assert.equal(turnOff('{ "rules": '), '{ "rules": '));
  });
});

describe("rules for .docwright.json", () => {
  const listReported = (settings: string) =>
    getMessages(createFiles("---\ntitle: A\n---\n", settings)).map((line) =>
      line.replace(".docwright.json settings/", ""),
    );

  it("accept all supported settings", () => {
    assert.deepEqual(
      listReported(
        '{ "profile": "mintlify", "rules": { "link/*": "off", "nav/page-not-found": "hint" }, "ignore": ["x/**"], "overrides": [{ "files": ["a*"], "rules": { "mdx/*": "information" } }], "basePath": "/docs", "siteUrl": "https://a.example", "keyPrefix": "key_", "authentication": true }',
      ).filter((line) => !line.startsWith("docs.json")),
      [],
    );
  });

  for (const [settings, code] of [
    ['{ "rules": { "nav/*": "warn" } }', "value-not-allowed"],
    ['{ "rules": [] }', "value-not-allowed"],
    ['{ "overrides": {} }', "value-not-allowed"],
    ['{ "overrides": [{ "files": ["a"] }] }', "value-not-allowed"],
    ['{ "overrides": [{ "files": "a", "rules": {} }] }', "value-not-allowed"],
    ['{ "basePath": "https://a.example/docs" }', "value-not-allowed"],
    ['{ "siteUrl": "docs.example.com" }', "value-not-allowed"],
    ['{ "authentication": "no" }', "value-not-allowed"],
    ['{ "ignore": [""] }', "value-not-allowed"],
    ['{ "$ref": "x.json" }', "unknown-key"],
    ['{ "ignore": [], "ignore": [] }', "unknown-key"],
    ['{ "overrides": [{ "files": ["a"], "rules": { "nav/nothing": "off" } }] }', "unknown-rule"],
    ["[]", "syntax"],
    ["", "syntax"],
    ['{ "rules": {', "syntax"],
  ] as const)
    it(`report ${code} for ${settings || "(empty)"}`, () =>
      assert.ok(listReported(settings).includes(code), listReported(settings).join()));
});
