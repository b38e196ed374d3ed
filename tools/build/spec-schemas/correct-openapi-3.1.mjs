/**
 * Corrects the OpenAPI 3.1 schema on npm, which is the first edition of April 2021, to match the specification (3.1.1,
 * in the sections that the comments below name). The edition of October 2022 contains the same corrections.
 */
export function correctOpenapi31(schema) {
  const { $defs } = schema;
  withoutDynamicReferences($defs);
  for (const definition of Object.values($defs)) guardIf(definition);
  // License Object: `identifier` and `url` exclude each other, and neither is required.
  delete $defs.license.oneOf;
  $defs.license.if = { required: ["identifier"] };
  $defs.license.then = { properties: { url: false } };
  // Server Variable Object and Link Object: these field names are misspelled in the schema.
  rename($defs["server-variable"].properties, "descriptions", "description");
  rename($defs.link.properties, "body", "server");
  $defs.link.properties.operationId = { type: "string" };
  // Reference Object: other fields next to `$ref` are ignored.
  delete $defs.reference.unevaluatedProperties;
  // Path Item Object: `$ref` is a regular field.
  $defs.paths.patternProperties["^/"] = { $ref: "#/$defs/path-item-or-reference" };
  // Responses Object: a code has three digits or is 1XX to 5XX, and at least one is required.
  $defs.responses.minProperties = 1;
  rename($defs.responses.patternProperties, "^[1-5][0-9X]{2}$", "^[1-5](?:[0-9]{2}|XX)$");
  // Example Object: `value` and `externalValue` exclude each other.
  $defs.example.if = { required: ["value"] };
  $defs.example.then = { properties: { externalValue: false } };
  correctParameter($defs.parameter);
  correctHeader($defs.header);
  // Security Scheme Object: `scheme` is case-insensitive (RFC 9110 §11.1).
  $defs["security-scheme"].$defs["type-http-bearer"].if.properties.scheme = {
    type: "string",
    pattern: "^[Bb][Ee][Aa][Rr][Ee][Rr]$",
  };
  return schema;
}

/** Parameter Object: `name` is required, `content` has one entry, and two fields are only for queries. */
function correctParameter(parameter) {
  const { properties, dependentSchemas } = parameter;
  parameter.required = ["name", "in"];
  properties.content = oneContent;
  delete properties.allowEmptyValue;
  const styles = dependentSchemas.schema;
  delete styles.properties.allowReserved;
  delete styles.$defs["styles-for-form"];
  styles.allOf = styles.allOf.filter(({ $ref }) => !$ref.endsWith("/styles-for-form"));
  styles.$defs["styles-for-query"].then.properties.allowReserved = { type: "boolean" };
  parameter.if = { properties: { in: { const: "query" } }, required: ["in"] };
  parameter.then = { properties: { allowEmptyValue: { type: "boolean" } } };
  chooseOne(parameter);
}

/** Header Object: like the Parameter Object, without `in` and `name`. */
function correctHeader(header) {
  delete header.properties.allowEmptyValue;
  header.properties.schema = { $ref: "#/$defs/schema" };
  header.properties.content = oneContent;
  delete header.dependentSchemas.content;
  delete header.dependentSchemas.schema.properties.allowReserved;
  chooseOne(header);
}

const oneContent = { $ref: "#/$defs/content", minProperties: 1, maxProperties: 1 };

/** Allows either `schema` or `content`, so that the error is reported at the extra key. */
function chooseOne(definition) {
  delete definition.oneOf;
  definition.anyOf = [{ required: ["schema"] }, { required: ["content"] }];
  definition.allOf = [
    ...(definition.allOf ?? []),
    { if: { required: ["schema"] }, then: { properties: { content: false } } },
  ];
}

/**
 * Replaces dynamic references with references to the meta-schema, as swagger-parser does, because Ajv doesn't resolve
 * dynamic references as intended (Ajv issue 1573).
 */
function withoutDynamicReferences($defs) {
  delete $defs.schema.$dynamicAnchor;
  for (const holder of [
    $defs["media-type"].properties,
    $defs.parameter.properties,
    $defs.header.dependentSchemas.schema.properties,
  ])
    holder.schema = { $ref: "#/$defs/schema" };
  $defs.components.properties.schemas.additionalProperties = { $ref: "#/$defs/schema" };
}

/** Limits an `if` that requires a key to objects, because the condition is true for all other values. */
function guardIf(definition) {
  if (definition.if?.required && definition.else) definition.if.type = "object";
}

function rename(table, from, to) {
  table[to] = table[from];
  delete table[from];
}
