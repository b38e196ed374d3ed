import assert from "node:assert/strict";
import { readJson } from "../../config/json/json-tree.ts";
import { type ProfileName, profiles } from "../../config/settings/profile.ts";
import { readSpec } from "../../spec/read-spec.ts";
import { noSettings } from "../settings/site-settings.ts";
import { buildSite, type Site } from "../site.ts";
import { indexGeneratedPagesBySlug, getGeneratedPages } from "./generated-pages.ts";

/**
 * Creates a site from docs.json and specifications. The site has no pages, because generated pages don't depend on
 * them.
 */
function createSite(navigation: object, specs: Readonly<Record<string, object>>, profile: ProfileName): Site {
  const files = ["docs.json", ...Object.keys(specs)];
  return buildSite({
    profile: profiles[profile],
    settings: noSettings,
    files: new Set(files),
    isIgnored: () => false,
    configSources: new Map([["docs.json", readJson("docs.json", JSON.stringify({ navigation }))]]),
    pages: [],
    specs: Object.entries(specs).flatMap(([path, spec]) => readSpec(path, JSON.stringify(spec)) ?? []),
    loaded: { pages: true, specs: true },
  });
}

const api = {
  openapi: "3.1.0",
  paths: {
    "/users": { get: { summary: "List users", tags: ["Users"] }, post: { summary: "Create user" } },
    "/hid": { get: { "x-hidden": true, summary: "Hidden op" } },
    "/exc": { get: { "x-excluded": true, summary: "Excl op" } },
    "/a/{id}/b": { get: {} },
  },
};
const createSpecs = (paths: object, more: object = {}) => ({
  "o.json": { openapi: "3.1.0", paths, ...more },
});

interface Case {
  readonly name: string;
  readonly navigation: object;
  readonly specs?: Readonly<Record<string, object>>;
  readonly profile?: ProfileName;
  /**
   * The expected pages in the form `group/group: slug (title)`. A page outside the navigation has `-` instead of
   * groups, and a page that an entry lists has no groups.
   */
  readonly expected: readonly string[];
}

const list = { summary: "List", tags: ["T"] };
const cases: Case[] = [
  {
    name: "include all operations of a group without pages: tagged, untagged, without a summary, hidden, or excluded",
    navigation: { groups: [{ group: "g", pages: [], openapi: "o.json" }] },
    expected: [
      "Users: api-reference/users/list-users (List users)",
      "API Reference: api-reference/create-user (Create user)",
      "-: api-reference/hidden-op (Hidden op)",
      "API Reference: api-reference/get-a-b (Get a b)",
    ],
  },
  {
    name: "are in the directory from the settings instead of api-reference",
    navigation: { tabs: [{ tab: "T", openapi: { source: "/o.json", directory: "/ref/v1/" } }] },
    specs: createSpecs({ "/x": { get: list } }),
    expected: ["T: ref/v1/t/list (List)"],
  },
  {
    name: "include only the operations that entries list",
    navigation: {
      groups: [{ group: "g", openapi: "o.json", pages: ["index", "GET /users", "GET /hid", "GET /exc"] }],
    },
    expected: ["api-reference/users/list-users (List users)", "api-reference/hidden-op (Hidden op)"],
  },
  {
    name: "use the specification that entries inherit through two levels",
    navigation: {
      tabs: [
        {
          tab: "T",
          openapi: "o.json",
          groups: [{ group: "g", pages: ["GET /users", { group: "h", pages: ["POST /users/"] }] }],
        },
      ],
    },
    expected: ["api-reference/users/list-users (List users)", "api-reference/create-user (Create user)"],
  },
  {
    name: "are added to a group in which only MDX pages are listed",
    navigation: { groups: [{ group: "g", openapi: "o.json", pages: ["index"] }] },
    specs: createSpecs({ "/x": { get: list } }),
    expected: ["T: api-reference/t/list (List)"],
  },
  {
    name: "use the specification that a child sets or, by default, the inherited one",
    navigation: {
      tabs: [
        {
          tab: "T",
          openapi: "o.json",
          groups: [
            { group: "own", openapi: "p.json", pages: ["GET /p"] },
            { group: "rest", pages: ["GET /x"] },
          ],
        },
      ],
    },
    specs: {
      ...createSpecs({ "/x": { get: { summary: "X" } }, "/y": { get: { summary: "Y" } } }),
      "p.json": {
        openapi: "3.0.0",
        paths: { "/p": { get: { summary: "P" } }, "/q": { get: { summary: "Q" } } },
      },
    },
    expected: ["api-reference/p (P)", "api-reference/x (X)"],
  },
  {
    name: "aren't limited by an entry with its own file",
    navigation: { groups: [{ group: "g", openapi: "o.json", pages: ["p.json GET /p"] }] },
    specs: {
      ...createSpecs({ "/x": { get: { summary: "X" } } }),
      "p.json": { openapi: "3.0.0", paths: { "/p": { get: { summary: "P" } } } },
    },
    expected: ["api-reference/p (P)", "API Reference: api-reference/x (X)"],
  },
  {
    name: "are numbered if summaries in a group are identical, but not if entries list the operations",
    navigation: {
      groups: [
        { group: "g", openapi: "o.json" },
        { group: "h", pages: ["o.json GET /y"] },
      ],
    },
    specs: createSpecs({ "/x": { get: list }, "/y": { get: list }, "/z": { get: list } }),
    expected: [
      "T: api-reference/t/list (List)",
      "T: api-reference/t/list-1 (List)",
      "T: api-reference/t/list-2 (List)",
      "api-reference/t/list (List)",
    ],
  },
  {
    name: "have URLs without braces or punctuation",
    navigation: { groups: [{ group: "g", openapi: "o.json" }] },
    specs: createSpecs({
      "/x": { get: { summary: "List users, it's v1.2 (beta) {all}", tags: ["My Tag"] } },
      "/users/{id}": { delete: {} },
    }),
    expected: [
      "My Tag: api-reference/my-tag/list-users-its-v12-beta- (List users, it's v1.2 (beta) {all})",
      "API Reference: api-reference/delete-users (Delete users)",
    ],
  },
  {
    name: "get their URLs and titles from the vendor extension",
    profile: "mintlify",
    navigation: { groups: [{ group: "g", openapi: "o.json" }] },
    specs: createSpecs({
      "/x": { get: { ...list, "x-mint": { href: "/Guides/X", metadata: { title: "Own title" } } } },
      "/y": { get: { summary: "Y", "x-mint": { href: "/y", groups: "not a list" } } },
      "/z": { get: { summary: "Z", "x-service": { href: "/zz" } } },
    }),
    expected: ["T: guides/x (Own title)", "API Reference: api-reference/y (Y)", "API Reference: zz (Z)"],
  },
  {
    name: "use only the standard profile's extension and ignore only invalid fields in it",
    navigation: { groups: [{ group: "g", openapi: "o.json" }] },
    specs: createSpecs({
      "/x": { get: { summary: "X", "x-mint": { href: "/elsewhere" } } },
      "/y": { get: { summary: "Y", "x-service": { href: "/y", groups: "not a list" } } },
    }),
    expected: ["API Reference: api-reference/x (X)", "API Reference: y (Y)"],
  },
];

describe("generatedPages", () => {
  for (const { name, navigation, specs = { "o.json": api }, profile = "standard", expected } of cases)
    it(name, () => {
      const site = createSite(navigation, specs, profile);
      const pageTexts = getGeneratedPages(site).map(({ slug, title, groups, isListed: listed }) => {
        const place = listed ? groups.join("/") : "-";
        return `${place}${place && ": "}${slug} (${title})`;
      });
      assert.deepEqual(pageTexts, expected);
      const withoutPages: Site = { ...site, pages: new Map() };
      assert.equal(getGeneratedPages(withoutPages), getGeneratedPages(site), "the pages were computed again");
    });

  it("include the values that vendor extensions set on an operation and its path", () => {
    const get = {
      ...list,
      deprecated: true,
      "x-service": {
        href: "/Own/Place",
        metadata: {
          title: "T",
          description: "D",
          groups: ["m", "p"],
          playground: "none",
          openapi: "GET /other",
        },
        content: "# Hi",
        groups: ["o"],
      },
    };
    const specs = createSpecs({ "/x": { "x-service": { groups: ["p"] }, get, put: list } });
    const navigation = { versions: [{ version: "v1", openapi: "o.json" }] };
    const [page, other] = getGeneratedPages(createSite(navigation, specs, "standard"));
    assert.deepEqual(
      [page?.slug, page?.title, page?.sidebarTitle, page?.method, page?.deprecated, page?.version, page?.content],
      ["own/place", "T", "Place", "GET", true, "v1", "# Hi"],
    );
    assert.deepEqual(page?.userGroups, ["m", "p", "o"]);
    assert.deepEqual(page.metadata, {
      openapi: "/o.json get /x",
      deprecated: true,
      title: "T",
      description: "D",
      groups: ["m", "p", "o"],
      playground: "none",
    });
    assert.deepEqual(other?.metadata, { openapi: "/o.json put /x", groups: ["p"] });
  });

  it("use the last page that is generated for a path, but prefer pages from entries", () => {
    const specs = {
      "o.json": { openapi: "3.1.0", paths: { "/x": { get: { summary: "X" } } } },
      "p.json": { openapi: "3.1.0", paths: { "/p": { get: { summary: "X" } } } },
    };
    const listAt = (navigation: object, profile: ProfileName = "standard") => {
      const page = indexGeneratedPagesBySlug(createSite(navigation, specs, profile)).get("api-reference/x");
      return `${page?.spec.path ?? "none"} ${page?.node.type ?? ""} ${String(page?.isListed)}`;
    };
    const group = (openapi: string, ...pages: string[]) => ({ group: openapi, openapi, pages });
    assert.equal(listAt({ groups: [group("o.json"), group("p.json")] }), "p.json element true");
    assert.equal(listAt({ groups: [group("o.json"), group("p.json", "GET /p")] }), "o.json element true");
    assert.equal(listAt({ groups: [group("o.json", "GET /x"), group("p.json", "GET /p")] }), "p.json entry true");
    const tab = { tab: "T", openapi: "o.json", groups: [group("p.json")] };
    assert.equal(listAt({ tabs: [tab] }), "p.json element true");
    const root = { openapi: "o.json", groups: [{ group: "g", pages: ["GET /x"] }] };
    assert.equal(listAt(root, "mintlify"), "o.json entry true");
  });
});
