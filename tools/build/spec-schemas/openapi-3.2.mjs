/**
 * Derives the OpenAPI 3.2 schema from the 3.1 schema. The sources are the specification 3.2.0, in the sections that the
 * comments below name, and its list of changes (https://github.com/OAI/OpenAPI-Specification/releases/tag/3.2.0).
 */
export function openapi32(schema31) {
  const schema = structuredClone(schema31);
  const { $defs, properties } = schema;
  schema.$id = "https://spec.openapis.org/oas/3.2/schema/derived";
  // OpenAPI Object: `$self`, a URI without a fragment.
  properties.openapi.pattern = String.raw`^3\.2\.\d+(-.+)?$`;
  properties.$self = { type: "string", pattern: "^[^#]*$" };
  // Names of methods and headers are tokens (RFC 9110 §5.6.2).
  $defs.token = { type: "string", pattern: "^[0-9A-Za-z!#$%&'*+.^_`|~-]+$" };
  // Components Object: `mediaTypes`.
  const names = "schemas|responses|parameters|examples|requestBodies|headers|securitySchemes|links|callbacks|pathItems";
  rename($defs.components.patternProperties, `^(${names})$`, `^(${names}|mediaTypes)$`);
  $defs.components.properties.mediaTypes = mapOf("media-type-or-reference");
  $defs["media-type-or-reference"] = {
    if: { type: "object", required: ["$ref"] },
    then: { $ref: "#/$defs/reference" },
    else: { $ref: "#/$defs/media-type" },
  };
  $defs.content.additionalProperties = { $ref: "#/$defs/media-type-or-reference" };
  // Server Object: `name`.
  $defs.server.properties.name = text;
  // Tag Object: `summary`, `parent`, `kind`.
  Object.assign($defs.tag.properties, { summary: text, parent: text, kind: text });
  // Response Object: `summary`; `description` is no longer required.
  $defs.response.properties.summary = text;
  delete $defs.response.required;
  changePathItem($defs);
  changeParameter($defs);
  changeContent($defs);
  changeSecurity($defs);
  return schema;
}

/** Path Item Object: `query`, and any other method under `additionalOperations`. */
function changePathItem($defs) {
  const item = $defs["path-item"];
  const methods = "get|put|post|delete|options|head|patch|trace";
  rename(item.patternProperties, `^(${methods})$`, `^(${methods}|query)$`);
  item.properties.additionalOperations = {
    ...mapOf("operation"),
    propertyNames: {
      allOf: [{ $ref: "#/$defs/token" }, { not: { enum: `${methods}|query`.toUpperCase().split("|") } }],
    },
  };
}

/** Parameter Object: `in: querystring`, the style `cookie`, and `allowReserved` in all parts of a URL. */
function changeParameter({ parameter }) {
  parameter.properties.in.enum.push("querystring");
  parameter.allOf.push(
    {
      if: { properties: { in: { const: "querystring" } }, required: ["in"] },
      then: { properties: { schema: false } },
    },
    // Examples are also allowed next to `content`.
    { $ref: "#/$defs/examples" },
  );
  const styles = parameter.dependentSchemas.schema;
  styles.allOf = styles.allOf.filter(({ $ref }) => $ref !== "#/$defs/examples");
  styles.$defs["styles-for-cookie"].then.properties.style.enum.push("cookie");
  for (const place of ["path", "cookie"])
    styles.$defs[`styles-for-${place}`].then.properties.allowReserved = { type: "boolean" };
}

/** Media Type, Encoding, Example, and Header Object: streams, nested encodings, and data values. */
function changeContent($defs) {
  const encodings = { prefixEncoding: { type: "array", items: encoding }, itemEncoding: encoding };
  Object.assign($defs["media-type"].properties, {
    description: text,
    itemSchema: { $ref: "#/$defs/schema" },
    ...encodings,
  });
  Object.assign($defs.encoding.properties, { encoding: mapOf("encoding"), ...encodings });
  for (const definition of [$defs["media-type"], $defs.encoding])
    definition.allOf.push({
      if: { required: ["encoding"] },
      then: { properties: { prefixEncoding: false, itemEncoding: false } },
    });
  Object.assign($defs.example.properties, { dataValue: true, serializedValue: text });
  $defs.example.then = { properties: { externalValue: false, dataValue: false, serializedValue: false } };
  $defs.example.else = {
    if: { required: ["serializedValue"] },
    then: { properties: { externalValue: false } },
  };
  $defs.header.allOf.push({ $ref: "#/$defs/examples" });
  delete $defs.header.dependentSchemas.schema.$ref;
}

/** Security Scheme and OAuth Flows Object: `deprecated`, `oauth2MetadataUrl`, and the device flow. */
function changeSecurity($defs) {
  $defs["security-scheme"].properties.deprecated = { type: "boolean" };
  $defs["security-scheme"].$defs["type-oauth2"].then.properties.oauth2MetadataUrl = text;
  const flows = $defs["oauth-flows"];
  flows.properties.deviceAuthorization = { $ref: "#/$defs/oauth-flows/$defs/device-authorization" };
  flows.$defs["device-authorization"] = structuredClone(flows.$defs["client-credentials"]);
  flows.$defs["device-authorization"].properties.deviceAuthorizationUrl = text;
  flows.$defs["device-authorization"].required.push("deviceAuthorizationUrl");
}

const text = { type: "string" };
const encoding = { $ref: "#/$defs/encoding" };

function mapOf(name) {
  return { type: "object", additionalProperties: { $ref: `#/$defs/${name}` } };
}

function rename(table, from, to) {
  if (!(from in table)) throw new Error(`The schema of OpenAPI 3.1 has no ${from} any more.`);
  table[to] = table[from];
  delete table[from];
}
