import type { Case } from "./case.ts";
import { users } from "./specs.ts";

const overlay = (more: object = {}) => ({
  overlay: "1.0.0",
  info: { title: "Additions", version: "1" },
  actions: [{ target: "$.paths", update: { "/added": { get: { summary: "Added" } } } }],
  ...more,
});
const group = (openapi: unknown, ...pages: string[]) => ({ groups: [{ group: "API", openapi, pages }] });
const added = (openapi: unknown) => group(openapi, "GET /users", "GET /added");
const notFound = { both: ["error openapi/operation-not-found `GET /added`"] };
const unknown = { both: ["no openapi/operation-undocumented"] };

/**
 * Before the service looks up operations, it applies the overlays that docs.json lists for a specification. If
 * docs.json doesn't list overlays, it applies every overlay that extends the specification. An empty list turns off
 * overlays.
 */
export const openapiOverlays: readonly Case[] = [
  { name: "no overlay", nav: added("o.json"), files: { "o.json": users }, ...notFound },
  {
    name: "a listed overlay",
    nav: added({ source: "o.json", overlays: ["add.yaml"] }),
    files: { "o.json": users, "add.yaml": overlay() },
    ...unknown,
  },
  {
    name: "an overlay on another host",
    nav: added({ source: "o.json", overlays: ["https://example.com/add.yaml"] }),
    files: { "o.json": users },
    ...unknown,
  },
  {
    name: "an overlay listed elsewhere",
    nav: added("o.json"),
    settings: { api: { openapi: [{ source: "/o.json", overlays: ["add.yaml"] }] } },
    files: { "o.json": users, "add.yaml": overlay() },
    ...unknown,
  },
  {
    name: "an overlay that extends the file",
    nav: added("specs/o.json"),
    files: { "specs/o.json": users, "specs/add.json": overlay({ extends: "./o.json" }) },
    ...unknown,
  },
  {
    name: "an overlay that extends the file from the root, in YAML",
    nav: added("specs/o.json"),
    files: {
      "specs/o.json": users,
      "other/add.yaml":
        "overlay: 1.1.0\nextends: /specs/o.json\ninfo: { title: A, version: '1' }\nactions:\n  - target: $.paths\n    update: {}\n",
    },
    ...unknown,
  },
  {
    name: "an overlay that extends another file",
    nav: added("o.json"),
    files: { "o.json": users, "add.json": overlay({ extends: "p.json" }) },
    ...notFound,
  },
  {
    name: "an overlay without `extends`",
    nav: added("o.json"),
    files: { "o.json": users, "add.json": overlay() },
    ...notFound,
  },
  {
    name: "overlays with the rule turned off",
    nav: added({ source: "o.json", overlays: [] }),
    files: { "o.json": users, "add.json": overlay({ extends: "o.json" }) },
    ...notFound,
  },
  {
    name: "a page with an operation from an overlay",
    files: {
      "o.json": users,
      "add.json": overlay({ extends: "o.json" }),
      "index.mdx": "---\ntitle: A\nopenapi: o.json GET /added\n---\n",
    },
    ...unknown,
  },
  // Overlays can also change titles, and therefore the paths of generated pages.
  {
    name: "a link to the page of an overlay's operation",
    nav: {
      tabs: [
        { tab: "A", openapi: { source: "o.json", directory: "ref" } },
        { tab: "B", pages: ["index"] },
      ],
    },
    files: {
      "o.json": users,
      "add.json": overlay({ extends: "o.json" }),
      "index.mdx": "---\ntitle: A\n---\n\n[Added](/ref/added) [Elsewhere](/gone)\n",
    },
    both: ["warning link/page-not-found `/gone`"],
  },
  // An overlay can't be used as a specification.
  {
    name: "an overlay used as a specification",
    nav: group("add.json", "index"),
    files: { "add.json": overlay() },
    both: ["error openapi/spec-not-found `add.json`"],
  },
];
