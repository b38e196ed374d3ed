import { apiSettings } from "./api-settings.ts";
import { appearanceSettings } from "./appearance-settings.ts";
import { stringChecks } from "./check-value.ts";
import { integrations } from "./integration-settings.ts";
import { elementShapes, navigation } from "./navigation-settings.ts";
import { pageSettings } from "./page-settings.ts";
import type { ProfileName } from "./profile.ts";
import {
  checkedString,
  jsonSchemaDraft,
  type EnumShape,
  getEnumValues,
  flag,
  type FormsShape,
  type JsonSchema,
  type ListShape,
  type NamedShape,
  nonBlank,
  object,
  type ObjectShape,
  setting,
  type Setting,
  type Shape,
  type ShapeName,
  type StringShape,
  text,
} from "./setting-shape.ts";
import { ruleAreas, ruleSummaries, settingsFileShape } from "./settings-file-shape.ts";

/** The shape of docs.json, including the settings of both profiles. */
export const rootShape: ObjectShape = object({
  $schema: setting(
    checkedString("url"),
    "URL of this file's JSON schema, which editors use for completion. Docwright also uses it to detect which service the site is for.",
    { default: "https://mintlify.com/docs.json" },
  ),
  name: setting(nonBlank, "Name of the project or product, shown to readers.", {
    required: "mintlify",
    example: "My product",
  }),
  description: setting(text, "Summary of the site for search engines and AI agents."),
  public: setting(flag, "Makes pages public by default on a site that requires readers to sign in."),
  ...appearanceSettings,
  navigation: setting(
    navigation,
    "Structure of the site. Its top level must contain exactly one of `products`, `languages`, `versions`, `tabs`, `dropdowns`, `anchors`, `groups`, or `pages`.",
    { required: true, example: { pages: ["index"] } },
  ),
  ...apiSettings,
  ...pageSettings,
  integrations: setting(integrations, "Analytics, chat, and consent services that the site uses."),
});

interface SchemaTarget {
  readonly profile: ProfileName;
  /** Whether a `$ref` can include values from separate files. */
  readonly isSplit: boolean;
}

/** The schema of an object with a `$ref`. It's accepted everywhere, because any value can be in a separate file. */
const refSchema: JsonSchema = {
  type: "object",
  required: ["$ref"],
  properties: {
    $ref: {
      type: "string",
      description: "Path of a JSON file, relative to this file. Its content replaces this object.",
    },
  },
};

/**
 * Returns the JSON Schema of docs.json for a profile, for other programs and for editors without Docwright. For
 * individual values, the schema is no stricter than the `config/` rules. It accepts everything that published sites
 * use, including unknown keys.
 */
export function createConfigSchema(profile: ProfileName): JsonSchema {
  const target = { profile, isSplit: true };
  const definitions = Object.entries(elementShapes).map(([name, shape]) => [name, createShapeSchema(shape, target)]);
  return {
    $schema: jsonSchemaDraft,
    title: "docs.json",
    description: "Settings and navigation of a documentation site.",
    ...createObjectSchema(rootShape, target),
    definitions: { ...Object.fromEntries(definitions), pulledIn: refSchema },
  };
}

/** Returns the JSON Schema of `.docwright.json`. `$ref` isn't supported in this file. */
export function createSettingsFileSchema(): JsonSchema {
  return {
    $schema: jsonSchemaDraft,
    title: ".docwright.json",
    description: "Settings that a team shares for checking its site.",
    ...createObjectSchema(settingsFileShape, { profile: "standard", isSplit: false }),
  };
}

/**
 * Returns the schema of a value. If the value is an object or list, the schema also accepts a `$ref` that includes the
 * value.
 */
function createValueSchema(shape: Shape, target: SchemaTarget): JsonSchema {
  if (shape.kind === "named") return allowRef({ $ref: `#/definitions/${shape.name satisfies ShapeName}` }, target);
  const schema = createShapeSchema(shape, target);
  return shape.kind === "list" || shape.kind === "object" || shape.kind === "forms" || shape.kind === "record"
    ? allowRef(schema, target)
    : schema;
}

function allowRef(schema: JsonSchema, { isSplit }: SchemaTarget): JsonSchema {
  if (!isSplit) return schema;
  return {
    if: { type: "object", required: ["$ref"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { $ref: "#/definitions/pulledIn" },
    else: schema,
  };
}

function createShapeSchema(shape: Shape, target: SchemaTarget): JsonSchema {
  switch (shape.kind) {
    case "named":
      return { $ref: `#/definitions/${shape.name}` };
    case "string":
      return createStringSchema(shape);
    case "enum":
      return createEnumSchema(shape, target);
    case "boolean":
      return { type: "boolean" };
    case "number":
      return {
        type: "number",
        ...(shape.above !== undefined && { exclusiveMinimum: shape.above }),
      };
    case "list":
      return createListSchema(shape, target);
    case "record":
      return {
        type: "object",
        ...(shape.keys === "rule" && { propertyNames: { enum: [...ruleAreas, ...ruleSummaries.keys()] } }),
        additionalProperties: createValueSchema(shape.values, target),
      };
    case "object":
      return createObjectSchema(shape, target);
    case "forms":
      return createFormsSchema(shape, target);
    case "choice":
      return { anyOf: Object.values(shape.branches).map((branch) => createValueSchema(branch, target)) };
  }
}

function createStringSchema({ check, minLength, maxLength, isTrimmed }: StringShape): JsonSchema {
  const pattern = check && stringChecks[check].pattern;
  return {
    type: "string",
    // The service ignores leading and trailing spaces, which the length keywords of JSON Schema can't express.
    ...(minLength !== undefined && (isTrimmed ? { pattern: "\\S" } : { minLength })),
    ...(maxLength !== undefined && !isTrimmed && { maxLength }),
    ...(pattern !== undefined && { pattern }),
  };
}

function createEnumSchema(shape: EnumShape, target: SchemaTarget): JsonSchema {
  const values = [...getEnumValues(shape, target.profile), ...(shape.disputedValues ?? [])];
  const descriptionsByValue = new Map(Object.entries(shape.descriptions ?? {}));
  const enumSchema = {
    enum: [...new Set(values)],
    ...(descriptionsByValue.size > 0 && {
      enumDescriptions: values.map((value) => descriptionsByValue.get(value) ?? ""),
    }),
  };
  return shape.isOpen || shape.isLenient ? { anyOf: [enumSchema, { type: "string" }] } : enumSchema;
}

function createListSchema({ items, min, max, uniqueness }: ListShape, target: SchemaTarget): JsonSchema {
  return {
    type: "array",
    items: createValueSchema(items, target),
    ...(min !== undefined && { minItems: min }),
    ...(max !== undefined && { maxItems: max }),
    ...(uniqueness === "item" && { uniqueItems: true }),
  };
}

function createObjectSchema({ settings, unknownKeys }: ObjectShape, target: SchemaTarget): JsonSchema {
  const shownSettings = [...settings].filter(([, { isMisplaced }]) => !isMisplaced);
  const required = shownSettings.filter(
    ([, setting]) => setting.required === true || setting.required === target.profile,
  );
  const [freeSettings, boundSettings] = [
    required.filter(([, { alternatives }]) => alternatives),
    required.filter(([, { alternatives }]) => !alternatives),
  ];
  const dependencies = shownSettings.flatMap(([key, { required: requirement }]) =>
    typeof requirement === "object" ? [[requirement.otherKey, key] as const] : [],
  );
  return {
    type: "object",
    properties: Object.fromEntries(shownSettings.map(([key, setting]) => [key, createSettingSchema(setting, target)])),
    ...(boundSettings.length > 0 && { required: boundSettings.map(([key]) => key) }),
    ...(freeSettings.length > 0 && {
      allOf: freeSettings.map(([key, { alternatives = [] }]) => ({
        anyOf: [key, ...alternatives].map((one) => ({ required: [one] })),
      })),
    }),
    ...(dependencies.length > 0 && {
      dependencies: Object.fromEntries(
        dependencies.map(([key]) => [
          key,
          dependencies.filter(([other]) => other === key).map(([, requiredKey]) => requiredKey),
        ]),
      ),
    }),
    ...(unknownKeys === "refused" && { additionalProperties: false }),
  };
}

function createSettingSchema(setting: Setting, target: SchemaTarget): JsonSchema {
  const { meaning, default: defaultText, example } = setting;
  const remarks = [
    meaning,
    defaultText === undefined ? "" : `Default: ${defaultText}.`,
    setting.onlyProfile === undefined ? "" : `Applies only in the ${setting.onlyProfile} profile.`,
    setting.theme === undefined ? "" : `Applies only to the ${setting.theme} theme.`,
  ];
  return {
    description: remarks.filter((part) => part !== "").join(" "),
    ...createValueSchema(setting.shape, target),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** Returns a schema that selects the first form whose key the object contains. */
function createFormsSchema({ forms, defaultShape }: FormsShape, target: SchemaTarget): JsonSchema {
  return forms.reduceRight<JsonSchema>(
    (elseSchema, { key, values, shape }) => ({
      if: {
        type: "object",
        required: [key],
        ...(values && { properties: { [key]: { enum: values } } }),
      },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: createObjectSchema(shape, target),
      else: elseSchema,
    }),
    createObjectSchema(defaultShape, target),
  );
}

export type ConcreteShape = Exclude<Shape, NamedShape>;

/** Returns the shape that a name refers to. If the shape isn't a name, returns the shape itself. */
export function resolveShape(shape: Shape): ConcreteShape {
  return shape.kind === "named" ? elementShapes[shape.name] : shape;
}
