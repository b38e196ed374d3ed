import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { rules } from "../engine/registry.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { combineProblems, createCombinedProblem } from "../engine/problem-groups.ts";
import { createFixes, findSiteProblems } from "../engine/run-rules.ts";
import { redirectChain } from "./chain.ts";
import { duplicateSource } from "./duplicate-source.ts";
import { redirectLoop } from "./loop.ts";
import { shadowsPage } from "./shadows-page.ts";
import { sourceWithAnchorOrQuery } from "./source-with-anchor-or-query.ts";
import { targetNotFound } from "./target-not-found.ts";
import { redirectToItself } from "./to-itself.ts";

const redirectRules = rules.filter(({ code }) => code.startsWith("redirect/"));

function listCodes(fixture: string): string[] {
  const site = siteOf(parseFixture(fixture).files, "mintlify");
  return findSiteProblems(site, { rules: redirectRules }).map(({ code, severity }) => `${severity} ${code}`);
}

const pages = `
//- index.mdx
//- guides/start.mdx
//- guides/index.mdx
//- docs/a.mdx
`;

describe("redirect rules", () => {
  it("suggest headings for a limited number of redirects", () => {
    const redirects = Array.from({ length: 2000 }, (_, i) => ({
      source: `/old${i}`,
      destination: `/index#the-section-about-topic-${i}x`,
    }));
    const headings = Array.from({ length: 1900 }, (_, i) => `## The part about theme ${i}y\n`).join("\n");
    const site = siteOf(
      parseFixture(
        `//- docs.json\n${JSON.stringify({ navigation: { pages: ["index"] }, redirects })}\n//- index.mdx\n${headings}`,
      ).files,
      "mintlify",
    );
    assertQuick(4000, () => assert.equal(findSiteProblems(site, { rules: [targetNotFound] }).length, 2000));
  });

  it("report one problem for each error", () => {
    const listRedirectCodes = (redirects: string) => listCodes(`//- docs.json\n{ "redirects": ${redirects} }${pages}`);
    assert.deepEqual(listRedirectCodes('[{ "source": "/x", "destination": "/x" }]'), ["warning redirect/to-itself"]);
    assert.deepEqual(listRedirectCodes('[{ "source": "/guides/start", "destination": "/guides/start/" }]'), [
      "warning redirect/to-itself",
    ]);
    assert.deepEqual(
      listRedirectCodes('[{ "source": "/x", "destination": "/y" }, { "source": "/y", "destination": "/x" }]'),
      ["warning redirect/loop"],
    );
    assert.deepEqual(
      listRedirectCodes('[{ "source": "/x", "destination": "/" }, { "source": "/x", "destination": "/gone" }]'),
      ["warning redirect/duplicate-source"],
    );
    assert.deepEqual(
      listRedirectCodes('[{ "source": "/x", "destination": "/y" }, { "source": "/y", "destination": "/gone" }]'),
      ["warning redirect/target-not-found"],
    );
    // The path exists for other values of `:page`, so the chain is the problem.
    assert.deepEqual(
      listRedirectCodes(
        '[{ "source": "/x", "destination": "/old/gone" }, { "source": "/old/:page", "destination": "/guides/:page" }]',
      ),
      ["warning redirect/target-not-found"],
    );
    assert.deepEqual(
      listRedirectCodes('[{ "source": "/x", "destination": "/y#none" }, { "source": "/y", "destination": "/docs/a" }]'),
      ["warning redirect/target-not-found"],
    );
    assert.deepEqual(listRedirectCodes('[{ "source": "/x#a", "destination": "/gone" }]'), [
      "warning redirect/source-with-anchor-or-query",
    ]);
    // The redirect with a query never applies, so it doesn't slow readers down.
    assert.deepEqual(
      listRedirectCodes(
        '[{ "source": "/x", "destination": "/guides/start" }, { "source": "/x?a=b", "destination": "/y" }, { "source": "/y", "destination": "/guides/start" }]',
      ),
      ["warning redirect/source-with-anchor-or-query"],
    );
  });

  it("report a loop once, and each of several loops", () => {
    checkRule(
      redirectLoop,
      `
//- docs.json
{ "redirects": [
  { "source": "/a", "destination": [|"/b"|] },
  { "source": "/b", "destination": "/c" },
  { "source": "/c", "destination": "/a" },
  { "source": "/into", "destination": "/b" },
  { "source": "/d", "destination": [|"/e"|] },
  { "source": "/e", "destination": "/d" }
] }
`,
    );
  });

  it("report more than three chains as one problem with a fix for all of them", () => {
    const createConfig = (count: number, isFixed = false) =>
      JSON.stringify({
        redirects: [
          ...Array.from({ length: count }, (_, i) => ({
            source: `/a${i}`,
            destination: isFixed ? "/guides/start" : `/b${i}`,
          })),
          ...Array.from({ length: count }, (_, i) => ({ source: `/b${i}`, destination: "/guides/start" })),
        ],
      });
    const check = (count: number) => {
      const { files } = parseFixture(`//- docs.json\n${createConfig(count)}${pages}`);
      const site = siteOf(files, "mintlify");
      return {
        site,
        problems: combineProblems(findSiteProblems(site, { rules: [redirectChain] }), createCombinedProblem),
      };
    };
    assert.equal(check(3).problems.length, 3);
    const { site, problems } = check(4);
    const [problem] = problems;
    assert.ok(problem);
    assert.deepEqual(
      problems.map(({ message, relatedLocations }) => [message, relatedLocations.map((other) => other.message)]),
      [
        [
          "4 redirects, such as the one to `/b0`, lead to other redirects, which slows readers down. Redirect to the final destinations directly.",
          [
            "The next redirect in the chain.",
            ...[1, 2, 3].map(
              (i) =>
                `\`/b${i}\` is redirected again, which slows readers down. Redirect to \`/guides/start\` directly.`,
            ),
          ],
        ],
      ],
    );
    const fixes = createFixes(problem, site, { rules: [redirectChain] });
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ["Redirect all 4 directly", "Redirect to `/guides/start`"],
    );
    const edits = fixes[0]?.edits.flatMap((edit) => (edit.kind === "edit" ? edit.edits : [])) ?? [];
    assert.equal(applyEdits(createConfig(4), edits), createConfig(4, true));
  });

  it("report nothing for valid redirects", () => {
    const right = [
      '{ "source": "/x", "destination": "guides/start" }',
      '{ "source": "/x", "destination": "/docs/guides/start" }',
      '{ "source": "/x", "destination": "/guides" }',
      '{ "source": "/x", "destination": "/llms.txt" }',
      '{ "source": "/x", "destination": "mailto:help@example.com" }',
      '{ "source": "/x/:id", "destination": "/guides/:id" }',
      '{ "source": "/x/*", "destination": "https://example.com/*" }',
      '{ "source": "/Guides/start", "destination": "/guides/start" }',
      '{ "source": "/guides/index", "destination": "/guides" }',
      "{}",
      '{ "source": "", "destination": "" }',
    ];
    for (const redirect of right)
      assert.deepEqual(listCodes(`//- docs.json\n{ "redirects": [${redirect}] }${pages}`), [], redirect);
  });

  it("report nothing if the destination could be generated from a specification that can't be read", () => {
    const docs = `{
  "navigation": { "groups": [{ "group": "A", "openapi": { "source": "https://example.com/a.json", "directory": "api" } }] },
  "redirects": [{ "source": "/x", "destination": "/api/users" }, { "source": "/y/:s*", "destination": "/api/:s*" }]
}`;
    assert.deepEqual(listCodes(`//- docs.json\n${docs}\n//- index.mdx\n`), []);
  });

  it("ignore paths outside the site on a shared host", () => {
    const docs = `{ "redirects": [
      { "source": "/docs/plans", "destination": "/pricing" },
      { "source": "/docs/x", "destination": [|"/docs/gone"|] }
    ] }`;
    checkRule(targetNotFound, `//- docs.json\n${docs}\n//- docs.mdx\n//- docs/a.mdx\n//- README.md\n`);
  });

  it("say that the home page redirects to a missing page", () => {
    const getMessages = (destination: string) =>
      checkRule(
        targetNotFound,
        `//- docs.json\n{ "redirects": [{ "source": "/", "destination": [|"${destination}"|] }] }\n//- guides/start.mdx\n`,
      ).map(({ message }) => message);
    assert.deepEqual(getMessages("/admin"), [
      "The home page redirects to `/admin`, which doesn't exist, so readers get a 404 page. Use the path of an existing page, or remove the redirect.",
    ]);
    assert.deepEqual(getMessages("/guides/strat"), [
      "The home page redirects to `/guides/strat`, which doesn't exist, so readers get a 404 page. Did you mean `/guides/start`?",
    ]);
  });

  it("report problems in the file that docs.json includes", () => {
    checkFix(
      redirectChain,
      `
//- docs.json
{ "redirects": { "$ref": "./redirects.json" } }
//- redirects.json
[
  { "source": "/v1/:slug*", "destination": [|"/v2/:slug*"|] },
  { "source": "/v2/:slug*", "destination": "/v3/:slug*" }
]
//- v3/a.mdx
`,
      {
        "redirects.json": `[
  { "source": "/v1/:slug*", "destination": "/v3/:slug*" },
  { "source": "/v2/:slug*", "destination": "/v3/:slug*" }
]`,
      },
    );
  });

  it("report a chain through a page that the navigation doesn't list", () => {
    const redirects = '"redirects": [{ "source": "/a", "destination": MARK }, { "source": "/b", "destination": "/c" }]';
    const check = (listed: string, destination: string) =>
      checkRule(
        redirectChain,
        `//- docs.json\n{ "navigation": { "pages": [${listed}] }, ${redirects.replace("MARK", destination)} }\n//- b.mdx\n//- c.mdx\n`,
      );
    // The file remained after the page was moved.
    check('"c"', '[|"/b"|]');
    // If the author wants readers to see the page, the redirect that hides it is the error.
    check('"b", "c"', '"/b"');
  });

  it("accept chains through an alias for a version", () => {
    const check = (alias: string, destination: string) =>
      checkRule(
        redirectChain,
        `//- docs.json
{ "redirects": [
  { "source": "/spec/${alias}/:slug*", "destination": "/spec/2.1/:slug*" },
  { "source": "/old", "destination": ${destination} }
] }
//- spec/2.1/tools.mdx
`,
      );
    check("latest", '"/spec/latest/tools"');
    check("2.0", '[|"/spec/2.0/tools"|]');
  });

  it("report a pattern that hides pages and the number of hidden pages", () => {
    const [problem] = checkRule(
      shadowsPage,
      `
//- docs.json
{ "redirects": [{ "source": [|"/guides/:slug*"|], "destination": "/" }] }
//- index.mdx
//- guides/a.mdx
//- guides/b.mdx
`,
    );
    assert.match(problem?.message ?? "", /^2 pages, such as `\/guides\/a`, match this source/);
  });

  it("ignore a hidden .md file outside the navigation, such as a README", () => {
    const createSite = (file: string, mark: (text: string) => string) => `//- docs.json
{ "navigation": { "pages": ["index"] }, "redirects": [{ "source": ${mark('"/changelog"')}, "destination": "/" }] }
//- index.mdx
//- ${file}
`;
    checkRule(
      shadowsPage,
      createSite("changelog.md", (text) => text),
    );
    checkRule(
      shadowsPage,
      createSite("changelog.mdx", (text) => `[|${text}|]`),
    );
  });

  it("report a hidden page outside the navigation as information, because the redirect is intended", () => {
    const check = (listed: string) =>
      checkRule(
        shadowsPage,
        `
//- docs.json
{ "navigation": { "pages": [${listed}] }, "redirects": [{ "source": [|"/"|], "destination": "/en" }, { "source": [|"/old"|], "destination": "/en" }] }
//- index.mdx
//- old.mdx
//- en.mdx
`,
        "mintlify",
      ).map(({ severity, finding }) => [severity, finding.data?.["redirect"] !== undefined]);
    assert.deepEqual(check('"en"'), [
      ["information", false],
      ["information", false],
    ]);
    assert.deepEqual(check('"index", "old", "en"'), [
      ["warning", true],
      ["warning", true],
    ]);
  });

  it("report an index page hidden by a redirect from its short path", () => {
    checkRule(
      shadowsPage,
      `
//- docs.json
{ "redirects": [{ "source": [|"/guides"|], "destination": "/guides/a" }] }
//- guides/a.mdx
//- guides/index.mdx
`,
    );
  });

  it("offer to remove a redirect with its line", () => {
    checkFix(
      duplicateSource,
      `
//- docs.json
{
  "redirects": [
    { "source": "/a", "destination": "/b" },
    { "source": [|"/a"|], "destination": "/b" }
  ]
}
`,
      { "docs.json": '{\n  "redirects": [\n    { "source": "/a", "destination": "/b" }\n  ]\n}\n' },
    );
    checkFix(
      redirectToItself,
      `
//- docs.json
{
  "redirects": [
    { "source": "/a", "destination": [|"/a#b"|] },
    { "source": "/c", "destination": "/b" }
  ]
}
`,
      { "docs.json": '{\n  "redirects": [\n    { "source": "/c", "destination": "/b" }\n  ]\n}\n' },
    );
  });

  it("offer to remove a fragment only if the resulting redirect wouldn't hide a page", () => {
    const createFixture = (source: string) => `
//- docs.json
{ "redirects": [{ "source": "${source}[|#part|]", "destination": "/" }] }
//- guides/start.mdx
`;
    checkFix(
      sourceWithAnchorOrQuery,
      createFixture("/old"),
      { "docs.json": '{ "redirects": [{ "source": "/old", "destination": "/" }] }' },
      "Change to `/old`",
    );
    assert.throws(() => checkFix(sourceWithAnchorOrQuery, createFixture("/guides/start"), {}, /^Change to/), /no fix/);
  });

  it("suggest a path instead of a source with an anchor only if the path isn't used", () => {
    const site = siteFrom(`
//- docs.json
{ "redirects": [
  { "source": "/guides/start#a", "destination": "/" },
  { "source": "/guides/start#b", "destination": "/" },
  { "source": "/moved#a", "destination": "/guides/start#b" },
  { "source": "/moved", "destination": "/guides/start" },
  { "source": "/moved?page=a", "destination": "/" },
  { "source": "/gone#a", "destination": "/" },
  { "source": "/gone#b", "destination": "/" },
  { "source": "/other#a", "destination": "/" }
] }${pages}`);
    const problems = getShownProblems(sourceWithAnchorOrQuery.code, site);
    assert.deepEqual(
      problems.map((problem) => [
        problem.message,
        createFixes(problem, site, { rules: [sourceWithAnchorOrQuery] }).map(({ title }) => title),
      ]),
      [
        [
          "The sources of 2 redirects add an anchor to `/guides/start`. Browsers don't send anchors to the server, so these redirects have no effect. Remove them.",
          ["Remove all 2 redirects", "Remove redirect"],
        ],
        ["`#a` is never sent to the server, so this redirect has no effect. Remove the redirect.", ["Remove redirect"]],
        [
          "`?page=a` isn't part of the path, and redirects match only the path, so this redirect has no effect. Remove the redirect.",
          ["Remove redirect"],
        ],
        [
          "The sources of 2 redirects add an anchor to `/gone`. Browsers don't send anchors to the server, so readers aren't redirected. Use only the path in one redirect, or remove the redirects.",
          ["Remove all 2 redirects", "Change to `/gone`", "Remove redirect"],
        ],
        [
          "`#a` is never sent to the server, so readers aren't redirected. Use only the path, or remove the redirect.",
          ["Change to `/other`", "Remove redirect"],
        ],
      ],
    );
  });

  it("combine even two redirects to the same missing page", () => {
    const site = siteFrom(`
//- docs.json
{ "redirects": [
  { "source": "/a", "destination": "/guides/strat" },
  { "source": "/b", "destination": "/guides/strat" },
  { "source": "/c", "destination": "/nope" }
] }${pages}`);
    assert.deepEqual(
      getShownProblems(targetNotFound.code, site).map(({ message, relatedLocations }) => [
        message,
        relatedLocations.length,
      ]),
      [
        ["`/guides/strat` doesn't exist, so 2 redirects lead readers to a 404 page. Did you mean `/guides/start`?", 1],
        [
          "`/nope` doesn't exist, so readers who follow old links get a 404 page. Use the path of the page that replaced it.",
          0,
        ],
      ],
    );
  });

  it("report a destination that would execute code, even if it's obfuscated", () => {
    const [first] = checkRule(
      targetNotFound,
      `
//- docs.json
{ "redirects": [
  { "source": "/a", "destination": [|"javascript:alert(1)"|] },
  { "source": "/b", "destination": [|" JaVaScript:x"|] },
  { "source": "/c", "destination": "mailto:a@example.com" }
] }
`,
    );
    assert.match(first?.message ?? "", /browsers/);
  });

  it("suggest the nearest page and show the path of a loop", () => {
    checkFix(
      targetNotFound,
      `
//- docs.json
{ "redirects": [{ "source": "/x", "destination": [|"/guides/strat"|] }] }
//- guides/start.mdx
`,
      { "docs.json": '{ "redirects": [{ "source": "/x", "destination": "/guides/start" }] }' },
    );
    const [problem] = checkRule(
      redirectLoop,
      `
//- docs.json
{ "redirects": [{ "source": "/a", "destination": [|"/b"|] }, { "source": "/b", "destination": "/a" }] }
`,
    );
    assert.equal(problem?.relatedLocations.length, 1);
    assert.equal(problem?.severity, "error");
  });
});

describe("a page that a redirect hides", () => {
  const listProblems = (redirects: string, otherText = "") =>
    findSiteProblems(
      siteOf(
        parseFixture(`//- docs.json
{ "navigation": { "pages": ["a", "b"] }, "redirects": [${redirects}] }
//- a.mdx
[x](/gone)

<Note
//- b.mdx
${otherText}
`).files,
        "mintlify",
      ),
    )
      .filter(({ at }) => at.file === "a.mdx")
      .map(({ code, severity }) => `${severity} ${code}`);

  it("has only hints and, for syntax errors, information, because readers don't see its problems", () => {
    const [first = "", ...others] = listProblems("");
    assert.ok([first, ...others].some((problem) => problem === "warning link/page-not-found"));
    const hidden = listProblems('{ "source": "/a", "destination": "/b" }');
    assert.equal(hidden.length, others.length + 1);
    for (const problem of hidden) assert.match(problem, problem.endsWith(" mdx/syntax") ? /^information / : /^hint /);
    assert.ok(hidden.includes("hint link/page-not-found"));
    // The redirect leads back to the page.
    assert.deepEqual(listProblems('{ "source": "/a", "destination": "/a" }'), [first, ...others]);
  });

  it("has problems with their usual severity if another page imports it, because readers see them there", () => {
    const importText = 'import A from "/a.mdx";\n\n<A />';
    const imported = listProblems("", importText);
    assert.ok(imported.some((problem) => problem === "warning link/page-not-found"));
    assert.deepEqual(listProblems('{ "source": "/a", "destination": "/b" }', importText), imported);
  });
});
