import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GitRepository } from "../harness/git-repository.ts";
import { formatUnifiedDiff } from "../../server/src/cli/terminal/diff.ts";
import { replaceText } from "../../server/src/workspace/files/write-files.ts";
import { callCli, checkJson } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const page = "---\ntitle: Home\n---\n\nWelcome.\n";
const faulty = '{\r\n  "navigation": {\r\n    "pages": ["index", "guides/Setup",]\r\n  }\r\n}\r\n';
const mended = '{\r\n  "navigation": {\r\n    "pages": ["index", "guides/setup"]\r\n  }\r\n}\r\n';
const site = {
  "docs.json": `\ufeff${faulty}`,
  "index.mdx": page,
  "guides/setup.mdx": page.replace("Home", "Set up"),
};

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

describe("check --fix", () => {
  after(removeTempSites);

  it("applies safe fixes, preserves the byte order mark and line endings, and reports the remaining problems", async () => {
    const folder = tempSite(site);
    const { stdout, exitCode } = await callCli(["check", folder, "--fix"]);
    assert.equal(read(folder, "docs.json"), `\ufeff${mended}`);
    assert.match(stdout, /^2 problems fixed in 1 file: docs\.json\n/);
    assert.equal(exitCode, 0);
    assert.deepEqual(readdirSync(folder).sort(), ["docs.json", "guides", "index.mdx"]);
    const again = await callCli(["check", folder, "--fix"]);
    assert.match(again.stdout, /^No problems fixed\n/);
  });

  it("keeps machine-readable output valid", async () => {
    const { problems } = await checkJson(tempSite(site), "--fix");
    assert.deepEqual(
      problems.filter(({ severity }) => severity === "error"),
      [],
    );
  });

  it("shows the number of fixable problems in the summary", async () => {
    const { stdout } = await callCli(["check", tempSite(site)]);
    assert.match(stdout, /^→ 2 can be fixed with --fix$/m);
  });

  it("prints a diff that Git can apply, without writing files", async () => {
    const folder = tempSite({ ...site, "docs.json": faulty });
    const { stdout } = await callCli(["check", ".", "--fix-dry-run"], { cwd: folder });
    assert.equal(read(folder, "docs.json"), faulty);
    execFileSync("git", ["apply", "-"], { cwd: folder, input: stdout });
    assert.equal(read(folder, "docs.json"), mended);
  });

  it("skips a file that changed after the check", () => {
    const folder = tempSite({ "a.mdx": "new" });
    assert.equal(replaceText(folder, "a.mdx", "old", "fixed"), "changed-meanwhile");
    assert.equal(replaceText(folder, "../a.mdx", "new", "fixed"), "outside-site");
    assert.equal(replaceText(folder, "b.mdx", "", "fixed"), "outside-site");
    assert.equal(read(folder, "a.mdx"), "new");
    assert.deepEqual(readdirSync(folder), ["a.mdx"]);
  });
});

describe("unified diff", () => {
  after(removeTempSites);

  it("can be parsed by Git for insertions, deletions, and missing final newlines", () => {
    const numbers = Array.from({ length: 40 }, (_, i) => `line ${i}\n`);
    const cases: [string, string][] = [
      ["a\nb\nc\n", "a\nc\n"],
      ["a\n", "a"],
      ["a", "b\n"],
      ["a\nb", "a\nb\nc"],
      [numbers.join(""), numbers.filter((_, i) => i % 13 !== 5).join("")],
      [numbers.join(""), ["first\n", ...numbers, "last\n"].join("")],
      [numbers.join(""), numbers.map((line, i) => (i % 9 === 0 ? `${line}more\n` : line)).join("")],
    ];
    for (const [before, after] of cases) {
      const folder = tempSite({ "a.txt": before });
      execFileSync("git", ["apply", "-"], { cwd: folder, input: formatUnifiedDiff("a.txt", before, after) });
      assert.equal(read(folder, "a.txt"), after);
    }
    assert.equal(formatUnifiedDiff("a", "same", "same"), "");
  });
});

describe("check --baseline", () => {
  after(removeTempSites);

  it("hides baseline problems even if their lines move, and shows new problems of the same kind", async () => {
    const folder = tempSite({
      "docs.json": '{ "navigation": { "pages": ["gone", "index"] } }',
      "index.mdx": page,
    });
    const baseline = join(folder, "known.json");
    const wrote = await callCli(["check", folder, "--write-baseline", baseline]);
    assert.match(wrote.stdout, /^Wrote \d+ problems? to /);
    assert.equal(wrote.exitCode, 0);
    assert.equal((await checkJson(folder, "--baseline", baseline)).exitCode, 0);
    writeFileSync(join(folder, "docs.json"), '\n\n{ "navigation":\n { "pages": ["index",\n "gone"] } }');
    assert.deepEqual((await checkJson(folder, "--baseline", baseline)).problems, []);
    writeFileSync(join(folder, "docs.json"), '{ "navigation": { "pages": ["index", "gone", "lost"] } }');
    const { problems, exitCode } = await checkJson(folder, "--baseline", baseline, "--min-severity", "error");
    assert.deepEqual(
      problems.map(({ message }) => /`?lost/.test(message)),
      [true],
    );
    assert.equal(exitCode, 1);
  });

  it("reports baseline problems that no longer exist", async () => {
    const folder = tempSite({ "docs.json": '{ "navigation": { "pages": ["gone"] } }', "index.mdx": page });
    await callCli(["check", folder, "--write-baseline", join(folder, "known.json")]);
    writeFileSync(join(folder, "docs.json"), '{ "navigation": { "pages": ["index"] } }');
    const { stdout } = await callCli(["check", folder, "--baseline", join(folder, "known.json")]);
    assert.match(stdout, /in the baseline not shown; \d+ no longer found/);
  });

  it("rejects a file that isn't a baseline", async () => {
    const folder = tempSite({ "docs.json": "{}", "b.json": "[]", "c.json": "{" });
    for (const name of ["b.json", "c.json", "absent.json"]) {
      const { exitCode, stderr } = await callCli(["check", folder, "--baseline", join(folder, name)]);
      assert.equal(exitCode, 2);
      assert.match(stderr, /baseline/);
    }
  });
});

describe("check --changed-since", () => {
  after(removeTempSites);

  it("shows problems in changed files and problems elsewhere that the changes cause", async () => {
    const folder = tempSite({
      "docs.json": '{ "navigation": { "pages": ["index", "a", "gone"] } }',
      "index.mdx": `${page}\n[A](/a) [Nowhere](/nowhere)\n`,
      "a.mdx": page.replace("Home", "A"),
    });
    const repository = new GitRepository(folder);
    repository.commit();
    assert.deepEqual((await checkJson(folder, "--changed-since", "HEAD")).problems, []);
    repository.git("rm", "-q", "a.mdx");
    const { problems } = await checkJson(folder, "--changed-since", "HEAD", "--min-severity", "warning");
    const lines = problems.map(({ file, code }) => `${file} ${code}`);
    assert.ok(lines.includes("docs.json nav/page-not-found"), lines.join("\n"));
    assert.ok(
      lines.some((line) => line.startsWith("index.mdx link/")),
      lines.join("\n"),
    );
    assert.ok(!problems.some(({ message }) => /`\/?(gone|nowhere)`/.test(message)));
  });

  it("explains why it can't compare files with the revision", async () => {
    const folder = tempSite({ "docs.json": "{}" });
    const { exitCode, stderr } = await callCli(["check", folder, "--changed-since", "HEAD"]);
    assert.equal(exitCode, 2);
    assert.match(stderr, /^docwright: --changed-since: .*\n$/);
  });
});
