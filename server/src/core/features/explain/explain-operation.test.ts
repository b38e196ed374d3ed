import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { explain } from "./explain.ts";

const createOperation = (more = "") =>
  `{ ${more}"summary": "List users", "tags": ["Users"], "responses": { "200": { "description": "All" } } }`;

const createApi = (paths: string, more = "") =>
  `//- api.json\n{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { ${paths} }${more} }\n`;

const createDocs = (group: string) => `//- docs.json\n{ "navigation": { "groups": [${group}] } }\n`;

function getVerdict(target: string, text: string, profile?: ProfileName): readonly [boolean, string] {
  const { files } = parseFixture(text);
  const { shown, verdict: result } = explain(siteOf(files, profile), target, (path) => files.get(path));
  return [shown, result];
}

const users = createApi(`"/users": { "get": ${createOperation()} }`);

describe("explaining an operation's visibility", () => {
  it("finds the group generated from a specification, given an operation, an operation ID, or a page", () => {
    const site =
      createDocs('{ "group": "API", "openapi": "api.json" }') +
      createApi(`"/users": { "get": ${createOperation('"operationId": "listUsers", ')} }`);
    for (const target of ["GET /users", "get /users", "api.json GET /users", "listUsers"])
      assert.deepEqual(
        getVerdict(target, site),
        [true, "Readers find this operation in API › Users, as the first page."],
        target,
      );
    for (const target of ["api-reference/users/list-users", "/api-reference/users/list-users"])
      assert.deepEqual(
        getVerdict(target, site),
        [true, "Readers find this page in API › Users, as the first page."],
        target,
      );
  });

  it("finds the entry that lists an operation and the page that documents it", () => {
    assert.deepEqual(
      getVerdict(
        "GET /users",
        createDocs('{ "group": "API", "openapi": "api.json", "pages": ["a", "GET /users"] }') + users + "//- a.mdx\nHi",
      ),
      [true, "Readers find this operation in API, as the second page."],
    );
    assert.deepEqual(
      getVerdict(
        "GET /users",
        createDocs('{ "group": "API", "pages": ["a"] }') + users + "//- a.mdx\n---\nopenapi: GET /users\n---\n",
      ),
      [true, "Readers find this operation in API, as the first page."],
    );
  });

  it("finds a page that replaces the generated page", () => {
    const site =
      createDocs('{ "group": "API", "openapi": "api.json" }') +
      users +
      "//- api-reference/users/list-users.mdx\n---\nopenapi: GET /users\n---\n";
    for (const [target, kind] of [
      ["GET /users", "operation"],
      ["api-reference/users/list-users", "page"],
    ] as const)
      assert.deepEqual(getVerdict(target, site), [
        true,
        `Readers find this ${kind} in API › Users, as the first page.`,
      ]);
  });

  it("reports that a reference is ambiguous, unless both specifications define the operation in the same way", () => {
    const createFixture = (copy: string) =>
      createDocs('{ "group": "API", "pages": ["a"] }') +
      users +
      copy.replace("api.json", "other.json") +
      "//- a.mdx\n---\nopenapi: GET /users\n---\n";
    assert.equal(getVerdict("other.json GET /users", createFixture(users))[0], true);
    const site = createFixture(users.replace('"get": {', '"get": { "description": "A copy.",'));
    assert.deepEqual(getVerdict("other.json GET /users", site), [
      false,
      "It's unclear whether readers see this operation: page `a.mdx` doesn't name a specification, and `api.json` also defines the operation. To show it, add `other.json` before the operation on that page.",
    ]);
  });

  it("doesn't find an entry with a lowercase method if the service doesn't accept lowercase methods", () => {
    const site = createDocs('{ "group": "API", "openapi": "api.json", "pages": ["get /users"] }') + users;
    assert.equal(getVerdict("GET /users", site, "mintlify")[0], true);
    assert.equal(getVerdict("GET /users", site, "standard")[0], false);
  });

  it("suggests the intended operation", () =>
    assert.deepEqual(getVerdict("HEAD /users", createDocs('{ "group": "API", "openapi": "api.json" }') + users), [
      false,
      "Readers don't see this operation: `api.json` doesn't define `HEAD /users`. Did you mean `GET /users`?",
    ]));

  it("reports that neither a setting nor an entry refers to the specification", () =>
    assert.deepEqual(
      getVerdict("GET /users", createDocs('{ "group": "A", "pages": ["a"] }') + users + "//- a.mdx\nHi"),
      [
        false,
        "Readers don't see this operation: neither docs.json nor any page refers to `api.json`. To show it, add it under `openapi` to a tab or group.",
      ],
    ));

  it("reports that entries list only other operations", () =>
    assert.deepEqual(
      getVerdict(
        "GET /users",
        createDocs('{ "group": "API", "openapi": "api.json", "pages": ["GET /teams"] }') +
          createApi(`"/users": { "get": ${createOperation()} }, "/teams": { "get": ${createOperation()} }`),
      ),
      [
        false,
        "Readers don't see this operation: the group `API` generates pages only for the operations that its entries list, and this isn't one of them. To show it, add `\"GET /users\"` to the group `API`.",
      ],
    ));

  it("explains extension fields in specifications", () => {
    const createSite = (mark: string) =>
      createDocs('{ "group": "API", "openapi": "api.json" }') +
      createApi(`"/users": { "get": ${createOperation(`"${mark}": true, `)} }`);
    assert.deepEqual(getVerdict("GET /users", createSite("x-excluded")), [
      false,
      "Readers don't see this operation: it's marked `x-excluded`. To show it, remove `x-excluded`.",
    ]);
    assert.deepEqual(getVerdict("GET /users", createSite("x-hidden")), [
      false,
      "Readers don't see this operation in the navigation: `GET /users` is marked `x-hidden`. They can still open it at `/api-reference/users/list-users`. To show it, remove `x-hidden`, or add it to the navigation explicitly.",
    ]);
  });

  it("distinguishes problems with the operation from problems with the whole file", () => {
    const site =
      createDocs('{ "group": "API", "openapi": "api.json" }') +
      createApi(
        `"/users": { "get": ${createOperation()} }, "/bad": { "get": { "parameters": [{ "name": "x", "in": "nowhere" }], "responses": {} } }`,
      );
    assert.deepEqual(
      getVerdict("GET /bad", site)[1].split(". ")[0],
      "Readers don't see this operation: the operation or a definition that it uses isn't valid",
    );
    assert.equal(getVerdict("GET /users", site)[0], true);
    assert.deepEqual(getVerdict("GET /users", site, "mintlify"), [
      false,
      "Readers don't see this operation: another operation in `api.json` isn't valid, so this service leaves out the whole file. To show it, fix the error.",
    ]);
  });

  it("reports that a specification can't be read", () =>
    assert.match(
      getVerdict(
        "GET /users",
        createDocs('{ "group": "API", "openapi": "api.yaml" }') + "//- api.yaml\nopenapi: 3.1.0\npaths: [\n",
      )[1],
      /^Readers don't see this operation: /,
    ));

  it("finds webhooks and channels by name", () => {
    const site =
      createDocs('{ "group": "API", "openapi": "api.json" }, { "group": "Chat", "asyncapi": "chat.yaml" }') +
      createApi("", `, "webhooks": { "order.paid": { "post": ${createOperation()} } }`) +
      '//- chat.yaml\nasyncapi: 3.0.0\ninfo: { title: C, version: "1" }\nchannels:\n  room: { address: /room }\n';
    for (const target of ["order.paid", "webhook order.paid"])
      assert.deepEqual(getVerdict(target, site), [
        true,
        "Readers find this operation in API › Users, as the first page.",
      ]);
    assert.equal(getVerdict("room", site)[0], true);
    assert.equal(getVerdict("channel room", site)[0], true);
  });

  it("finds the operations of AsyncAPI files on the pages of their channels", () => {
    const site =
      createDocs('{ "group": "Chat", "asyncapi": "chat.yaml" }') +
      '//- chat.yaml\nasyncapi: 3.0.0\ninfo: { title: C, version: "1" }\nchannels:\n  room: { address: /room }\n  other: {}\noperations:\n  sendMessage: { action: send, channel: { $ref: "#/channels/room" } }\n';
    const { shown, target, steps, url } = explain(siteOf(parseFixture(site).files), "sendMessage");
    assert.deepEqual([shown, target], [true, "sendMessage"]);
    assert.match(url ?? "", /room/);
    assert.equal(
      steps[0]?.sentence,
      "`sendMessage` is an operation on the channel `room`, so readers find it on the channel's page.",
    );
  });

  it("explains how to look up an operation if the given path exists only in the specification", () =>
    assert.match(
      getVerdict("/users", createDocs('{ "group": "API", "openapi": "api.json" }') + users)[1],
      /To explain an operation instead, include its method: `GET \/users`\.$/,
    ));
});
