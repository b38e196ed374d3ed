import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../harness/eventually.ts";
import { openSession } from "../harness/open-session.ts";
import { callCli } from "./call-cli.ts";
import { BuiltCli } from "./spawn-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const config = (...pages: readonly string[]) => JSON.stringify({ navigation: { pages } });
const page = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;
const files = {
  "docs.json": config("index", "ja/index"),
  "index.mdx": page("Home", "[to](/ja/index)"),
  "ja/docs.json": config("index", "gone"),
  "ja/index.mdx": page("Start", "![one](/ja/one.png) [back](/index)"),
  "ja/one.png": "png",
};

// The service publishes one folder, with docs.json at its root.
describe("command line on a site with a docs.json in a subfolder", function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => (folder = tempSite(files)));
  after(removeTempSites);

  const checked = async (at: string) => {
    const { stdout } = await callCli(["check", at, "--format", "json", "--min-severity", "hint"]);
    const report = JSON.parse(stdout) as {
      readonly sites: readonly { readonly root: string }[];
      readonly problems: readonly { readonly file: string; readonly code: string }[];
    };
    return {
      roots: report.sites.map(({ root }) => root),
      problems: report.problems.map(({ file, code }) => `${file} ${code}`),
    };
  };

  it("checks the subfolder as part of the outer site", async () => {
    assert.deepEqual(await checked(folder), { roots: ["."], problems: ["ja/docs.json config/nested-site"] });
  });

  it("checks the subfolder as a separate site if it's the folder to check", async () => {
    const { roots, problems } = await checked(join(folder, "ja"));
    assert.deepEqual(roots, ["."]);
    assert.ok(problems.includes("docs.json nav/page-not-found"), problems.join("\n"));
  });

  it("checks both sites if .docwright.json lists them", async () => {
    const own = tempSite({
      ...files,
      "docs.json": config("index"),
      ".docwright.json": '{ "sites": ["ja"] }',
    });
    const { roots, problems } = await checked(own);
    assert.deepEqual(roots, [".", "ja"]);
    assert.ok(problems.includes("ja/docs.json nav/page-not-found"), problems.join("\n"));
    assert.ok(!problems.includes("ja/docs.json config/nested-site"));
  });

  it("checks both sites if .mintignore excludes the subfolder from the outer site", async () => {
    const own = tempSite({ ...files, "docs.json": config("index"), ".mintignore": "ja/\n" });
    const { roots, problems } = await checked(own);
    assert.deepEqual(roots, [".", "ja"]);
    assert.ok(problems.includes("ja/docs.json nav/page-not-found"));
    assert.ok(
      problems.includes("index.mdx link/page-not-found"),
      "the link from the outer site was resolved in the other site",
    );
  });

  it("explains the subfolder's pages as part of the outer site", async () => {
    for (const [target, cwd] of [
      ["ja/index", folder],
      ["/ja/index", folder],
      ["ja/index.mdx", folder],
    ] as const) {
      const { exitCode, stdout } = await callCli(["explain", folder, target], { cwd });
      assert.equal(exitCode, 0, stdout);
      assert.match(stdout, /^\S+ · shown/);
      assert.match(stdout, /^ {4}docs\.json:1:\d+$/m);
    }
  });

  it("moves the subfolder's pages with the outer site", async () => {
    const { exitCode, stderr } = await callCli(["move", "ja/index", "ja/first", folder, "--no-redirects"]);
    assert.equal(exitCode, 0, stderr);
    assert.equal(readFileSync(join(folder, "docs.json"), "utf8"), config("index", "ja/first"));
    assert.match(readFileSync(join(folder, "index.mdx"), "utf8"), /\(\/ja\/first\)/);
  });

  it("previews the subfolder's pages from the root", async () => {
    const cli = await BuiltCli.make();
    const child = cli.start(["preview", folder]);
    try {
      const printed = await new Promise<string>((resolve, reject) => {
        let text = "";
        child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
          const found = /^Preview: (http:\S+)\n/m.exec((text += chunk))?.[1];
          if (found !== undefined) resolve(found);
        });
        child.once("exit", () => reject(new Error(`The command ended: ${text}`)));
      });
      const { url, headers } = await openSession(printed);
      const statusOf = async (path: string) => (await fetch(url + path, { headers })).status;
      // Until the site has been read, every page is treated as possibly existing.
      await eventually(async () => assert.equal(await statusOf("gone"), 404));
      assert.equal(await statusOf("ja/index"), 200);
      assert.equal(await statusOf("ja/one.png"), 200);
    } finally {
      child.kill("SIGKILL");
      cli.remove();
    }
  });
});
