import { iconStyles } from "../config/icons/icons.ts";
import { jsonSchemaDraft, type JsonSchema } from "../config/settings/setting-schema.ts";
import type { ProfileName } from "../config/settings/profile.ts";
import type { PhraseText } from "../text/phrase.ts";
import type { TextRange } from "../text/text-edit.ts";
import type { PageAttribute, PageReferences, PageTag } from "./page.ts";

/** The type of a field's value. `describeFieldType` describes it for authors. */
export type FieldType =
  /** Text for readers. YAML numbers and dates (`title: 2024`) are also accepted. */
  | { readonly kind: "text" }
  /** Text that the service interprets, so it must be a string. */
  | {
      readonly kind: "reference";
      readonly names: "endpoint" | "operation" | "schema" | "channel" | "url" | "other";
    }
  | { readonly kind: "flag" }
  | { readonly kind: "number" }
  | { readonly kind: "enum"; readonly values: readonly FieldValueInfo[] }
  /** The name, path, or URL of an icon, or a map with the keys `name`, `style`, and `library`. */
  | { readonly kind: "icon" }
  | { readonly kind: "list" }
  /** A list of group names, or a list of maps with the keys `includes` and `excludes`. */
  | { readonly kind: "groups" }
  /** `false`, or a list of links with optional titles. */
  | { readonly kind: "related" }
  | { readonly kind: "map" }
  /** A map, or its short form as a string. */
  | { readonly kind: "reference-or-map" }
  | { readonly kind: "any" };

export interface FieldValueInfo {
  readonly value: string;
  readonly meaning: string;
  readonly onlyProfile?: ProfileName;
}

/** The definition of a frontmatter field. */
export interface FieldInfo {
  readonly name: string;
  readonly type: FieldType;
  /** A description of the field's effect on the page. It can be different for each profile. */
  readonly meaning: string | Readonly<Record<ProfileName, string>>;
  /** The default value as displayed to authors, such as `the site's setting`. */
  readonly default?: string;
  /** Whether the field is valid but not recommended. */
  readonly isUnlisted?: true;
}

const textType = { kind: "text" } as const;
const flagType = { kind: "flag" } as const;
const anyType = { kind: "any" } as const;
const urlType = { kind: "reference", names: "url" } as const;

/** Every frontmatter field that the service supports. */
const fields: readonly FieldInfo[] = [
  {
    name: "title",
    type: textType,
    meaning: "Title at the top of the page, in the sidebar, and in search results.",
    default: "on API pages, the operation's summary; otherwise, a title derived from the file name",
  },
  {
    name: "description",
    type: textType,
    meaning: "Description below the title, also used by search engines.",
    default: "on API pages, the operation's description",
  },
  { name: "sidebarTitle", type: textType, meaning: "Shorter title for the sidebar.", default: "the title" },
  {
    name: "icon",
    type: { kind: "icon" },
    meaning: "Icon next to the title in the sidebar: a name from the site's icon library, a path, or a URL.",
  },
  {
    name: "iconType",
    type: {
      kind: "enum",
      values: iconStyles.map((value) => ({ value, meaning: `Font Awesome's ${value} style.` })),
    },
    meaning: "Font Awesome icon style. If `icon` is a map, set its `style` instead.",
  },
  { name: "tag", type: textType, meaning: "Badge next to the title in the sidebar, such as `NEW`." },
  {
    name: "mode",
    type: {
      kind: "enum",
      values: [
        { value: "wide", meaning: "Hides the table of contents to leave more room for the text." },
        { value: "custom", meaning: "Shows a blank page with only the top bar." },
        {
          value: "frame",
          meaning: "Shows a blank page next to the sidebar. For the aspen, almond, luma, and sequoia themes.",
        },
        {
          value: "center",
          meaning:
            "Centers the text, without a sidebar or table of contents. For the mint, linden, willow, and maple themes.",
        },
        { value: "assistant", meaning: "Uses the whole page for the assistant." },
      ],
    },
    meaning: "Page layout.",
    default: "sidebar, text, and table of contents",
  },
  {
    name: "url",
    type: urlType,
    meaning: "Turns the sidebar entry into a link to this URL. The page itself isn't shown.",
  },
  {
    name: "openapi",
    type: { kind: "reference", names: "operation" },
    meaning:
      "Operation that this page documents, such as `GET /users`. To name the specification file too, use `/api.json GET /users`. For a webhook, use `webhook name`.",
  },
  {
    name: "openapi-schema",
    type: { kind: "reference", names: "schema" },
    meaning:
      "Name of the schema that this page documents. If there are several OpenAPI files, put the file's path before the name. Takes precedence over `openapi`.",
  },
  {
    name: "asyncapi",
    type: { kind: "reference", names: "channel" },
    meaning:
      "ID of the AsyncAPI channel that this page documents. If there are several AsyncAPI files, prefix the ID with the file's path.",
  },
  {
    name: "api",
    type: { kind: "reference", names: "endpoint" },
    meaning: {
      standard:
        "Endpoint that this page documents: a method and a full URL, or a method and a path that's appended to the `server` setting.",
      mintlify:
        "Endpoint that this page documents: a method and a full URL, or a method and a path that's appended to `api.mdx.server`.",
    },
  },
  {
    name: "graphql",
    type: { kind: "map" },
    meaning: "GraphQL query, mutation, or type that this page documents.",
  },
  {
    name: "sdk",
    type: { kind: "reference-or-map" },
    meaning: "SDK symbol that this page documents: its kind and name, such as `class Client`.",
  },
  {
    name: "playground",
    type: {
      kind: "enum",
      values: [
        { value: "interactive", meaning: "Shows a form that readers can fill in to send requests." },
        { value: "simple", meaning: "Shows an endpoint that readers can copy, without a form." },
        { value: "none", meaning: "Hides the playground." },
        {
          value: "auth",
          meaning: "Shows the form to signed-in readers. Hides the playground from others.",
        },
      ],
    },
    meaning: "Kind of playground on this page.",
    default: "`api.playground.display`",
  },
  {
    name: "authMethod",
    type: {
      kind: "enum",
      values: [
        { value: "bearer", meaning: "Sends a token in the `Authorization` header." },
        { value: "basic", meaning: "Sends a username and password in the `Authorization` header." },
        { value: "key", meaning: "Sends an API key in its own header." },
        { value: "cobo", meaning: "Sends a secret in the `API-SECRET` header.", onlyProfile: "mintlify" },
        { value: "none", meaning: "Uses no authentication." },
      ],
    },
    meaning: "How the playground on this `api` page authenticates requests. Overrides the site's setting.",
    default: "the site's authentication method",
  },
  { name: "auth", type: anyType, meaning: "Reserved by the service.", isUnlisted: true },
  {
    name: "contentType",
    type: textType,
    meaning: "Media type of the request body on an `api` page.",
    default: "`application/json`",
  },
  {
    name: "groups",
    type: { kind: "groups" },
    meaning: {
      standard: "Reader groups that can use the playground if `playground` is `auth`. The page remains public.",
      mintlify: "Reader groups that can see the page or, if `playground` is `auth`, use the playground.",
    },
  },
  {
    name: "public",
    type: flagType,
    meaning: "Makes the page public on a site that requires readers to sign in.",
  },
  { name: "isPublic", type: flagType, meaning: "Older name for `public`.", isUnlisted: true },
  {
    name: "hidden",
    type: flagType,
    meaning: "Hides the page from the sidebar and search engines. Its URL still works.",
    default: "`false`",
  },
  {
    name: "noindex",
    type: flagType,
    meaning: "Excludes the page from search, the sitemap, and search engines. It remains in the sidebar.",
    default: "`false`",
  },
  {
    name: "searchable",
    type: flagType,
    meaning: "If `false`, the page is excluded from the site's own search. Search engines can still find it.",
    default: "`true`",
  },
  { name: "robots", type: textType, meaning: "Robots meta tag for search engines, such as `noindex, nofollow`." },
  {
    name: "boost",
    type: { kind: "number" },
    meaning:
      "Multiplier for the page's search ranking: `3` makes the page three times as relevant, and `0.5` half as relevant. Overrides the group's value.",
    default: "the nearest group's `boost`, otherwise `1`",
  },
  { name: "deprecated", type: flagType, meaning: "Marks the page as deprecated." },
  { name: "hideFooterPagination", type: flagType, meaning: "Hides the links to the previous and next pages." },
  { name: "hideApiMarker", type: flagType, meaning: "Hides the method next to the page in the sidebar." },
  {
    name: "related",
    type: { kind: "related" },
    meaning: "Related pages at the bottom of the page: paths or URLs, each with an optional title. `false` shows none.",
  },
  {
    name: "contextual",
    type: { kind: "map" },
    meaning: "Menu on this page for copying it or opening it in other tools. `options: []` turns it off.",
  },
  {
    name: "keywords",
    type: { kind: "list" },
    meaning: "Search terms that find the page even if they don't appear on it.",
  },
  {
    name: "timestamp",
    type: flagType,
    meaning: "Shows the date of the last change.",
    default: "`metadata.timestamp`",
  },
  {
    name: "lastUpdatedDate",
    type: textType,
    meaning: "Date of the last change, such as `2026-03-31`.",
    default: "the date of the last commit",
  },
  { name: "createdDate", type: textType, meaning: "Date when the page was created.", isUnlisted: true },
  { name: "version", type: textType, meaning: "API version that the page documents." },
  { name: "authors", type: anyType, meaning: "Authors of the page.", isUnlisted: true },
  { name: "rss", type: flagType, meaning: "Offers the page's updates as an RSS feed." },
  { name: "canonical", type: urlType, meaning: "Canonical URL of the page for search engines." },
  ...createMetaTagFields(),
];

/** Returns the frontmatter fields for the meta tags that link previews use. */
function createMetaTagFields(): FieldInfo[] {
  const tagsByPrefix = {
    og: ["site_name", "title", "description", "url", "type", "image", "image:width", "image:height"],
    twitter: ["card", "title", "description", "site", "image", "image:width", "image:height"],
  };
  return Object.entries(tagsByPrefix).flatMap(([prefix, tags]) =>
    tags.map((tag) => ({
      name: `${prefix}:${tag}`,
      type: textType,
      meaning: `The \`${prefix}:${tag}\` meta tag for previews of links to this page.`,
      ...(prefix === "twitter" && { default: `\`og:${tag}\`, otherwise the page's own value` }),
    })),
  );
}

export const frontmatterFields: ReadonlyMap<string, FieldInfo> = new Map(fields.map((field) => [field.name, field]));

/** Returns the description of the field's effect on the page in this profile. */
export function getMeaning(field: FieldInfo, profile: ProfileName): string {
  return typeof field.meaning === "string" ? field.meaning : field.meaning[profile];
}

/** Returns the values that a field accepts, or undefined if they can't be listed individually. */
export function getFieldValues(field: FieldInfo, profile: ProfileName): readonly FieldValueInfo[] | undefined {
  if (field.type.kind === "flag")
    return [
      { value: "true", meaning: "Enables this option." },
      { value: "false", meaning: "Disables this option." },
    ];
  if (field.type.kind !== "enum") return undefined;
  return field.type.values.filter(({ onlyProfile }) => onlyProfile === undefined || onlyProfile === profile);
}

/** Returns a description of the type that can follow "needs", such as `true or false`. */
export function describeFieldType(type: FieldType): PhraseText {
  switch (type.kind) {
    case "flag":
      return "true or false, without quotes";
    case "number":
      return "a number, without quotes";
    case "list":
      return "a list of text";
    case "groups":
      return "a list of group names";
    case "related":
      return "a list of links, or false";
    case "icon":
      return "an icon name or a map with a name";
    case "map":
      return "a map";
    case "reference-or-map":
      return "text or a map";
    default:
      return "text";
  }
}

const scalarSchema: JsonSchema = { type: ["string", "number", "boolean", "null"] };
const mapSchema: JsonSchema = { type: "object" };

/**
 * Returns the JSON Schema for a page's frontmatter. The schema accepts unknown fields, because sites can define their
 * own.
 */
export function createFrontmatterSchema(profile: ProfileName): JsonSchema {
  return {
    $schema: jsonSchemaDraft,
    title: "Frontmatter",
    description: "Frontmatter fields of a page.",
    type: ["object", "null"],
    properties: Object.fromEntries(
      [...frontmatterFields.values()].map((field) => [field.name, createFieldSchema(field, profile)]),
    ),
  };
}

function createFieldSchema(field: FieldInfo, profile: ProfileName): JsonSchema {
  const description = getMeaning(field, profile);
  return {
    description: field.default === undefined ? description : `${description} Default: ${field.default}.`,
    ...createTypeSchema(field, profile),
  };
}

/**
 * Returns the JSON Schema for a field's value. The schema always accepts `null`, because a field without a value isn't
 * a problem.
 */
function createTypeSchema(field: FieldInfo, profile: ProfileName): JsonSchema {
  const { type } = field;
  switch (type.kind) {
    case "text":
      return { type: ["string", "number", "null"] };
    case "reference":
      return { type: ["string", "null"] };
    case "flag":
      return { type: ["boolean", "null"] };
    case "number":
      return { type: ["number", "null"] };
    case "enum": {
      const values = getFieldValues(field, profile) ?? [];
      return {
        enum: [...values.map(({ value }) => value), "", null],
        enumDescriptions: [...values.map(({ meaning }) => meaning), "", ""],
      };
    }
    case "icon":
    case "reference-or-map":
      return { type: ["string", "object", "null"] };
    case "list":
      return { type: ["array", "null"], items: scalarSchema };
    case "groups":
      return { type: ["array", "null"], items: { type: ["string", "number", "object"] } };
    case "related":
      return {
        anyOf: [
          { const: false },
          { type: "null" },
          { type: "array", items: { anyOf: [{ type: "string" }, mapSchema] } },
        ],
      };
    case "map":
      return { type: ["object", "null"] };
    case "any":
      return {};
  }
}

/**
 * A parameter or field that an author documents manually, such as `<ParamField query="limit" type="integer">` or
 * `<ResponseField name="id" type="string" required>`.
 */
export interface DocumentedField {
  readonly tag: PageTag;
  /**
   * The location that the tag specifies: `body`, `query`, `path`, `header`, `cookie`, or `auth`. For a ResponseField,
   * this is `response`.
   */
  readonly location: FieldLocation;
  readonly name: string;
  /** The range of the name, without its quotes. */
  readonly nameRange: TextRange;
  /** The type as written, such as `string[]`. Undefined if the type is missing or isn't text. */
  readonly type: { readonly text: string; readonly range: TextRange } | undefined;
  /** Whether the field is required. `unknown` if the attribute's value is an expression. */
  readonly required: boolean | "unknown";
  readonly deprecated: boolean | "unknown";
  /** The text of `default="…"` or `default={…}`, as written. */
  readonly default: string | undefined;
  /** Fields that are documented inside this field, usually in an Expandable. */
  readonly children: readonly DocumentedField[];
  /** Whether the tag contains spread props (`{...props}`), which can set props that aren't listed. */
  readonly hasSpreadProps: boolean;
}

export const fieldLocations = ["body", "query", "path", "header", "cookie", "auth"] as const;
export type FieldLocation = (typeof fieldLocations)[number] | "response";

/**
 * Returns the fields that a page documents, in page order and nested as on the page. Omits fields whose name is
 * missing, empty, or an expression, together with the fields inside them.
 */
export function listDocumentedFields({ tags }: Pick<PageReferences, "tags">): readonly DocumentedField[] {
  const rootFields: DocumentedField[] = [];
  const childrenByTag = new Map<PageTag, DocumentedField[]>();
  const findFieldAncestor = (tag: PageTag): PageTag | undefined => {
    for (let parentIndex = tag.parentIndex; parentIndex !== undefined;) {
      const ancestor = tags[parentIndex];
      if (!ancestor || isField(ancestor)) return ancestor;
      parentIndex = ancestor.parentIndex;
    }
    return undefined;
  };
  for (const tag of tags) {
    if (!isField(tag)) continue;
    const children: DocumentedField[] = [];
    const field = readField(tag, children);
    const parent = findFieldAncestor(tag);
    if (field) childrenByTag.set(tag, children);
    const siblings = parent ? childrenByTag.get(parent) : rootFields;
    if (field) siblings?.push(field);
  }
  return rootFields;
}

const parameterTags: ReadonlySet<string> = new Set(["ParamField", "Param"]);

function isField({ name }: PageTag): boolean {
  return name === "ResponseField" || parameterTags.has(name);
}

function readField(tag: PageTag, children: readonly DocumentedField[]): DocumentedField | undefined {
  const name = readName(tag);
  if (!name) return undefined;
  const type = getTextValue(findAttribute(tag, "type"));
  return {
    tag,
    ...name,
    type: type && { text: type.text, range: type.range },
    required: readFlag(findAttribute(tag, "required")),
    deprecated: readFlag(findAttribute(tag, "deprecated")),
    default: findAttribute(tag, "default")?.value?.text,
    children,
    hasSpreadProps: tag.hasSpread,
  };
}

function readName(tag: PageTag): Pick<DocumentedField, "location" | "name" | "nameRange"> | undefined {
  const locations = tag.name === "ResponseField" ? (["name"] as const) : fieldLocations;
  for (const location of locations) {
    const value = getTextValue(findAttribute(tag, location));
    if (value && value.text.trim() !== "")
      return { location: location === "name" ? "response" : location, name: value.text.trim(), nameRange: value.range };
  }
  return undefined;
}

function findAttribute(tag: PageTag, name: string): PageAttribute | undefined {
  return tag.attributes.find((attribute) => attribute.name === name);
}

function getTextValue(attribute: PageAttribute | undefined): PageAttribute["value"] {
  return attribute?.value?.kind === "text" ? attribute.value : undefined;
}

/**
 * Returns true for `required` and `required={true}`, false for `required={false}` or a missing attribute, and `unknown`
 * for any other value.
 */
function readFlag(attribute: PageAttribute | undefined): boolean | "unknown" {
  if (!attribute) return false;
  const text = attribute.value?.text.trim();
  if (text === undefined || text === "true" || text === "") return true;
  return text === "false" ? false : "unknown";
}
