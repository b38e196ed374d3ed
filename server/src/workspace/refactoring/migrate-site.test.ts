import assert from "node:assert/strict";
import { runSteps } from "../../../../test/harness/run-steps.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { findOperationsToMigrate } from "../../core/analysis/migration/operation-facts.ts";
import { applyFile } from "../../core/site/site.ts";
import { readWholeSpec } from "../../core/spec/read-spec.ts";
import { type AnalysisRequest, analyzeSpecification } from "../../core/spec/validity/analyze-spec.ts";
import { createMemoryDisk } from "../files/disk.ts";
import { remapAnalysis, addAnalyses } from "../specs/spec-analysis.ts";
import { readModels } from "./migrate-site.ts";

const path = "api.json";
const createSpec = (description: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/x": { get: { description, responses: { 200: { description: "OK" } } } } },
  });

function getAnalysis(text: string, request: AnalysisRequest) {
  const specification = readWholeSpec(path, text, () => undefined);
  assert.ok(specification);
  return {
    outline: specification.outline,
    ...runSteps(analyzeSpecification(specification.files, specification.outline, request)),
  };
}

describe("models for the operations to migrate", () => {
  const site = siteOf(
    new Map([
      ["docs.json", `{ "navigation": { "pages": ["x"] }, "api": { "openapi": "${path}" } }`],
      [path, createSpec("New")],
      ["x.mdx", '---\ntitle: X\nopenapi: GET /x\n---\n\n<ParamField query="q" type="string">Q</ParamField>\n'],
    ]),
  );
  const from = { disk: createMemoryDisk("/site", new Map()) };
  const outline = site.specs.get(path);
  const [[, operations] = [path, []]] = [...findOperationsToMigrate(site)];

  for (const [name, isOutdated] of [
    ["are reused if the specification hasn't changed since its analysis", false],
    ["come from a new analysis if the last one was based on older text", true],
  ] as const)
    it(name, async () => {
      assert.ok(outline && operations[0]);
      const knownAnalysis = {
        ...getAnalysis(createSpec("Old"), { checksValidity: true, operations }),
        outline,
      };
      const analysis = isOutdated ? remapAnalysis(knownAnalysis, outline, (range) => range) : knownAnalysis;
      assert.ok(analysis);
      let analyses = 0;
      const specs = {
        read: async () => undefined,
        analyze: async (_: unknown, __: unknown, request: AnalysisRequest) => {
          analyses++;
          return { ...getAnalysis(createSpec("New"), request), outline };
        },
      };
      const analyzed = applyFile(site, { kind: "analysis", path, analysis }).site;
      const getModel = await readModels(analyzed, from, specs);
      const expected = isOutdated ? "New" : "Old";
      assert.equal(getModel(outline, operations[0])?.operation.description, expected);
      const again = await addAnalyses(analyzed, from, specs, {});
      assert.equal(again.analyses.get(path)?.isOutdated, undefined);
      assert.equal(analyses, isOutdated ? 2 : 0);
    });
});
