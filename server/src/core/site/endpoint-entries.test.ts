import assert from "node:assert/strict";
import { readJson } from "../config/json/json-tree.ts";
import { type ProfileName, profiles } from "../config/settings/profile.ts";
import { readSpec } from "../spec/read-spec.ts";
import { buildSite } from "./build-site.ts";
import { endpointEntries } from "./endpoint-entries.ts";
import { noSettings } from "./site-settings.ts";
import type { Site } from "./site.ts";

/** A site of docs.json and specifications; no pages are needed to know what is generated. */
function buildSiteOf(navigation: object, specs: Readonly<Record<string, object>>, profile: ProfileName): Site {
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

const api = { openapi: "3.1.0", paths: { "/users": { get: {} } } };

describe("endpointEntries", () => {
  const navigation = {
    groups: [
      {
        group: "g",
        openapi: "o.json",
        pages: [
          "index",
          "GET /users",
          "get /users/",
          "GET /nope",
          "GET users",
          "gone.json GET /users",
          "../x.json GET /a",
        ],
      },
      { group: "h", pages: ["GET /users", "o GET /users"] },
      { group: "i", openapi: "https://example.com/o.json", pages: ["GET /x"] },
      { group: "j", openapi: "gone.json", pages: ["GET /x"] },
    ],
  };
  it("says of every entry what it names", () => {
    const entries = endpointEntries(buildSiteOf(navigation, { "o.json": api }, "standard"));
    assert.deepEqual(
      entries.map(({ entry, resolution }) => `${entry.text}: ${resolution.kind}`),
      [
        "GET /users: found",
        "get /users/: found",
        "GET /nope: target-not-found",
        "GET users: malformed",
        "gone.json GET /users: spec-not-found",
        "../x.json GET /a: spec-outside-site",
        "GET /users: no-spec",
        "o GET /users: found",
        "GET /x: unknown",
        "GET /x: unknown",
      ],
    );
  });
});
