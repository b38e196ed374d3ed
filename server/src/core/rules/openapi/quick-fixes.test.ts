import { checkFix } from "../../../../../test/harness/check-rule.ts";
import { layouts } from "../../../../../test/harness/layouts.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import type { Rule } from "../rule.ts";
import { ambiguousSpec } from "./ambiguous-spec.ts";
import { methodNotUppercase } from "./method-not-uppercase.ts";
import { noSpec } from "./no-spec.ts";
import { onlyFirstSpecUsed } from "./only-first-spec-used.ts";
import { operationNotFound } from "./operation-not-found.ts";
import { operationUndocumented } from "./operation-undocumented.ts";
import { specNotFound } from "./spec-not-found.ts";
import { specVersionUnsupported } from "./spec-version-unsupported.ts";

interface FixCase {
  readonly name: string;
  readonly rule: Rule;
  readonly title: RegExp;
  /**
   * The file to fix. `bad` is its text with a marker, and `good` is its text after the fix. Both are indented with two
   * spaces.
   */
  readonly file: string;
  readonly bad: string;
  readonly good: string;
  readonly others: string;
  readonly profile?: ProfileName;
}

const api = `//- api.json\n{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, "post": {} } } }`;
const group = (lines: string) =>
  `{\n  "navigation": {\n    "groups": [\n      {\n        "group": "API",\n${lines}\n      }\n    ]\n  }\n}\n`;
const createDocs = (entry: string, openapi = '"api.json"') =>
  group(`        "openapi": ${openapi},\n        "pages": [\n          ${entry}\n        ]`);
const pageDocs = `//- docs.json\n{ "navigation": { "pages": ["users"] } }`;

const cases: readonly FixCase[] = [
  {
    name: "capitalize the method in an entry",
    rule: methodNotUppercase,
    title: /^Change to `GET`$/,
    file: "docs.json",
    bad: createDocs('"[|get|] /users"'),
    good: createDocs('"GET /users"'),
    others: api,
  },
  {
    name: "remove an entry that repeats another one with a lowercase method",
    rule: methodNotUppercase,
    title: /^Remove entry `get \/users`$/,
    file: "docs.json",
    bad: createDocs('"[|get|] /users",\n          "GET /users"'),
    good: createDocs('"GET /users"'),
    others: api,
  },
  {
    name: "capitalize the method in a page's `api` field",
    rule: methodNotUppercase,
    title: /^Change to `POST`$/,
    file: "users.mdx",
    bad: "---\ntitle: Users\napi: '[|Post|] https://api.example.com/users'\n---\n",
    good: "---\ntitle: Users\napi: 'POST https://api.example.com/users'\n---\n",
    others: `${pageDocs}\n${api}`,
  },
  {
    name: "capitalize an unquoted method on a page",
    rule: methodNotUppercase,
    title: /^Change to `POST`$/,
    file: "users.mdx",
    bad: "---\ntitle: Users\nopenapi:   /api.json [|post|] /users\n---\n",
    good: "---\ntitle: Users\nopenapi:   /api.json POST /users\n---\n",
    others: `${pageDocs}\n${api}`,
  },
  {
    name: "capitalize the method in a file that docs.json includes",
    rule: methodNotUppercase,
    title: /^Change to `GET`$/,
    file: "nav/api.json",
    bad: `[\n  { "group": "API", "openapi": "spec.yaml", "pages": ["[|get|] /users"] }\n]\n`,
    good: `[\n  { "group": "API", "openapi": "spec.yaml", "pages": ["GET /users"] }\n]\n`,
    others: `//- docs.json\n{ "navigation": { "groups": { "$ref": "./nav/api.json" } } }\n//- spec.yaml\nopenapi: 3.1.0\npaths: { /users: { get: {} } }`,
  },
  {
    name: "change an entry to the nearest path",
    rule: operationNotFound,
    title: /^Change to `GET \/users`$/,
    file: "docs.json",
    bad: createDocs('"[|GET /user|]"'),
    good: createDocs('"GET /users"'),
    others: api,
  },
  {
    name: "change the method after the file in a page's reference",
    rule: operationNotFound,
    title: /^Change to `POST \/users`$/,
    file: "users.mdx",
    bad: '---\nopenapi: "api.json [|PUT /users|]"\n---\n',
    good: '---\nopenapi: "api.json POST /users"\n---\n',
    others: `${pageDocs}\n${api}`,
  },
  {
    name: "add the file that defines the operation",
    rule: operationNotFound,
    title: /^Change to `orders.json GET \/orders`$/,
    file: "docs.json",
    bad: createDocs('"[|GET /orders|]"'),
    good: createDocs('"orders.json GET /orders"'),
    others: `${api}\n//- orders.json\n{ "openapi": "3.1.0", "paths": { "/orders": { "get": {} } } }`,
  },
  {
    name: "add one of several files that define the operation",
    rule: ambiguousSpec,
    title: /^Change to `v2.json GET \/users`$/,
    file: "users.mdx",
    bad: "---\nopenapi: '[|GET /users|]'\n---\n",
    good: "---\nopenapi: 'v2.json GET /users'\n---\n",
    others: `${pageDocs}\n${api.replace("api.json", "v1.json")}\n${api.replace("api.json", "v2.json").replace('"get": {}', '"get": { "deprecated": true }')}`,
  },
  {
    name: "change a file to the intended one and keep its leading slash",
    rule: specNotFound,
    title: /^Change to `\/api.json`$/,
    file: "docs.json",
    bad: createDocs('"GET /users"', '[|"/apis.json"|]'),
    good: createDocs('"GET /users"', '"/api.json"'),
    others: api,
  },
  {
    name: "change a file to the intended one on a page",
    rule: specNotFound,
    title: /^Change to `api.json`$/,
    file: "users.mdx",
    bad: "---\nopenapi: [|apis.json|] GET /users\n---\n",
    good: "---\nopenapi: api.json GET /users\n---\n",
    others: `${pageDocs}\n${api}`,
  },
  {
    name: "set `openapi` of the group",
    rule: noSpec,
    title: /^Set `openapi` to `api.json` in API$/,
    file: "docs.json",
    bad: group('        "pages": [\n          [|"GET /users"|]\n        ]'),
    good: group('        "openapi": "api.json",\n        "pages": [\n          "GET /users"\n        ]'),
    others: api,
  },
  {
    name: "remove the unused file from a list",
    rule: onlyFirstSpecUsed,
    title: /^Remove/,
    file: "docs.json",
    bad: createDocs('"GET /users"', '[\n          "api.json",\n          [|"old.json"|]\n        ]'),
    good: createDocs('"GET /users"', '[\n          "api.json"\n        ]'),
    others: api,
    profile: "mintlify",
  },
  {
    name: "add quotes to a version",
    rule: specVersionUnsupported,
    title: /^Change to `"3.1.0"`$/,
    file: "spec.yaml",
    bad: "openapi: [|3.1|]\npaths: {}\n",
    good: 'openapi: "3.1.0"\npaths: {}\n',
    others: `//- docs.json\n{ "navigation": { "pages": [] } }`,
  },
];

describe("quick fixes for references", () => {
  for (const layout of layouts)
    it(`add the missing entry after the other entries for its file, ${layout.name}`, () => {
      const before = layout.apply(createDocs('"GET /users",\n          "index"'));
      const after = layout.apply(createDocs('"GET /users",\n          "POST /users",\n          "index"'));
      const fixture = `//- docs.json\n${before}\n${api.replace('"post"', '[|"post"|]')}`;
      checkFix(operationUndocumented, fixture, { "docs.json": after });
    });

  for (const { name, rule, title, file, bad, good, others, profile } of cases)
    for (const layout of layouts)
      it(`${name}, ${layout.name}`, () => {
        const fixture = `//- ${file}\n${layout.apply(bad)}\n${others}`;
        checkFix(rule, fixture, { [file]: layout.apply(good) }, title, profile);
      });
});
