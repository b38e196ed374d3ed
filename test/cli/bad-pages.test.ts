import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { canary, codes, head, navigation, problemsIn, problemsOf } from "./bad-site.ts";
import { checkJson } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

describe("checking invalid content", function () {
  this.timeout(60_000);
  after(removeTempSites);

  describe("in pages", () => {
    const site = (text: string | Uint8Array) => problemsOf(`{ ${head}, ${navigation} }`, { "index.mdx": text });

    for (const language of ["js", "javascript", "JS", " js", "coffee", "json", "toml", "constructor", "__proto__"])
      it(`rejects ---${language} frontmatter and never runs it`, async () => {
        const folder = tempSite({ "docs.json": `{ ${head}, ${navigation} }` });
        const trap = join(dirname(folder), `${canary}-${language.trim()}`);
        writeFileSync(
          join(folder, "index.mdx"),
          `---${language}\n{ title: require("fs").writeFileSync(${JSON.stringify(trap)}, "x") || "T" }\n---\n\nText.\n`,
        );
        const problems = await problemsIn(folder);
        assert.deepEqual(codes(problems), ["frontmatter/language-not-allowed index.mdx"]);
        assert.equal(existsSync(trap), false);
      });

    it("doesn't run code or read files outside the site", async () => {
      const folder = tempSite({ "docs.json": `{ ${head}, ${navigation} }` });
      const trap = join(dirname(folder), `${canary}-code`);
      const run = `require("fs").writeFileSync(${JSON.stringify(trap)}, "x")`;
      writeFileSync(join(dirname(folder), "above.mdx"), `export const secret = "${canary}";\n\n${canary}\n`);
      writeFileSync(
        join(folder, "index.mdx"),
        `---\ntitle: T\n---\n\nimport Above, { secret } from "../above.mdx"\n\nexport const x = ${run};\n\n{${run}} {x} {secret} <Above />\n\n<div style={${run}} onClick={() => ${run}}>![a](../above.mdx) [b](../above.mdx)</div>\n`,
      );
      const { problems } = await checkJson(folder, "--min-severity", "warning");
      assert.deepEqual(codes(problems), [
        "mdx/import-outside-site index.mdx",
        // The service doesn't show {x}, because its value is code. Only the import of {secret} is reported.
        "mdx/undefined-name index.mdx",
        "link/file-not-found index.mdx",
        "link/page-not-found index.mdx",
      ]);
      assert.equal(existsSync(trap), false);
      assert.doesNotMatch(JSON.stringify(problems), new RegExp(canary));
    });

    it("reports an unclosed code block", async () => {
      assert.deepEqual(codes(await site("---\ntitle: Home\n\nText.\n")), ["frontmatter/syntax index.mdx"]);
    });

    it("reports a file that isn't encoded as UTF-8 once, as a warning", async () => {
      for (const text of ["\ufeffText.\n", "\ufeff---\ntitle: A\n---\n\n<Nope>\n"]) {
        const problems = await site(Buffer.from(text, "utf16le"));
        assert.deepEqual(codes(problems), ["frontmatter/syntax index.mdx"]);
        assert.match(problems[0]?.message ?? "", /^This file isn't encoded as UTF-8/);
        assert.equal(problems[0]?.severity, "warning");
      }
    });

    it("reports frontmatter that is a list", async () => {
      assert.deepEqual(codes(await site("---\n- a\n- b\n---\n")), ["frontmatter/not-a-map index.mdx"]);
    });

    it("reports a duplicate field", async () => {
      const problems = await site("---\ntitle: A\ntitle: B\n---\n");
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.code ?? "", /^frontmatter\/(duplicate-key|syntax)$/);
    });

    it("limits the expansion of YAML aliases", async () => {
      const levels = Array.from(
        { length: 20 },
        (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(", ")}]`,
      );
      const problems = await site(`---\ntitle: T\nl0: &l0 [x]\n${levels.join("\n")}\n---\n`);
      assert.equal(problems.length, 1, codes(problems).join());
      assert.match(problems[0]?.code ?? "", /^frontmatter\//);
    });

    it("reports at most one problem for a self-referencing alias, 50,000 levels, 20,000 keys, or unknown tags", async () => {
      for (const yaml of [
        "a: &a [*a]",
        `a: ${"[".repeat(50_000)}`,
        Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join("\n"),
        'a: !!js/function "() => 1"',
        "a: !foo x",
      ]) {
        const problems = await site(`---\ntitle: T\n${yaml}\n---\n`);
        assert.ok(problems.length <= 1, codes(problems).join());
      }
    });

    it("reports invalid UTF-8", async () => {
      const problems = await site(
        Buffer.concat([Buffer.from("---\ntitle: T\n---\n"), Buffer.from([0xff, 0xfe, 0x80])]),
      );
      assert.equal(problems.length, 1, codes(problems).join());
      assert.equal(problems[0]?.file, "index.mdx");
    });

    it("reports as information that the MDX of a 10 MB single-line page wasn't parsed", async () => {
      const page = `---\ntitle: T\n---\n${"x [a](/index) ".repeat(700_000)}`;
      const folder = tempSite({ "docs.json": `{ ${head}, ${navigation} }`, "index.mdx": page });
      assert.deepEqual(codes(await problemsIn(folder)), []);
      assert.deepEqual(codes(await problemsIn(folder, "information")), ["mdx/syntax index.mdx"]);
    });

    it("reports at most one problem for thousands of brackets, braces, and backticks", async () => {
      for (const piece of [">", "[a](", "{", "<A ", "`", "![", "<!--", "~~~\n"]) {
        const problems = codes(await site(`---\ntitle: T\n---\n${piece.repeat(20_000)}`));
        assert.ok(problems.length <= 1, `${piece}: ${problems.join()}`);
        assert.ok(
          problems.every((problem) => problem.startsWith("mdx/syntax")),
          problems.join(),
        );
      }
    });
  });

  describe("in specifications", () => {
    const withSpec = (name: string, spec: string | Uint8Array) =>
      problemsOf(
        `{ ${head}, "navigation": { "groups": [{ "group": "G", "openapi": "${name}", "pages": ["index"] }] } }`,
        { [name]: spec },
      );

    it("limits the expansion of YAML aliases", async () => {
      const levels = Array.from(
        { length: 20 },
        (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(", ")}]`,
      );
      const problems = await withSpec(
        "a.yaml",
        `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\nl0: &l0 [x]\n${levels.join("\n")}\n`,
      );
      assert.deepEqual(
        [...new Set(problems.map(({ code }) => code.split("/")[0]))],
        problems.length > 0 ? ["openapi"] : [],
      );
    });

    it("reports at most three problems for 100,000 levels, an empty file, invalid UTF-8, and a truncated file", async () => {
      for (const [name, spec] of [
        ["a.json", `{ "openapi": "3.1.0", "paths": ${"[".repeat(100_000)}`],
        ["a.json", ""],
        ["a.yaml", Buffer.from([0xff, 0xfe, 0x00])],
        ["a.json", '{ "openapi": "3.1.0", "info": { "title"'],
      ] as const) {
        const problems = await withSpec(name, spec);
        assert.ok(problems.length >= 1 && problems.length <= 3, codes(problems).join());
        assert.ok(
          problems.every(({ code }) => code.startsWith("openapi/")),
          codes(problems).join(),
        );
      }
    });
  });
});
