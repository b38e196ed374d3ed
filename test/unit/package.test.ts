import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { loadedOnCall } from "../../tools/build/load-on-call.mjs";
import { packageExtension } from "../../tools/package-extension.ts";
import { zipEntries } from "../harness/zip-entries.ts";

const project = path.resolve(__dirname, "../..");
const dist = path.join(project, "dist");

/** The maximum sizes of bundles and folders in bytes. Lower a limit when its bundle gets smaller. */
const budgets: Readonly<Record<string, number>> = {
  "server.js": 1_000,
  "client.js": 133_250,
  "client/connection.js": 443_000,
  "client/playground.js": 349_500,
  "client/feedback.js": 139_500,
  "client/overview.js": 25_000,
  "client/explain.js": 4_000,
  "client/create-config.js": 4_000,
  "cli.js": 1_500,
  engine: 2_496_000,
  "spec-worker.js": 245_000,
  "mdx-worker.js": 356_500,
  "render-worker.js": 1_515_000,
};

before(() => assert.ok(existsSync(path.join(dist, "server.js")), "dist is missing: run npm run build first"));

describe("bundles", () => {
  for (const [name, budget] of Object.entries(budgets))
    it(`stay within the budget: ${name}`, () => {
      const size = sizeOf(path.join(dist, name));
      assert.ok(size <= budget, `${size} of ${budget} bytes`);
    });

  for (const name of Object.keys(loadedOnCall))
    it(`export only functions, which can be called before the bundle is loaded: ${name}`, () => {
      const exported = createRequire(__filename)(path.join(dist, `${name}.js`)) as Record<string, unknown>;
      assert.deepEqual([...new Set(Object.values(exported).map((value) => typeof value))], ["function"]);
    });
});

function sizeOf(entry: string): number {
  const entries = statSync(entry).isDirectory() ? readdirSync(entry) : undefined;
  if (entries === undefined) return statSync(entry).size;
  return entries.reduce((total, name) => total + sizeOf(path.join(entry, name)), 0);
}

describe("extension package", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docwright-package-"));
  const vsix = path.join(folder, "docwright.vsix");
  let archive: Buffer;
  let entries: string[];

  before(async function () {
    this.timeout(60_000);
    await packageExtension(vsix);
    archive = readFileSync(vsix);
    entries = zipEntries(archive);
  });
  after(() => rmSync(folder, { recursive: true }));

  it("contains the files that it needs", () => {
    const needed = ["package.json", "readme.md", "changelog.md", "LICENSE.txt", "dist/client.js", "dist/server.js"];
    for (const name of [...needed.map((file) => `extension/${file}`), "extension/dist/THIRD_PARTY_NOTICES.txt"])
      assert.ok(entries.includes(name), `${name} is missing in ${entries.join(", ")}`);
  });

  it("contains no sources, dependencies, source maps, or docs images", () => {
    const allowed = [
      /^\[Content_Types\]\.xml$/,
      /^extension\.vsixmanifest$/,
      /^extension\/(package(\.nls(\.[\w-]+)?)?\.json|readme\.md|changelog\.md|LICENSE\.txt)$/,
      /^extension\/(dist|media|syntaxes)\/[\w./-]+\.(js|css|json|json\.br|txt|svg|png|woff2?)$/,
      /^extension\/l10n\/bundle\.l10n\.[\w-]+\.json$/,
    ];
    assert.deepEqual(
      entries.filter((entry) => !allowed.some((pattern) => pattern.test(entry))),
      [],
    );
    assert.deepEqual(
      entries.filter((entry) => /\.(ts|tsx|map|mdx)$|node_modules|\.test\./.test(entry)),
      [],
    );
  });

  it("has a page for extension users with working links and images", () => {
    const readme = readFileSync(path.join(project, "client/README.md"), "utf8");
    const targets = [...readme.matchAll(/\]\(([^)]*)\)/g)].map(([, target = ""]) => target);
    assert.ok(targets.length > 10);
    const own = /^https:\/\/(?:github\.com|raw\.githubusercontent\.com)\/docwright\/docwright\/(?:blob\/)?main\//;
    for (const target of targets) {
      if (target === "https://github.com/docwright/docwright/issues") continue;
      assert.match(target, own);
      assert.ok(existsSync(path.join(project, target.replace(own, ""))), target);
    }
    assert.doesNotMatch(readme, /npm ci|npm start/);
  });

  it("is at most 5 MB", () => {
    assert.ok(archive.length <= 5 * 1024 * 1024, `${archive.length} bytes`);
  });

  it("is byte-for-byte identical when packed again", async function () {
    this.timeout(60_000);
    const again = path.join(folder, "again.vsix");
    // The search doesn't affect the package, and the same files have already been searched.
    await packageExtension(again, { searchesSecrets: false });
    assert.ok(archive.equals(readFileSync(again)));
  });
});

describe("bundles", () => {
  // Pages are untrusted input, so the bundles must not even contain functions that could turn text into code.
  const bundles = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));

  it("exist", () => {
    for (const file of [
      "client.js",
      "client/connection.js",
      "server.js",
      "cli.js",
      "spec-worker.js",
      "spec-validation.js",
    ])
      assert.ok(bundles.includes(file), file);
  });

  for (const file of bundles)
    it(`don't evaluate strings as code: ${file}`, () => {
      const text = readFileSync(path.join(dist, file), "utf8");
      const found = [...text.matchAll(/\beval\s*\(|\bFunction\s*\(|["'](?:node:)?vm["']/g)];
      assert.deepEqual(
        found.map(({ index }) => text.slice(Math.max(0, index - 40), index + 60)),
        [],
      );
    });

  it("use the editor's API directly, because copying it for each module would double the loading time", () => {
    for (const file of bundles.filter((name) => /^client\b/.test(name))) {
      const copies = readFileSync(path.join(dist, file), "utf8").match(/[^=]require\("vscode"\).{0,40}/g);
      assert.deepEqual(copies ?? [], [], file);
    }
  });

  it("include the license of every bundled package", () => {
    const notices = readFileSync(path.join(dist, "THIRD_PARTY_NOTICES.txt"), "utf8");
    for (const name of ["jsonc-parser", "vscode-languageserver", "vscode-languageclient", "gray-matter"])
      assert.match(notices, new RegExp(`^${name} \\d`, "m"));
    assert.doesNotMatch(notices, /\((GPL|AGPL|SSPL|BUSL|UNLICENSED)/);
  });
});
