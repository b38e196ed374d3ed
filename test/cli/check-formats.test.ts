import { Ajv } from "ajv";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { callCli, type JsonReport } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const schemaFile = join(
  createRequire(__filename).resolve("@microsoft/jest-sarif/package.json"),
  "../lib/schemas/sarif-2.1.0-rtm.5.json",
);

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}
interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly locations: readonly [{ physicalLocation: { artifactLocation: { uri: string }; region: Region } }];
  readonly relatedLocations?: readonly object[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly fixes?: readonly {
    artifactChanges: readonly { replacements: readonly { deletedRegion: Region }[] }[];
  }[];
}
interface SarifLog {
  readonly runs: readonly [
    {
      language: string;
      results: readonly SarifResult[];
      tool: { driver: { rules: readonly { id: string; helpUri: string }[] } };
    },
  ];
}

/** A site with a trailing comma, a missing page, a duplicate key, and names that could break the output formats. */
const files = {
  "docs.json":
    '{\n  "theme": "mint", "name": "K",\n  "name": "𝒦", "colors": { "primary": "#116644" },\n  "navigation": { "pages": ["a, 100%: <&>", "gone\\u0007\\n::error::x",] }\n}\n',
};

describe("check --format", () => {
  after(removeTempSites);

  describe("sarif", () => {
    const schema = JSON.parse(readFileSync(schemaFile, "utf8")) as Record<string, unknown>;
    delete schema["$schema"];
    delete schema["id"];
    const isValid = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

    async function sarifOf(folder: string, ...args: string[]): Promise<SarifLog> {
      const { stdout } = await callCli(["check", ".", "--format", "sarif", ...args], { cwd: folder });
      const log: unknown = JSON.parse(stdout);
      assert.ok(isValid(log), JSON.stringify(isValid.errors));
      return log as SarifLog;
    }

    it("is valid against the standard's schema, with and without problems", async () => {
      assert.ok(!isValid({ version: "2.1.0", runs: [{}] }), "the schema accepts an invalid report");
      const { runs } = await sarifOf(tempSite(files));
      assert.ok(runs[0].results.length >= 3);
      await sarifOf(
        tempSite({
          "docs.json": '{ "navigation": { "pages": ["index"] } }',
          "index.mdx": "---\ntitle: A\n---\n",
        }),
      );
    });

    it("declares the language of its messages as an RFC 5646 tag", async () => {
      const languageOf = async (...args: string[]) => (await sarifOf(tempSite(files), ...args)).runs[0].language;
      assert.equal(await languageOf(), "en-US");
      assert.equal(await languageOf("--lang", "en"), "en-US");
      assert.equal(await languageOf("--lang", "pt"), "pt-BR");
      assert.equal(await languageOf("--lang", "zh-cn"), "zh-CN");
    });

    it("includes rules with help URLs, one-based positions, fingerprints, related locations, and safe fixes", async () => {
      const [{ results, tool }] = (await sarifOf(tempSite(files))).runs;
      for (const { ruleId, ruleIndex, partialFingerprints } of results) {
        const rule = tool.driver.rules[ruleIndex];
        assert.equal(rule?.id, ruleId);
        assert.ok(rule.helpUri.endsWith(`/docs/rules/${ruleId}.mdx`));
        assert.match(partialFingerprints["docwrightProblem/v1"] ?? "", /^[0-9a-f]{16}$/);
      }
      const comma = results.find(({ ruleId }) => ruleId === "config/syntax");
      assert.ok(comma);
      assert.equal(comma.level, "error");
      const { artifactLocation, region } = comma.locations[0].physicalLocation;
      assert.equal(artifactLocation.uri, "docs.json");
      const line = files["docs.json"].split("\n")[3] ?? "";
      const column = line.indexOf(",]") + 1;
      assert.deepEqual(region, { startLine: 4, startColumn: column, endLine: 4, endColumn: column + 1 });
      assert.deepEqual(comma.fixes?.[0]?.artifactChanges[0]?.replacements[0]?.deletedRegion, region);
      const twice = results.find(({ ruleId }) => ruleId === "config/duplicate-key");
      assert.equal(twice?.relatedLocations?.length, 1);
    });
  });

  it("writes a JUnit suite for each file, without characters that XML doesn't allow", async () => {
    const { stdout, exitCode } = await callCli(["check", ".", "--format", "junit"], { cwd: tempSite(files) });
    assert.equal(exitCode, 1);
    assert.match(stdout, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="docwright"/);
    assert.equal(stdout.match(/<testsuite /g)?.length, 1);
    assert.equal(stdout.match(/<testcase /g)?.length, stdout.match(/<\/testcase>/g)?.length);
    assert.match(stdout, /<failure type="nav\/page-not-found"/);
    assert.match(stdout, /a, 100%: &lt;&amp;&gt;/);
    assert.doesNotMatch(stdout, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    assert.doesNotMatch(stdout, /&(?!(amp|lt|gt|quot|apos|#\d+);)/);
  });

  it("writes one GitHub command per line, regardless of what the names contain", async () => {
    const { stdout } = await callCli(["check", ".", "--format", "github"], { cwd: tempSite(files) });
    const lines = stdout.trimEnd().split("\n");
    for (const line of lines)
      assert.match(line, /^::(error|warning|notice) file=docs\.json,line=\d+,endLine=\d+,[^:]*title=[^:]+::.+$/);
    assert.ok(lines.some((line) => line.includes("a, 100%25: <&>")));
  });

  it("shows file names relative to the working directory", async () => {
    const folder = tempSite({ "docs/docs.json": files["docs.json"] });
    const { stdout } = await callCli(["check", "docs", "--format", "github"], { cwd: folder });
    assert.match(stdout, /^::error file=docs\/docs\.json,/m);
  });

  it("never prints a key in any format", async () => {
    const key = "mint_q8Zr2LwX7bNc4TfVh1Ks9DmP";
    const folder = tempSite({
      "docs.json":
        '{ "$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "K", "colors": { "primary": "#116644" }, "navigation": { "pages": ["index"] } }',
      "index.mdx": `---\ntitle: A\n---\n\nThe key is ${key}.\n`,
    });
    for (const format of ["pretty", "json", "sarif", "junit", "github"]) {
      const { stdout, stderr } = await callCli(["check", folder, "--format", format, "--min-severity", "hint"]);
      assert.match(stdout, /security\/key-in-source/, format);
      assert.ok(!`${stdout}${stderr}`.includes(key.slice(5, 20)), format);
    }
    await callCli(["check", folder, "--write-baseline", join(folder, "known.json")]);
    assert.ok(!readFileSync(join(folder, "known.json"), "utf8").includes(key.slice(5, 20)));
  });

  it("translates problems and fixes if --lang is set", async () => {
    const folder = tempSite({
      "docs.json":
        '{ "$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "K", "colors": { "primary": "#116644" }, "navigation": { "pages": ["index", "indxe"] } }',
      "index.mdx": "---\ntitle: A\n---\n\nText.\n",
    });
    const report = async (...args: readonly string[]) => {
      const { stdout, exitCode } = await callCli(["check", folder, "--format", "json", ...args]);
      assert.equal(exitCode, 1);
      return (JSON.parse(stdout) as JsonReport).problems;
    };
    const [english, spanish] = [await report(), await report("--lang", "es-MX")];
    assert.deepEqual(
      spanish.map(({ code, range }) => ({ code, range })),
      english.map(({ code, range }) => ({ code, range })),
    );
    for (const [index, { message, fixes }] of spanish.entries()) {
      assert.notEqual(message, english[index]?.message);
      assert.match(message, /\bpágina\b/);
      assert.equal(fixes.length, english[index]?.fixes.length);
      for (const title of fixes) assert.ok(!english[index]?.fixes.includes(title), title);
    }
  });
});
