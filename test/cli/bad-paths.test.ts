import assert from "node:assert/strict";
import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createNodeDisk } from "../../server/src/workspace/files/node-disk.ts";
import { canary, codes, head, page, problemsIn, problemsOf } from "./bad-site.ts";
import { checkJson, type JsonProblem } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";
import { readsOutside } from "./watch-reads.ts";

describe("checking paths outside the site", function () {
  this.timeout(60_000);
  // Loads all modules before reads are monitored.
  before(async () => {
    await problemsOf(`{ ${head}, "navigation": { "pages": ["index"] } }`);
  });
  after(removeTempSites);

  it("is tested with a monitor that detects reads outside the site", async () => {
    const folder = tempSite({ "site/docs.json": "{}", "canary.mdx": canary });
    const site = join(folder, "site");
    assert.deepEqual(await readsOutside(site, () => Promise.resolve(createNodeDisk(site).read("docs.json", 100))), []);
    const seen = await readsOutside(site, () => Promise.resolve(createNodeDisk(folder).read("canary.mdx", 100)));
    assert.deepEqual(seen, [join(realpathSync(folder), "canary.mdx")]);
  });

  for (const path of [
    "../canary",
    "../../../../etc/passwd",
    "/etc/passwd",
    "..\\\\..\\\\canary",
    "C:\\\\Windows\\\\win.ini",
    "C:x",
    "//server/share/x",
    "\\\\\\\\server\\\\share",
    "%2e%2e/canary",
    "..%2fcanary",
    "%252e%252e/canary",
    "a\\u0000b",
    "\\ud800",
    "a".repeat(5000),
    "",
    ".",
    "..",
  ])
    it(`reports that ${path.slice(0, 30) || "an empty entry"} in the navigation isn't a page path`, async () => {
      const folder = tempSite({
        "site/docs.json": `{ ${head}, "navigation": { "pages": ["index", "${path}"] } }`,
        "site/index.mdx": page,
        "canary.mdx": canary,
      });
      let problems: JsonProblem[] = [];
      const reads = await readsOutside(
        join(folder, "site"),
        async () => (problems = await problemsIn(join(folder, "site"))),
      );
      assert.deepEqual(reads, []);
      assert.equal(problems.length, 1, codes(problems).join());
      assert.match(problems[0]?.code ?? "", /^(nav\/|config\/invalid-value$)/);
      assert.ok((problems[0]?.message ?? "").length <= 300);
    });

  it("accepts valid page paths that start with dots", async () => {
    const names = ["...x", "..x/y", ".../z"];
    const files = Object.fromEntries(names.map((name) => [`${name}.mdx`, page.replace("Home", name)]));
    const docs = `{ ${head}, "navigation": { "pages": ${JSON.stringify(["index", ...names])} } }`;
    const reads = await problemsOf(docs, files);
    assert.deepEqual(
      reads.filter(({ code }) => code !== "nav/page-not-found"),
      [],
    );
  });

  for (const [ref, code] of [
    ["../outside.json", "config/ref-outside-site"],
    ["file:///etc/passwd", "config/ref-outside-site"],
    ["https://example.com/nav.json", "config/ref-outside-site"],
    ["%2e%2e/outside.json", "config/ref-outside-site"],
    ["..\\\\outside.json", "config/ref-outside-site"],
    ["/etc/passwd", "config/ref-not-found"],
    ["./link.json", "config/ref-not-found"],
  ] as const)
    it(`reports ${code} for $ref ${ref}`, async () => {
      const folder = tempSite({
        "site/docs.json": `{ ${head}, "navigation": { "$ref": "${ref}" } }`,
        "site/index.mdx": page,
        "outside.json": `{ "pages": ["${canary}"] }`,
      });
      symlinkSync(join(folder, "outside.json"), join(folder, "site/link.json"));
      let problems: JsonProblem[] = [];
      const reads = await readsOutside(
        join(folder, "site"),
        async () => (problems = await problemsIn(join(folder, "site"))),
      );
      assert.deepEqual(reads, []);
      assert.deepEqual(codes(problems), [`${code} docs.json`]);
      assert.doesNotMatch(JSON.stringify(problems), new RegExp(canary));
    });

  for (const [source, code] of [
    ["../outside.yaml", "openapi/spec-outside-site"],
    ["%2e%2e/outside.yaml", "openapi/spec-outside-site"],
    ["C:\\\\outside.yaml", "openapi/spec-outside-site"],
    ["/etc/outside.yaml", "openapi/spec-not-found"],
  ] as const)
    it(`reports ${code} for openapi ${source}`, async () => {
      const folder = tempSite({
        "site/docs.json": `{ ${head}, "navigation": { "groups": [{ "group": "G", "openapi": "${source}", "pages": ["index"] }] } }`,
        "site/index.mdx": page,
        "outside.yaml": "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\n",
      });
      let problems: JsonProblem[] = [];
      const reads = await readsOutside(
        join(folder, "site"),
        async () => (problems = await problemsIn(join(folder, "site"))),
      );
      assert.deepEqual(reads, []);
      assert.deepEqual(codes(problems), [`${code} docs.json`]);
    });

  it("follows symbolic links inside the site, stops at loops, and never leaves the site", async () => {
    const folder = tempSite({
      "site/docs.json": `{ ${head}, "navigation": { "pages": ["index", "real/a", "out/canary", "stolen"] } }`,
      "site/index.mdx": page,
      "site/real/a.mdx": page.replace("Home", "A"),
      "canary.mdx": canary,
    });
    const site = join(folder, "site");
    symlinkSync(site, join(site, "loop"));
    symlinkSync("..", join(site, "real/up"));
    symlinkSync(join(folder), join(site, "out"));
    symlinkSync(join(folder, "canary.mdx"), join(site, "stolen.mdx"));
    symlinkSync("self", join(site, "self"));
    let problems: JsonProblem[] = [];
    const reads = await readsOutside(site, async () => (problems = await problemsIn(site)));
    assert.deepEqual(reads, []);
    // The service lists the linked file, but not the files in the linked folder.
    assert.deepEqual(codes(problems), ["nav/page-not-found docs.json"]);
    assert.doesNotMatch(JSON.stringify(problems), new RegExp(canary));
    assert.equal((await checkJson(site)).pages, 2);
  });

  it("doesn't report links to files outside the site as missing, and says that a specification isn't checked", async () => {
    const folder = tempSite({
      "site/docs.json": `{ ${head}, "navigation": { "groups": [{ "group": "G", "openapi": "api.json", "pages": ["index", "GET /a"] }] } }`,
      "site/index.mdx": `${page}\nimport Note from "/snippets/note.mdx"\n\n<Note /> [a](/linked) ![b](/b.svg) ![c](/gone.svg)\n`,
      "site/snippets/a.mdx": "A",
      "shared/note.mdx": canary,
      "shared/b.svg": canary,
      "shared/api.json": `{ "openapi": "3.1.0", "info": { "title": "${canary}" } }`,
    });
    const site = join(folder, "site");
    for (const [path, target] of [
      ["snippets/note.mdx", "shared/note.mdx"],
      ["linked.mdx", "shared/note.mdx"],
      ["b.svg", "shared/b.svg"],
      ["gone.svg", "shared/gone.svg"],
      ["api.json", "shared/api.json"],
    ] as const)
      symlinkSync(join(folder, target), join(site, path));
    let problems: readonly JsonProblem[] = [];
    const reads = await readsOutside(site, async () => {
      ({ problems } = await checkJson(site, "--min-severity", "information"));
    });
    assert.deepEqual(reads, []);
    assert.deepEqual(
      problems.map(({ severity, code, message }) => `${severity} ${code} ${/`(.*?)`/.exec(message)?.[1]}`).sort(),
      ["information openapi/spec-not-found api.json", "warning link/file-not-found /gone.svg"],
    );
    assert.doesNotMatch(JSON.stringify(problems), new RegExp(canary));
  });

  it("doesn't read files outside the site through imports, links, images, settings, or symbolic links", async () => {
    const ways = ["../canary", "../../../../../etc/passwd", "/etc/passwd", "/../canary", "%2e%2e/canary"];
    const text = ways.map(
      (way, i) =>
        `import A${i} from "${way}.mdx"\nimport B${i} from "${way}.jsx"\nimport C${i} from "${way}"\n\n<A${i} /> [a](${way}) [b](${way}.mdx#x) ![c](${way}.png) ![d](file://${way})\n\n`,
    );
    const folder = tempSite({
      "site/docs.json": `{ ${head}, "navigation": { "pages": ["index"] } }`,
      "site/.docwright.json": '{ "$ref": "../canary.json", "ignore": ["../**"], "rules": { "$ref": "/etc/passwd" } }',
      "site/index.mdx": `${page}\n${text.join("")}import S from "/snippets/stolen.mdx"\n\n<S /> [e](/out/canary#x)\n`,
      "site/snippets/a.mdx": canary,
      "canary.mdx": `# ${canary}\n`,
      "canary.jsx": `export const canary = "${canary}"\n`,
      "canary.json": `{ "rules": { "link/*": "off", "${canary}": "off" } }`,
    });
    const site = join(folder, "site");
    symlinkSync(folder, join(site, "out"));
    symlinkSync(join(folder, "canary.mdx"), join(site, "snippets/stolen.mdx"));
    let problems: JsonProblem[] = [];
    const reads = await readsOutside(site, async () => (problems = await problemsIn(site)));
    assert.deepEqual(reads, []);
    assert.ok(problems.some(({ code, file }) => code === "link/page-not-found" && file === "index.mdx"));
    assert.doesNotMatch(JSON.stringify(problems), new RegExp(canary));
  });

  it("reports an entry whose page file is a folder", async () => {
    const folder = tempSite({
      "docs.json": `{ ${head}, "navigation": { "pages": ["index", "guides"] } }`,
      "index.mdx": page,
      "guides/index.mdx": page.replace("Home", "Guides"),
    });
    mkdirSync(join(folder, "guides.mdx"));
    assert.deepEqual(codes(await problemsIn(folder)), ["nav/page-not-found docs.json"]);
  });
});
