import assert from "node:assert/strict";
import { checkCommand } from "../../server/src/cli/check/check-command.ts";
import { CommandError } from "../../server/src/cli/command.ts";

function optionsOf(line: string) {
  const ignored = { write: () => undefined };
  const host = { cwd: "/", environment: {}, stdout: ignored, stderr: ignored };
  return checkCommand.parse(line.split(" ").filter(Boolean), host);
}

function errorOf(line: string): string {
  try {
    optionsOf(line);
  } catch (error) {
    assert.ok(error instanceof CommandError);
    assert.doesNotMatch(error.message, /\n/);
    return error.message;
  }
  return assert.fail(`${line} was accepted`);
}

describe("parsing check options", () => {
  it("uses a default for each option", () => {
    assert.deepEqual(optionsOf(""), {
      folder: ".",
      format: "pretty",
      profile: undefined,
      minSeverity: undefined,
      maxProblems: Number.POSITIVE_INFINITY,
      failOn: "error",
      fetchHosts: [],
      checksMdxSyntax: true,
      fix: undefined,
      changedSince: undefined,
      reportsCoverage: false,
      lang: undefined,
      minCoverage: undefined,
      baseline: undefined,
      writeBaseline: undefined,
    });
  });

  it("accepts every option before or after the folder, with = or a space", () => {
    const line =
      "--profile=mintlify docs --format json --min-severity hint --max-problems 20 --fail-on=warning --no-mdx-syntax --fetch API.example.com --fetch=b.example:8443";
    assert.deepEqual(optionsOf(line), {
      folder: "docs",
      format: "json",
      profile: "mintlify",
      minSeverity: "hint",
      maxProblems: 20,
      failOn: "warning",
      fetchHosts: ["api.example.com", "b.example:8443"],
      checksMdxSyntax: false,
      fix: undefined,
      changedSince: undefined,
      reportsCoverage: false,
      lang: undefined,
      minCoverage: undefined,
      baseline: undefined,
      writeBaseline: undefined,
    });
  });

  it("treats the argument after -- as the folder", () => {
    assert.equal(optionsOf("-- --odd").folder, "--odd");
  });

  it("rejects options that can't be used together", () => {
    assert.match(errorOf("--fix --fix-dry-run"), /--fix and --fix-dry-run can't be used together/);
    for (const other of ["--baseline b", "--changed-since main", "--fix", "--fix-dry-run"])
      assert.match(errorOf(`--write-baseline a ${other}`), /can't be used together/);
  });

  it("rejects unknown options and suggests similar ones", () => {
    assert.match(errorOf("--formt json"), /unknown option --formt; did you mean --format\?/);
    assert.match(errorOf("--zzzzzz"), /unknown option --zzzzzz; run "docwright check --help"/);
    assert.match(errorOf("-x"), /unknown option -x/);
    assert.match(errorOf("--__proto__"), /unknown option --__proto__/);
    assert.match(errorOf("--constructor"), /unknown option --constructor/);
  });

  it("rejects invalid option values", () => {
    assert.match(errorOf("--format xml"), /--format must be pretty, json, sarif, junit, or github, not xml/);
    assert.match(errorOf("--profile other"), /must be standard or mintlify, not other/);
    assert.match(errorOf("--min-severity info"), /must be error, warning, information, or hint, not info/);
    assert.match(errorOf("--fail-on hint"), /must be error or warning, not hint/);
    for (const count of ["-1", "1.5", "many", "1e3"]) assert.match(errorOf(`--max-problems=${count}`), /whole number/);
    assert.match(errorOf("--format"), /requires a value/);
    assert.match(errorOf("--no-mdx-syntax=yes"), /doesn't take a value/);
  });

  it("accepts only one folder", () => {
    assert.match(errorOf("a b"), /expected one folder, but got 2: a, b/);
  });

  it("rejects an option in place of a value unless it follows =", () => {
    assert.match(errorOf("--changed-since --fix"), /--changed-since requires a value/);
    assert.equal(optionsOf("--changed-since=--fix").changedSince, "--fix");
  });

  it("accepts a language or locale that has a translation", () => {
    const languageOf = (line: string) => optionsOf(line).lang;
    assert.equal(languageOf("--lang de"), "de");
    assert.equal(languageOf("--lang pt-BR"), "pt-br");
    assert.equal(languageOf("--lang zh_CN.UTF-8"), "zh-cn");
    assert.equal(languageOf("--lang en_US.UTF-8"), "en");
    assert.equal(errorOf("--lang klingon"), "--lang must be en, de, es, fr, ja, pt-br, or zh-cn, not klingon");
  });
});
