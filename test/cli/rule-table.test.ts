import assert from "node:assert/strict";
import { callCli } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const page = (title: string) => `---\ntitle: ${title}\n---\n`;

describe("rule table in check output", () => {
  after(removeTempSites);

  const site = () =>
    tempSite({
      "docs.json": '{ "navbr": {}, "navigation": { "pages": ["index", "gone"] } }',
      "index.mdx": `${page("Home")}\n[a](/x) [b](/y)\n\n<Icon icon="flag" color="A8FF53" />\n`,
      "other.mdx": page("Other"),
    });
  const rows = [
    "Problems by rule, most severe first:",
    "  1  error    nav/page-not-found",
    "  2  warning  link/page-not-found",
    "  1  warning  config/unknown-setting",
    "  1  warning  mdx/prop-value",
    "",
  ];

  it("is at the end of the report, with the most severe rules first", async () => {
    const { stdout } = await callCli(["check", site(), "--no-mdx-syntax", "--profile", "standard"]);
    assert.deepEqual(stdout.split("\n").slice(-rows.length), rows, stdout);
  });

  it("includes problems hidden by --max-problems, but not those below the minimum severity", async () => {
    const folder = site();
    const { stdout } = await callCli([
      "check",
      folder,
      "--no-mdx-syntax",
      "--profile",
      "standard",
      "--max-problems",
      "1",
    ]);
    assert.deepEqual(stdout.split("\n").slice(-rows.length), rows, stdout);
    const all = await callCli(["check", folder, "--no-mdx-syntax", "--profile", "standard", "--min-severity", "hint"]);
    assert.match(all.stdout, /\n {2}1 {2}hint {5}nav\/page-not-in-navigation\n/);
  });

  it("colors the severities in a terminal", async () => {
    const { stdout } = await callCli(["check", site(), "--no-mdx-syntax", "--profile", "standard"], {
      environment: { FORCE_COLOR: "1" },
    });
    const colored = stdout.split("\n").slice(-rows.length);
    assert.match(colored[1] ?? "", /^ {2}1 {2}\u001b\[[\d;]+merror {2}.*nav\/page-not-found$/);
    assert.deepEqual(
      colored.map((line) => line.replace(/\u001b\[[\d;]*m/g, "")),
      rows,
    );
  });

  it("is omitted in other formats and if there are no problems", async () => {
    const clean = tempSite({
      "docs.json": '{ "navigation": { "pages": ["index"] } }',
      "index.mdx": page("H"),
    });
    assert.doesNotMatch(
      (await callCli(["check", clean, "--no-mdx-syntax", "--profile", "standard"])).stdout,
      /by rule/,
    );
    for (const format of ["json", "sarif", "junit", "github"])
      assert.doesNotMatch((await callCli(["check", site(), "--format", format])).stdout, /by rule/);
  });

  it("follows a summary whose page count excludes snippets", async () => {
    const folder = tempSite({
      "docs.json": '{ "navigation": { "pages": ["index"] } }',
      "index.mdx": `${page("Home")}\nimport A from "/snippets/a.mdx";\n\n<A />\n`,
      "snippets/a.mdx": "[x](/gone)\n",
      "snippets/b.mdx": "[x](/gone)\n",
    });
    const { stdout } = await callCli(["check", folder, "--no-mdx-syntax", "--profile", "standard"]);
    assert.match(stdout, /^1 warning in snippets\/a\.mdx, none in 1 page · /m);
  });
});
