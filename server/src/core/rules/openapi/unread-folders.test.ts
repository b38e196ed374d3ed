import assert from "node:assert/strict";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import { specNotFound } from "./spec-not-found.ts";

describe("openapi/spec-not-found", () => {
  it("doesn't imply that a file exists in a folder whose name starts with a dot", () => {
    const [problem, ...others] = checkRule(
      specNotFound,
      '//- docs.json\n{ "navigation": { "groups": [{ "group": "API", "openapi": [|".tools/api.yaml"|] }] } }\n',
      "mintlify",
    );
    assert.deepEqual([problem?.severity, others], ["information", []]);
    assert.equal(
      problem?.message,
      "`.tools/api.yaml` can't be checked, because Docwright doesn't read folders whose name starts with a dot. Make sure that the file exists, or move it.",
    );
  });
});
