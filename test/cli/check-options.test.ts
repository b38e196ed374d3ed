import assert from "node:assert/strict";
import { readCheckOptions } from "../../server/src/cli/check/check-command.ts";

function optionsOf(line: string) {
  const parsed = readCheckOptions(line.split(" ").filter(Boolean));
  assert.ok(parsed.ok, parsed.ok ? "" : parsed.reason);
  return parsed.options;
}

function refusalOf(line: string): string {
  const parsed = readCheckOptions(line.split(" ").filter(Boolean));
  assert.ok(!parsed.ok, `${line} was accepted`);
  assert.doesNotMatch(parsed.reason, /\n/);
  return parsed.reason;
}

describe("options of check", () => {
  it("has defaults for everything", () => {
    assert.deepEqual(optionsOf(""), {
      folder: ".",
      format: "pretty",
      profile: undefined,
      minSeverity: undefined,
      maxProblems: Number.POSITIVE_INFINITY,
      failOn: "error",
      fetch: [],
      mdxSyntax: true,
      fix: undefined,
      changedSince: undefined,
      coverage: false,
      minCoverage: undefined,
      baseline: undefined,
      writeBaseline: undefined,
      help: false,
    });
  });

  it("reads every option, before or after the folder, with = or a blank", () => {
    const line =
      "--profile=mintlify docs --format json --min-severity hint --max-problems 20 --fail-on=warning --no-mdx-syntax --fetch API.example.com --fetch=b.example:8443";
    assert.deepEqual(optionsOf(line), {
      folder: "docs",
      format: "json",
      profile: "mintlify",
      minSeverity: "hint",
      maxProblems: 20,
      failOn: "warning",
      fetch: ["api.example.com", "b.example:8443"],
      mdxSyntax: false,
      fix: undefined,
      changedSince: undefined,
      coverage: false,
      minCoverage: undefined,
      baseline: undefined,
      writeBaseline: undefined,
      help: false,
    });
  });

  it("takes what follows -- as the folder", () => {
    assert.equal(optionsOf("-- --odd").folder, "--odd");
  });

  it("refuses options that contradict each other", () => {
    assert.match(refusalOf("--fix --fix-dry-run"), /--fix and --fix-dry-run do not go together/);
    for (const other of ["--baseline b", "--changed-since main", "--fix", "--fix-dry-run"])
      assert.match(refusalOf(`--write-baseline a ${other}`), /do not go together/);
  });

  it("refuses what it does not know and names what is near", () => {
    assert.match(refusalOf("--formt json"), /no option --formt; did you mean --format\?/);
    assert.match(refusalOf("--zzzzzz"), /no option --zzzzzz\. "docwright check --help"/);
    assert.match(refusalOf("-x"), /no option -x/);
    assert.match(refusalOf("--__proto__"), /no option --__proto__/);
    assert.match(refusalOf("--constructor"), /no option --constructor/);
  });

  it("refuses values that an option cannot have", () => {
    assert.match(refusalOf("--format xml"), /cannot be xml; it is one of pretty, json, sarif, junit, github/);
    assert.match(refusalOf("--profile other"), /one of standard, mintlify/);
    assert.match(refusalOf("--min-severity info"), /one of error, warning, information, hint/);
    assert.match(refusalOf("--fail-on hint"), /one of error, warning/);
    for (const count of ["-1", "1.5", "many", "1e3"])
      assert.match(refusalOf(`--max-problems=${count}`), /whole number/);
    assert.match(refusalOf("--format"), /needs a value/);
    assert.match(refusalOf("--no-mdx-syntax=yes"), /takes no value/);
  });

  it("takes one folder", () => {
    assert.match(refusalOf("a b"), /takes one folder, and there are 2: a, b/);
  });

  it("shows controls in what it repeats", () => {
    assert.match(refusalOf("--\u001b[2J"), /␛\[2J/);
  });
});
