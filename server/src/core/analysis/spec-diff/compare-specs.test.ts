import { deepStrictEqual, equal, ok } from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { shopApi, versionOf } from "../../../../../test/harness/version-of.ts";
import { compareSpecs } from "./compare-specs.ts";
import { type SpecDifference, getImpact } from "./difference.ts";
import { createChangelog, formatReport } from "./report.ts";

type Json = Readonly<Record<string, unknown>>;

describe("comparing a site's specifications", () => {
  const createOperation = (summary: string, more: Json = {}) => ({
    summary,
    tags: ["Users"],
    responses: { 204: { description: "ok" } },
    ...more,
  });
  const oldText = shopApi({
    "/users": { get: createOperation("List users"), post: createOperation("Create a user") },
    "/users/{id}": {
      get: createOperation("Get a user", { operationId: "getUser" }),
      delete: createOperation("Delete a user"),
    },
  });
  const newText = shopApi({
    "/users": { get: createOperation("List all users"), post: createOperation("Create a user") },
    "/people/{person}": { get: createOperation("Get a user", { operationId: "getUser" }) },
    "/teams": { get: createOperation("List teams") },
  });
  const files = new Map([
    [
      "docs.json",
      JSON.stringify({
        navigation: {
          tabs: [
            { tab: "All", openapi: "api.json" },
            { tab: "Some", openapi: { source: "api.json", directory: "some" }, pages: ["GET /users/{id}"] },
          ],
        },
      }),
    ],
    ["api.json", JSON.stringify(oldText)],
    [
      "guide.mdx",
      "---\ntitle: Guide\n---\n\n[List](/api-reference/users/list-users#x), [Delete](/api-reference/users/delete-a-user), [Create](/api-reference/users/create-a-user)\n",
    ],
    ["delete.mdx", "---\ntitle: Delete\nopenapi: DELETE /users/{id}\n---\n"],
  ]);
  const site = siteOf(files, "mintlify");
  const difference = compareSpecs(versionOf(oldText), versionOf(newText), { site, path: "api.json" });

  it("reports added, removed, and moved operations", () => {
    deepStrictEqual(
      difference.operations.map(({ kind, before, after, findings: own }) => [
        kind,
        before && `${before.method} ${before.path}`,
        after && `${after.method} ${after.path}`,
        own.map(({ kind, weight }) => `${kind} ${weight}`),
      ]),
      [
        ["changed", "GET /users", "GET /users", ["description wording"]],
        ["changed", "GET /users/{id}", "GET /people/{person}", ["moved breaking"]],
        ["added", undefined, "GET /teams", []],
        ["removed", "DELETE /users/{id}", undefined, []],
      ],
    );
  });

  it("lists removed and added operations in separate sections of the report", () => {
    const report = formatReport(difference, "Shop", () => "");
    const getSection = (heading: string) => report.split("\n## ").find((part) => part.startsWith(heading));
    equal(getSection("Removed operations"), "Removed operations\n\n- **Breaking:** `DELETE /users/{id}`\n");
    equal(getSection("Added operations"), "Added operations\n\n- `GET /teams`\n");
  });

  it("reports added, removed, and moved generated pages", () => {
    const found = difference.pages?.map(
      ({ kind, before, after }) => `${kind} ${before?.slug ?? ""} ${after?.slug ?? ""}`,
    );
    deepStrictEqual(found?.sort(), [
      "added  api-reference/users/list-teams",
      "changed api-reference/users/list-users api-reference/users/list-all-users",
      "removed api-reference/users/delete-a-user ",
      "removed some/users/get-a-user ",
    ]);
  });

  it("reports broken references and their replacements", () => {
    deepStrictEqual(
      difference.removedLocations.map(({ kind, location: at, text, outcome, replacement }) => [
        kind,
        at.file,
        files.get(at.file)?.slice(at.range.start, at.range.end).replaceAll('"', ""),
        text,
        outcome,
        replacement,
      ]),
      [
        [
          "link",
          "guide.mdx",
          "/api-reference/users/list-users#x",
          "/api-reference/users/list-users#x",
          "missing",
          "/api-reference/users/list-all-users#x",
        ],
        [
          "link",
          "guide.mdx",
          "/api-reference/users/delete-a-user",
          "/api-reference/users/delete-a-user",
          "missing",
          undefined,
        ],
        ["navigation", "docs.json", "GET /users/{id}", "GET /users/{id}", "missing", "GET /people/{person}"],
        ["frontmatter", "delete.mdx", "DELETE /users/{id}", "DELETE /users/{id}", "missing", undefined],
      ],
    );
  });

  it("reports a link that opens a different page after the change", () => {
    const before = shopApi({
      "/a": { get: createOperation("Read") },
      "/b": { get: createOperation("Read") },
    });
    const after = shopApi({ "/b": { get: createOperation("Read") } });
    const link = "[B](/api-reference/users/read-1) [A](/api-reference/users/read)";
    const twinSite = siteOf(
      new Map([
        ["docs.json", JSON.stringify({ navigation: { groups: [{ group: "API", openapi: "api.json" }] } })],
        ["api.json", JSON.stringify(before)],
        ["guide.mdx", link],
      ]),
      "mintlify",
    );
    const { removedLocations } = compareSpecs(versionOf(before), versionOf(after), {
      site: twinSite,
      path: "api.json",
    });
    deepStrictEqual(
      removedLocations.map(({ text, outcome, replacement }) => [text, outcome, replacement]),
      [
        ["/api-reference/users/read-1", "missing", "/api-reference/users/read"],
        ["/api-reference/users/read", "other-page", undefined],
      ],
    );
  });

  it("reports no differences between identical specifications, regardless of their file names", () => {
    const difference = compareSpecs(versionOf(oldText, "old/first.json"), versionOf(oldText), {
      site,
      path: "api.json",
    });
    deepStrictEqual(difference, { general: [], operations: [], pages: [], removedLocations: [], isPartial: false });
    equal(getImpact(difference), undefined);
  });

  it("reports a change that affects all operations only once", () => {
    const servers = (url: string) => ({ servers: [{ url }] });
    const paths = { "/a": { get: createOperation("A"), post: createOperation("B") } };
    const movedDifference = compareSpecs(
      versionOf(shopApi(paths, servers("https://a.example.com"))),
      versionOf(shopApi(paths, servers("https://b.example.com"))),
      undefined,
    );
    deepStrictEqual(movedDifference.operations, []);
    deepStrictEqual(
      movedDifference.general.map(({ kind, weight }) => `${kind} ${weight}`),
      ["servers addition", "servers breaking"],
    );
  });

  it("drafts a changelog with links to the current pages", () => {
    equal(
      createChangelog(difference, { label: "2026-11-21", description: "Shop" }),
      [
        '<Update label="2026-11-21" description="Shop">',
        "  ## Added",
        "",
        "  - [List teams](/api-reference/users/list-teams) (`GET /teams`)",
        "",
        "  ## Changed",
        "",
        "  - [Get a user](/api-reference/users/get-a-user) (`GET /people/{person}`): the operation is now `GET /people/{person}` (was `GET /users/{id}`)",
        "",
        "  ## Removed",
        "",
        "  - Delete a user (`DELETE /users/{id}`)",
        "</Update>",
        "",
      ].join("\n"),
    );
  });

  it("escapes hostile names in Markdown and MDX", () => {
    const hostileTitle = "a`{process.exit()}<script>\n# b";
    const hostile = compareSpecs(
      versionOf(shopApi({})),
      versionOf(
        shopApi({
          "/x": {
            get: createOperation(hostileTitle, {
              parameters: [{ name: hostileTitle, in: "query", schema: {} }],
            }),
          },
        }),
      ),
      undefined,
    );
    const wideDifference: SpecDifference = { ...hostile };
    const draft = createChangelog(wideDifference, { label: '"><script>', description: undefined }) ?? "";
    ok(draft.startsWith('<Update label="&quot;>&lt;script>">'), draft);
    ok(draft.includes("a\\`\\{process.exit()\\}\\<script\\> # b"), draft);
    ok(!/^# b/m.test(formatReport(wideDifference, hostileTitle, () => "")));
  });
});
