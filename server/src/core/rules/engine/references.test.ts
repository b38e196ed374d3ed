import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { rules } from "./registry.ts";
import { findSiteProblems } from "./run-rules.ts";

const api = JSON.stringify({
  openapi: "3.1.0",
  servers: [{ url: "https://api.example.com" }],
  paths: {
    "/users": { get: {}, post: {} },
    "/orders/": { get: {} },
    "/secret": { get: { "x-hidden": true } },
    "/gone": { get: { "x-excluded": true } },
  },
  webhooks: { "order.paid": { post: {} } },
  components: { schemas: { User: {} } },
});
const specs = {
  "api.json": api,
  "v2/api.json": api
    .replace('"/users"', '"/people"')
    .replace("/orders/", "/bills")
    .replace('"order.paid":{"post":{}}', '"order.paid":{"post":{"summary":"Paid"}}')
    .replace(/"\/(secret|gone)"/g, '"/x-$1"'),
  "chat.yaml": "asyncapi: 3.0.0\nchannels:\n  rooms: {}\n",
  "old.json": `{"swagger":"2.0","paths":{"/users":{"get":{}}}}`,
  "broken.json": `{"openapi":"3.1.0","paths":{"/users":{"get":{}}`,
  "plain.json": `{"name":"no specification"}`,
};

/** Returns the codes of the problems in the file that contains the reference. Leaves out unrelated advice. */
function listCodes(file: string, files: Readonly<Record<string, string>>, profile: ProfileName): string[] {
  const site = siteOf(new Map(Object.entries({ ...specs, ...files })), profile);
  const problems = findSiteProblems(site, { rules });
  return problems
    .filter(({ at, code }) => at.file === file && !/^(config|settings)\/|missing-title|not-in-navigation/.test(code))
    .map(({ code }) => code);
}

function listEntryCodes(entry: string, profile: ProfileName = "standard", openapi: unknown = "api.json"): string[] {
  const group = { group: "API", ...(openapi === undefined ? {} : { openapi }), pages: ["index", entry] };
  const docs = JSON.stringify({ navigation: { groups: [group] } });
  return listCodes("docs.json", { "docs.json": docs, "index.mdx": "# Home\n" }, profile);
}

function listPageCodes(frontmatter: string, profile: ProfileName = "standard"): string[] {
  const docs = JSON.stringify({ navigation: { pages: ["guides/page"] } });
  const page = `---\ntitle: Page\n${frontmatter}\n---\n`;
  return listCodes("guides/page.mdx", { "docs.json": docs, "guides/page.mdx": page }, profile);
}

type Row = readonly [text: string, standard: readonly string[], mintlify?: readonly string[]];

const entries: readonly Row[] = [
  ["GET /users", []],
  ["GET /users/", []],
  ["GET /orders", []],
  ["/api.json GET /users", []],
  ["v2/api.json GET /people", []],
  ["webhook order.paid", []],
  ["WEBHOOK order.paid", []],
  ["get /users", ["openapi/method-not-uppercase"], []],
  ["get /nope", ["openapi/operation-not-found"]],
  ["GET /nope", ["openapi/operation-not-found"]],
  ["DELETE /users", ["openapi/operation-not-found"]],
  ["GET /Users", ["openapi/operation-not-found"]],
  ["webhook order.lost", ["openapi/operation-not-found"]],
  ["GET /secret", ["openapi/operation-hidden"]],
  ["GET /gone", ["openapi/operation-excluded"]],
  ["GET users", ["openapi/malformed-reference"]],
  ["fetch /users", ["openapi/malformed-reference"]],
  ["a b GET /users", ["openapi/malformed-reference"]],
  ["zzz.json GET /users", ["openapi/spec-not-found"]],
  ["plain.json GET /users", ["openapi/spec-not-found"]],
  ["../api.json GET /users", ["openapi/spec-outside-site"]],
  ["C:\\api.json GET /users", ["openapi/spec-outside-site"]],
  ["broken.json GET /users", ["openapi/spec-syntax"]],
  ["old.json GET /users", ["openapi/spec-version-unsupported"]],
  ["https://example.com/api.json GET /users", ["openapi/remote-spec"]],
  ["nope", ["nav/page-not-found"]],
];

const pages: readonly Row[] = [
  ["openapi: GET /orders", []],
  ["openapi: api.json GET /users", []],
  ["openapi: ../api.json GET /users", []],
  ["openapi: /v2/api GET /people", []],
  ["openapi: v2 GET /people", []],
  ["openapi: 'api.json webhook order.paid'", []],
  ["openapi: ''", []],
  ["openapi: get /orders", ["openapi/method-not-uppercase"], []],
  ["openapi: v2/api.json get /people", ["openapi/method-not-uppercase"], []],
  ["openapi: webhook order.paid", ["openapi/ambiguous-spec"]],
  ["openapi: GET", ["openapi/malformed-reference"]],
  ["openapi: GET https://api.example.com/users", ["openapi/malformed-reference"]],
  ["openapi: zzz.json GET /users", ["openapi/spec-not-found"]],
  ["openapi: pi.json GET /users", ["openapi/spec-not-found"]],
  ["openapi: ../../api.json GET /users", ["openapi/spec-outside-site"]],
  ["openapi: api.json GET /people", ["openapi/operation-not-found"]],
  ["openapi: old.json GET /users", ["openapi/spec-version-unsupported"]],
  ["openapi: broken.json GET /users", ["openapi/spec-syntax"]],
  ["openapi: https://example.com/api.json GET /users", ["openapi/remote-spec"]],
  ["openapi-schema: api.json User", []],
  ["openapi-schema: api.json Usr", ["openapi/operation-not-found"]],
  ["openapi-schema: a b c", ["openapi/malformed-reference"]],
  ["asyncapi: rooms", []],
  ["asyncapi: chat.yaml rooms", []],
  ["asyncapi: chat.yaml room", ["asyncapi/channel-not-found"]],
  ["asyncapi: talk.yaml rooms", ["asyncapi/spec-not-found"]],
  ["asyncapi: ../../chat.yaml rooms", ["asyncapi/spec-not-found"]],
];

describe("references to specifications", () => {
  for (const profile of ["standard", "mintlify"] as const) {
    for (const [text, standard, mintlify = standard] of entries)
      it(`cause the expected problems in ${profile}: entry ${text}`, () =>
        assert.deepEqual(listEntryCodes(text, profile), profile === "standard" ? standard : mintlify));
    for (const [text, standard, mintlify = standard] of pages)
      it(`cause the expected problems in ${profile}: page with ${text}`, () =>
        assert.deepEqual(listPageCodes(text, profile), profile === "standard" ? standard : mintlify));
  }

  it("aren't reported individually if docs.json refers to an unusable specification", () => {
    assert.deepEqual(listEntryCodes("GET /users", "standard", "zzz.json"), ["openapi/spec-not-found"]);
    assert.deepEqual(listEntryCodes("GET /users", "standard", "../x.json"), ["openapi/spec-outside-site"]);
    assert.deepEqual(listEntryCodes("GET /users", "standard", "broken.json"), ["openapi/spec-syntax"]);
    assert.deepEqual(listEntryCodes("GET /users", "standard", "old.json"), ["openapi/spec-version-unsupported"]);
    assert.deepEqual(listEntryCodes("GET /users", "standard", "chat.yaml"), ["openapi/spec-not-found"]);
    assert.deepEqual(listEntryCodes("get /users", "standard", "https://example.com/api.json"), [
      "openapi/method-not-uppercase",
      "openapi/remote-spec",
    ]);
  });

  it("are reported if no specification applies to an entry", () => {
    assert.deepEqual(listEntryCodes("GET /users", "standard", null), ["openapi/no-spec"]);
    assert.deepEqual(listEntryCodes("get /users", "mintlify", null), ["openapi/no-spec"]);
  });

  it("cause only a warning if the service finds a page's operation in another file", () => {
    const getSeverity = (text: string, location: "page" | "entry", profile: ProfileName) => {
      const group = { group: "API", pages: location === "page" ? ["page"] : ["page", text] };
      const files = {
        ...specs,
        "docs.json": JSON.stringify({ navigation: { groups: [group] } }),
        "page.mdx": location === "page" ? `---\nopenapi: ${text}\n---\n` : "# Page\n",
      };
      const problems = findSiteProblems(siteOf(new Map(Object.entries(files)), profile), { rules });
      return problems
        .filter(({ code }) => /^openapi\/(operation|spec)-not-found/.test(code))
        .map((problem) => problem.severity);
    };
    const text = "v2/api.json GET /users";
    assert.deepEqual(getSeverity(text, "page", "mintlify"), ["warning"]);
    assert.deepEqual(getSeverity(text, "page", "standard"), ["error"]);
    assert.deepEqual(getSeverity(text, "entry", "mintlify"), ["error"]);
    const missingReference = "zzz.json GET /users";
    assert.deepEqual(getSeverity(missingReference, "page", "mintlify"), ["warning"]);
    assert.deepEqual(getSeverity(missingReference, "page", "standard"), ["error"]);
    assert.deepEqual(getSeverity(missingReference, "entry", "mintlify"), ["error"]);
    for (const other of ["v2/api.json GET /nowhere", "zzz.json GET /nowhere"])
      assert.deepEqual(getSeverity(other, "page", "mintlify"), ["error"], other);
  });

  it("are reported for a lowercase method only in a profile that doesn't accept it, unless changed in the settings", () => {
    const getSeverity = (profile: ProfileName, settings = "{}") => {
      const docs = `{"navigation":{"groups":[{"group":"g","openapi":"api.json","pages":["get /users"]}]}}`;
      const site = siteOf(
        new Map(Object.entries({ ...specs, "docs.json": docs, ".docwright.json": settings })),
        profile,
      );
      return findSiteProblems(site).find(({ code }) => code === "openapi/method-not-uppercase")?.severity;
    };
    assert.equal(getSeverity("standard"), "error");
    assert.equal(getSeverity("mintlify"), undefined);
    assert.equal(getSeverity("mintlify", '{ "rules": { "openapi/*": "hint" } }'), "hint");
  });
});
