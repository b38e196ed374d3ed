import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findNearestFile } from "./file-suggestions.ts";
import { findNearestPage, findNearestTarget } from "./link-suggestions.ts";

const files = new Set([
  "index.mdx",
  "guides/start.mdx",
  "guides/api/users.mdx",
  "learn/index.mdx",
  "learn/billing.mdx",
  "api/accounts.mdx",
  "06-basics/03-concepts.mdx",
  "06-basics/categories.mdx",
  "sdks/node/logs.mdx",
  "sdks/python/logs.mdx",
  "v2/release.mdx",
  "api/setup.mdx",
  "snippets/start-note.mdx",
  "logo.svg",
]);

describe("nearestPage", () => {
  const cases: readonly [what: string, slug: string, expected: string | undefined][] = [
    ["a similar name in the same folder", "guides/strat", "guides/start"],
    ["the same name in a similar folder", "guide/start", "guides/start"],
    ["a similar name in similar nested folders", "guidse/apis/user", "guides/api/users"],
    ["the index page of a folder", "learn", "learn/index"],
    ["a page that was moved", "guides/billing", "learn/billing"],
    ["a path with backslashes", "guides\\start", "guides/start"],
    ["a path with a fragment", "guides/start#install", "guides/start"],
    ["a path surrounded by spaces", " guides/start ", "guides/start"],
    ["nothing if there's no similar name", "pricing", undefined],
    ["no page of the API reference for a guide with the same name", "guides/users/accounts", undefined],
    ["a page of another API reference with the same name", "reference/accounts", "api/accounts"],
    ["no page in another section with a generic name", "guides/setup", undefined],
    ["a page with a generic name in a folder inside", "api/v1/setup", "api/setup"],
    ["no snippet", "snippets/start-nota", undefined],
    ["a page whose number for the order changed", "05-basics/02-concepts", "06-basics/03-concepts"],
    ["a page without the number for the order", "basics/concepts", "06-basics/03-concepts"],
    ["a page with a name in the plural", "basics/category", "06-basics/categories"],
    ["the same name in a folder with another word", "sdks/legacy-node/logs", "sdks/node/logs"],
    ["no page of another version", "v1/release", undefined],
    ["no other type of file", "logo", undefined],
  ];
  for (const [what, slug, expected] of cases)
    it(`finds ${what}`, () => assert.equal(findNearestPage(files, slug), expected));

  it("skips excluded pages", () => {
    assert.equal(
      findNearestPage(files, "guides/strat", (slug) => slug === "guides/start"),
      undefined,
    );
  });

  it("is fast if an entire folder of a large site is missing", () => {
    const createTree = (root: string) =>
      Array.from({ length: 10_000 }, (_, i) => `${root}/section-${i % 500}/chapter-${i % 7}/page-${i}`);
    const site = new Set(createTree("en").map((slug) => `${slug}.mdx`));
    assertQuick(2000, () => {
      for (const slug of createTree("ja")) findNearestPage(site, slug);
    });
  });
});

describe("nearestTarget", () => {
  it("finds a page for a path that repeats the folder of its language", () => {
    const languages = ["en", "fr"].map((language) => ({
      language,
      pages: [`${language}/guides/${language}-only`],
    }));
    const files = new Map([
      ["docs.json", JSON.stringify({ navigation: { languages } })],
      ["en/guides/en-only.mdx", "Text."],
      ["fr/guides/fr-only.mdx", "Text."],
    ]);
    for (const count of [2, 20_000])
      assert.equal(
        findNearestTarget(siteOf(files), `/${"en/".repeat(count)}en-only`, "en/a.mdx"),
        "/en/guides/en-only",
      );
  });

  it("prefers a page in a folder with the same name over a page in a parent folder", () => {
    const pages = ["introduction", "workspaces/apps/introduction", "workspaces/docker/introduction"];
    const site = siteOf(new Map(pages.map((slug) => [`${slug}.mdx`, "Text."])));
    assert.equal(findNearestTarget(site, "templates/apps/introduction", "a.mdx"), "/workspaces/apps/introduction");
    // The first page of the site isn't about the subject of the folder.
    assert.equal(findNearestTarget(site, "templates/other/introduction", "a.mdx"), undefined);
  });

  it("ignores the number for the order when it compares generic names", () => {
    const site = siteOf(new Map([["01-tutorials/examples/00-overview.mdx", "Text."]]));
    assert.equal(findNearestTarget(site, "02-guides/screens/00-overview", "01-tutorials/a.mdx"), undefined);
  });

  it("doesn't suggest the page that contains the link", () => {
    const site = siteOf(new Map([...files].map((path) => [path, "Text."])));
    assert.equal(findNearestTarget(site, "old/billing", "guides/start.mdx"), "/learn/billing");
    assert.equal(findNearestTarget(site, "old/billing", "learn/billing.mdx"), undefined);
  });
});

describe("nearestTarget for a relative link", () => {
  const pages = ["reference/resources/metadata", "guides/api/users", "guides/start", "more/how-to-deploy"];
  const site = siteOf(new Map(pages.map((slug) => [`${slug}.mdx`, "Text."])));
  const cases: readonly [what: string, path: string, url: string, expected: string | undefined][] = [
    ["nothing if only the name is the same", "notes/docs/metadata", "./docs/metadata.md", undefined],
    ["the page for an absolute link", "docs/metadata", "/docs/metadata", "/reference/resources/metadata"],
    ["a page with a specific name", "notes/x/how-to-deploy", "./x/how-to-deploy", "/more/how-to-deploy"],
    ["a page in a folder with the same name", "notes/api/users", "./api/users", "/guides/api/users"],
    ["a similar name in the same folder", "guides/strat", "../guides/strat", "/guides/start"],
    ["the same name in a similar folder", "guide/start", "../guide/start", "/guides/start"],
  ];
  for (const [what, path, url, expected] of cases)
    it(`finds ${what}`, () => assert.equal(findNearestTarget(site, path, "notes/a.mdx", undefined, url), expected));

  it("finds the page in the folder above if the link lacks `../`", () => {
    const findNear = (path: string, url: string) => findNearestTarget(site, path, "guides/api/a.mdx", undefined, url);
    assert.equal(findNear("guides/api/start", "./start#top"), "/guides/start");
    assert.equal(findNear("guides/api/start", "start.md"), "/guides/start");
    assert.equal(findNear("guides/api/metadata", "./metadata"), undefined);
  });
});

describe("nearestTarget for names that differ on purpose", () => {
  const pages = "sdks/python/tracing/client,sdks/typescript/tracing/start,more/rest,users-v2/put-users,users/put-users,tools/get-key,vaults/get-vault,vaults/remove-key,run/nodes,items/get-items"; // prettier-ignore
  const site = siteOf(new Map(pages.split(",").map((page) => [`${page}.mdx`, "Text."])));
  const cases: readonly [what: string, path: string, expected: string | undefined][] = [
    ["no page about another programming language", "sdks/typescript/tracing/client", undefined],
    ["no page without the programming language", "more/rest-go", undefined],
    ["a page that contains the word", "run/node", "/run/nodes"],
    ["a page for a word that is also a language", "node-tools/get-key", "/tools/get-key"],
    ["a page in a folder with the same version", "users-2-0/put-user", "/users-v2/put-users"],
    ["no page in another version of a folder", "users-3-0/put-users", undefined],
    ["no page about one item instead of all", "vaults/get-all-vaults", undefined],
    ["no page about one item instead of several", "vaults/get-vaults", undefined],
    ["no page about one item for a name with `all`", "vaults/remove-all-key", undefined],
    ["a page about several items without the word `all`", "items/get-all-items", "/items/get-items"],
    ["a page whose name has a typo", "vaults/get-vualt", "/vaults/get-vault"],
  ];
  for (const [what, path, expected] of cases)
    it(`finds ${what}`, () => assert.equal(findNearestTarget(site, path, "index.mdx"), expected));
});

describe("nearestTarget on a site with versions", () => {
  const listed = {
    new: ["next/guides/start", "next/guides/setup", "shared/a"],
    old: ["legacy/guides/start", "legacy/guides/tools", "shared/a"],
  };
  const versions = Object.entries(listed).map(([version, pages]) => ({ version, pages }));
  const site = siteOf(
    new Map([
      ["docs.json", JSON.stringify({ navigation: { versions } })],
      ...Object.values(listed).flatMap((pages) => pages.map((page) => [`${page}.mdx`, "Text."] as const)),
      ["other/b.mdx", "Text."],
    ]),
  );
  const cases: readonly [what: string, path: string, from: string, expected: string | undefined][] = [
    ["a page in the same version", "guides/start", "legacy/guides/tools.mdx", "/legacy/guides/start"],
    ["no page in another version", "guides/setup", "legacy/guides/tools.mdx", undefined],
    ["a page in the version of the link", "next/guide/setup", "legacy/guides/tools.mdx", "/next/guides/setup"],
    ["a page in any version for a page without a version", "guides/setup", "other/b.mdx", "/next/guides/setup"],
    ["a page that several versions list", "more/a", "legacy/guides/tools.mdx", "/shared/a"],
    ["no page in another folder that no version lists", "more/b", "legacy/guides/tools.mdx", undefined],
    ["a similar name in the same folder that no version lists", "other/bb", "legacy/guides/tools.mdx", "/other/b"],
  ]; // prettier-ignore
  for (const [what, path, from, expected] of cases)
    it(`finds ${what}`, () => assert.equal(findNearestTarget(site, path, from), expected));

  it("prefers the version in a relative link over the version of the page", () =>
    assert.equal(
      findNearestTarget(
        site,
        "legacy/guides/next/guides/setup",
        "legacy/guides/tools.mdx",
        undefined,
        "next/guides/setup",
      ),
      "/next/guides/setup",
    ));

  it("doesn't suggest a path with other numbers", () => {
    const site = siteOf(new Map([["v2/guides/start.mdx", "Text."]]));
    assert.equal(findNearestTarget(site, "v1/guides/start", "index.mdx"), undefined);
    assert.equal(findNearestTarget(site, "guides/start", "index.mdx"), "/v2/guides/start");
  });
});

describe("nearestTarget on a multilingual site", () => {
  const createSite = (languages: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) => {
    const listed = Object.entries(languages).map(([language, pages]) => ({
      language,
      pages: pages.split(" "),
    }));
    const pages = Object.values(languages).flatMap((each) => each.split(" "));
    return siteOf(
      new Map([
        ["docs.json", JSON.stringify({ navigation: { languages: listed } })],
        ...pages.map((page) => [`${page}.mdx`, "Text."] as const),
        ...Object.entries(more),
      ]),
    );
  };
  const atRoot = { en: "index guide/part guide/only", de: "de/index de/guide/part de/guide/nur" };
  const inFolders = {
    en: "en/index en/guide/part",
    de: "de/index de/guide/part",
    fr: "fr/index fr/guide/part",
  };
  const deeper = { en: "docs/index docs/guide/part", "pt-BR": "docs/pt-br/index docs/pt-br/guide/part" };
  const pathsByName = { en: "english/guide/part english/a", de: "deutsch/guide/part deutsch/a" };
  const cases: readonly [
    what: string,
    languages: Readonly<Record<string, string>>,
    path: string,
    from: string | undefined,
    expected: string | undefined,
  ][] = [
    ["a translation of a similar page", atRoot, "guide/prt", "de/index.mdx", "/de/guide/part"],
    ["the translation at the same path", inFolders, "guide/part", "de/index.mdx", "/de/guide/part"],
    ["a page that isn't translated", atRoot, "guide/onyl", "de/index.mdx", "/guide/only"],
    ["no translation for the default language", atRoot, "guide/nur", "index.mdx", undefined],
    ["no translation for a redirect", atRoot, "guide/nur", undefined, undefined],
    ["a page in the language of the link", inFolders, "fr/guide/prt", "de/index.mdx", "/fr/guide/part"],
    ["a page in the language of a redirect", inFolders, "fr/guides/part", undefined, "/fr/guide/part"],
    ["the page in the default language for other paths", inFolders, "guide/part", undefined, "/en/guide/part"],
    ["nothing for the home page of a language", atRoot, "home/index", "de/guide/part.mdx", undefined],
    [
      "a page in language folders inside another folder",
      deeper,
      "docs/guide/prt",
      "docs/pt-br/index.mdx",
      "/docs/pt-br/guide/part",
    ],
    ["a page in the folder of the language's navigation", pathsByName, "part", "deutsch/a.mdx", "/deutsch/guide/part"],
  ];
  const renamed = { en: "guide/part guide/a", "zh-Hans": "zh/guide/a zh/guide/b" };
  for (const [what, path, expected] of [
    ["no page outside the folder of a language whose folder has another name", "zh/guide/part", undefined],
    ["a page in a language folder with another name", "zh/guide/bb", "/zh/guide/b"],
  ] as const)
    it(`finds ${what}`, () => assert.equal(findNearestTarget(createSite(renamed), path, "zh/guide/a.mdx"), expected));
  for (const [what, languages, path, from, expected] of cases)
    it(`finds ${what}`, () => assert.equal(findNearestTarget(createSite(languages), path, from), expected));

  it("finds a page in the language of the docs.json element that contains the link", () => {
    const { files, marks } = parseFixture(`
//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "pages": ["guide/part"], "navbar": { "links": [{ "label": "A", "href": [|"/guide/prt"|] }] } },
  { "language": "de", "tabs": [{ "tab": "B", "href": [|"/guide/prt"|] }, { "tab": "C", "pages": ["de/guide/part"] }] }
] } }
//- guide/part.mdx
//- de/guide/part.mdx
`);
    assert.deepEqual(
      marks.map((at) => findNearestTarget(siteOf(files), "guide/prt", undefined, at)),
      ["/guide/part", "/de/guide/part"],
    );
  });

  it("follows a rename in Git to the page in the same language", () => {
    const more = {
      "HEAD:guide/intro.mdx": "guide/part.mdx",
      "HEAD:guide/a/index.mdx": "guide/only.mdx",
      "HEAD:guide/gone.mdx": "guide/missing.mdx",
    };
    const findTarget = (path: string, from?: string) => findNearestTarget(createSite(atRoot, more), path, from);
    assert.equal(findTarget("guide/intro", "index.mdx"), "/guide/part");
    assert.equal(findTarget("guide/intro", "de/index.mdx"), "/de/guide/part");
    assert.equal(findTarget("guide/a", "de/index.mdx"), "/guide/only");
    assert.equal(findTarget("guide/gone"), undefined);
  });
});

describe("nearestTarget for a generic name", () => {
  const pages = ["minds/quickstart", "webinar/events", "kit/features/index", "voice/notifications/about"];
  const site = siteOf(new Map(pages.map((slug) => [`${slug}.mdx`, "---\ntitle: Overview\n---\n"])));
  const cases: readonly [what: string, path: string, from: string | undefined, expected: string | undefined][] = [
    ["no page about another subject", "quickstart", "contribute/handlers.mdx", undefined],
    ["no page in another folder", "messaging/sms/events", "messaging/sms/index.mdx", undefined],
    ["a page in the folder of the link", "minds/v2/quickstart", "contribute/handlers.mdx", "/minds/quickstart"],
    ["a page in the folder of the page", "sdk/quickstart", "minds/sdk.mdx", "/minds/quickstart"],
    ["a page for a link without a folder", "quickstart", undefined, "/minds/quickstart"],
  ]; // prettier-ignore
  for (const [what, path, from, expected] of cases)
    it(`finds ${what}`, () => assert.equal(findNearestTarget(site, path, from), expected));

  it("ignores the folder of the language", () => {
    const inLanguages = ["en", "fr"].flatMap((language) =>
      ["home", "kit/start", "kit/basic/overview", "tools/setup"].map((slug) => `${language}/${slug}`),
    );
    const languages = ["en", "fr"].map((language) => ({
      language,
      pages: inLanguages.filter((slug) => slug.startsWith(language)),
    }));
    const site = siteOf(
      new Map([
        ["docs.json", JSON.stringify({ navigation: { languages } })],
        ...inLanguages.map((slug) => [`${slug}.mdx`, ""] as const),
      ]),
    );
    const findFile = (path: string, from: string) => findNearestTarget(site, path, from);
    assert.equal(findFile("fr/api/overview", "fr/kit/start.mdx"), undefined);
    assert.equal(findFile("fr/kit/overview", "fr/home.mdx"), "/fr/kit/basic/overview");
    assert.equal(findFile("fr/overview", "fr/home.mdx"), "/fr/kit/basic/overview");
    assert.equal(findFile("fr/overview", "fr/kit/start.mdx"), "/fr/kit/basic/overview");
    assert.equal(findFile("fr/api/setup", "fr/tools/start.mdx"), "/fr/tools/setup");
  });
});

describe("nearestTarget", () => {
  const createSite = (...files: readonly (readonly [string, string])[]) => siteOf(new Map(files));

  it("finds a page by its title only if the title isn't generic, and never the path of an index file", () => {
    const kit = createSite(
      ["kit/start/index.mdx", "---\ntitle: First steps\n---\n"],
      ["kit/more/index.mdx", "---\ntitle: Overview\n---\n"],
    );
    assert.equal(findNearestTarget(kit, "tools/overview", undefined), undefined);
    assert.equal(findNearestTarget(kit, "tools/first-steps", undefined), "/kit/start");
  });

  it("doesn't find a page that a redirect hides", () => {
    const redirects = [{ source: "/guides/billing", destination: "/pay" }];
    const files = [
      ["guides/billing.mdx", ""],
      ["pay.mdx", ""],
    ] as const;
    assert.equal(findNearestTarget(createSite(...files), "old/billing", undefined), "/guides/billing");
    assert.equal(
      findNearestTarget(createSite(["docs.json", JSON.stringify({ redirects })], ...files), "old/billing", undefined),
      undefined,
    );
  });

  it("finds pages of a separate site inside the site, with paths relative to that site", () => {
    const docs = JSON.stringify({ navigation: { pages: ["start"] } });
    const nestedSite = createSite(
      ["docs.json", docs], ["en/docs.json", docs], ["start.mdx", ""], ["help/billing-steps.mdx", ""],
      ["en/start.mdx", ""], ["en/help/wallet-steps.mdx", ""],
    ); // prettier-ignore
    assert.equal(
      findNearestTarget(nestedSite, "old/wallet-steps", "en/start.mdx", undefined, "/old/wallet-steps"),
      "/help/wallet-steps",
    );
    assert.equal(
      findNearestTarget(nestedSite, "old/billing-steps", "en/start.mdx", undefined, "/old/billing-steps"),
      undefined,
    );
  });

  it("suggests no page in another section, even if no page contains the link", () => {
    const docs = JSON.stringify({ navigation: { pages: ["guides/start", "platform/webhooks"] } });
    const site = createSite(["docs.json", docs], ["guides/start.mdx", ""], ["platform/webhooks.mdx", ""]);
    assert.equal(findNearestTarget(site, "guides/webhooks", undefined), undefined);
    assert.equal(findNearestTarget(site, "basics/webhooks", undefined), "/platform/webhooks");
  });

  it("prefers the version of the page over that of the folder in a link without a version", () => {
    const versions = [
      { version: "4", pages: ["secrets/managers/aws/add-key", "secrets/managers/about-keys", "auth/aws"] },
      { version: "2", pages: ["v2/secrets/managers/aws/add-key"] },
    ];
    const pages = versions.flatMap((version) => version.pages);
    const versioned = createSite(
      ["docs.json", JSON.stringify({ navigation: { versions } })],
      ...pages.map((page) => [`${page}.mdx`, ""] as const),
    );
    const findNear = (from: string) =>
      findNearestTarget(versioned, "secrets/aws/add-key", from, undefined, "/secrets/aws/add-key");
    assert.equal(findNear("v2/secrets/managers/about.mdx"), "/v2/secrets/managers/aws/add-key");
    assert.equal(findNear("secrets/managers/about-keys.mdx"), "/secrets/managers/aws/add-key");
  });

  it("prefers a related name in the same folder, and suggests no page of another section", () => {
    const pages = [
      "home/deploy",
      "watch/deployment",
      "transactions/introduction",
      "cloud/transactions/overview",
      "cloud/flux/fetch-image",
      "general/about",
      "cloud/flux/export-all-images",
    ];
    const sections = createSite(
      ["docs.json", JSON.stringify({ navigation: { pages } })],
      ...pages.map((page) => [`${page}.mdx`, ""] as const),
    );
    const findNear = (slug: string, from = "general/about.mdx") =>
      findNearestTarget(sections, slug, from, undefined, `/${slug}`);
    assert.equal(findNear("home/deployment"), "/home/deploy");
    assert.equal(findNear("transactions/overview"), "/transactions/introduction");
    assert.equal(findNear("general/fetch-image"), undefined);
    // The link may be missing its section, and longer names describe only one subject.
    assert.equal(findNear("flux/fetch-image"), "/cloud/flux/fetch-image");
    assert.equal(findNear("general/fetch-image", "cloud/transactions/overview.mdx"), "/cloud/flux/fetch-image");
    assert.equal(findNear("general/export-all-images"), "/cloud/flux/export-all-images");
  });
});

describe("nearestTarget for a page that isn't translated", () => {
  const languages = [
    { language: "en", pages: ["examples/bank", "examples/wasm"] },
    { language: "ko", pages: ["ko/examples/bank", "ko/queries/wasm"] },
  ];
  const pages = languages.flatMap((language) => language.pages);
  const site = siteOf(
    new Map([
      ["docs.json", JSON.stringify({ navigation: { languages } })],
      ...pages.map((page) => [`${page}.mdx`, ""] as const),
    ]),
  );

  it("finds the page in the default language before a page about another subject", () =>
    assert.equal(
      findNearestTarget(site, "ko/examples/wasm", "ko/examples/bank.mdx", undefined, "/ko/examples/wasm"),
      "/examples/wasm",
    ));
});

describe("findNearestFile", () => {
  const files = new Set([
    "images/edit/3-edit-prices.png", "images/sale/3-edit-prices-usd.png", "images/sale/steps.jpg", "assets/flow.png",
    "images/sale/flaw.png", "more/3-edit.png",
  ]); // prettier-ignore
  const cases: readonly [what: string, path: string, expected: string | undefined][] = [
    ["a name in the same folder before the same name elsewhere", "images/edit/3-edit-prices-usd.png", "/images/edit/3-edit-prices.png"],
    ["the same name with another extension", "images/sale/steps.png", "/images/sale/steps.jpg"],
    ["the same name elsewhere before a similar name", "images/sale/flow.png", "/assets/flow.png"],
    ["a similar name in the same folder", "images/sale/stesp.jpg", "/images/sale/steps.jpg"],
    ["the same name elsewhere before a name with more words", "images/sale/3-edit.png", "/more/3-edit.png"],
    ["nothing", "images/sale/other.png", undefined],
  ]; // prettier-ignore
  for (const [what, path, expected] of cases)
    it(`finds ${what}`, () => assert.equal(findNearestFile(files, path), expected));
});

describe("findNearestFile for a path that several top-level folders have", () => {
  const files = new Set(["cn/images/pay.png", "en/images/pay.png", "cn/guide/a.mdx", "en/guide/a.mdx", "index.mdx"]);
  it("returns the file in the folder of the page", () => {
    assert.equal(findNearestFile(files, "images/pay.png", "cn/guide/a.mdx"), "/cn/images/pay.png");
    assert.equal(findNearestFile(files, "images/pay.png", "en/guide/a.mdx"), "/en/images/pay.png");
  });
  it("returns nothing for a page in another folder", () =>
    assert.equal(findNearestFile(files, "images/pay.png", "index.mdx"), undefined));
});
