import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import type { ValidityProblem } from "../../spec/validity/analyze-spec.ts";
import { getServiceProblems } from "./specs.ts";

const valid = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n';

/** Returns the problems that are reported if a specification's only error is in this reference's target. */
function listFaults(reference: string, profile: ProfileName): readonly string[] {
  const site = siteOf(new Map([["a.yaml", valid]]), profile);
  const spec = site.specs.get("a.yaml");
  const analysis = site.analyses.get("a.yaml");
  assert.ok(spec && analysis);
  const fault: ValidityProblem = {
    kind: "second-verdict",
    file: "a.yaml",
    path: ["components"],
    range: { start: 0, end: 1 },
    name: reference,
    isTolerated: false,
  };
  const withFault = { ...site, analyses: new Map([["a.yaml", { ...analysis, problems: [fault] }]]) };
  return getServiceProblems(withFault, spec).map(
    ({ name, isTolerated }) => `${name}${isTolerated ? " (tolerated)" : ""}`,
  );
}

describe("getServiceFaults", () => {
  const component = "#/components/schemas/User";
  const extension = "#/x-definitions/User";

  it("returns errors in resolved references if the service resolves them before it validates", () => {
    assert.deepEqual(listFaults(component, "standard"), [component]);
    assert.deepEqual(listFaults(extension, "standard"), [extension]);
  });

  // `validate` in @mintlify/openapi-parser 0.0.8 accepts specifications with either error.
  it("marks errors in resolved references as tolerated if the service validates the original file, and ignores extensions", () => {
    assert.deepEqual(listFaults(component, "mintlify"), [`${component} (tolerated)`]);
    assert.deepEqual(listFaults(extension, "mintlify"), []);
    const header = "#/components/headers/x-request-id";
    assert.deepEqual(listFaults(header, "mintlify"), [`${header} (tolerated)`]);
  });
});
