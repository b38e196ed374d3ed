import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GitRepository } from "../harness/git-repository.ts";
import { callCli, checkJson } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const page = (title: string) => `---\ntitle: ${title}\n---\n`;

/** A site with a folder that contains three pages. None of them are in the navigation. */
const unlisted = {
  "docs.json": '{ "navigation": { "pages": ["index"] } }',
  "index.mdx": page("Home"),
  "guides/a.mdx": page("A"),
  "guides/b.mdx": page("B"),
  "guides/c.mdx": page("C"),
};
const code = "nav/page-not-in-navigation";

async function unlistedIn(folder: string, ...options: string[]) {
  const { problems } = await checkJson(folder, ...options);
  return problems.filter((problem) => problem.code === code);
}

describe("problems with a shared cause in docwright check", () => {
  after(removeTempSites);

  it("are reported as one problem that lists the other locations", async () => {
    const [problem, ...others] = await unlistedIn(tempSite(unlisted));
    assert.deepEqual(others, []);
    assert.equal(problem?.file, "guides/a.mdx");
    assert.match(problem.message, /^3 pages in `guides`/);
    assert.deepEqual(
      problem.related.map(({ file }) => file),
      ["guides/b.mdx", "guides/c.mdx"],
    );
  });

  it("count as one problem, regardless of the number of locations", async () => {
    const folder = tempSite({
      "docs.json": '{ "navigation": { "pages": ["index"] } }',
      "index.mdx": page("Home") + "\n{name}\n".repeat(1500),
    });
    const { counts } = await checkJson(folder);
    assert.deepEqual([counts.error, counts.warning], [0, 1]);
    const { stdout } = await callCli(["check", folder]);
    assert.match(stdout, /^1 warning in 1 of 1 page /m);
    assert.match(stdout, /^ {2}1 {2}warning {2}mdx\/undefined-name$/m);
  });

  it("are compared with a baseline one by one", async () => {
    const folder = tempSite(unlisted);
    const baseline = join(folder, "known.json");
    const { stdout } = await callCli(["check", folder, "--write-baseline", baseline]);
    assert.match(stdout, /^Wrote [3-9] problems/);
    assert.deepEqual(await unlistedIn(folder, "--baseline", baseline), []);
    writeFileSync(join(folder, "guides/d.mdx"), page("D"));
    assert.deepEqual(
      (await unlistedIn(folder, "--baseline", baseline)).map(({ file, message }) => [file, message.slice(0, 10)]),
      [["guides/d.mdx", "`guides/d`"]],
    );
  });

  it("are limited to changed files with --changed-since", async () => {
    const folder = tempSite(unlisted);
    new GitRepository(folder).commit();
    writeFileSync(join(folder, "guides/c.mdx"), page("Changed"));
    assert.deepEqual(
      (await unlistedIn(folder, "--changed-since", "HEAD")).map(({ file }) => file),
      ["guides/c.mdx"],
    );
  });

  it("are all fixed by --fix, in every translation", async () => {
    const link = "\n[x](/Guide)\n";
    const codes = ["de", "es", "fr", "it", "nl", "pl", "ru", "sv", "tr", "uk", "vi", "fi"];
    const folder = tempSite({
      "docs.json": JSON.stringify({
        navigation: {
          languages: ["en", ...codes].map((language) => ({
            language,
            pages: language === "en" ? ["index", "guide"] : [`${language}/index`],
          })),
        },
      }),
      "guide.mdx": page("Guide"),
      "index.mdx": page("Home") + link,
      ...Object.fromEntries(codes.map((language) => [`${language}/index.mdx`, page("Home") + link])),
    });
    const before = (await checkJson(folder)).problems.filter((problem) => problem.code === "link/wrong-case");
    assert.deepEqual(
      before.map(({ file, related }) => [file, related.length]),
      [["index.mdx", codes.length]],
    );
    await callCli(["check", folder, "--fix"]);
    for (const language of codes)
      assert.match(readFileSync(join(folder, `${language}/index.mdx`), "utf8"), /\(\/guide\)/);
  });
});
