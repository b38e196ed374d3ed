import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findNearestTarget } from "./link-suggestions.ts";

const createSite = (pages: Readonly<Record<string, string>>, unlisted: readonly string[] = [], nav?: object) => {
  const listed = Object.keys(pages).filter((page) => !unlisted.includes(page));
  return siteOf(
    new Map([
      ["docs.json", JSON.stringify({ navigation: nav ?? { pages: listed } })],
      ...Object.entries(pages).map(([page, text]) => [`${page}.mdx`, `---\ntitle: T\n---\n${text}\n`] as const),
    ]),
  );
};

interface Link {
  readonly url: string;
  readonly from?: string;
  readonly text?: string;
}

const find = (site: ReturnType<typeof createSite>, { url, from = "index", text }: Link) => {
  const folder = from.includes("/") ? `${from.slice(0, from.lastIndexOf("/"))}/` : "";
  const path = url.replace(/#.*$/, "");
  return findNearestTarget(
    site,
    path.startsWith("/") ? path.slice(1) : `${folder}${path.replace(/^\.\//, "")}`,
    `${from}.mdx`,
    { file: `${from}.mdx`, range: { start: 0, end: 0 } },
    url,
    text,
  );
};

describe("a link with an anchor to a missing page", () => {
  const site = createSite({
    index: "",
    "chat/overview": "## Applying changes\n\n## Setup\n\n## Next steps\n\n## Shared name",
    "chat/models": "## Shared name",
    "forge/organization": "## Invite members\n\n## Setup",
    "forge/project": "",
    "billing/organization": "",
  });
  const cases: readonly [what: string, url: string, expected: string | undefined][] = [
    ["the only page with the anchor in the same folder", "/chat/interface#applying-changes", "/chat/overview"],
    ["nothing for an anchor of one word", "/chat/interface#setup", undefined],
    ["nothing for a heading that many pages have", "/chat/interface#next-steps", undefined],
    ["nothing for an anchor that several pages have", "/chat/interface#shared-name", undefined],
    ["nothing in another folder", "/guides/interface#applying-changes", undefined],
    ["the page with this name that has the anchor", "/deployment/organization#invite-members", "/forge/organization"],
    ["nothing if no page with this name has the anchor", "/deployment/organization#other-anchor", undefined],
  ];
  for (const [what, url, expected] of cases) it(`suggests ${what}`, () => assert.equal(find(site, { url }), expected));

  it("suggests the page that contains the link if its path changed", () =>
    assert.equal(
      find(site, { url: "/deployment/organization#invite-members", from: "forge/organization" }),
      "/forge/organization",
    ));
});

describe("a link without a folder to a missing page", () => {
  const site = createSite({
    index: "",
    "packages/health/api/enums": "",
    "packages/health/api/types": "",
    "packages/health/api/health-class": "",
    "packages/health/setup/android": "",
    "packages/health/setup/ios": "",
    "packages/health/read/basic": "",
    "packages/health/write/basic": "",
    "packages/health/read/aggregate": "",
    "packages/health/write/workouts": "",
    "packages/sensors/read/location": "",
  });
  const cases: readonly [what: string, url: string, text: string, expected: string | undefined][] = [
    ["the page in a folder instead of before a hyphen", "api-enums", "Enums", "/packages/health/api/enums"],
    ["a page whose name has a hyphen, too", "api-health-class", "Class", "/packages/health/api/health-class"],
    ["the page whose folder and name are in the text", "platform-android", "Setup (Android)", "/packages/health/setup/android"],
    ["nothing if the text lacks the folder", "platform-android", "Android", undefined],
    ["the page in the folder that the text names", "basic", "Basic Writing", "/packages/health/write/basic"],
    ["the page in the other folder", "./basic", "Basic Reading", "/packages/health/read/basic"],
    ["the page that the text names with its folder", "basic", "Writing Workouts", "/packages/health/write/workouts"],
    ["nothing if the text names neither folder", "basic", "Basics", undefined],
    ["nothing if the text names both folders", "basic", "Basic reading and writing", undefined],
    ["nothing in another package", "location", "Reading the location", undefined],
  ]; // prettier-ignore
  for (const [what, url, text, expected] of cases)
    it(`suggests ${what}`, () => assert.equal(find(site, { url, text, from: "packages/health/api/types" }), expected));

  it("finds a page in a sibling folder with a name that only one page has", () =>
    assert.equal(
      find(site, { url: "aggregate", text: "Aggregate Reading", from: "packages/health/write/workouts" }),
      "/packages/health/read/aggregate",
    ));

  it("doesn't suggest the page of another language", () => {
    const translated = createSite({ "en/read/basic": "", "en/a/b": "", "fr/a/b": "" }, [], {
      languages: [
        { language: "en", pages: ["en/read/basic", "en/a/b"] },
        { language: "fr", pages: ["fr/a/b"] },
      ],
    });
    assert.equal(find(translated, { url: "basic", text: "Basic reading", from: "en/a/b" }), undefined);
    assert.equal(find(translated, { url: "basic", text: "Basic reading", from: "fr/a/b" }), undefined);
  });
});

describe("a link to a page that was moved", () => {
  const pages = {
    "keys/adding-openai-api-key": "",
    "keys/adding-fireworks-ai-api-key": "",
    "get-started/intro": "",
    "chat/overview": "",
    "chat/ui/history": "",
    index: "",
  };
  it("suggests a name without a word that doesn't change the subject", () => {
    const site = createSite(pages);
    assert.equal(find(site, { url: "/get-started/adding-openai-ai-api-key" }), "/keys/adding-openai-api-key");
    assert.equal(find(site, { url: "/get-started/adding-openai-team-api-key" }), undefined);
    assert.equal(find(site, { url: "/get-started/adding-claude-ai-api-key" }), undefined);
  });

  it("suggests a page outside the navigation in a folder below the link's folder", () => {
    const site = createSite(pages, ["chat/ui/history"]);
    assert.equal(find(site, { url: "/chat/history" }), "/chat/ui/history");
    assert.equal(find(site, { url: "/keys/history" }), undefined);
  });

  it("doesn't suggest such a page if there are several", () => {
    const site = createSite({ ...pages, "chat/api/history": "" }, ["chat/ui/history", "chat/api/history"]);
    assert.equal(find(site, { url: "/chat/history" }), undefined);
  });
});

describe("a redirect to a page that was moved to a sibling folder", () => {
  const site = createSite({
    "p/more/groq": "",
    "p/top-level/acme": "",
    "p/top-level/setup": "",
    "q/top-level/other": "",
  });
  const cases: readonly [what: string, slug: string, expected: string | undefined][] = [
    ["the only page with this name", "p/more/acme", "/p/top-level/acme"],
    ["no page with a generic name", "p/more/setup", undefined],
    ["no page in another section", "p/top-level/other", undefined],
  ];
  for (const [what, slug, expected] of cases)
    it(`suggests ${what}`, () => assert.equal(findNearestTarget(site, slug, undefined), expected));

  it("doesn't suggest it for a link, which may be about the subject of its folder", () =>
    assert.equal(find(site, { url: "/p/more/acme" }), undefined));
});

describe("a link whose text confirms the name of a page in another folder", () => {
  const titles = {
    index: "Home",
    "settings/general": "General",
    "features/report-templates": "Templates",
    "app/concepts/cache": "Cache",
    "app/guides/explorer": "Look around",
    "app/guides/api": "Interfaces",
    "agents/parser": "Parser",
    "tools/web": "Web",
    "start/links": "Supported Sites, Feeds & Mail",
    "guides/install-cli": "CLI",
    "sdk/retry-requests": "Retry requests",
    "home/how-acme-works": "The machine",
    "tools/how-it-works": "How it works",
    "start/terms": "Core terms",
    "acme-sdk/first": "First",
  };
  const createTitledSite = (unlisted: readonly string[]) =>
    siteOf(
      new Map([
        [
          "docs.json",
          JSON.stringify({ navigation: { pages: Object.keys(titles).filter((p) => !unlisted.includes(p)) } }),
        ],
        ...Object.entries(titles).map(([page, title]) => [`${page}.mdx`, `---\ntitle: ${title}\n---\nA\n`] as const),
      ]),
    );
  const site = createTitledSite(["home/how-acme-works", "features/report-templates"]);
  const listedSite = createTitledSite([]);
  const cases: readonly [what: string, url: string, text: string, expected: string | undefined][] = [
    ["a name of two words", "/settings/report-templates", "Report templates", "/features/report-templates"],
    ["nothing if the text is about something else", "/settings/report-templates", "About us", undefined],
    ["a single word in a folder for another kind of content", "/app/concepts/explorer", "Explorer", "/app/guides/explorer"],
    ["nothing for a single word in the folder of another subject", "/tools/parser", "Parser", undefined],
    ["a page whose title contains the text", "/guides/links", "Supported Sites & Feeds", "/start/links"],
    ["nothing if the title lacks a word", "/guides/links", "Supported Sites & Apps", undefined],
    ["no page of a reference for a link to a guide", "/guides/retry-requests", "Retry requests", undefined],
    ["the page with this title and name in the link's folder", "/tools/custody", "How It Works", "/tools/how-it-works"],
    ["nothing for a common title in another folder", "/agents/custody", "How it works", undefined],
    ["the page whose title is the text and the name", "/guides/coreterms", "Core terms", "/start/terms"],
    ["nothing if the title is only the text", "/guides/words", "Core terms", undefined],
    ["the folder of a link without a folder", "acme-sdk", "**Acme SDK**", "/acme-sdk"],
    ["no folder that the text doesn't name", "acme-sdk", "here", undefined],
  ]; // prettier-ignore
  for (const [what, url, text, expected] of cases)
    it(`suggests ${what}`, () => assert.equal(find(listedSite, { url, text, from: "agents/parser" }), expected));

  it("suggests a page outside the navigation only if its name is specific", () => {
    assert.equal(find(site, { url: "/how-acme-works", text: "How Acme works" }), "/home/how-acme-works");
    assert.equal(find(site, { url: "/settings/report-templates", text: "Report templates" }), undefined);
  });
});

describe("a path whose words are those of another path in the same section", () => {
  const site = createSite({
    "integrations/oauth/acme-oauth": "",
    "integrations/event-destinations/acme-logs-event-destination": "",
    "integrations/oauth/other": "",
    "integrations/oauth/duo-saml": "",
    "integrations/two/duo-saml-two": "",
    "integrations/one/cat-dog-one": "",
    "integrations/two/cat-dog-two": "",
    "rates/paid/convert-paid": "",
    "rates/paid/latest-free-paid": "",
    "guides/acme/logs": "",
  });
  const cases: readonly [what: string, slug: string, redirect: string | undefined, link: string | undefined][] = [
    ["a folder that became part of the name", "integrations/acme/oauth", "/integrations/oauth/acme-oauth", "/integrations/oauth/acme-oauth"],
    ["a name that got words of its folder", "integrations/acme-logs", "/integrations/event-destinations/acme-logs-event-destination", undefined],
    ["the words of the link's folder", "rates/paid/convert", "/rates/paid/convert-paid", "/rates/paid/convert-paid"],
    ["another word in the name", "rates/paid/latest", undefined, undefined],
    ["another section", "billing/paid/convert", undefined, undefined],
    ["the page without other words", "integrations/duo/saml", "/integrations/oauth/duo-saml", "/integrations/oauth/duo-saml"],
    ["several pages", "integrations/cat/dog", undefined, undefined],
  ]; // prettier-ignore
  for (const [what, slug, redirect, link] of cases)
    it(`is about ${what}`, () => {
      assert.equal(findNearestTarget(site, slug, undefined), redirect, "redirect");
      assert.equal(find(site, { url: `/${slug}`, from: "guides/acme/logs" }), link, "link");
    });
});

describe("findMovedPage on hostile sites", () => {
  it("takes little time for a link with many hyphens and folders", () => {
    const site = createSite({ index: "", "a/b": "" });
    const start = performance.now();
    for (const url of [`/${"a/".repeat(900)}${"a-".repeat(900)}`, `/x/y#${"a-".repeat(900)}`, `${"a-".repeat(900)}b`])
      find(site, { url, text: "A b" });
    assert.ok(performance.now() - start < 2000);
  });
});

describe("a link that names an operation", () => {
  const createOperationSite = (pages: Readonly<Record<string, string>>, paths: object = {}) =>
    siteOf(
      new Map([
        ["docs.json", JSON.stringify({ navigation: { pages: ["index", ...Object.keys(pages)] } })],
        ["api.json", JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths })],
        ["index.mdx", ""],
        ...Object.entries(pages).map(
          ([page, field]) => [`${page}.mdx`, field && `---\nopenapi: ${field}\n---\n`] as const,
        ),
      ]),
    );

  // ReadMe derives the paths of pages from the method and path of operations without an ID.
  it("leads to the page whose frontmatter has its method and path", () => {
    const site = createOperationSite({
      "reference/x/buy": "post /execute/buy/{id}/v7",
      "reference/x/sell": "post /execute/sell/{id}/v7",
    });
    assert.equal(find(site, { url: "/reference/postexecutebuyidv7", text: "buy" }), "/reference/x/buy");
    assert.equal(find(site, { url: "/v2.0/reference/postexecutebuyidv7#a" }), "/reference/x/buy");
    assert.equal(find(site, { url: "/reference/postexecutebuyidv8" }), undefined);
    assert.equal(find(site, { url: "/guides/trade", text: "`POST /execute/sell/{id}/v7`" }), "/reference/x/sell");
  });

  it("leads to the page with the operation's ID", () => {
    const operation = { operationId: "getFiatRate", summary: "Fiat quote" };
    const site = createOperationSite({ "api-reference/fiat": "GET /rates" }, { "/rates": { get: operation } });
    assert.equal(find(site, { url: "/api-reference/get-fiat-rate" }), "/api-reference/fiat");
    assert.equal(find(site, { url: "/guides/fiat-rate" }), undefined);
  });

  it("leads to a guide if its folder isn't a reference", () => {
    const operation = { operationId: "deleteUser" };
    const pages = { "api-reference/delete": "DELETE /users", "guides/delete-users": "" };
    const site = createOperationSite(pages, { "/users": { delete: operation } });
    const suggest = (slug: string) => findNearestTarget(site, slug, "index.mdx", undefined, `/${slug}`);
    assert.equal(suggest("guides/delete-user"), "/guides/delete-users");
    assert.equal(suggest("api-reference/delete-user"), "/api-reference/delete");
  });

  it("isn't clear if several pages describe the operation", () => {
    const site = createOperationSite({ "reference/a": "get /users/{id}", "reference/b": "get /users/{id}" });
    assert.equal(find(site, { url: "/reference/getusersid" }), undefined);
  });
});

describe("a link whose text is the name of a page in another folder", () => {
  const site = createSite({
    index: "",
    "docs/other": "",
    "reference/listtoken": "",
    "reference/supported-chains": "",
    "reference/users": "",
    "docs/cross-post-orders": "",
  });

  it("leads to the page if the text is an identifier or has several words", () => {
    assert.equal(find(site, { url: "/docs/listtoken", text: "listToken" }), "/reference/listtoken");
    assert.equal(
      find(site, { url: "/docs/supported-chains", text: "Supported Chains" }),
      "/reference/supported-chains",
    );
    assert.equal(find(site, { url: "/docs/listtoken", text: "tokens" }), undefined);
    assert.equal(find(site, { url: "/docs/users", text: "Users" }), undefined);
  });

  it("leads to the page of the same name without `how-to`", () => {
    assert.equal(find(site, { url: "/docs/how-to-cross-post-orders" }), "/docs/cross-post-orders");
    assert.equal(find(site, { url: "/guides/how-to-cross-post" }), undefined);
  });
});

describe("a relative link to a redirected path", () => {
  it("leads to the page of the redirect", () => {
    const config = {
      navigation: { pages: ["index", "learn/actions"] },
      redirects: [{ source: "/orchestration/actions", destination: "/learn/actions" }],
    };
    const site = siteOf(
      new Map([
        ["docs.json", JSON.stringify(config)],
        ...["index", "learn/actions", "changelog/src/may"].map((page) => [`${page}.mdx`, ""] as const),
      ]),
    );
    const suggestion = findNearestTarget(
      site,
      "changelog/orchestration/actions",
      "changelog/src/may.mdx",
      undefined,
      "../orchestration/actions#parameters",
    );
    assert.equal(suggestion, "/learn/actions");
  });
});

describe("a link to one of several pages with the same name", () => {
  const pages = ["index", "start/safety", "start/core/probe", "start/parts/probe", "core/parts/probe", "other/probe"];
  const createProbes = (title: string, ...names: readonly string[]) =>
    siteOf(
      new Map([
        ["docs.json", JSON.stringify({ navigation: { pages: names } })],
        ...names.map((page) => [`${page}.mdx`, `---\ntitle: ${title}\n---\n`] as const),
      ]),
    );
  const link = { url: "/scores/probe", from: "start/safety", text: "Probe" };

  it("leads to the page in the same section whose title is the text", () => {
    const names = pages.filter((page) => page !== "start/core/probe");
    assert.equal(find(createProbes("Probe", ...names), link), "/start/parts/probe");
    assert.equal(find(createProbes("Space probe", ...names), link), undefined);
    assert.equal(find(createProbes("Probe", ...pages), link), undefined);
  });
});

describe("a link to a page with a generic name", () => {
  it("leads to the page in a subfolder only if no other subfolder has such a page", () => {
    const pages = { index: "", "api/platform/tables/overview": "", "api/platform/files/list": "" };
    const link = { url: "/api/platform/overview" };
    assert.equal(find(createSite(pages), link), "/api/platform/tables/overview");
    const morePages = { ...pages, "api/platform/records/overview": "" };
    assert.equal(find(createSite(morePages), link), undefined);
    assert.equal(find(createSite(morePages, ["api/platform/tables/overview"]), link), undefined);
  });
});
