import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { combineProblems, createCombinedProblem } from "../engine/problem-groups.ts";
import { createFixes, findSiteProblems } from "../engine/run-rules.ts";
import { pageNotFound } from "./page-not-found.ts";

describe("link/page-not-found: fixes", () => {
  const listTitles = (link: string) => {
    const { files } = parseFixture(`//- docs.json
{ "navigation": { "pages": ["guides/start", "guides/more"] } }
//- guides/start.mdx
[a](${link})

## More
//- guides/more.mdx
`);
    const site = siteOf(files);
    const [problem] = findSiteProblems(site, { rules: [pageNotFound] });
    return problem ? createFixes(problem, site, { rules: [pageNotFound] }).map(({ title }) => title) : [];
  };

  it("offers to link to the nearest page first, and then to create a new one", () =>
    assert.deepEqual(listTitles("/guides/mroe"), ["Link to `/guides/more`", "Create the page guides/mroe.mdx"]));

  it("doesn't offer to create a page if only the leading slash is missing", () =>
    assert.deepEqual(listTitles("guides/more"), ["Link to `/guides/more`"]));

  it("suggests the page itself if its path lacks only the leading slash", () => {
    assert.deepEqual(listTitles("guides/start"), ["Link to `/guides/start`"]);
    assert.deepEqual(listTitles("guides/start#more"), ["Link to `/guides/start#more`"]);
    assert.deepEqual(listTitles("start/start"), ["Create the page guides/start/start.mdx"]);
  });

  it("doesn't add an extension that the link already has", () =>
    assert.deepEqual(listTitles("/setup/proxies.mdx"), ["Create the page setup/proxies.mdx"]));
});

describe("link/page-not-found: relative links on index pages", () => {
  it("combines them, and offers to change all of them", () => {
    const fixture = `//- docs.json
{ "navigation": { "pages": ["read/index", "read/basic", "read/batch"] } }
//- read/index.mdx
[a](basic) [b](batch#c) [c](./basic) [d](read/basic)
//- read/basic.mdx
//- read/batch.mdx
## C
`;
    const [problem, ...otherProblems] = getShownProblems("link/page-not-found", siteFrom(fixture));
    assert.equal(
      problem?.message,
      "On index pages such as this one, 2 links, such as `basic`, are resolved from the folder above, so readers get a 404 page. Did you mean `/read/basic`?",
    );
    assert.deepEqual(otherProblems, []);
    const files = fixedBy("Change all 2 links to the suggested pages", problem, siteFrom(fixture), fixture);
    assert.equal(
      files.get("read/index.mdx")?.trim(),
      "[a](/read/basic) [b](/read/batch#c) [c](./basic) [d](read/basic)",
    );
  });
});

describe("link/page-not-found: a relative `url` in frontmatter", () => {
  const getMessage = (url: string) => {
    const files = new Map([
      ["docs.json", JSON.stringify({ navigation: { pages: ["apps/setup", "apps/start"] } })],
      ["apps/setup.mdx", `---\ntitle: Setup\nurl: ${url}\n---\n`],
      ["apps/start.mdx", "---\ntitle: Start\n---\n"],
    ]);
    const site = siteOf(files);
    const [problem] = findSiteProblems(site, { rules: [pageNotFound] });
    const fixes = problem ? createFixes(problem, site, { rules: [pageNotFound] }) : [];
    return { message: problem?.message, fixes };
  };

  it("explains that `url` must be a full URL, and offers to remove it instead of creating a page", () => {
    for (const url of ["apps/setup", "./gone"]) {
      const { message, fixes } = getMessage(url);
      assert.equal(
        message,
        `\`${url}\` isn't a full URL, so readers who open this page from the sidebar may get a 404 page. Use the full URL of another site, or remove \`url\`.`,
      );
      assert.deepEqual(
        fixes.map(({ title }) => title),
        ["Remove `url`"],
      );
      const [edit] = fixes[0]?.edits ?? [];
      assert.ok(edit?.kind === "edit");
      const start = "---\ntitle: Setup".length;
      assert.deepEqual(edit.edits, [{ range: { start, end: start + `\nurl: ${url}`.length }, newText: "" }]);
    }
  });

  it("offers only the link to a similar page", () => {
    const { message, fixes } = getMessage("./strat");
    assert.match(message ?? "", /Did you mean `\/apps\/start`\?$/);
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ["Link to `/apps/start`"],
    );
  });

  it("treats a path that starts with a slash as a link to a page on the site", () =>
    assert.match(getMessage("/gone").message ?? "", /^`\/gone` isn't a page on this site/));
});

describe("link/page-not-found: while docs.json has a syntax error", () => {
  const isReplaceable = (config: string, part = "{}") => {
    const files = new Map([
      ["docs.json", config],
      ["part.json", part],
      ["index.mdx", "---\ntitle: Home\n---\n[a](/gone)\n"],
    ]);
    return findSiteProblems(siteOf(files), { rules: [pageNotFound] }).length > 0;
  };
  const navigation = '"navigation": { "pages": ["index"] }';
  const navigationSetting = '"navigation": { "tabs": [{ "tab": "API", "openapi": "api.yaml" }';
  const redirects = '"redirects": [{ "source": "/gone", "destination": "/index" }]';

  it("reports links that the error can't affect", () => {
    for (const config of [
      `{ ${navigation} }}`,
      `{ ${navigation}, ${redirects.replace("gone", "old")}, "footer": { "socials": {} }`,
      `{ ${redirects.replace("gone", "old")}, ${navigation}, "footer": { "socials": { "x": "https://x.example/api" }`,
      `{ ${navigationSetting}] }, "footer": {} }}`,
      '{ "navigation": { "pages": ["index" }, "name": "K" }',
      `{ "name": "K,\n${navigation}, ${redirects.replace("gone", "old")} }`,
    ])
      assert.equal(isReplaceable(config), true, config);
    assert.equal(isReplaceable(`{ ${navigation}, "footer": { "$ref": "part.json" } }`, '{ "socials": {'), true);
  });

  it("doesn't report links to paths that may be redirected or generated", () => {
    for (const config of [
      `{ ${navigation}, "footer": ${'{ "a": '.repeat(300)}1${"}".repeat(300)} }`,
      `{ ${navigation}, "footer": [${"1,".repeat(700_000)} 1] }`,
      `{ ${navigation}, ${redirects.slice(0, -1)}, "name": "K" }`,
      `{ ${navigation}, "footer": { "socials": {}, ${redirects} }`,
      `{ ${navigation},\n${redirects.replace('/gone"', "/gone")}\n}`,
      `{ ${navigation}, "footer": {} }, ${redirects} }`,
      `{ ${navigationSetting} }, "footer": {} }`,
      `{ ${navigationSetting.replace('"navigation": {', "")}] }, "footer": {} }`,
      '{ "navigation": { "pages": ["index", "GET /gone" }, "footer": {} }',
    ])
      assert.equal(isReplaceable(config), false, config);
    const part = redirects.slice(redirects.indexOf("["), -1);
    assert.equal(isReplaceable(`{ ${navigation}, "redirects": { "$ref": "part.json" } }`, part), false);
  });
});

describe("link/page-not-found: ignored paths", () => {
  const getMessage = (link: string) => {
    const { files } = parseFixture(`//- .mintignore
*
!docs.json
!docs
!docs/**
//- docs.json
{ "navigation": { "pages": ["docs/guides/start", "docs/guides/more"] } }
//- docs/guides/start.mdx
[a](${link})
//- docs/guides/more.mdx
`);
    return findSiteProblems(siteOf(files), { rules: [pageNotFound] }).map(({ message }) => message);
  };

  it("suggests a page that isn't ignored", () =>
    assert.deepEqual(getMessage("/guides/more"), [
      "`/guides/more` isn't a page on this site, so readers who follow the link get a 404 page. Did you mean `/docs/guides/more`?",
    ]));

  // Ignored folders aren't scanned, so it's unknown whether they contain a page.
  it("doesn't suggest the ignored page itself", () =>
    assert.deepEqual(getMessage("/drafts/notes"), [
      "`/drafts/notes` is a path that `.mintignore` excludes, so readers who follow the link get a 404 page. Link to another page.",
    ]));
});

const check = (...links: readonly string[]) => {
  const files = new Map([
    ["docs.json", JSON.stringify({ navigation: { pages: ["index"] } })],
    ["index.mdx", `---\ntitle: Home\n---\n${links.map((link) => `[a](${link})\n`).join("\n")}`],
  ]);
  const site = siteOf(files);
  const problems = findSiteProblems(site, { rules: [pageNotFound] });
  return combineProblems(problems, createCombinedProblem).map((problem) => ({
    message: problem.message,
    fixes: createFixes(problem, site, { rules: [pageNotFound] }).map(({ title }) => title),
  }));
};

describe("link/page-not-found: paths that the service ignores on every site", () => {
  // The service ignores these files, whether they exist or not.
  it("names the service", () => {
    for (const [link, name] of [
      ["/CONTRIBUTING", "CONTRIBUTING"],
      ["./README.md", "README.md"],
    ] as const)
      assert.deepEqual(check(link), [
        {
          message: `The service ignores files with the name of \`${name}\`, so readers who follow the link get a 404 page. Link to the file in your repository, or to another page.`,
          fixes: [],
        },
      ]);
    assert.deepEqual(
      check("/.github/notes").map(({ message }) => message),
      [
        "`/.github/notes` is a path that the service ignores, so readers who follow the link get a 404 page. Link to another page.",
      ],
    );
  });
});

describe("link/page-not-found: placeholders", () => {
  it("asks for the URL, and doesn't offer to create a page", () => {
    for (const link of ["TBD", "todo", "/TODO", "xxx", "your-link-here", "/the-link-here", "url"])
      assert.deepEqual(check(link), [
        {
          message: `\`${link}\` is a placeholder, so readers who follow the link get a 404 page. Use the URL of the target, or remove the link.`,
          fixes: [],
        },
      ]);
  });

  it("combines several links", () =>
    assert.deepEqual(
      check("TBD", "TBD", "TBD", "TBD").map(({ message }) => message),
      [
        "`TBD` is a placeholder, so 4 links lead readers to a 404 page. Use the URLs of the targets, or remove the links.",
      ],
    ));

  it("doesn't treat other names as placeholders", () => {
    for (const link of ["/linking", "/link", "/url/", "/the-url", "/guides/todo", "/xx", "/url-encoding"])
      assert.match(check(link)[0]?.message ?? "", /isn't a page on this site/, link);
  });
});
