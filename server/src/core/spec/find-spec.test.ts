import assert from "node:assert/strict";
import {
  findNamedSpec,
  findNearestOperation,
  findOperation,
  findSpecs,
  findWebhook,
  hasExactFileName,
  isExactMethod,
} from "./find-spec.ts";
import { readSpec } from "./read-spec.ts";
import type { SpecOutline } from "./spec-outline.ts";

function createSpec(path: string, paths: object, more: object = {}): SpecOutline {
  const outline = readSpec(path, JSON.stringify({ openapi: "3.2.0", paths, ...more }));
  assert.ok(outline);
  return outline;
}
const users = createSpec(
  "api/v1/users.json",
  {
    "/users": { get: {}, post: {} },
    "/users/": { put: {} },
    "/users/{id}": { get: {} },
    "/orders/": { get: {} },
    "/copy": { additionalOperations: { COPY: {} } },
  },
  { webhooks: { "user.created": { post: {} } } },
);
const orders = createSpec("api/v2/orders.yaml".replace("yaml", "json"), { "/refunds": { post: {} } });

describe("findOperation", () => {
  const cases: [method: string, path: string, found: string | undefined][] = [
    ["GET", "/users", "GET /users"],
    ["get", "/users", "GET /users"],
    ["GET", "/users/", "GET /users"],
    ["PUT", "/users", "PUT /users/"],
    ["PUT", "/users/", "PUT /users/"],
    ["GET", "/orders", "GET /orders/"],
    ["GET", "/orders//", "GET /orders/"],
    ["GET", "/Users", undefined],
    ["DELETE", "/users", undefined],
    ["COPY", "/copy", "COPY /copy"],
    ["copy", "/copy", undefined],
    ["GET", "/users/{userId}", undefined],
  ];
  for (const [method, path, expected] of cases)
    it(`finds ${expected ?? "nothing"} for ${method} ${path}`, () => {
      const operation = findOperation(users, method, path);
      assert.equal(operation && `${operation.method} ${operation.path}`, expected);
    });

  it("treats a lowercase method as an exact match only in the mintlify profile", () => {
    const operation = findOperation(users, "get", "/users");
    assert.ok(operation);
    assert.ok(!isExactMethod(operation, "get", "standard"));
    assert.ok(isExactMethod(operation, "get", "mintlify"));
    assert.ok(isExactMethod(operation, "GET", "standard"));
  });

  it("finds webhooks by name, case-sensitively", () => {
    assert.ok(findWebhook(users, "user.created"));
    assert.equal(findWebhook(users, "User.Created"), undefined);
  });
});

describe("findNearestOperation", () => {
  const cases: [method: string, path: string, found: string | undefined][] = [
    ["GET", "/user", "path GET /users"],
    ["GET", "/users/{userId}", "path GET /users/{id}"],
    ["DELETE", "/users/{id}", undefined],
    ["DELETE", "/users", "method POST /users"],
    ["HEAD", "/users/{id}", "method GET /users/{id}"],
    ["POST", "/refunds", "spec POST /refunds"],
    ["GET", "/something-else-altogether", undefined],
  ];
  for (const [method, path, expected] of cases)
    it(`finds ${expected ?? "nothing"} for ${method} ${path}`, () => {
      const operation = findNearestOperation(users, [users, orders], method, path);
      assert.equal(
        operation && `${operation.difference} ${operation.operation.method} ${operation.operation.path}`,
        expected,
      );
    });

  const similar: [path: string, paths: readonly string[], found: string | undefined][] = [
    ["/getPermission", ["/getVersion"], undefined],
    ["/getPermision", ["/getVersion", "/getPermission"], "/getPermission"],
    ["/createUser", ["/deleteUser"], undefined],
    ["/beta/generate/image", ["/generate/image"], "/generate/image"],
    ["/generate/image", ["/beta/generate/image"], "/beta/generate/image"],
    ["/generate/image", ["/alpha/generate/image", "/preview/generate/image"], undefined],
    ["/enterprise/video/status", ["/enterprise/status", "/video/status"], "/video/status"],
    ["/teams/{team}/members/{id}", ["/teams/{id}/projects/members/{member}"], "/teams/{id}/projects/members/{member}"],
    ["/customers", ["/customers/subscriptions"], undefined],
    ["/{tenant}/customers", ["/customers"], undefined],
  ];
  for (const [path, paths, expected] of similar)
    it(`finds ${expected ?? "nothing"} for ${path} among ${paths.join(" and ")}`, () => {
      const spec = createSpec("api.json", Object.fromEntries(paths.map((each) => [each, { post: {} }])));
      assert.equal(findNearestOperation(spec, [spec], "POST", path)?.operation.path, expected);
    });

  it("prefers a similar path in any specification to another API's path without a segment", () => {
    const clearCache = { post: {} };
    const models = createSpec("models.json", { "/clear_cache": clearCache, "/v2/chat/queue": clearCache });
    const chat = createSpec("chat.json", { "/uncensored-chat/clear_cache": clearCache });
    const findPath = (path: string, specs: readonly SpecOutline[]) =>
      findNearestOperation(undefined, specs, "POST", path)?.operation.path;
    assert.equal(findPath("/uncensored_chat/clear_cache", [models, chat]), "/uncensored-chat/clear_cache");
    assert.equal(findPath("/images/clear_cache", [models, chat]), undefined);
    assert.equal(findPath("/chat/queue", [models, chat]), "/v2/chat/queue");
    assert.equal(findPath("/images/clear_cache", [models]), "/clear_cache");
  });
});

describe("findSpecs", () => {
  const all = [
    createSpec("openapi.json", {}),
    createSpec("api/v1/users.json", {}),
    createSpec("api/v2/users.json", {}),
    createSpec("guides/local.json", {}),
  ];
  const specs = new Map(all.map((spec) => [spec.path, spec]));
  const cases: [written: string, folder: string, expected: string][] = [
    ["openapi.json", "guides", "named openapi.json"],
    ["/openapi.json", "guides", "named openapi.json"],
    ["openapi", "guides", "named openapi.json"],
    ["../openapi.json", "guides", "named openapi.json"],
    ["local.json", "guides", "named guides/local.json"],
    ["./local.json", "guides", "named guides/local.json"],
    ["users.json", "", "loose api/v1/users.json api/v2/users.json"],
    ["v2", "", "loose api/v2/users.json"],
    ["sers.json", "", "loose api/v1/users.json api/v2/users.json"],
    ["zzz.json", "", "not-found"],
    ["../x.json", "", "outside-site"],
    ["../../x.json", "guides", "outside-site"],
    ["C:\\x.json", "", "outside-site"],
    ["%2e%2e/x.json", "", "outside-site"],
    ["https://example.com/openapi.json", "", "remote"],
    ["//example.com/openapi.json", "", "remote"],
    ["/", "", "not-found"],
  ];
  for (const [writtenName, folder, expected] of cases)
    it(`looks up ${writtenName} in ${folder || "the root"}`, () => {
      const lookup = findSpecs(specs, writtenName, folder);
      const foundPath =
        lookup.kind === "found" ? [lookup.match, ...lookup.specs.map(({ path }) => path)].join(" ") : lookup.kind;
      assert.equal(foundPath, expected);
    });

  it("requires an exact path in docs.json", () => {
    assert.equal(findNamedSpec(specs, "/api/v1/users.json").kind, "found");
    assert.equal(findNamedSpec(specs, "./openapi.json").kind, "found");
    assert.equal(findNamedSpec(specs, "users.json").kind, "not-found");
    assert.equal(findNamedSpec(specs, "../x.json").kind, "outside-site");
  });

  it("matches only complete segments of a path", () => {
    const [, spec] = all;
    assert.ok(spec);
    assert.ok(hasExactFileName(spec, "users.json"));
    assert.ok(hasExactFileName(spec, "/v1/users.json"));
    assert.ok(hasExactFileName(spec, "v1"));
    assert.ok(!hasExactFileName(spec, "sers.json"));
  });
});
