import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { scanPage } from "../../page/scan-page.ts";
import { findImportedFile, isPublished, getPublishedPages, listUrls } from "./pages.ts";

function createPages(files: Record<string, string>) {
  return new Map(Object.entries(files).map(([path, text]) => [path, scanPage(path, text).outline]));
}

describe("publishedPages", () => {
  const pages = createPages({
    "index.mdx": 'import A from "/parts/a.mdx"\nimport B from "./parts/b.mdx"\nimport L from "lodash"\n',
    "guides/start.mdx": 'import C from "../parts/c.mdx"\nimport Out from "../../out.mdx"\n',
    "guides/Start.md": "",
    "guides/start.md": "",
    "old/page.md": "",
    "parts/a.mdx": 'import A from "./a.mdx"',
    "parts/b.mdx": "",
    "parts/c.mdx": "",
    "parts/free.mdx": "",
    "snippets/s.mdx": "",
    "lodash.mdx": "",
  });

  it("omits snippets and imported files", () => {
    deepStrictEqual(
      [...getPublishedPages(pages).pagesBySlug].map(([slug, { path }]) => `${slug}: ${path}`),
      [
        "index: index.mdx",
        "guides/start: guides/start.mdx",
        "guides/Start: guides/Start.md",
        "old/page: old/page.md",
        "parts/free: parts/free.mdx",
        "lodash: lodash.mdx",
      ],
    );
    ok(isPublished(pages, "old/page.md"));
    ok(!isPublished(pages, "guides/start.md"));
    ok(!isPublished(pages, "snippets/s.mdx"));
    ok(!isPublished(pages, "parts/a.mdx"));
  });

  it("returns the pages and files that import each file", () => {
    deepStrictEqual(
      getPublishedPages(pages).importersByFile,
      new Map([
        ["parts/a.mdx", ["index.mdx"]],
        ["parts/b.mdx", ["index.mdx"]],
        ["parts/c.mdx", ["guides/start.mdx"]],
      ]),
    );
  });

  it("finds pages whose paths differ only in letter case", () => {
    deepStrictEqual(
      getPublishedPages(pages)
        .pagesByLowerCase.get("guides/start")
        ?.map(({ path }) => path),
      ["guides/start.mdx", "guides/Start.md"],
    );
  });

  it("is computed once per set of outlines", () => strictEqual(getPublishedPages(pages), getPublishedPages(pages)));

  it("resolves the URLs of index pages", () => {
    deepStrictEqual(listUrls("index"), ["/", "/index"]);
    deepStrictEqual(listUrls("guides/index"), ["/guides/index", "/guides"]);
    deepStrictEqual(listUrls("guides/reindex"), ["/guides/reindex"]);
  });

  it("never returns a file outside the site", () => {
    strictEqual(findImportedFile("../../x.mdx", "a/b.mdx"), undefined);
    strictEqual(findImportedFile("/../x.mdx", "a/b.mdx"), undefined);
    strictEqual(findImportedFile("react", "a/b.mdx"), undefined);
  });
});
