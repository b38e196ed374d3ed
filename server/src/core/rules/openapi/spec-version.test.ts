import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findSiteProblems } from "../engine/run-rules.ts";

/** Returns the message in docs.json about the version of the file that it refers to. */
function getMessage(family: "openapi" | "asyncapi", head: string): string | undefined {
  const navigation = { groups: [{ group: "API", [family]: "api.yaml" }] };
  const files = new Map([
    ["docs.json", JSON.stringify({ navigation })],
    ["api.yaml", `${head}\npaths: { /users: { get: {} } }\nchannels: { chat: {} }\n`],
  ]);
  return findSiteProblems(siteOf(files, "standard")).find(
    ({ code, at }) => code === `${family}/spec-version-unsupported` && at.file === "docs.json",
  )?.message;
}

describe("a reference to a specification with an unsupported version", () => {
  it("says whether the version isn't supported or isn't a string", () => {
    const invalidPattern = /^The version in `api.yaml` is missing or isn't a string/;
    assert.match(getMessage("openapi", 'swagger: "2.0"') ?? "", /^`api.yaml` uses Swagger 2.0, which/);
    assert.match(getMessage("openapi", "openapi: 4.0.0") ?? "", /^`api.yaml` uses OpenAPI 4.0.0, which/);
    assert.match(getMessage("asyncapi", "asyncapi: 2.6.0") ?? "", /^`api.yaml` uses AsyncAPI 2.6.0, which/);
    for (const version of ["3.1", '""']) {
      assert.match(getMessage("openapi", `openapi: ${version}`) ?? "", invalidPattern);
      assert.match(getMessage("asyncapi", `asyncapi: ${version}`) ?? "", invalidPattern);
    }
    assert.equal(getMessage("openapi", "openapi: 3.1.0"), undefined);
  });
});
