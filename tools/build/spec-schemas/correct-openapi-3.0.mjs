/**
 * Corrects the OpenAPI 3.0 schema on npm, which is from 2019, to match the specification (3.0.4, in the sections that
 * the comments below name). Later editions of the schema contain the same corrections.
 */
export function correctOpenapi30(schema) {
  const { definitions } = schema;
  // Encoding Object: `headers` is a map of Header Objects or references.
  definitions.Encoding.properties.headers.additionalProperties = orReference("Header");
  // Security Scheme Object: `scheme` is a name from the HTTP registry, which is case-insensitive (RFC 9110 §11.1).
  delete definitions.HTTPSecurityScheme.oneOf;
  definitions.HTTPSecurityScheme.allOf = [
    {
      if: {
        properties: { scheme: { not: { pattern: "^[Bb][Ee][Aa][Rr][Ee][Rr]$" } } },
        required: ["scheme"],
      },
      then: { properties: { bearerFormat: false } },
    },
  ];
  // OAuth Flow Object: `scopes` is required in every flow.
  for (const flow of ["PasswordOAuthFlow", "ClientCredentialsFlow", "AuthorizationCodeOAuthFlow"])
    definitions[flow].required = [...new Set([...definitions[flow].required, "scopes"])];
  // Path Item Object: the effect of other fields next to `$ref` is undefined, so those fields aren't checked.
  // Unlike a Reference Object, `$ref` can be any string.
  definitions.PathItem.definitions = {
    Reference: { type: "object", required: ["$ref"], properties: { $ref: { type: "string" } } },
  };
  definitions.Paths.patternProperties["^\\/"] = {
    oneOf: [{ $ref: "#/definitions/PathItem" }, { $ref: "#/definitions/PathItem/definitions/Reference" }],
  };
  // Parameter and Header Object: either `schema` or `content`. With `content`, fields that describe a `schema` aren't
  // allowed.
  definitions.SchemaXORContent = {
    anyOf: [{ required: ["schema"] }, { required: ["content"] }],
    if: { required: ["schema"] },
    then: { properties: { content: false } },
    else: {
      if: { required: ["content"] },
      then: {
        properties: { style: false, explode: false, allowReserved: false, example: false, examples: false },
      },
    },
  };
  return schema;
}

function orReference(name) {
  return { oneOf: [{ $ref: `#/definitions/${name}` }, { $ref: "#/definitions/Reference" }] };
}
