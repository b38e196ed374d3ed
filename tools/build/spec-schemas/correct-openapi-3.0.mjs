/**
 * The schema of OpenAPI 3.0 that npm has is of 2019. This makes it say what the specification says (3.0.4, sections
 * named below), which later editions of the schema do as well.
 */
export function correctOpenapi30(schema) {
  const { definitions } = schema;
  // Encoding Object: `headers` is a map of Header Objects or references.
  definitions.Encoding.properties.headers.additionalProperties = orReference("Header");
  // Security Scheme Object: `scheme` is a name of the HTTP registry, in which case counts for nothing (RFC 9110 §11.1).
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
  // Path Item Object: with `$ref`, what stands beside it is not defined, so nothing can be said about it.
  definitions.Paths.patternProperties["^\\/"] = orReference("PathItem");
  // Parameter and Header Object: `schema` or `content`, and with `content` none of what describes a `schema`.
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
