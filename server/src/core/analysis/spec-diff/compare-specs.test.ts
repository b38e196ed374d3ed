import { deepStrictEqual, equal, ok } from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { shopApi, versionOf } from "../../../../../test/harness/version-of.ts";
import { specDifference } from "./compare-specs.ts";
import { type SpecDifference, getImpact } from "./difference.ts";
import { changelogDraft, differenceReport } from "./report.ts";

type Json = Readonly<Record<string, unknown>>;

describe("comparing a site's specifications", () => {
  const operation = (summary: string, more: Json = {}) => ({
    summary,
    tags: ["Users"],
    responses: { 204: { description: "ok" } },
    ...more,
  });
  const old = shopApi({
    "/users": { get: operation("List users"), post: operation("Create a user") },
    "/users/{id}": {
      get: operation("Get a user", { operationId: "getUser" }),
      delete: operation("Delete a user"),
    },
  });
  const now = shopApi({
    "/users": { get: operation("List all users"), post: operation("Create a user") },
    "/people/{person}": { get: operation("Get a user", { operationId: "getUser" }) },
    "/teams": { get: operation("List teams") },
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
    ["api.json", JSON.stringify(old)],
    [
      "guide.mdx",
      "---\ntitle: Guide\n---\n\n[List](/api-reference/users/list-users#x), [Delete](/api-reference/users/delete-a-user), [Create](/api-reference/users/create-a-user)\n",
    ],
    ["delete.mdx", "---\ntitle: Delete\nopenapi: DELETE /users/{id}\n---\n"],
  ]);
  const site = siteOf(files, "mintlify");
  const difference = specDifference(versionOf(old), versionOf(now), { site, path: "api.json" });

  it("reports added, removed, and moved operations", () => {
    deepStrictEqual(
      difference.operations.map(({ kind, before, after, findings: own }) => [
        kind,
        before && `${before.method} ${before.path}`,
        after && `${after.method} ${after.path}`,
        own.map(({ kind: what, weight }) => `${what} ${weight}`),
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
    const report = differenceReport(difference, "Shop", () => "");
    const sectionOf = (heading: string) => report.split("\n## ").find((part) => part.startsWith(heading));
    equal(sectionOf("Removed operations"), "Removed operations\n\n- **Breaking:** `DELETE /users/{id}`\n");
    equal(sectionOf("Added operations"), "Added operations\n\n- `GET /teams`\n");
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
      difference.lost.map(({ kind, at, text: written, becomes, instead }) => [
        kind,
        at.file,
        files.get(at.file)?.slice(at.range.start, at.range.end).replaceAll('"', ""),
        written,
        becomes,
        instead,
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
    const before = shopApi({ "/a": { get: operation("Read") }, "/b": { get: operation("Read") } });
    const after = shopApi({ "/b": { get: operation("Read") } });
    const link = "[B](/api-reference/users/read-1) [A](/api-reference/users/read)";
    const twins = siteOf(
      new Map([
        ["docs.json", JSON.stringify({ navigation: { groups: [{ group: "API", openapi: "api.json" }] } })],
        ["api.json", JSON.stringify(before)],
        ["guide.mdx", link],
      ]),
      "mintlify",
    );
    const { lost } = specDifference(versionOf(before), versionOf(after), { site: twins, path: "api.json" });
    deepStrictEqual(
      lost.map(({ text: written, becomes, instead }) => [written, becomes, instead]),
      [
        ["/api-reference/users/read-1", "missing", "/api-reference/users/read"],
        ["/api-reference/users/read", "other-page", undefined],
      ],
    );
  });

  it("reports no differences between identical specifications, regardless of their file names", () => {
    const same = specDifference(versionOf(old, "old/first.json"), versionOf(old), { site, path: "api.json" });
    deepStrictEqual(same, { general: [], operations: [], pages: [], lost: [], isPartial: false });
    equal(getImpact(same), undefined);
  });

  it("reports a change that affects all operations only once", () => {
    const servers = (url: string) => ({ servers: [{ url }] });
    const paths = { "/a": { get: operation("A"), post: operation("B") } };
    const moved = specDifference(
      versionOf(shopApi(paths, servers("https://a.example.com"))),
      versionOf(shopApi(paths, servers("https://b.example.com"))),
      undefined,
    );
    deepStrictEqual(moved.operations, []);
    deepStrictEqual(
      moved.general.map(({ kind, weight }) => `${kind} ${weight}`),
      ["servers addition", "servers breaking"],
    );
  });

  it("drafts a changelog with links to the current pages", () => {
    equal(
      changelogDraft(difference, { label: "2026-11-21", description: "Shop" }),
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
    const evil = "a`{process.exit()}<script>\n# b";
    const hostile = specDifference(
      versionOf(shopApi({})),
      versionOf(
        shopApi({
          "/x": { get: operation(evil, { parameters: [{ name: evil, in: "query", schema: {} }] }) },
        }),
      ),
      undefined,
    );
    const wide: SpecDifference = { ...hostile };
    const draft = changelogDraft(wide, { label: '"><script>', description: undefined }) ?? "";
    ok(draft.startsWith('<Update label="&quot;>&lt;script>">'), draft);
    ok(draft.includes("a\\`\\{process.exit()\\}\\<script\\> # b"), draft);
    ok(!/^# b/m.test(differenceReport(wide, evil, () => "")));
  });
});
