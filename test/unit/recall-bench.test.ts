import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { allKinds } from "../../bench/recall/all-kinds.ts";
import { createBatches } from "../../bench/recall/batches.ts";
import { drawInjections } from "../../bench/recall/draw-injections.ts";
import { getChanges, listLines } from "../../bench/recall/mutate.ts";
import { validate } from "../../bench/recall/outcome.ts";
import { readSite, type SiteCopy } from "../../bench/recall/site-copy.ts";
import { withoutMutator } from "../../bench/recall/without-mutator.ts";
import { rules } from "../../server/src/core/rules/engine/registry.ts";
import { importsOf, sourceFiles } from "../harness/source-files.ts";

const texts: Readonly<Record<string, string>> = {
  "docs.json": `{
  "name": "Acme",
  "navigation": {
    "groups": [
      {
        "group": "Guides",
        "pages": [
          "guides/start",
          "guides/usage"
        ]
      }
    ]
  },
  "redirects": [
    { "source": "/old", "destination": "/guides/start" }
  ]
}
`,
  "guides/start.mdx":
    "---\ntitle: Start\n---\n\nFirst read [how to use it](/guides/usage) and then go on.\n\n<Note>\n  A word of care.\n</Note>\n\nThat is all there is.\n",
  "guides/usage.mdx":
    '---\ntitle: Usage\n---\n\n## Call it\n\nSend a request with `curl`.\n\n```json\n{\n  "a": 1\n}\n```\n',
};

describe("recall benchmark", () => {
  let folder = "";
  let site: SiteCopy;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "docwright-recall-test-"));
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    site = readSite(folder, "site");
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  const draw = (name: string, seed = 1, count = 1) => {
    const kind = allKinds.find((one) => one.name === name);
    assert.ok(kind, name);
    return drawInjections(kind, [site], { seed, count });
  };

  it("imports no product code", () => {
    const imports = sourceFiles()
      .filter(({ path }) => path.startsWith("bench/recall/"))
      .flatMap(importsOf);
    assert.ok(imports.length > 50);
    // This file is allowed because it imports only `node:util`.
    const argumentReader = "tools/read-arguments.ts";
    assert.deepEqual(
      imports.filter(
        ({ to }) =>
          to !== argumentReader && !to.startsWith("bench/recall/") && /^(server|client|webview|test|tools)\//.test(to),
      ),
      [],
    );
  });

  it("has error kinds with unique names and existing rule codes", () => {
    const known = new Set<string>(rules.map(({ code }) => code));
    assert.ok(allKinds.length >= 60);
    assert.equal(new Set(allKinds.map(({ name }) => name)).size, allKinds.length);
    assert.deepEqual(
      allKinds
        .filter(({ codes }) => codes.length === 0 || codes.some((code) => !known.has(code)))
        .map(({ name }) => name),
      [],
    );
  });

  it("covers every rule code or explains why it doesn't", () => {
    const made = new Set(allKinds.flatMap(({ codes }) => codes));
    assert.deepEqual(
      rules.map(({ code }) => code).filter((code) => !made.has(code) && withoutMutator[code] === undefined),
      [],
    );
    assert.deepEqual(
      Object.keys(withoutMutator).filter((code) => made.has(code)),
      [],
    );
  });

  it("generates the same errors from the same seed, and different ones from another seed", () => {
    const edits = (seed: number) => draw("link/html-broken", seed, 5).map(({ injection }) => injection.edits);
    assert.deepEqual(edits(1), edits(1));
    assert.notDeepEqual(edits(1), edits(2));
  });

  it("removes a closing tag and expects the problem at the opening one", () => {
    const [drawn] = draw("mdx/tag-not-closed");
    assert.ok(drawn);
    const text = getChanges(site, [drawn.injection]).get("guides/start.mdx");
    assert.equal(text, texts["guides/start.mdx"]?.replace("</Note>", ""));
    assert.deepEqual(listLines(site, drawn.injection, [drawn.injection]), [{ path: "guides/start.mdx", at: 6 }]);
  });

  it("breaks a link so that its target doesn't exist and expects the problem on its line", () => {
    for (const { injection } of draw("link/markdown-broken", 1, 4)) {
      const text = getChanges(site, [injection]).get("guides/start.mdx") ?? "";
      const target = /\]\(([^)]*)\)/.exec(text)?.[1] ?? "";
      assert.ok(target.startsWith("/") && !["/guides/usage", "/guides/start", "/old"].includes(target), target);
      assert.deepEqual(listLines(site, injection, [injection]), [{ path: "guides/start.mdx", at: 4 }]);
    }
  });

  it("accounts for the lines that other errors in the file insert before it", () => {
    const first = {
      edits: [{ path: "docs.json", start: 1, end: 1, text: '\n  "x": 1,' }],
      marks: [],
      what: "",
    };
    const at = (texts["docs.json"] ?? "").indexOf('"/old"');
    const second = {
      edits: [{ path: "docs.json", start: at, end: at + 6, text: '"/new"' }],
      marks: [{ path: "docs.json", at }],
      what: "",
    };
    const line = (texts["docs.json"] ?? "").slice(0, at).split("\n").length - 1;
    assert.deepEqual(listLines(site, second, [second]), [{ path: "docs.json", at: line }]);
    assert.deepEqual(listLines(site, second, [first, second]), [{ path: "docs.json", at: line + 1 }]);
  });

  it("doesn't confuse two errors on one page or errors that exclude each other", () => {
    const drawn = [...draw("link/html-broken"), ...draw("link/relative-broken", 1, 2), ...draw("config/comment")];
    for (const batch of createBatches(drawn)) {
      const pages = batch.flatMap(({ injection }) => injection.edits.map(({ path }) => path));
      assert.equal(new Set(pages).size, pages.length);
      assert.ok(batch.length === 1 || batch.every(({ kind }) => !kind.alone));
    }
  });

  it("counts only a problem with a matching code on the right line as found", () => {
    const [drawn] = draw("link/html-broken");
    assert.ok(drawn);
    const [mark] = listLines(site, drawn.injection, [drawn.injection]);
    assert.ok(mark);
    const messages = (code: string, line: number) =>
      validate(
        drawn,
        [drawn],
        [
          {
            code,
            file: mark.path,
            range: { start: { line, character: 0 } },
            severity: "warning",
            message: "",
          },
        ],
      ).verdict;
    assert.equal(messages("link/page-not-found", mark.at), "right");
    assert.equal(messages("link/page-not-found", mark.at + 1), "wrong line");
    assert.equal(messages("mdx/syntax", mark.at), "missed");
  });
});
