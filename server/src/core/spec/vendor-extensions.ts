import { httpMethods } from "../text/media-types.ts";

/** Keys under which services provide the same fields. */
export const serviceKeys = ["x-service", "x-mint"] as const;

const schemaOnly: readonly ExtensionPlace[] = ["schema"];
const operationOnly: readonly ExtensionPlace[] = ["operation"];
const wholeIgnored = "The service then ignores the whole extension, not this field alone.";
const ignored = "The service then ignores it.";

const mcpFields: readonly VendorField[] = [
  {
    name: "enabled",
    where: ["root", "operation", "path"],
    shape: "boolean",
    meaning: "Whether AI tools may call the operation through the MCP server of the docs.",
  },
  {
    name: "name",
    where: ["operation", "path"],
    shape: "text",
    meaning: "The name of the tool that the operation becomes.",
  },
  {
    name: "description",
    where: ["operation", "path"],
    shape: "text",
    meaning: "What the tool is told to do.",
  },
];

/** Fields of `x-service` and `x-mint`. */
export const serviceFields: readonly VendorField[] = [
  {
    name: "href",
    where: operationOnly,
    shape: "text",
    meaning:
      "The address of the operation's page, in place of the one made from its folder, tag and summary.",
    whenWrong: wholeIgnored,
  },
  {
    name: "metadata",
    where: operationOnly,
    shape: "object",
    meaning:
      "Frontmatter of the operation's page: title, description and the like. `openapi` in it is ignored.",
    whenWrong: wholeIgnored,
  },
  {
    name: "content",
    where: operationOnly,
    shape: "text",
    meaning: "MDX that is shown before the generated reference on the operation's page.",
    whenWrong: wholeIgnored,
  },
  {
    name: "groups",
    where: ["operation", "path", "schema"],
    shape: "texts",
    meaning:
      "Only readers of these groups see it. Groups of a path, of its operation and of its metadata count together.",
    whenWrong: wholeIgnored,
  },
  {
    name: "pre",
    where: ["schema", "operation"],
    shape: "texts",
    meaning: "Labels before the name of the field.",
    whenWrong: wholeIgnored,
  },
  {
    name: "post",
    where: ["schema", "operation"],
    shape: "texts",
    meaning: "Labels after the name of the field.",
    whenWrong: wholeIgnored,
  },
  {
    name: "playground",
    where: ["schema", "operation"],
    shape: "object",
    meaning: "How the field looks where requests are tried out.",
    whenWrong: wholeIgnored,
    fields: [
      {
        name: "expand",
        where: ["schema", "operation"],
        shape: "boolean",
        meaning: "Whether the field is open from the start where requests are tried out.",
        whenWrong: wholeIgnored,
      },
    ],
  },
  {
    name: "mcp",
    where: ["root", "operation", "path"],
    shape: "object",
    meaning: "Whether and how AI tools may call the operation.",
    whenWrong: wholeIgnored,
    fields: mcpFields,
  },
];

const extensions: readonly VendorField[] = [
  ...serviceKeys.map((name): VendorField => ({
    name,
    where: ["root", "operation", "path", "schema"],
    shape: "object",
    meaning: "What the docs show differently here than they would by themselves.",
    whenWrong: "The service then ignores all of it.",
    fields: serviceFields,
  })),
  {
    name: "x-mcp",
    where: ["root", ...operationOnly],
    shape: "object",
    meaning: "Whether and how AI tools may call the operation.",
    fields: mcpFields,
    replacedBy: "x-mint.mcp",
  },
  {
    name: "x-mint-enum",
    where: schemaOnly,
    shape: "object",
    meaning: "Which groups of readers see which value of `enum`: a list of groups by value.",
  },
  {
    name: "x-hidden",
    where: operationOnly,
    shape: "boolean",
    meaning:
      "The operation has a page that is in no generated menu; an entry of its own in navigation shows it.",
    whenWrong: 'The text "true" does not hide it.',
  },
  {
    name: "x-excluded",
    where: operationOnly,
    shape: "boolean",
    meaning:
      "The operation has no page. Listing it in navigation all the same can stop the docs from being built.",
    whenWrong: 'The text "true" does not exclude it.',
  },
  ...["x-codeSamples", "x-code-samples"].map((name): VendorField => ({
    name,
    where: operationOnly,
    shape: "samples",
    meaning:
      "Samples shown beside the operation in place of generated ones: a list with `lang`, `source` and, if wanted, `label`.",
    whenWrong: "A sample without `lang` or `source` is an error, as is anything but a list.",
  })),
  {
    name: "x-default",
    where: ["schema", "security-scheme"],
    shape: "any",
    meaning:
      "The value that stands in the field from the start where requests are tried out; outside of security only with `api.examples.prefill` in docs.json.",
  },
  {
    name: "x-group",
    where: ["tag"],
    shape: "text",
    meaning: "The name of the tag's group in navigation. Addresses of pages keep the name of the tag.",
    whenWrong: ignored,
  },
];

/** Every extension by its key. */
export const vendorExtensions: ReadonlyMap<string, VendorField> = new Map(
  extensions.map((field) => [field.name, field]),
);

/** Plain descriptions of the expected values. */
export const shapeLabels: Readonly<Record<ExtensionShape, string>> = {
  text: "a text",
  texts: "a list of texts",
  object: "an object",
  boolean: "true or false",
  samples: "a list of samples",
  any: "any value",
};

/** Returns the field at a path of keys that starts with the extension's own: `["x-mint", "mcp", "name"]`. */
export function vendorField(keys: readonly string[]): VendorField | undefined {
  const [first = "", ...more] = keys;
  let field = vendorExtensions.get(first);
  for (const key of more) field = field?.fields?.find(({ name }) => name === key);
  return field;
}

/** The object of a specification that may contain a vendor extension. */
export type ExtensionPlace = "root" | "tag" | "path" | "operation" | "schema" | "security-scheme";

/** The values that a field accepts. */
export type ExtensionShape = "text" | "texts" | "object" | "boolean" | "samples" | "any";

/**
 * A vendor extension of a specification, or one of its fields, with its effect on the docs, as data for checks,
 * completion, and hovers.
 */
export interface VendorField {
  /** The field, such as `href`; for an extension without fields, its full key, such as `x-hidden`. */
  readonly name: string;
  readonly where: readonly ExtensionPlace[];
  readonly shape: ExtensionShape;
  /** One sentence. */
  readonly meaning: string;
  /** The effect of a value of another type; undefined if unknown. */
  readonly whenWrong?: string;
  /** The fields of an object, if known. */
  readonly fields?: readonly VendorField[];
  /** The current key that replaces this one. */
  readonly replacedBy?: string;
}

const methods: ReadonlySet<string> = new Set([...httpMethods, "QUERY"].map((method) => method.toLowerCase()));
const schemaKeys: ReadonlySet<string> = new Set([
  "schema", "schemas", "itemSchema", "properties", "patternProperties", "items", "prefixItems", "allOf", "oneOf",
  "anyOf", "not", "additionalProperties", "$defs", "definitions",
]); // prettier-ignore

/**
 * Returns the kind of object at a path of keys from the root of a specification. Returns undefined if extensions have
 * no meaning there, or in a file of which only parts are included.
 */
export function extensionPlace(path: readonly string[]): ExtensionPlace | undefined {
  if (path.length === 0) return "root";
  const [section, , third] = path;
  const isPath = section === "paths" || section === "webhooks";
  if (isPath && path.length === 2) return "path";
  if (isPath && path.length === 3 && third !== undefined && methods.has(third)) return "operation";
  if (isPath && path.length === 4 && third === "additionalOperations") return "operation";
  if (section === "tags" && path.length === 2) return "tag";
  if (section === "components" && path[1] === "securitySchemes" && path.length === 3)
    return "security-scheme";
  if (section === "components" && path[1] === "pathItems") return extensionPlace(["paths", ...path.slice(2)]);
  return path.some((key) => schemaKeys.has(key)) ? "schema" : undefined;
}
