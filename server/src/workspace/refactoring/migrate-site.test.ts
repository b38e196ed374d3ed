import assert from "node:assert/strict";
import { runSteps } from "../../../../test/harness/run-steps.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { operationsToMigrate } from "../../core/analysis/migration/operation-facts.ts";
import { withFile } from "../../core/site/site.ts";
import { readWholeSpec } from "../../core/spec/read-spec.ts";
import { type AnalysisRequest, analyzeSpecification } from "../../core/spec/validity/analyze-spec.ts";
import { memoryDisk } from "../files/disk.ts";
import { remapAnalysis, withAnalyses } from "../specs/spec-analysis.ts";
import { modelsToMigrate } from "./migrate-site.ts";

const path = "api.json";
const spec = (description: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/x": { get: { description, responses: { 200: { description: "OK" } } } } },
  });

function analysisOf(text: string, request: AnalysisRequest) {
  const read = readWholeSpec(path, text, () => undefined);
  assert.ok(read);
  return { of: read.outline, ...runSteps(analyzeSpecification(read.files, read.outline, request)) };
}

describe("models for the operations to migrate", () => {
  const site = siteOf(
    new Map([
      ["docs.json", `{ "navigation": { "pages": ["x"] }, "api": { "openapi": "${path}" } }`],
      [path, spec("New")],
      [
        "x.mdx",
        '---\ntitle: X\nopenapi: GET /x\n---\n\n<ParamField query="q" type="string">Q</ParamField>\n',
      ],
    ]),
  );
  const from = { disk: memoryDisk("/site", new Map()) };
  const outline = site.specs.get(path);
  const [[, operations] = [path, []]] = [...operationsToMigrate(site)];

  for (const [name, isOutdated] of [
    ["are reused if the specification hasn't changed since its analysis", false],
    ["come from a new analysis if the last one was based on older text", true],
  ] as const)
    it(name, async () => {
      assert.ok(outline && operations[0]);
      const known = { ...analysisOf(spec("Old"), { validity: true, operations }), of: outline };
      const analysis = isOutdated ? remapAnalysis(known, outline, (range) => range) : known;
      assert.ok(analysis);
      let analyses = 0;
      const specs = {
        read: async () => undefined,
        analyze: async (_: unknown, __: unknown, request: AnalysisRequest) => {
          analyses++;
          return { ...analysisOf(spec("New"), request), of: outline };
        },
      };
      const analyzed = withFile(site, { kind: "analysis", path, analysis }).site;
      const modelOf = await modelsToMigrate(analyzed, from, specs);
      const expected = isOutdated ? "New" : "Old";
      assert.equal(modelOf(outline, operations[0])?.operation.description, expected);
      const again = await withAnalyses(analyzed, from, specs, {});
      assert.equal(again.analyses.get(path)?.isOutdated, undefined);
      assert.equal(analyses, isOutdated ? 2 : 0);
    });
});
