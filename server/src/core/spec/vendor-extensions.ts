import { httpMethods } from "../text/media-types.ts";
import type { PhraseText } from "../text/phrase.ts";

/** The keys that different services use for the same extension fields. */
export const serviceKeys = ["x-service", "x-mint"] as const;

const schemaLocations: readonly ExtensionParent[] = ["schema"];
const operationLocations: readonly ExtensionParent[] = ["operation"];
const ignoredExtensionEffect =
  "If the value has the wrong type, the service ignores the whole extension, not just this field.";
const ignoredFieldEffect = "If the value has the wrong type, the service ignores it.";

const mcpFields: readonly VendorField[] = [
  {
    name: "enabled",
    locations: ["root", "operation", "path"],
    fieldType: "boolean",
    meaning: "Controls whether AI tools can call the operation through the docs' MCP server.",
  },
  {
    name: "name",
    locations: ["operation", "path"],
    fieldType: "text",
    meaning: "Name of the MCP tool for the operation.",
  },
  {
    name: "description",
    locations: ["operation", "path"],
    fieldType: "text",
    meaning: "Description of the MCP tool for the operation.",
  },
];

/** Fields of `x-service` and `x-mint`. */
export const serviceFields: readonly VendorField[] = [
  {
    name: "href",
    locations: operationLocations,
    fieldType: "text",
    meaning: "URL path of the operation's page, instead of the one generated from its folder, tag, and summary.",
    wrongTypeEffect: ignoredExtensionEffect,
  },
  {
    name: "metadata",
    locations: operationLocations,
    fieldType: "object",
    meaning: "Frontmatter of the operation's page, such as `title` and `description`. `openapi` is ignored here.",
    wrongTypeEffect: ignoredExtensionEffect,
  },
  {
    name: "content",
    locations: operationLocations,
    fieldType: "text",
    meaning: "MDX shown before the generated reference on the operation's page.",
    wrongTypeEffect: ignoredExtensionEffect,
  },
  {
    name: "groups",
    locations: ["operation", "path", "schema"],
    fieldType: "texts",
    meaning:
      "Reader groups that can see this part of the specification. The groups of a path, its operation, and its metadata are combined.",
    wrongTypeEffect: ignoredExtensionEffect,
  },
  {
    name: "pre",
    locations: ["schema", "operation"],
    fieldType: "texts",
    meaning: "Labels before the field name.",
    wrongTypeEffect: ignoredExtensionEffect,
  },
  {
    name: "post",
    locations: ["schema", "operation"],
    fieldType: "texts",
    meaning: "Labels shown after the field name.",
    wrongTypeEffect: ignoredExtensionEffect,
  },
  {
    name: "playground",
    locations: ["schema", "operation"],
    fieldType: "object",
    meaning: "How the field looks in the playground.",
    wrongTypeEffect: ignoredExtensionEffect,
    fields: [
      {
        name: "expand",
        locations: ["schema", "operation"],
        fieldType: "boolean",
        meaning: "Controls whether the field is expanded by default in the playground.",
        wrongTypeEffect: ignoredExtensionEffect,
      },
    ],
  },
  {
    name: "mcp",
    locations: ["root", "operation", "path"],
    fieldType: "object",
    meaning: "Controls whether and how AI tools can call the operation.",
    wrongTypeEffect: ignoredExtensionEffect,
    fields: mcpFields,
  },
];

const extensions: readonly VendorField[] = [
  ...serviceKeys.map((name): VendorField => ({
    name,
    locations: ["root", "operation", "path", "schema"],
    fieldType: "object",
    meaning: "Overrides how the docs show this part of the specification.",
    wrongTypeEffect: "If the value has the wrong type, the service ignores the whole extension.",
    fields: serviceFields,
  })),
  {
    name: "x-mcp",
    locations: ["root", ...operationLocations],
    fieldType: "object",
    meaning: "Controls whether and how AI tools can call the operation.",
    fields: mcpFields,
    replacedBy: "x-mint.mcp",
  },
  {
    name: "x-mint-enum",
    locations: schemaLocations,
    fieldType: "object",
    meaning: "Reader groups that can see each value of `enum`, as a list of groups for each value.",
  },
  {
    name: "x-hidden",
    locations: operationLocations,
    fieldType: "boolean",
    meaning:
      "Hides the operation's page from the generated navigation. To show it there, add a navigation entry for it.",
    wrongTypeEffect: 'The string "true" doesn\'t hide it.',
  },
  {
    name: "x-excluded",
    locations: operationLocations,
    fieldType: "boolean",
    meaning: "Generates no page for the operation. If the navigation lists it anyway, the build can fail.",
    wrongTypeEffect: 'The string "true" doesn\'t exclude it.',
  },
  ...["x-codeSamples", "x-code-samples"].map((name): VendorField => ({
    name,
    locations: operationLocations,
    fieldType: "samples",
    meaning:
      "Code samples shown instead of generated ones: a list of objects with `lang`, `source`, and an optional `label`.",
    wrongTypeEffect: "A value other than a list is an error, and so is a sample without `lang` or `source`.",
  })),
  {
    name: "x-default",
    locations: ["schema", "security-scheme"],
    fieldType: "any",
    meaning:
      "Initial value of the field in the playground. Except in security schemes, requires `api.examples.prefill` in docs.json.",
  },
  {
    name: "x-group",
    locations: ["tag"],
    fieldType: "text",
    meaning: "Name of the tag's group in the navigation. Page URLs still contain the tag's name.",
    wrongTypeEffect: ignoredFieldEffect,
  },
];

/** Maps the key of each extension to its definition. */
export const vendorExtensions: ReadonlyMap<string, VendorField> = new Map(
  extensions.map((field) => [field.name, field]),
);

/** Plain-language descriptions of the expected values. */
export const fieldTypeLabels: Readonly<Record<ExtensionFieldType, PhraseText>> = {
  text: "a string",
  texts: "a list of strings",
  object: "an object",
  boolean: "true or false",
  samples: "a list of samples",
  any: "any value",
};

/**
 * Returns the field at a key path such as `["x-mint", "mcp", "name"]`. The first key is that of the extension itself.
 */
export function findVendorField(keys: readonly string[]): VendorField | undefined {
  const [extensionKey = "", ...otherKeys] = keys;
  let field = vendorExtensions.get(extensionKey);
  for (const key of otherKeys) field = field?.fields?.find(({ name }) => name === key);
  return field;
}

/** The kind of object that contains a vendor extension in a specification. */
export type ExtensionParent = "root" | "tag" | "path" | "operation" | "schema" | "security-scheme";

/** The values that a field accepts. */
export type ExtensionFieldType = "text" | "texts" | "object" | "boolean" | "samples" | "any";

/**
 * A vendor extension in a specification or a field of an extension, and its effect on the docs. Checks, completion, and
 * hovers use this data.
 */
export interface VendorField {
  /** The name of the field, such as `href`, or the full key of an extension without fields, such as `x-hidden`. */
  readonly name: string;
  readonly locations: readonly ExtensionParent[];
  readonly fieldType: ExtensionFieldType;
  /** A sentence about the field for authors. */
  readonly meaning: string;
  /** A sentence about the effect of a value with the wrong type. Undefined if the effect is unknown. */
  readonly wrongTypeEffect?: string;
  /** The fields of an object. Undefined if the fields aren't known. */
  readonly fields?: readonly VendorField[];
  /** The current name of an outdated key. Undefined if the key isn't outdated. */
  readonly replacedBy?: string;
}

const methods: ReadonlySet<string> = new Set([...httpMethods, "QUERY"].map((method) => method.toLowerCase()));
const schemaKeys: ReadonlySet<string> = new Set([
  "schema", "schemas", "itemSchema", "properties", "patternProperties", "items", "prefixItems", "allOf", "oneOf",
  "anyOf", "not", "additionalProperties", "$defs", "definitions",
]); // prettier-ignore

/**
 * Returns the kind of object at a key path from a specification's root. Returns undefined for objects in which
 * extensions have no meaning and for files that are only partly included.
 */
export function getExtensionParent(path: readonly string[]): ExtensionParent | undefined {
  if (path.length === 0) return "root";
  const [section, , thirdKey] = path;
  const isPath = section === "paths" || section === "webhooks";
  if (isPath && path.length === 2) return "path";
  if (isPath && path.length === 3 && thirdKey !== undefined && methods.has(thirdKey)) return "operation";
  if (isPath && path.length === 4 && thirdKey === "additionalOperations") return "operation";
  if (section === "tags" && path.length === 2) return "tag";
  if (section === "components" && path[1] === "securitySchemes" && path.length === 3) return "security-scheme";
  if (section === "components" && path[1] === "pathItems") return getExtensionParent(["paths", ...path.slice(2)]);
  return path.some((key) => schemaKeys.has(key)) ? "schema" : undefined;
}
