import assert from "node:assert/strict";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { anchorNotFound } from "./anchor-not-found.ts";

const config = `//- docs.json
{ "navigation": { "pages": ["index", "guides/start"] } }
`;
const start = `//- guides/start.mdx
---
title: First steps
---

## Install
`;

describe("link/anchor-not-found", () => {
  it("preserves variables in a suggested link", () => {
    const docs = '//- docs.json\n{ "variables": { "v": "v1" }, "navigation": { "pages": ["index", "v1/start"] } }\n';
    checkFix(anchorNotFound, `${docs}//- index.mdx\n[x]([|/{{v}}/start#instal|])\n//- v1/start.mdx\n## Install\n`, {
      "index.mdx": "[x](/{{v}}/start#install)",
    });
  });

  it("reports that a link with a query opens the page again", () => {
    const problems = checkRule(
      anchorNotFound,
      `${config}//- index.mdx\n[x]([|?a=b#part|]) [y]([|#part|])\n\n## Intro\n${start}`,
    );
    assert.deepEqual(
      problems.map(({ finding }) => finding.message),
      ["missing", "here"],
    );
  });

  it("accepts anchors of headings, elements, and snippets, whether encoded or decoded", () => {
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx
import Part from "/snippets/part.mdx";

<Part />

## What's new?
## Step 2: run
## Fees & billing
## Twice
## Twice
## Custom {#own}
<div id="box" />

[1](#whats-new) [2](#what's-new) [3]([|#what-s-new|]) [4](#step-2%3A-run) [5](#step-2-run) [6](#fees-&-billing)
[7](#fees-%26-billing) [8]([|#fees-billing|]) [9](#twice-2) [10](#own) [11](#box) [12](#in-part) [13](#top) [14](#)
[15](#:~:text=new) [16](/index#in-part) [19]([|/guides/start#first-steps|]) [17]([|#twice-3|]) [18]([|#Own|])
//- snippets/part.mdx
## In part

[1](#own)
${start}`,
    );
  });

  it("accepts the numbered anchors of snippets that a page includes several times", () => {
    const links = "[1](#use-2) [2](#use-4) [3]([|#use-5|]) [4](#old-2) [5]([|#old-3|]) [6]([|#once-2|])";
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx
import Part from "/snippets/part.mdx";
import Other from "/snippets/other.mdx";
import Once from "/snippets/once.mdx";

<Part />

<Part />

<Other />

<Once />

<Snippet file="old.mdx" />

<Snippet file="old.mdx" />

${links}
//- snippets/part.mdx
## Use
//- snippets/other.mdx
import Part from "/snippets/part.mdx";
import Other from "/snippets/other.mdx";

<Part />

<Part />
//- snippets/once.mdx
## Once
//- _snippets/old.mdx
## Old
${start}`,
    );
  });

  it("ignores anchors that exceed the maximum heading length", () => {
    const longText = "x".repeat(10_000);
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx\n## ${longText}\n\n[1](#${longText}) [2]([|#${longText.slice(0, 900)}|])\n${start}`,
    );
  });

  it("ignores pages with parts that can't be read", () => {
    checkRule(
      anchorNotFound,
      `//- docs.json
{ "navigation": { "pages": ["index", "a", "b", "c", "d"] } }
//- index.mdx
[a](/a#x) [b](/b#x) [c](/c#x) [d](/d#version-2)
//- a.mdx
import { Table } from "/snippets/table.jsx";

<Table />
//- b.mdx
import Gone from "/snippets/gone.mdx";

<Gone />
//- c.mdx
---
openapi: GET /users
---
//- d.mdx
## Version {{version}}
//- guides/start.mdx
`,
    );
  });

  it("reads the IDs of a script's components where a page uses them", () => {
    const script = "//- anchor.jsx\nexport const Anchor = ({ id }) => <div id={id} />;\n";
    const createPage = (tags: string, links: string) =>
      `${config}//- index.mdx\nimport { Anchor } from "/anchor.jsx";\n\n${links}\n\n${tags}\n${script}${start}`;
    checkRule(
      anchorNotFound,
      createPage('<Anchor id="a" />\n\n<Anchor id={`b-${1}`} />', "[1](#a) [2](#b-1) [3]([|#c|])"),
    );
    for (const tag of ["<Anchor id={a} />", "<Anchor {...a} />"]) checkRule(anchorNotFound, createPage(tag, "[1](#a)"));
  });

  it("generates the anchor of a heading without its expressions, but not without its variables", () => {
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx
[a]([|#setup|]) [b](#post-/agents//verify) [c]([|#post-verify|]) [d]([|#version-3|]) [e](#release-3) [f]([|#a-x|])

## POST /agents/{agent_id}/verify
## **\`Version\` {version}**
## Release {{number}}
## A <b title={"x"}>{x}</b>
${start}`,
    );
  });

  it("checks all other anchors on a page where code determines a title or ID", () => {
    const badLinks = ["deploy", "use-y", "instal-a", "acc", "step-1", "row", "limit"].map((id) => `[x]([|#${id}|])`);
    const goodLinks = ["use-x-now", "use-x-now-2", "tab-z", "install-acme", "sum-3", "step-row-1", "param-limit"];
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx
export const name = "Acme";

${[...badLinks, ...goodLinks.map((id) => `[x](#${id})`)].join(" ")}

<Steps>
  <Step title={<>Use <code>x</code>{" "}now</>}>a</Step>
  <Step title={<><Icon icon="rocket" /> Install {name}</>}>a</Step>
  <Step title={<Icon icon="rocket" />}>a</Step>
</Steps>

<Tabs>
  <Tab title={<b>Tab z</b>}>a</Tab>
</Tabs>

<Accordion title={"Sum " + 3}>a</Accordion>

<div id={\`step-row-\${name}\`} />

<ParamField path={name}>a</ParamField>
${start}`,
    );
  });

  it("accepts any anchor on a page with a title or ID that starts with an unknown value", () => {
    for (const content of [
      "<Step title={name}>a</Step>",
      "<Step title={<Own />}>a</Step>",
      "<Accordion title={<>{name} two</>}>a</Accordion>",
      '<Tab title={isNew ? "New" : "Old"}>a</Tab>',
      "<div id={name} />",
      "## {{name}} two",
      'import Part from "/snippets/part.mdx";\n\n<Part />\n//- snippets/part.mdx\n## {name}',
    ])
      checkRule(
        anchorNotFound,
        `${config}//- index.mdx\nexport const Own = () => "a";\n\n[x](#any)\n\n${content}\n${start}`,
      );
  });

  it("accepts an anchor that matches the start of a heading in a snippet", () => {
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx
import Part from "/snippets/part.mdx";

[a](#install-acme) [b]([|#instal-acme|])

<Part name="Acme" />
//- snippets/part.mdx
## Install {name}
${start}`,
    );
  });

  it("leaves anchors that a redirect adds to another rule", () => {
    checkRule(
      anchorNotFound,
      `//- docs.json
{ "navigation": { "pages": ["index", "guides/start"] }, "redirects": [
  { "source": "/old", "destination": "/guides/start#gone" }, { "source": "/older", "destination": "/guides/start" }
] }
//- index.mdx
[1](/old) [2](/old#install) [3](/older) [4]([|/older#lost|]) [5](/older#install)
//- guides/start.mdx
## Install
`,
    );
  });

  it("reports an anchor that doesn't exist on any page in a folder", () => {
    const openapiSetting = '"openapi": { "source": "api.json", "directory": "api" }';
    checkRule(
      anchorNotFound,
      `//- docs.json
{ "navigation": { "groups": [
  { "group": "A", "pages": ["index", "guides/start", "guides/more/end", "code/run"] },
  { "group": "B", ${openapiSetting}, "pages": ["api/about"] }
] }, "redirects": [{ "source": "/old", "destination": "/guides" }] }
//- index.mdx
[1](/guides#install) [2](/guides#last-step) [3]([|/guides#gone|]) [4]([|guides/#gone-too|]) [5]([|/old#lost|])
[6](/guides/more#last-step) [7]([|/guides/more#install|]) [8](/guides#) [9]([|/code#any|]) [10](/api#any)
[11]([|/Guides#away|])
//- guides/start.mdx
## Install
//- guides/more/end.mdx
## Last step
//- code/run.mdx
## {name}
//- api/about.mdx
## About
//- api.json
{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/x": { "get": { "responses": {} } } } }
`,
    );
  });

  it("ignores definitions that no link uses", () => {
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx
[Full][a], [b], ![C][], [two  words][], [> f][f], and [h] [i] [j]

[a]: [|#gone-a|]
[B]: <[|#gone-b|]>
  [c]: [|/guides/start#gone-c|] "Title"
[Two Words]: [|#gone-d|]
[unused]: #gone-e
[unused too]: </guides/start#gone-f>
> [f]: [|#gone-g|]

> [g]: #gone-h

- [h]: [|#gone-i|]
- - [unused in items]: #gone-j
- 1. [i]: [|#gone-k|]

  [unused in an item]: <#gone-l>
- > * [j]: [|#gone-m|]
    > [unused in a quote]: #gone-n

[^1]: [unused in a footnote]: #gone-o
${start}`,
    );
  });

  it("ignores links without text, because readers don't see them", () => {
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx
## Setup [](#old-setup "Permalink") [ ](<#other>) [\u200b](#copied "Direct link to Setup") [&#8203;](#entity)

[x]([|#gone|]) [![](/a.png)]([|#gone|]) ![][](#gone)
${start}`,
    );
  });

  it("combines links from one page to many anchors that don't exist on another page", () => {
    const createLinks = (target: string, count: number) =>
      Array.from({ length: count }, (_, i) => `[x](${target}#method.${i}x)`).join(" ");
    const listShown = (page: string, others = "") =>
      getShownProblems(anchorNotFound.code, siteFrom(`${config}//- index.mdx\n${page}\n${others}${start}`)).map(
        ({ at, message, relatedLocations }) => `${at.file} ${relatedLocations.length} ${message}`,
      );
    const expectedMessage =
      "`#method.0x` and other anchors don't exist on `guides/start.mdx`, so 12 links open the top of the page. Link to existing sections, or remove the anchors.";
    assert.deepEqual(listShown(`${createLinks("/guides/start", 11)} [x](/guides/start#method.3x)`), [
      `index.mdx 11 ${expectedMessage}`,
    ]);
    assert.deepEqual(listShown(`${createLinks("", 12)}\n\n## Intro`), [
      "index.mdx 11 `#method.0x` and other anchors don't exist on this page, so 12 links do nothing. Link to existing sections, add the headings, or remove the links.",
    ]);
    // Ten anchors are still separate. Links to the same one are combined.
    assert.equal(listShown(`${createLinks("/guides/start", 10)} [x](/guides/start#method.3x)`).length, 10);
    // Links to different pages aren't combined.
    assert.equal(listShown(`${createLinks("/guides/start", 6)} ${createLinks("", 6)}`).length, 12);
    // Links on other pages keep their own problems, and links to the same anchor are still combined.
    const others = ["a", "b", "c", "d"].map((name) => `//- ${name}.mdx\n[x](/guides/start#method.0x)\n`).join("");
    const [pageProblem, anchorProblem, ...more] = listShown(createLinks("/guides/start", 12), others);
    assert.deepEqual(more, []);
    assert.equal(pageProblem, `index.mdx 11 ${expectedMessage}`);
    assert.match(anchorProblem ?? "", /^a\.mdx 3 `#method\.0x` doesn't exist on `guides\/start\.mdx`, so 4 links/);
  });

  it("combines links to translations of a page with links to the page", () => {
    const createLinks = (folder: string) => Array.from({ length: 11 }, (_, i) => `[x](${folder}/b#m${i}.x)`).join(" ");
    const languages = ["en", "fr"].map((language) => {
      const folder = language === "en" ? "" : "fr/";
      return { language, pages: [`${folder}a`, `${folder}b`] };
    });
    const site = `//- docs.json\n${JSON.stringify({ navigation: { languages } })}
//- a.mdx\n${createLinks("")}\n//- b.mdx\n## B\n//- fr/a.mdx\n${createLinks("/fr")}\n//- fr/b.mdx\n## B\n`;
    assert.deepEqual(
      getShownProblems(anchorNotFound.code, siteFrom(site)).map(
        ({ at, relatedLocations }) => `${at.file} ${relatedLocations.length}`,
      ),
      ["a.mdx 21"],
    );
  });

  it("offers to change all links with a suggestion on a page", () => {
    const createHeading = (i: number) => `Install the package ${"abcdefghijkl"[i] ?? ""}`;
    const anchors = Array.from({ length: 12 }, (_, i) => createHeading(i).replaceAll(" ", "-").toLowerCase());
    const createPage = (suffix: string) => anchors.map((anchor) => `[x](/long#${anchor}${suffix})`).join(" ");
    const text = `${config}//- index.mdx\n${createPage("-now")}\n//- long.mdx\n${anchors.map((_, i) => `## ${createHeading(i)}\n`).join("")}`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems(anchorNotFound.code, site);
    assert.deepEqual(others, []);
    assert.equal(
      problem?.message,
      "`#install-the-package-a-now` and other anchors don't exist on `long.mdx`, so 12 links open the top of the page. Change them to existing headings, such as `#install-the-package-a`.",
    );
    const newFiles = fixedBy("Change all 12 links to the suggested headings", problem, site, text);
    assert.equal(newFiles.get("index.mdx")?.trim(), createPage(""));
    const first = fixedBy("Change to `#install-the-package-a`", problem, site, text).get("index.mdx");
    assert.equal(first?.trim(), createPage("-now").replace("-now", ""));
  });

  it("names the folder and counts the links with the same target", () => {
    const links = ["a", "b", "c", "d"].map((page) => `//- ${page}.mdx\n[x](/guides#gone)\n`).join("");
    const site = siteFrom(
      `//- docs.json\n{ "navigation": { "pages": ["a", "b", "c", "d", "guides/start"] } }\n${links}//- guides/start.mdx\n`,
    );
    assert.deepEqual(
      getShownProblems("link/anchor-not-found", site).map(({ message }) => message),
      [
        "`#gone` doesn't exist on any page in `guides`, so 4 links don't open a section. Link to a page, or remove the anchor.",
      ],
    );
  });

  // Recorded from `mint broken-links --check-anchors` on 2026-11-26.
  it("includes the text of components within headings", () => {
    const badLinks = ["setup", "theme", "new", "use"].map((id) => `[x]([|#${id}|])`);
    const goodLinks = ["theme-required", "new-version", "use-a-now"].map((id) => `[x](#${id})`);
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx
${[...badLinks, ...goodLinks].join(" ")}

### \`theme\` - <Badge color="red">required</Badge>

## <Badge>New</Badge> Version

## <Icon size={20} /> Use <Tooltip tip={"a"}>a</Tooltip> now
${start}`,
    );
  });

  it("explains that headings below level 4 don't have anchors", () => {
    const site = siteFrom(
      `//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n//- a.mdx\n[A](#event-object) [B](/b#raw-log) [C](#peers%5B%5D)\n\n##### event (object)\n###### peers[]\n//- b.mdx\n###### Raw log\n`,
    );
    assert.deepEqual(
      getShownProblems("link/anchor-not-found", site).map(({ message }) => message.split(", so")[0]),
      [
        "`#event-object` is a level 5 heading on this page, but only levels 1 to 4 have anchors",
        "`#raw-log` is a level 6 heading on `b.mdx`, but only levels 1 to 4 have anchors",
        "`#peers%5B%5D` is a level 6 heading on this page, but only levels 1 to 4 have anchors",
      ],
    );
  });

  // Recorded from `mint broken-links --check-anchors` on 2026-11-26.
  const headings =
    "## CONSOLE_API_URL\n## statement.where.require\n## A / B\n## robots.txt\n## 100% sure\n## partition_pdf\n## Hello, World!\n## C++\n## Node.js / Deno\n##### Small";
  const found = ["console_api_url", "statement-where-require", "a-%2F-b", "robots-txt", "100%25-sure", "100%-sure"];
  const more = ["partition_pdf", "hello-world", "hello,-world", "hello%2C-world!", "c++", "c%2B%2B", "node-js-/-deno"];
  const missingIds = [
    "console-api-url",
    "CONSOLE_API_URL",
    "statement.where.require",
    "a--b",
    "robotstxt",
    "robots.txt",
  ];
  const otherMissingIds = ["100-sure", "partition-pdf", "c", "node-js-deno", "nodejs-deno", "small", "home"];
  it("accepts the same anchor variants as the service", () => {
    const goodLinks = [...found, ...more].map((id) => `[x](#${id})`);
    const badLinks = [...missingIds, ...otherMissingIds].map((id) => `[x]([|#${id}|])`);
    checkRule(
      anchorNotFound,
      `${config}//- index.mdx\n---\ntitle: Home\n---\n${[...goodLinks, ...badLinks].join("\n")}\n\n${headings}\n${start}`,
    );
  });

  it("offers fixes that preserve the rest of the link", () => {
    checkFix(anchorNotFound, `${config}//- index.mdx\n[a]([|./guides/start?x=1#instal|])\n${start}`, {
      "index.mdx": "[a](./guides/start?x=1#install)",
    });
  });

  it("offers a fix for a typo in a fragment that contains a decoded character", () => {
    checkFix(anchorNotFound, `${config}//- index.mdx\n[a]([|#step-2-instal|])\n\n## Step 2: Install\n${start}`, {
      "index.mdx": "[a](#step-2-install)\n\n## Step 2: Install",
    });
  });

  it("suggests a longer heading anchor", () => {
    checkFix(anchorNotFound, `${config}//- index.mdx\n[a]([|#customer-meters|])\n\n## 2. Customer meters\n${start}`, {
      "index.mdx": "[a](#2-customer-meters)\n\n## 2. Customer meters",
    });
  });

  it("suggests the heading that other services number from 1", () => {
    const suggest = (link: string, headings: string) =>
      getShownProblems(
        "link/anchor-not-found",
        siteFrom(`${config}//- index.mdx\n[a](${link})\n\n${headings}\n${start}`),
      )
        .map(({ message }) => /Did you mean `(.*?)`/.exec(message)?.[1] ?? "none")
        .join();
    assert.equal(suggest("#usage-1", "## Usage\n## Usage"), "#usage-2");
    assert.equal(suggest("#usage-3", "## Usage\n## Usage"), "none");
    assert.equal(suggest("#usage-1", "## Usage"), "#usage");
    assert.notEqual(suggest("#step-1", "## Step 2\n## Step 3"), "#step-2");
    // The number is in the heading, so the headings aren't repeated.
    assert.equal(suggest("#step-1", "## Step\n## Step 2"), "#step");
    assert.equal(suggest("#usage-2", "## Usage"), "none");
    assert.equal(suggest("#get-1", "## get\n## get$"), "#get$");
  });

  it("suggests a longer heading only if it's about the same subject", () => {
    const suggest = (anchor: string, headings: string) =>
      getShownProblems(
        "link/anchor-not-found",
        siteFrom(`${config}//- index.mdx\n[a](${anchor})\n\n${headings}\n${start}`),
      )
        .map(({ message }) => /Did you mean `(.*?)`/.exec(message)?.[1] ?? "none")
        .join();
    assert.equal(suggest("#set-location", "## Set root location"), "none");
    assert.equal(suggest("#get-user", "## Get a user"), "#get-a-user");
    assert.equal(suggest("#group-findings", "## Group and sort findings"), "#group-and-sort-findings");
    assert.equal(suggest("#metadata", "## Update group metadata\n## Update group policy metadata"), "none");
    assert.equal(suggest("#metadata", "## 3. Metadata\n## Update group metadata"), "#3-metadata");
    // A longer word is another name, unless only its ending differs.
    assert.equal(suggest("#class-eventid", "## Class event"), "none");
    assert.equal(suggest("#class-event", "## Class eventid"), "none");
    assert.equal(suggest("#deploying-apps", "## Deploy apps"), "#deploy-apps");
    assert.equal(suggest("#metavariables", "## Metavariable name\n## Metavariable regex"), "none");
  });

  it("suggests no heading if several have the same words", () => {
    const createPage = (headings: string) => `${config}//- index.mdx\n[a](#rate--limit)\n\n${headings}\n${start}`;
    const listMessages = (headings: string) =>
      getShownProblems("link/anchor-not-found", siteFrom(createPage(headings))).map(({ message }) => message);
    const [one] = listMessages("## Rate + limit");
    const [combinedProblem] = listMessages("## Rate + limit\n## Rate = limit");
    assert.match(one ?? "", /Did you mean `#rate-\+-limit`/);
    assert.match(combinedProblem ?? "", /section, add the heading, or remove the link/);
  });
});
