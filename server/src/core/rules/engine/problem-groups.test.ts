import assert from "node:assert/strict";
import { fixedBy, placesOf, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { createFixes } from "./run-rules.ts";

/** Problems of a site that are reported separately if there are few, and as one problem if there are many. */
interface Grouped {
  readonly title: string;
  readonly code: string;
  /** Returns the files of a site with this number of causes. */
  readonly createSite: (count: number) => string;
  readonly separateCase: { readonly count: number; readonly problems: number };
  /** The number of causes that are combined. */
  readonly combinedCount: number;
  readonly message: string;
}

function createNames(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i}`);
}

function createPage(text: string): string {
  return `
//- docs.json
{ "navigation": { "pages": ["a"] } }
//- a.mdx
${text}`;
}

describe("problem grouping by cause", () => {
  it("reports a folder's unlisted pages as one problem", () => {
    const text = `
//- docs.json
{ "navigation": { "pages": ["guides/start"] } }
//- guides/start.mdx
//- guides/a.mdx
---
title: A
---
//- guides/b.mdx
---
title: B
---
//- guides/deep/c.mdx
---
title: C
---
`;
    const site = siteFrom(text);
    assert.deepEqual(placesOf("nav/page-not-in-navigation", site), ["guides/a.mdx guides/b.mdx", "guides/deep/c.mdx"]);
    const [folder] = getShownProblems("nav/page-not-in-navigation", site);
    assert.equal(
      folder?.message,
      "2 pages in `guides`, such as `guides/a`, aren't in the navigation, so readers can reach them only through a link or by entering their URLs. Add them to `docs.json`, or set `hidden: true`.",
    );
    assert.match(folder.relatedLocations[0]?.message ?? "", /^`guides\/b` isn't in the navigation/);
    assert.equal(
      fixedBy("Hide all 2 pages", folder, site, text).get("guides/b.mdx"),
      "---\ntitle: B\nhidden: true\n---",
    );
    const additionFix = createFixes(folder, site).find(({ title }) => title.startsWith("Add all 2 pages to"));
    assert.deepEqual(JSON.parse(fixedBy(additionFix?.title ?? "", folder, site, text).get("docs.json") ?? ""), {
      navigation: { pages: ["guides/start", "guides/a", "guides/b"] },
    });
  });

  it("reports each cycle of snippets that include each other only once", () => {
    const createSnippet = (name: string, ...others: readonly string[]) =>
      `//- snippets/${name}.mdx\n${others.map((other) => `import ${other.toUpperCase()} from "/snippets/${other}.mdx";\n`).join("")}\n## ${name}\n\n${others.map((other) => `<${other.toUpperCase()} />`).join(" ")}\n`;
    const site = siteFrom(`
//- docs.json
{ "navigation": { "pages": ["start"] } }
//- start.mdx
import C from "/snippets/c.mdx";
import D from "/snippets/d.mdx";
import E from "/snippets/e.mdx";

[c](#c) [a](#a) [none](#none)

<C /> <D /> <E />
${createSnippet("a", "b")}${createSnippet("b", "c")}${createSnippet("c", "a")}${createSnippet("d", "d")}${createSnippet("e", "f", "a")}${createSnippet("f", "e")}`);
    assert.deepEqual(placesOf("mdx/misplaced-component", site), [
      "snippets/a.mdx snippets/b.mdx snippets/c.mdx",
      "snippets/d.mdx",
      "snippets/e.mdx snippets/f.mdx",
    ]);
    assert.deepEqual(placesOf("link/anchor-not-found", site), ["start.mdx"]);
  });

  it("reports links to a heading that is too deep to have an anchor as one problem", () => {
    const links = "[a](/b#details)\n\n".repeat(4);
    const site = siteFrom(`
//- docs.json
{ "navigation": { "pages": ["a", "b"] } }
//- a.mdx
${links}
//- b.mdx
## Usage

##### Details
`);
    assert.deepEqual(
      getShownProblems("link/anchor-not-found", site).map(({ message }) => message),
      [
        "`#details` is a level 5 heading on `b.mdx`, but only levels 1 to 4 have anchors, so 4 links open the top of the page. Change the level, or link to another heading.",
      ],
    );
  });

  it("reports different icons that another library has as one problem", () => {
    const cards = ["a-arrow-up", "air-vent", "ampersands", "anvil", "archive-restore"];
    const site = siteFrom(`
//- docs.json
{ "icons": { "library": "fontawesome" }, "navigation": { "pages": ["a"] } }
//- a.mdx
${cards.map((icon) => `<Card title="A" icon="${icon}" />`).join("\n\n")}
`);
    const icons = getShownProblems("mdx/prop-value", site).map(({ message }) => message);
    assert.match(
      icons.join("\n"),
      /^Icons in 5 places, such as `a-arrow-up`, are in the lucide library, not in fontawesome.*$/,
    );
  });

  const groupedCases: readonly Grouped[] = [
    {
      title: "navigation entries with the same odd spelling",
      code: "nav/page-leading-slash-odd",
      createSite: (count) => {
        const names = createNames("page-", count);
        const entries = names.map((name) => `"/${name}"`).join(", ");
        return `
//- docs.json
{ "navigation": { "pages": [${entries}] } }
${names.map((name) => `//- ${name}.mdx\n`).join("")}`;
      },
      separateCase: { count: 3, problems: 3 },
      combinedCount: 4,
      message:
        "4 entries, such as `/page-0`, start with a slash. The service removes it, but other tools treat them as different pages. Remove the slashes.",
    },
    {
      title: "components that lack the same prop",
      code: "mdx/missing-prop",
      createSite: (count) => createPage('<ResponseField type="string">The key.</ResponseField>\n\n'.repeat(count)),
      separateCase: { count: 3, problems: 3 },
      combinedCount: 4,
      message: "`<ResponseField>` has no `name` in 4 places, so readers see only its description. Add `name`.",
    },
    {
      title: "components that lack the same parent",
      code: "mdx/misplaced-component",
      createSite: (count) => createPage('<Tab title="A">\n  A\n</Tab>\n\n'.repeat(count)),
      separateCase: { count: 1, problems: 1 },
      combinedCount: 2,
      message:
        "2 `<Tab>` components on this page are outside `<Tabs>`, so they don't render as intended. Wrap them in `<Tabs>`.",
    },
    {
      title: "fields with two locations",
      code: "mdx/prop-value",
      createSite: (count) =>
        createPage('<ParamField body="id" path="user.id" type="string">The ID.</ParamField>\n\n'.repeat(count)),
      separateCase: { count: 3, problems: 3 },
      combinedCount: 4,
      message:
        "`<ParamField>` has both `body` and `path` in 4 places but accepts only one of them, so readers don't see the other. Remove one of them.",
    },
    {
      title: "pages in a folder with the same titles",
      code: "frontmatter/duplicate-title",
      createSite: (count) => {
        const pages = createNames("", count).flatMap((name) => [`a-${name}`, `b-${name}`]);
        const files = pages.map(
          (name) => `//- api/${name}.mdx\n---\ntitle: T${name.slice(2)}\ndescription: A method.\n---\n`,
        );
        return `
//- docs.json
{ "navigation": { "pages": [${pages.map((name) => `"api/${name}"`).join(", ")}] } }
${files.join("")}`;
      },
      separateCase: { count: 1, problems: 1 },
      combinedCount: 2,
      message:
        "4 pages, such as `api/a-0.mdx` and `api/b-0.mdx`, share titles and descriptions, so readers can't tell them apart in search results. Make the titles or descriptions unique.",
    },
    {
      title: "redirects that hide pages",
      code: "redirect/shadows-page",
      createSite: (count) => {
        const names = createNames("old-", count);
        const redirects = names.map((name) => `{ "source": "/${name}", "destination": "/new" }`).join(", ");
        return `
//- docs.json
{ "navigation": { "pages": ["new"] }, "redirects": [${redirects}] }
//- new.mdx
${names.map((name) => `//- ${name}.mdx\n`).join("")}`;
      },
      separateCase: { count: 3, problems: 3 },
      combinedCount: 5,
      message:
        "5 redirects hide pages on this site, such as `/old-0`, so readers never see these pages. Remove the redirects or the pages.",
    },
  ];
  for (const {
    title,
    code,
    createSite: site,
    separateCase: separate,
    combinedCount: combined,
    message,
  } of groupedCases)
    it(`reports ${title} as one problem if there are many`, () => {
      assert.equal(getShownProblems(code, siteFrom(site(separate.count))).length, separate.problems);
      assert.deepEqual(
        getShownProblems(code, siteFrom(site(combined))).map((problem) => problem.message),
        [message],
      );
    });

  it("reports the other navigation entries with the same odd spelling as related locations", () => {
    const entries = groupedCases.find(({ code }) => code === "nav/page-leading-slash-odd");
    const [problem] = getShownProblems("nav/page-leading-slash-odd", siteFrom(entries?.createSite(4) ?? ""));
    assert.equal(problem?.relatedLocations.length, 3);
  });

  it("reports two files with the same URL as one problem, also in other languages", () => {
    const site = siteFrom(`//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "pages": ["a"] }, { "language": "fr", "pages": ["fr/a"] } ] } }
//- a.md\n//- a.mdx\n//- fr/a.md\n//- fr/a.mdx\n`);
    assert.deepEqual(placesOf("nav/slug-collision", site), ["a.md a.mdx fr/a.md fr/a.mdx"]);
  });

  it("reports generated pages whose URLs are taken by files as one problem per specification", () => {
    const names = ["ant", "bee", "cat", "dog"];
    const createOperation = (name: string) =>
      `"/${name}": { "get": { "summary": "${name}", "tags": ["api"], "responses": { "200": { "description": "OK" } } } }`;
    const site = siteFrom(`
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }
//- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { ${names.map(createOperation).join(", ")} } }
${names.map((name) => `//- api-reference/api/${name}.mdx\n`).join("")}`);
    const [combinedProblem, ...others] = getShownProblems("nav/slug-collision", site);
    assert.deepEqual(others, []);
    assert.match(
      combinedProblem?.message ?? "",
      /^4 pages that `api\.json` generates have the same URLs as files, such as `api-reference\/api\/ant\.mdx`/,
    );
  });

  it("reports a problem shared by several versions on the page in the default version", () => {
    const createPage = (version: string) => `//- ${version}/a.mdx\n[x](/${version}/gone)\n`;
    const site = siteFrom(`
//- docs.json
{ "navigation": { "versions": [
  { "version": "1", "pages": ["v1/a", "v1/b"] },
  { "version": "2", "pages": ["v2/a", "v2/b"], "default": true } ] } }
//- v1/b.mdx
//- v2/b.mdx
${createPage("v1")}${createPage("v2")}`);
    assert.deepEqual(placesOf("link/page-not-found", site), ["v2/a.mdx v1/a.mdx"]);
  });

  it("reports a cause as a single problem even if some of its locations aren't listed", () => {
    const createRepeated = (line: string) =>
      siteFrom(`//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\n${`${line}\n\n`.repeat(1500)}`);
    const [name, ...otherProblems] = getShownProblems("mdx/undefined-name", createRepeated("{name}"));
    assert.deepEqual([otherProblems.length, name?.unlistedCount, name?.relatedLocations.length], [0, undefined, 1000]);
    assert.equal(
      name?.relatedLocations.at(-1)?.message,
      "The same problem occurs here and in 499 more places on this page (not listed).",
    );
    const [link, ...otherLinkProblems] = getShownProblems("link/page-not-found", createRepeated("[a](/gone)"));
    assert.deepEqual([otherLinkProblems.length, link?.unlistedCount], [0, undefined]);
    assert.match(link?.message ?? "", /\b1,500\b/);
    const imageProblems = getShownProblems("mdx/image-without-alt", createRepeated("![](https://example.com/a.png)"));
    assert.deepEqual([imageProblems.length, imageProblems.at(-1)?.unlistedCount], [1001, 499]);
  });

  it("omits pages on which the problem is ignored or the rule is turned off", () => {
    const site = siteFrom(`
//- docs.json
{ "navigation": { "pages": ["start"] } }
//- .docwright.json
{ "overrides": [{ "files": ["guides/c.mdx"], "rules": { "nav/*": "off" } }] }
//- start.mdx
//- guides/a.mdx
---
# docwright-ignore nav/page-not-in-navigation
title: A
---
//- guides/b.mdx
---
title: B
---
//- guides/c.mdx
---
title: C
---
`);
    assert.deepEqual(placesOf("nav/page-not-in-navigation", site), ["guides/b.mdx"]);
    assert.match(getShownProblems("nav/page-not-in-navigation", site)[0]?.message ?? "", /^`guides\/b` isn't/);
  });

  it("reports legacy snippets once per site and offers to migrate them all", () => {
    const text = `
//- docs.json
{ "navigation": { "pages": ["a", "b"] } }
//- a.mdx
---
title: A
---

<Snippet file="note.mdx" />

<Snippet file="other/note.mdx" />

<Snippet file="note.mdx" />
//- b.mdx
---
title: B
---

<Snippet file="note.mdx" />
//- _snippets/note.mdx
Read this.
//- _snippets/other/note.mdx
Read that.
`;
    const site = siteFrom(text);
    assert.deepEqual(placesOf("mdx/legacy-snippet", site), ["a.mdx a.mdx a.mdx b.mdx"]);
    const [problem] = getShownProblems("mdx/legacy-snippet", site);
    assert.match(problem?.message ?? "", /^The deprecated `<Snippet>` tag is used 4 times/);
    const newFiles = fixedBy("Migrate 4 snippets to imports", problem, site, text);
    assert.equal(
      newFiles.get("a.mdx"),
      `---
title: A
---

import Note from "/_snippets/note.mdx";

import Note2 from "/_snippets/other/note.mdx";

<Note />

<Note2 />

<Note />`,
    );
    assert.match(newFiles.get("b.mdx") ?? "", /import Note from "\/_snippets\/note.mdx";\n\n<Note \/>/);
  });

  it("reports undocumented operations once per specification", () => {
    const text = `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /a"] }] } }
//- api.json
{ "openapi": "3.1.0", "paths": { "/a": { "get": {}, "put": {} }, "/b": { "post": {} } } }
`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("openapi/operation-undocumented", site);
    assert.deepEqual(others, []);
    assert.equal(
      problem?.message,
      "2 operations in this file, such as `PUT /a`, aren't on any page, so readers can't find them. Add them to the navigation, or mark them `x-hidden`.",
    );
    assert.match(problem.relatedLocations[0]?.message ?? "", /^`POST \/b` isn't on any page/);
    const newFiles = fixedBy("Add all 2 operations to the navigation", problem, site, text);
    assert.match(newFiles.get("docs.json") ?? "", /"GET \/a",\s*"PUT \/a",\s*"POST \/b"/);
  });

  it("never treats specifications that include other files as identical", () => {
    const copy = '{ "openapi": "3.1.0", "paths": { "/a": { "$ref": "a.json" } } }';
    const site = siteFrom(`
//- docs.json
{ "navigation": { "pages": ["a"] } }
//- a.mdx
---
openapi: GET /a
---
//- v1/api.json
${copy}
//- v1/a.json
{ "get": {} }
//- v2/api.json
${copy}
//- v2/a.json
{ "get": { "tags": ["x"] } }
`);
    assert.deepEqual(placesOf("openapi/ambiguous-spec", site), ["a.mdx"]);
  });

  it("reports pages shared by two tabs as one information-level problem for each pair of tabs", () => {
    const site = siteFrom(`
//- docs.json
{ "navigation": { "tabs": [
  { "tab": "A", "pages": ["a", "b", "c"] },
  { "tab": "B", "pages": ["a", "b"] },
  { "tab": "C", "pages": ["c"] }
] } }
//- a.mdx
//- b.mdx
//- c.mdx
`);
    assert.deepEqual(
      getShownProblems("nav/page-listed-twice", site).map(({ severity, message, relatedLocations }) => [
        severity,
        message,
        relatedLocations.length,
      ]),
      [
        [
          "information",
          "2 pages, such as `a`, are listed under both `B` and `A`. Each has one URL, so readers may end up in the other section. Remove one entry per page unless you want both.",
          2,
        ],
        [
          "information",
          "`c` is also listed under `A`. A page has only one URL, so readers who open it from here may end up there. Remove one unless you want both.",
          1,
        ],
      ],
    );
  });

  it("still warns about a page that is listed twice in the same tab", () => {
    const site = siteFrom(
      '//- docs.json\n{ "navigation": { "tabs": [{ "tab": "A", "pages": ["a", "a"] }] } }\n//- a.mdx\n',
    );
    assert.deepEqual(
      getShownProblems("nav/page-listed-twice", site).map(({ severity }) => severity),
      ["warning"],
    );
  });

  it("reports colors without `#`, and the same invalid color, once per site", () => {
    const createIcon = (color: string) => `<Icon icon="flag" color="${color}" />\n\n`;
    const page = `---\ntitle: A\n---\n\n${createIcon("A8FF53")}${createIcon("B8FF53")}${createIcon("#zz")}${createIcon("#y")}<Callout icon="flag" color="A8FF53">Hi</Callout>\n`;
    const text = `//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n//- a.mdx\n${page}//- b.mdx\n${page}`;
    const site = siteFrom(text);
    const problems = getShownProblems("mdx/prop-value", site);
    assert.deepEqual(
      problems.map(({ message, relatedLocations }) => [message, relatedLocations.length]),
      [
        [
          "Colors in 6 places, such as `A8FF53`, lack the `#`, so they have no effect. Start them with `#`, as in `#A8FF53`.",
          5,
        ],
        [
          "`#zz` isn't a valid color, so it has no effect in 2 places. Use a hex color, for example, `#0a7` or `#00aa77`.",
          1,
        ],
        [
          "`#y` isn't a valid color, so it has no effect in 2 places. Use a hex color, for example, `#0a7` or `#00aa77`.",
          1,
        ],
      ],
    );
    const newFiles = fixedBy("Add `#` in all 6 places", problems[0], site, text);
    for (const file of ["a.mdx", "b.mdx"])
      assert.deepEqual(newFiles.get(file)?.match(/#[AB]8FF53/g), ["#A8FF53", "#B8FF53", "#A8FF53"], file);
  });
});
