import assert from "node:assert/strict";
import { findCalls, readPageSamples } from "../../server/src/core/analysis/drift/called-operations.ts";
import { complete } from "../../server/src/core/features/completion/complete.ts";
import { getHover } from "../../server/src/core/features/hover/hover.ts";
import { listFixes, createSafeFixes } from "../../server/src/core/rules/engine/offered-fixes.ts";
import { createFixes, findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import { createIgnoredRuleRemovalEdits } from "../../server/src/core/rules/ignore-comments.ts";
import { groupCounterpartsByPage, findSiblingGaps } from "../../server/src/core/site/navigation/translations.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { assertGrowsWithLength } from "../harness/grows-with-length.ts";
import { siteOf } from "../harness/site-of.ts";
import { chooseByMode } from "../harness/choose-by-mode.ts";

type Files = Readonly<Record<string, string>>;

const fence = "---\ntitle: T\n---\n\n";
const config = (more = "") => `{ "navigation": { "pages": ["index"] }${more} }`;
const count = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const page = (text: string): Files => ({ "docs.json": config(), "index.mdx": fence + text });
const withRedirects = (redirects: readonly string[], text: string): Files => ({
  "docs.json": config(`, "redirects": [${redirects.join(",\n")}]`),
  "index.mdx": fence + text,
});
const settings = (value: unknown): Files => ({ ...page("Text."), ".docwright.json": JSON.stringify(value) });

/** Sites in which everything grows with `n`. */
const shapes: Readonly<Record<string, (n: number) => Files>> = {
  "links to pages that don't exist": (n) => page(count(n, (i) => `[a](/gone/page-${i})\n\n`).join("")),
  "anchors that don't exist, next to headings": (n) =>
    page(count(n, (i) => `## Head ${i}\n\n[a](#hed-${i})\n\n`).join("")),
  "images that don't exist": (n) => page(count(n, (i) => `![a](/img/page-${i}.png)\n\n`).join("")),
  "unknown components": (n) => page(count(n, (i) => `<Crd${i} />\n\n`).join("")),
  "unknown props": (n) => page(count(n, (i) => `<Card titel${i}="x" />\n\n`).join("")),
  "props in one tag": (n) => page(`<Card ${count(n, (i) => `titel${i}="x"`).join(" ")} />`),
  "undeclared names": (n) => page(count(n, (i) => `{name${i}}\n\n`).join("")),
  "ignore comments that ignore problems": (n) =>
    page("{/* docwright-ignore link/page-not-found */}\n[a](/gone)\n\n".repeat(n)),
  "ignore comments on one line": (n) => page("{/* docwright-ignore a/b */} ".repeat(n)),
  "ignore comments with many names": (n) =>
    page(`{/* docwright-ignore ${"a/b, ".repeat(90)}*/}\n[a](/gone)\n\n`.repeat(n / 20)),
  "ignore comments without a rule": (n) =>
    page(count(n, (i) => `{/* docwright-ignore lnk/page-not-fund${i} */}\n\ntext\n`).join("")),
  "a repeated field": (n) => ({
    ...page(""),
    "index.mdx": `---\ntitle: T\n${"k: 1\n".repeat(n)}---\n`,
  }),
  "fields with many names": (n) => ({
    ...page(""),
    "index.mdx": `---\ntitle: T\n${count(n, (i) => `descriptio${i}: 1`).join("\n")}\n---\n`,
  }),
  "JSON samples with errors": (n) => page('```json\n{"a": 1,}\n```\n\n'.repeat(n)),
  "imports that don't exist": (n) =>
    page(
      `${count(n / 4, (i) => `import A${i} from "/snippets/gone${i}.mdx"`).join("\n")}\n\n${count(n / 4, (i) => `<A${i} />\n`).join("")}`,
    ),
  "snippets that include each other": (n) => ({
    ...page('import S from "/snippets/s0.mdx"\n\n<S />\n\n[a](#gone)\n'),
    ...Object.fromEntries(
      count(n / 20, (i) => [
        `snippets/s${i}.mdx`,
        `import S from "/snippets/s${(i + 1) % (n / 20)}.mdx"\nimport Self from "/snippets/s${i}.mdx"\n\n<S />\n\n<Self />\n`,
      ]),
    ),
  }),
  "chained redirects": (n) =>
    withRedirects(
      count(n, (i) => `{ "source": "/a${i}", "destination": "/a${i + 1}" }`),
      "[a](/a0)",
    ),
  "redirects that start with wildcards, and links": (n) =>
    withRedirects(
      count(n, (i) => `{ "source": "/:a/*/x${i}/:b*", "destination": "/gone/:a" }`),
      count(n, (i) => `[a](/gone/page/${i}/y)\n\n`).join(""),
    ),
  "unlimited wildcards": (n) =>
    withRedirects(
      [`${"*".repeat(n)}`, "*/".repeat(n), ":a*".repeat(n), "(a+)+".repeat(n)].map(
        (source) => `{ "source": "/${source}x", "destination": "/${":x".repeat(n)}" }`,
      ),
      "[a](/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/b/c/d) ".repeat(100),
    ),
  "pages that don't exist": (n) => ({
    ...page("Text."),
    "docs.json": `{ "navigation": { "pages": ["index", ${count(n, (i) => `"gone/page-${i}"`).join(", ")}] } }`,
  }),
  "pages that don't exist, next to others": (n) => ({
    ...page("Text."),
    "docs.json": `{ "navigation": { "pages": ["index", ${count(n, (i) => `"guides/pge-${i}"`).join(", ")}] } }`,
    ...Object.fromEntries(count(n / 5, (i) => [`guides/page-${i}.mdx`, fence])),
  }),
  "links to pages that don't exist, next to others": (n) => ({
    ...page(count(n, (i) => `[a](/guides/pge-${i}) ![b](/guides/pge-${i}.png)\n\n`).join("")),
    ...Object.fromEntries(count(n / 5, (i) => [`guides/page-${i}.${i % 2 ? "mdx" : "png"}`, fence] as const)),
  }),
  "links with long names": (n) => ({
    ...page(count(n / 8, (i) => `[a](/guides/${"a".repeat(280)}${i})\n\n`).join("")),
    ...Object.fromEntries(count(n / 10, (i) => [`guides/${"a".repeat(280)}x${i}.mdx`, fence])),
  }),
  "links to pages with the same name": (n) => ({
    ...page(count(n, (i) => `[a](/gone${i}/overview)\n\n`).join("")),
    ...Object.fromEntries(count(n / 5, (i) => [`f${i}/overview.mdx`, fence])),
  }),
  "names on one line": (n) => page(count(n, (i) => `{name${i}} and `).join("")),
  "names next to dollar signs": (n) => page(`$$\n$$\n\n${count(n, (i) => `5 $ for {name${i}} and\n`).join("")}`),
  "names in URLs": (n) => page(`www.${"a.".repeat(n)} ${count(n, (i) => `x${i}{name${i}}`).join("")}`),
  "names next to imports": (n) => ({
    ...page(
      `${count(n / 8, (i) => `import A${i} from "/snippets/a.mdx"`).join("\n")}\n\n${count(n, (i) => `{name${i}} <Name${i} />\n`).join("")}`,
    ),
    "snippets/a.mdx": count(n / 8, (i) => `export const a${i} = 1`).join("\n"),
  }),
  "names in a snippet": (n) => ({
    ...page(`import A from "/snippets/a.mdx"\n\n${count(n, (i) => `<A b${i}="c" />\n\n`).join("")}`),
    "snippets/a.mdx": count(n, (i) => `{name${i}}\n`).join(""),
  }),
  "components in code": (n) => page(`{[${count(n, (i) => `<Name${i} />`).join(", ")}]}`),
  "names next to errors": (n) =>
    page(`export const a = (\n\n\`b {c\n\n${count(n, (i) => `{name${i}} <Name${i} />`).join("")}`),
  "unknown icons": (n) => ({
    ...page(count(n, (i) => `<Icon icon="roket-${i}" />\n\n`).join("")),
    "docs.json": `{ "navigation": { "groups": [${count(n, (i) => `{ "group": "G${i}", "icon": "roket-${i}", "pages": ["index"] }`).join(", ")}] } }`,
  }),
  "identical nested groups": (n) => ({
    ...page("Text."),
    "docs.json": `{ "navigation": { "groups": [${`{ "group": "G", "root": "gone", "pages": [ "index", ${count(n / 100, () => '{ "group": "G", "pages": ["index", "gone"] }').join(", ")} ] }`.concat(", ").repeat(99)} { "group": "Z", "pages": [] }] } }`,
  }),
  "identical versions and languages": (n) => ({
    ...page("Text."),
    "docs.json": `{ "navigation": { "versions": [${count(n, (i) => `{ "version": "v${i % 9}", "default": true, "languages": [{ "language": "e${i}", "pages": ["index"] }] }`).join(", ")}] } }`,
  }),
  "unknown settings": (n) => ({
    ...page("Text."),
    "docs.json": config(`, ${count(n, (i) => `"colrs${i}": 1, "name": 2`).join(", ")}`),
  }),
  "references to missing targets": (n) => ({
    ...page("Text."),
    "docs.json": `{ "navigation": { "groups": [${count(n, (i) => `{ "$ref": "./gone/prt${i}.json" }`).join(", ")}] } }`,
    ...Object.fromEntries(count(n / 5, (i) => [`gone/part${i}.json`, "[]"])),
  }),
  "operations that don't exist": (n) => ({
    ...page("Text."),
    "docs.json": `{ "navigation": { "groups": [{ "group": "A", "openapi": "a.json", "pages": [${count(n, (i) => `"GET /usr/${i}"`).join(", ")}] }] } }`,
    "a.json": `{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { ${count(n / 2, (i) => `"/user/${i}": { "get": {} }`).join(", ")} } }`,
  }),
  "code blocks with options": (n) =>
    page('```js highlight={1-99999999,3,5-7} wrp fcus={4-1} title="a\nb\n```\n\n'.repeat(n / 2)),
  "mismatched tags": (n) => page("<Note><Tip></Note></Tip>\n<Tab>\n<Step />\n".repeat(n / 4)),
  "a redirect that matches its own destination": (n) =>
    withRedirects(
      count(n, (i) => `{ "source": "/x${i}/:a*", "destination": "/x${i}/b/:a*" }`),
      "[a](/x1/b)",
    ),
  "unknown rules": (n) => settings({ rules: Object.fromEntries(count(n, (i) => [`link/pge-not-found${i}`, "off"])) }),
  "unlimited globs": (n) =>
    settings({ ignore: [...count(n / 4, (i) => `**/a${i}/**/*.mdx`), "*a".repeat(400), "**/".repeat(400)] }),
};

/** Performs everything that an editor requests for a site once. */
function work(site: Site): void {
  const problems = findSiteProblems(site);
  const last = problems.at(-1);
  if (last) listFixes([last], problems, site);
  for (const problem of problems) createFixes(problem, site);
  for (const [file, { text }] of [...site.references].slice(0, 1)) {
    createSafeFixes(problems.filter(({ at }) => at.file === file).slice(0, 1000), file, site);
    for (const offset of [Math.floor(text.length / 2), text.length]) {
      complete(site, file, text, offset);
      getHover({ site, file, offset, findIcon: () => undefined });
    }
  }
}

describe("rules, fixes, completion, and hover on hostile sites", function () {
  this.timeout(60_000);
  for (const [name, shape] of Object.entries(shapes))
    it(`take time linear in the site's length: ${name}`, () => {
      // The ratio may be greater than 8 because of garbage collection.
      assertGrowsWithLength({
        work: (n) => {
          const site = siteOf(new Map(Object.entries(shape(n))));
          return () => work(site);
        },
        from: chooseByMode(250, 500),
        tries: 2,
        most: 28,
        enough: chooseByMode(100, 250),
      });
    });
});

const api = (paths: readonly string[]) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])),
  });

/**
 * Functions that are also measured separately, because they take only a small share of the total time until there are
 * thousands of items.
 */
const parts: Readonly<Record<string, (n: number) => () => void>> = {
  "finding the operations of requests": (n) => {
    const site = siteOf(
      new Map(
        Object.entries({
          ...page(count(n, (i) => `\`\`\`bash\ncurl https://a.example/${i % 2}/${i}\n\`\`\`\n\n`).join("")),
          "docs.json": config(', "api": { "openapi": "a.json" }'),
          "a.json": api(count(n, (i) => (i % 4 === 0 ? `/0/{x${i}}` : `/1/${i}`))),
        }),
      ),
    );
    const references = site.references.get("index.mdx");
    const requests = references ? readPageSamples(references).requests : [];
    assert.equal(requests.length, n);
    return () => findCalls(requests, { specs: site.specs, onlySpec: undefined }, undefined);
  },
  "removing ignore comments": (n) => {
    const text = "{/* docwright-ignore lnk/page-not-fund */}\n\ntext\n\n".repeat(n);
    const references = siteOf(new Map(Object.entries(page(text)))).references.get("index.mdx");
    assert.equal(references?.ignoreComments.length, n);
    return () =>
      references.ignoreComments
        .flatMap(({ codes }) => codes)
        .forEach(({ range }) => createIgnoredRuleRemovalEdits(references, range));
  },
  "comparing languages": (n) => {
    const languages = count(n, (i) => ({ language: `e${i}`, pages: ["index", `e${i}/a`] }));
    const { config: docs } = siteOf(new Map([["docs.json", JSON.stringify({ navigation: { languages } })]]));
    return () => [findSiblingGaps(docs), groupCounterpartsByPage(docs)];
  },
};

describe("steps in analyzing hostile sites", function () {
  this.timeout(60_000);
  for (const [name, part] of Object.entries(parts))
    it(`take linear time: ${name}`, () => {
      assertGrowsWithLength({ work: part, from: 500, tries: 2, most: 28, enough: 30 });
    });
});
