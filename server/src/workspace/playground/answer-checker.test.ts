import assert from "node:assert/strict";
import { memoryDisk } from "../memory-disk.ts";
import { SpecReader } from "../spec-reader.ts";
import { AnswerChecker } from "./answer-checker.ts";

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
  const specs = new SpecReader();
  const checker = new AnswerChecker(specs);
  after(async () => {
    await Promise.all([specs.end(), checker.end()]);
  });

  it("names the place of a mismatch in the file where the schema stands", async () => {
    const from = { disk: memoryDisk("/site", files) };
    const spec = (await specs.read(from, "api.yaml"))?.outline;
    assert.ok(spec);
    const operation = { method: "GET", path: "/users", isWebhook: false };
    const answer = { status: 200, type: "application/json", text: '{"id":"7"}' };
    const { verdict, mismatches } = await checker.check(from, spec, operation, answer);
    assert.equal(verdict, "differs");
    const [mismatch, ...others] = mismatches;
    assert.deepEqual(others, []);
    assert.equal(mismatch?.text, "is a string; the specification says integer");
    assert.equal(mismatch.at?.file, "parts/user.yaml");
    assert.equal(part.slice(mismatch.at.range.start, mismatch.at.range.end), "type");
    const other = await checker.check(from, spec, { ...operation, path: "/none" }, answer);
    assert.equal(other.verdict, "unknown");
  });
});
