import { readModels } from "../../server/src/core/spec/model/operation-model.ts";
import { readWholeSpec } from "../../server/src/core/spec/read-spec.ts";
import type { SpecVersion } from "../../server/src/core/analysis/spec-diff/compare-specs.ts";

type Json = Readonly<Record<string, unknown>>;

/** Returns a version of a specification, including the models of all its operations. */
export function versionOf(spec: Json, path = "api.json"): SpecVersion {
  const read = readWholeSpec(path, JSON.stringify(spec), () => undefined);
  if (!read) throw new Error("no specification");
  const { outline, files } = read;
  const expected = [
    ...outline.operations.map((operation) => ({ ...operation, isWebhook: false })),
    ...outline.webhooks.map((operation) => ({ ...operation, isWebhook: true })),
  ];
  const steps = readModels(files, expected);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return { mainFile: path, outline, models: step.value };
}

/** Returns an OpenAPI document with these paths. */
export function shopApi(paths: Json, more: Json = {}): Json {
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths,
    ...more,
  };
}
