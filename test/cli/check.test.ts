import assert from "node:assert/strict";
import { countColumns } from "../../server/src/cli/terminal/text.ts";
import { rules } from "../../server/src/core/rules/engine/registry.ts";
import { callCli, checkJson } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const required = '"theme": "mint", "name": "K", "colors": { "primary": "#116644" }';
const page = "---\ntitle: Home\n---\n\nWelcome.\n";

function docs(navigation: string, more = ""): string {
  return `{\n  ${required},${more}\n  "navigation": ${navigation}\n}\n`;
}

describe("check", () => {
  after(removeTempSites);

  describe("with all rules turned off in .docwright.json", () => {
    const noneOf = (settings: object) =>
      callCli(["check", tempSite({ "docs.json": docs('{ "pages": ["gone"] }'), "index.mdx": page, ".docwright.json": JSON.stringify(settings) })]); // prettier-ignore
    const everything = Object.fromEntries(rules.map(({ code }) => [code, "off"]));
    const byArea = Object.fromEntries(rules.map(({ code }) => [`${code.split("/")[0] ?? ""}/*`, "off"]));
    const line = "docwright: .docwright.json turns off all rules, so nothing was checked.\n";

    for (const [how, settings] of [
      ["if they're turned off individually", { rules: everything }],
      ["if they're turned off by area", { rules: byArea }],
      ["if all files are ignored", { ignore: ["**"] }],
      ["if an override turns them off", { overrides: [{ files: ["**"], rules: byArea }] }],
    ] as const)
      it(`reports that all rules are off ${how}`, async () => assert.equal((await noneOf(settings)).stderr, line));

    it("reports nothing if at least one rule is on for a file", async () => {
      const overrides = [{ files: ["docs.json"], rules: { "nav/page-not-found": "error" } }];
      assert.equal((await noneOf({ rules: byArea, overrides })).stderr, "");
      assert.equal((await noneOf({ rules: { ...everything, "link/page-not-found": "hint" } })).stderr, "");
      assert.equal((await noneOf({ ignore: ["*.mdx"] })).stderr, "");
    });
  });

  describe("--format json", () => {
    it("matches the object documented in contracts.md", async () => {
      const folder = tempSite({
        "docs.json": docs('{ "pages": ["index", "guides/setup"] }'),
        "index.mdx": page,
        "api.json":
          '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }], "paths": { "/a": { "get": { "responses": { "200": { "description": "ok" } } } } } }',
      });
      const report = await checkJson(folder);
      assert.deepEqual(Object.keys(report).sort(), [
        "counts",
        "exitCode",
        "milliseconds",
        "operations",
        "pages",
        "problems",
        "profile",
        "root",
        "sites",
        "specs",
        "version",
      ]);
      assert.equal(report.version, 1);
      assert.equal(report.root, folder);
      assert.equal(report.profile, "standard");
      assert.deepEqual(report.sites, [{ root: ".", profile: "standard", pages: 1, specs: 1, operations: 1 }]);
      assert.deepEqual([report.pages, report.specs, report.operations], [1, 1, 1]);
      assert.ok(Number.isInteger(report.milliseconds));
      assert.equal(report.counts.error, 1);
      const problem = report.problems.find(({ severity }) => severity === "error");
      assert.ok(problem);
      assert.deepEqual(Object.keys(problem).sort(), [
        "code",
        "file",
        "fixes",
        "message",
        "range",
        "related",
        "severity",
      ]);
      assert.equal(problem.code, "nav/page-not-found");
      assert.equal(problem.file, "docs.json");
      assert.deepEqual(problem.range.start.line, 2);
      assert.ok(problem.fixes.length > 0);
      assert.equal(report.exitCode, 1);
    });

    it("sorts problems by file, then position", async () => {
      const folder = tempSite({
        "docs.json": docs('{ "pages": ["z", "y", "b", "a"] }'),
        "b.mdx": "---\nboost: -1\ntitle: B\n---\n",
        "a.mdx": "---\nboost: -1\ntitle: A\n---\n",
      });
      const { problems } = await checkJson(folder, "--min-severity", "warning");
      assert.deepEqual(
        problems.map(({ file }) => file),
        ["a.mdx", "b.mdx", "docs.json", "docs.json"],
      );
      const [first, second] = problems.slice(2).map(({ range }) => range.start.character);
      assert.ok(first !== undefined && second !== undefined && first < second);
    });

    it("applies --max-problems and --min-severity to the list but not to the counts", async () => {
      const folder = tempSite({ "docs.json": docs('{ "pages": ["a", "b", "c"] }', ' "navbr": {},') });
      const full = await checkJson(folder);
      const cut = await checkJson(folder, "--max-problems", "1");
      assert.equal(cut.problems.length, 1);
      assert.deepEqual(cut.counts, full.counts);
      assert.equal(full.counts.error, 3);
      const errors = await checkJson(folder, "--min-severity", "error");
      assert.equal(errors.problems.length, 3);
      assert.deepEqual(errors.counts, full.counts);
      assert.equal((await checkJson(folder, "--max-problems", "0")).problems.length, 0);
    });

    it("counts every occurrence of a problem, even if a page has too many to list", async () => {
      const folder = tempSite({
        "docs.json": docs('{ "pages": ["a"] }'),
        "a.mdx": "![](https://example.com/a.png)\n\n".repeat(1500),
      });
      const { problems, counts } = await checkJson(folder);
      assert.equal(problems.filter(({ code }) => code === "mdx/image-without-alt").length, 1001);
      assert.equal(counts.error + counts.warning + counts.information + counts.hint, problems.length + 499);
    });

    it("checks every site below the folder with its own profile", async () => {
      const folder = tempSite({
        "one/docs.json": docs('{ "pages": ["index", "gone"] }', ' "$schema": "https://mintlify.com/docs.json",'),
        "one/index.mdx": page,
        "two/inner/docs.json": docs('{ "pages": ["index"] }'),
        "two/inner/index.mdx": page,
        "node_modules/three/docs.json": docs('{ "pages": ["gone"] }'),
      });
      const report = await checkJson(folder);
      assert.deepEqual(report.sites.map(({ root, profile, pages }) => `${root} ${profile} ${pages}`).sort(), [
        "one mintlify 1",
        "two/inner standard 1",
      ]);
      assert.equal(report.profile, "auto");
      assert.equal(report.pages, 2);
      assert.deepEqual(
        report.problems.filter(({ severity }) => severity === "error").map(({ file }) => file),
        ["one/docs.json"],
      );
    });

    it("uses the profile given as an option", async () => {
      const folder = tempSite({
        "docs.json": docs('{ "pages": ["index"] }', ' "$schema": "https://mintlify.com/docs.json",'),
        "index.mdx": page,
      });
      assert.equal((await checkJson(folder)).profile, "mintlify");
      assert.equal((await checkJson(folder, "--profile", "standard")).profile, "standard");
    });

    it("contains no terminal control characters", async () => {
      const folder = tempSite({
        "docs.json": docs('{ "pages": ["a\\u001b[31m\\u009b2J\\u202e"] }', ' "n\\u202ex": 1,'),
      });
      const { stdout } = await callCli(["check", folder, "--format", "json"]);
      assert.doesNotMatch(stdout.trimEnd(), /[\x00-\x1f\x7f-\x9f\u202e]/);
      assert.ok((JSON.parse(stdout) as { problems: unknown[] }).problems.length > 0);
    });
  });

  describe("exit code", () => {
    const warned = () => tempSite({ "docs.json": docs('{ "pages": ["index"] }', ' "navbr": {},'), "index.mdx": page });
    it("is 0 for warnings", async () => assert.equal((await callCli(["check", warned()])).exitCode, 0));
    it("is 1 for warnings with --fail-on warning, regardless of which problems are shown", async () => {
      const { exitCode } = await callCli(["check", warned(), "--fail-on", "warning", "--min-severity", "error"]);
      assert.equal(exitCode, 1);
    });
  });

  describe("text output", () => {
    const site = () =>
      tempSite({
        "docs.json": docs('{ "pages": [\n    "index",\n\t\t"guides/日本 👩‍👩‍👧/gone", "nextt"\n  ] }', ' "navbr": {},'),
        "index.mdx": page,
        "next.mdx": page,
      });

    it("shows the line, carets under the range, the rule code, and a fix", async () => {
      const { stdout } = await callCli(["check", site()]);
      const lines = stdout.split("\n");
      assert.equal(lines[0], "docs.json");
      const at = lines.findIndex((line) => line.includes('│ "guides/日本 👩‍👩‍👧/gone", "nextt"'));
      assert.ok(at > 0, stdout);
      // The characters 日 and 本 and the family emoji are each two columns wide.
      assert.equal(lines[at + 1]?.trim(), `│ ${"^".repeat('"guides//gone"'.length + 2 + 2 + 1 + 2)}`);
      assert.match(stdout, /nav\/page-not-found\n/);
      assert.match(stdout, /\n +→ \S/);
      assert.match(stdout, /2 errors, 1 warning in docs\.json, none in 2 pages · \d\.\d+ s\n/);
    });

    it("wraps at 80 columns in a pipe; otherwise, at the terminal's width", async () => {
      const folder = site();
      for (const line of (await callCli(["check", folder])).stdout.split("\n"))
        assert.ok(countColumns(line) <= 80, line);
      const wide = (await callCli(["check", folder], { terminal: 120 })).stdout;
      assert.ok(wide.split("\n").length <= (await callCli(["check", folder])).stdout.split("\n").length);
    });

    it("uses colors only in a terminal, unless an environment variable overrides this", async () => {
      const folder = site();
      const colored = async (terminal: number | undefined, environment: Record<string, string>) =>
        (await callCli(["check", folder], { environment, ...(terminal ? { terminal } : {}) })).stdout.includes(
          "\u001b[",
        );
      assert.equal(await colored(undefined, {}), false);
      assert.equal(await colored(80, {}), true);
      assert.equal(await colored(80, { NO_COLOR: "1" }), false);
      assert.equal(await colored(80, { NO_COLOR: "" }), true);
      assert.equal(await colored(80, { TERM: "dumb" }), false);
      assert.equal(await colored(undefined, { FORCE_COLOR: "1" }), true);
      assert.equal(await colored(80, { FORCE_COLOR: "0" }), false);
    });

    it("omits problems below warning severity and explains how to show them", async () => {
      const folder = tempSite({
        "docs.json": docs('{ "pages": ["index"] }'),
        "index.mdx": page,
        "unlisted.mdx": "---\ntitle: Other\n---\n",
      });
      const { stdout } = await callCli(["check", folder]);
      assert.match(stdout, /1 hint not shown; use --min-severity hint to show them/);
      assert.doesNotMatch(stdout, /unlisted/);
      assert.match((await callCli(["check", folder, "--min-severity", "hint"])).stdout, /unlisted\.mdx\n.*hint/);
    });

    it("shows how many problems --max-problems hides", async () => {
      const { stdout } = await callCli(["check", site(), "--max-problems", "1"]);
      assert.match(stdout, /\n2 more not shown \(--max-problems 1\)\n2 errors, 1 warning in /);
    });

    it("contains no terminal control sequences", async () => {
      const folder = tempSite({
        "docs.json": docs('{ "pages": ["a\u009b2J\u202eb\\u001b]0;x\\u0007"] }'),
        "evil\u001b[2J\u202e.mdx": "---\nboost: -1\ntitle: \u001b]8;;http://evil\u0007click\n---\n",
      });
      const { stdout } = await callCli(["check", folder, "--min-severity", "hint"]);
      assert.doesNotMatch(stdout.replaceAll("\n", ""), /[\x00-\x1f\x7f-\x9f\u202e]/);
      assert.match(stdout, /evil␛\[2J\\u\{202e\}\.mdx/);
    });
  });
});
