import assert from "node:assert/strict";
import { specFilesOf } from "../../../../test/harness/spec-files-of.ts";
import { buildResponseModel } from "../../core/spec/model/operation-model.ts";
import type { SpecifiedResponses } from "../../core/spec/model/schema-model.ts";
import { createMemoryDisk } from "../files/disk.ts";
import { SpecService } from "../specs/spec-service.ts";
import { ResponseValidator, ResponseWorkerHost } from "./response-validator.ts";

const text = `openapi: 3.0.3
paths:
  /users:
    get:
      responses:
        "200":
          content:
            application/json:
              schema: { $ref: "parts/user.yaml#/User" }
`;
const part =
  "User:\n  type: object\n  required: [id, secret]\n  properties:\n    id: { type: integer }\n    secret: { type: string, writeOnly: true }\n";

const files = new Map([
  ["api.yaml", text],
  ["parts/user.yaml", part],
]);

describe("AnswerChecker", function () {
  this.timeout(60_000);
  const specs = new SpecService();
  const checker = new ResponseValidator(specs);
  after(async () => {
    await Promise.all([specs.end(), checker.end()]);
  });

  it("locates a mismatch in the file that contains the schema", async () => {
    const from = { disk: createMemoryDisk("/site", files) };
    const spec = (await specs.read(from, "api.yaml"))?.outline;
    assert.ok(spec);
    const operation = { method: "GET", path: "/users", isWebhook: false };
    const answer = { status: 200, type: "application/json", text: '{"id":"7"}' };
    const { verdict: result, mismatches } = await checker.check(from, spec, operation, answer);
    assert.equal(result, "differs");
    const [mismatch, ...others] = mismatches;
    assert.deepEqual(others, []);
    assert.equal(mismatch?.text, "is a string, but the specification requires type integer");
    assert.equal(mismatch.location?.file, "parts/user.yaml");
    assert.equal(part.slice(mismatch.location.range.start, mismatch.location.range.end), "type");
    const other = await checker.check(from, spec, { ...operation, path: "/none" }, answer);
    assert.equal(other.verdict, "unknown");
  });
});

function createModel(schema: unknown): SpecifiedResponses {
  const responses = { 200: { content: { "application/json": { schema } } } };
  const spec = JSON.stringify({ openapi: "3.1.0", paths: { "/": { get: { responses } } } });
  const model = buildResponseModel(specFilesOf({ "api.json": spec }), { method: "GET", path: "/" });
  assert.ok(model);
  return model;
}

function createJson(value: unknown) {
  return { status: 200, type: "application/json", text: JSON.stringify(value) };
}

describe("AnswerThread", function () {
  this.timeout(60_000);
  const thread = new ResponseWorkerHost();
  after(() => thread.end());

  it("checks patterns, including patterns in an older syntax", async () => {
    const schema = { properties: { id: { pattern: "^[a-z]+$" }, old: { pattern: "^\\-$" } } };
    const { verdict: result, mismatches } = await thread.check(createModel(schema), createJson({ id: "A", old: "-" }));
    assert.equal(result, "differs");
    assert.deepEqual(
      mismatches.map(({ pointer }) => pointer),
      ["/id"],
    );
  });

  it("stops a pattern that takes too long and still reports other mismatches", async () => {
    const evil = { pattern: "^(a+)+$" };
    const text = `${"a".repeat(40)}!`;
    const model = createModel({ properties: { evil, n: { type: "number" } } });
    const alone = await thread.check(model, createJson({ evil: text }));
    assert.equal(alone.verdict, "unknown");
    assert.equal(alone.reason, "The pattern `^(a+)+$` couldn't be evaluated.");
    const started = performance.now();
    const { verdict: result, mismatches } = await thread.check(model, createJson({ evil: text, n: "x" }));
    assert.equal(result, "differs");
    assert.deepEqual(
      mismatches.map(({ pointer }) => pointer),
      ["/n"],
    );
    // The thread restarts once. A restart takes a long time if the thread's source has to be compiled first.
    assert.ok(performance.now() - started < 100_000);
  });

  it("gives up if many patterns take too long, and then processes the next request", async () => {
    const many = Array.from({ length: 40 }, (_, i) => ({ pattern: `^(a+)+${i}$` }));
    const short = new ResponseWorkerHost({ totalMilliseconds: 300 });
    const { verdict: result, reason } = await short.check(createModel({ allOf: many }), createJson("a".repeat(40)));
    assert.equal(result, "unknown");
    assert.match(reason ?? "", /took more than 0\.3 seconds/);
    assert.equal((await short.check(createModel({ type: "string" }), createJson(""))).verdict, "as-specified");
    await short.end();
  });

  it("returns the right result for each of several concurrent requests", async () => {
    const model = createModel({ type: "string" });
    const checks = await Promise.all(["", 1, "", 2].map((value) => thread.check(model, createJson(value))));
    assert.deepEqual(
      checks.map(({ verdict: result, reason }) => reason ?? result),
      ["as-specified", "differs", "as-specified", "differs"],
    );
  });
});
