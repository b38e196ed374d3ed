import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findNearestTarget } from "./link-suggestions.ts";

describe("nearestTarget for a page in another section", () => {
  const near = (slug: string, ...pages: string[]) =>
    findNearestTarget(siteOf(new Map(pages.map((page) => [`${page}.mdx`, "Text."]))), slug, undefined);

  it("excludes pages of an SDK if the API reference exists", () => {
    const sdk = "sdk-reference/tasks/retry-run";
    assert.equal(near("api-reference/tasks/retry-run", sdk, "api-reference/start"), undefined);
    assert.equal(near("api-reference/tasks/retry-run", sdk), `/${sdk}`);
    assert.equal(near("api-reference/tasks/retry-run", "cloud/retry-run", "api-reference/start"), undefined);
    assert.equal(near("api-reference/tasks/retry-run", "api/retry-run", "api-reference/start"), "/api/retry-run");
  });

  it("excludes another operation whose name lacks the first word", () => {
    assert.equal(near("api-reference/keys/init-import-keys", "api-reference/keys/import-keys"), undefined);
    assert.equal(near("api-reference/keys/import-keys", "api-reference/keys/init-import-keys"), undefined);
    assert.equal(
      near("api-reference/keys/import-kesy", "api-reference/keys/import-keys"),
      "/api-reference/keys/import-keys",
    );
    assert.equal(near("guides/acme-key-concepts", "guides/key-concepts"), "/guides/key-concepts");
    assert.equal(near("api-reference/list-users", "api-reference/01-list-users"), "/api-reference/01-list-users");
  });

  it("excludes a page whose name is also the name of a folder", () => {
    const pages = ["login/appearance/auth", "login/auth/start"];
    assert.equal(near("guides/integrations/auth", ...pages), undefined);
    assert.equal(near("guides/login/auth", ...pages), "/login/appearance/auth");
    assert.equal(near("guides/integrations/auth", "login/appearance/auth"), "/login/appearance/auth");
  });
});

describe("nearestTarget for a page that readers don't find in the navigation", () => {
  const shown = [
    "guides/start",
    "dashboard/start",
    "legacy/errors",
    "deprecated_v1.2/limits-v1",
    "old-docs/limits-v0",
    "legacy-systems/move-data",
  ];
  const hidden = [
    "drafts/refunds",
    "drafts/start",
    "v1/auth/keys",
    "guides/limits",
    "archived/dashboard/video",
    "archived/a",
  ];
  const site = siteOf(
    new Map([
      ["docs.json", JSON.stringify({ navigation: { pages: shown } })],
      ...[...shown, ...hidden].map((page) => [`${page}.mdx`, "Text."] as const),
    ]),
  );
  const cases: readonly [what: string, path: string, from: string | undefined, expected: string | undefined][] = [
    ["no hidden page in another folder", "more/refunds", "guides/start.mdx", undefined],
    ["no hidden page for a redirect", "more/refunds", undefined, undefined],
    ["a hidden page in the link's folder", "guides/limit", "guides/start.mdx", "/guides/limits"],
    ["a hidden page for a hidden page in the same section", "more/refunds", "drafts/start.mdx", "/drafts/refunds"],
    ["no hidden page of another version for a hidden page", "docs/auth/keys", "drafts/start.mdx", undefined],
    ["no page in an archive", "dashboard/video", "dashboard/start.mdx", undefined],
    ["a page in the archive that contains the link", "dashboard/video", "archived/a.mdx", "/archived/dashboard/video"],
    ["a page in the archive that the link names", "archive/dashboard/video", "guides/start.mdx", "/archived/dashboard/video"],
    ["no page in a folder for retired pages", "errors", "guides/start.mdx", undefined],
    ["no page in a folder for retired versions", "limits-v1", "guides/start.mdx", undefined],
    ["no page in a folder for retired docs", "limits-v0", "guides/start.mdx", undefined],
    ["a page about retired systems", "move-data", "guides/start.mdx", "/legacy-systems/move-data"],
  ]; // prettier-ignore
  for (const [what, path, from, expected] of cases)
    it(`finds ${what}`, () => assert.equal(findNearestTarget(site, path, from), expected));
});

describe("nearestTarget for a name that several pages or folders have", () => {
  const near = (slug: string, pages: string, from: string | undefined = "index.mdx") =>
    findNearestTarget(siteOf(new Map(pages.split(" ").map((page) => [`${page}.mdx`, "Text."]))), slug, from);

  it("finds the page above for the first page of a folder", () => {
    assert.equal(near("tools/segments/home", "home tools/segments"), "/tools/segments");
    assert.equal(near("tools/segments/home", "home tools/start"), undefined);
  });

  it("finds a page with a related name in the same folder before a page whose path ends with the link's path", () => {
    assert.equal(near("k/users", "k/user new/k/users"), "/k/user");
    assert.equal(near("k/users", "new/k/users"), "/new/k/users");
    // Other pages of the folder were moved, too.
    assert.equal(near("k/users", "k/user new/k/users new/k/orders"), "/new/k/users");
    assert.equal(near("k/users", "k/user k/start new/k/users new/k/orders"), "/k/user");
  });

  it("finds no page deep in another folder if the paths have only one subject in common", () => {
    assert.equal(near("guides/bridging", "reference/vaults/guides/bridging"), undefined);
    assert.equal(near("guides/bridging", "learn/guides/bridging"), "/learn/guides/bridging");
    assert.equal(near("sources/overview", "help/data/sources/overview"), undefined);
    assert.equal(near("crm/salesforce", "guides/targets/crm/salesforce"), "/guides/targets/crm/salesforce");
  });

  it("finds no page outside a folder that the link names and that exists at another place", () => {
    const moved = "apps/invoicing/dashboard apps/swap/bridge/start";
    assert.equal(near("apps/bridge/manage/dashboard", moved), undefined);
    assert.equal(near("apps/bridge/manage/dashboard", "apps/invoicing/dashboard"), "/apps/invoicing/dashboard");
    assert.equal(near("bridge/manage/dashboard", "apps/swap/bridge/dashboard"), "/apps/swap/bridge/dashboard");
  });

  it("finds a page below another folder with the name of the link's folder", () => {
    const pages = "integrations/observability/start observability/external/datadog";
    assert.equal(near("integrations/observability/datadog", pages), "/observability/external/datadog");
    assert.equal(near("integrations/observability/datadog", pages, undefined), "/observability/external/datadog");
  });

  it("finds the page with the most folders in common", () => {
    const pages = "data-integrations/sources/datadog observability/external/datadog";
    assert.equal(near("integrations/observability/datadog", pages), "/observability/external/datadog");
    assert.equal(near("integrations/other/datadog", pages), undefined);
  });

  it("finds no page in another folder for a single word if the link's folder exists", () => {
    assert.equal(near("examples/wasm", "examples/bank queries/wasm"), undefined);
    assert.equal(near("use-case/multi/model", "use-case/start developer/tutorial/model"), undefined);
    assert.equal(near("old/multi/model", "use-case/start developer/tutorial/model"), "/developer/tutorial/model");
  });

  it("finds no page if another folder has the name", () => {
    const pages = "developer/tenants/core-concepts developer/core-concepts/orders";
    assert.equal(near("core-concepts", pages), undefined);
    assert.equal(near("connections", "agents/connections agents/connections/neo4j"), "/agents/connections");
  });

  it("finds no page that has only the start of a word in common", () =>
    assert.equal(near("core/custom-fields", "core/customers"), undefined));

  it("finds no page about another subject that has the same generic name", () => {
    const pages = "api/endpoint/crawl/start api/endpoint/crawl/get-status api/endpoint/extract";
    assert.equal(near("api/endpoint/markdownify/start", pages), undefined);
    assert.equal(near("api/endpoint/markdownify/get-status", pages), undefined);
    assert.equal(near("api/endpoint/smartcrawler/start", pages), "/api/endpoint/crawl/start");
    assert.equal(near("api/endpoint/crawler/get-status", pages), "/api/endpoint/crawl/get-status");
    assert.equal(near("api/endpoints/crawl/start", pages), "/api/endpoint/crawl/start");
  });

  it("finds no page about another subject whose name pages in several folders have", () => {
    const page = "docs/products/maps/send-webhooks";
    assert.equal(near("docs/products/routes/send-webhooks", page), `/${page}`);
    assert.equal(near("docs/products/routes/send-webhooks", `${page} help/mail/send-webhooks`), undefined);
    assert.equal(near("docs/products/google-maps/send-webhooks", `${page} help/mail/send-webhooks`), `/${page}`);
  });

  it("finds no operation for a guide in a folder that exists", () => {
    const operation = "api-reference/repos/create-a-repo";
    assert.equal(near("basic/create-a-repo", `${operation} basic/start`), undefined);
    assert.equal(near("basic/create-a-repo", operation), `/${operation}`);
    assert.equal(near("repos/create-a-repo", `${operation} repos/start`), `/${operation}`);
  });

  it("finds a generic name in a folder whose name starts with that of the missing folder", () => {
    assert.equal(near("api/overview", "api-reference/overview apps/overview"), "/api-reference/overview");
    assert.equal(near("api/overview", "api-reference/overview api/start"), undefined);
    assert.equal(near("api/overview", "apis-of-others/overview apps/overview"), undefined);
  });

  it("finds no generic name if the link names several other subjects", () => {
    assert.equal(near("agents/tool-use/overview", "about/overview about/features", "about/features.mdx"), undefined);
    assert.equal(near("agents/overview", "about/overview about/features", "about/features.mdx"), "/about/overview");
  });
});

describe("nearestTarget for a link that lacks the version", () => {
  it("finds the page in the folder above", () => {
    const pages = ["v1/en/env", "v1/en/install/docker", "v1/pt/env", "v2/en/env", "v2/en/install/docker"];
    const version = (name: string) => ({ version: name, pages: pages.filter((page) => page.startsWith(name)) });
    const site = siteOf(
      new Map([
        ["docs.json", JSON.stringify({ navigation: { versions: [version("v2"), version("v1")] } })],
        ...pages.map((page) => [`${page}.mdx`, "Text."] as const),
      ]),
    );
    const url = "/en/install/env";
    assert.equal(findNearestTarget(site, "en/install/env", "v1/en/install/docker.mdx", undefined, url), "/v1/en/env");
  });
});
