import { apiSettings } from "./api-settings.ts";
import { appearanceSettings } from "./appearance-settings.ts";
import { stringChecks } from "./check-value.ts";
import { integrations } from "./integration-settings.ts";
import { elementSchemas, navigation } from "./navigation-settings.ts";
import { pageSettings } from "./page-settings.ts";
import type { ProfileName } from "./profile.ts";
import {
  createCheckedString,
  jsonSchemaDraft,
  type EnumSchema,
  getEnumValues,
  flag,
  type FormsSchema,
  type JsonSchema,
  type ListSchema,
  type NamedSchema,
  nonBlank,
  object,
  type ObjectSchema,
  setting,
  type Setting,
  type SettingSchema,
  type SchemaName,
  type StringSchema,
  text,
} from "./setting-schema.ts";
import { ruleAreas, ruleSummaries, settingsFileSchema } from "./settings-file-schema.ts";

/** The schema of docs.json, including the settings of both profiles. */
export const rootSchema: ObjectSchema = object({
  $schema: setting(
    createCheckedString("url"),
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
  readonly allowsRefs: boolean;
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
  const target = { profile, allowsRefs: true };
  const definitions = Object.entries(elementSchemas).map(([name, schema]) => [name, createJsonSchema(schema, target)]);
  return {
    $schema: jsonSchemaDraft,
    title: "docs.json",
    description: "Settings and navigation of a documentation site.",
    ...createObjectSchema(rootSchema, target),
    definitions: { ...Object.fromEntries(definitions), pulledIn: refSchema },
  };
}

/** Returns the JSON Schema of `.docwright.json`. `$ref` isn't supported in this file. */
export function createSettingsFileSchema(): JsonSchema {
  return {
    $schema: jsonSchemaDraft,
    title: ".docwright.json",
    description: "Settings that a team shares for checking its site.",
    ...createObjectSchema(settingsFileSchema, { profile: "standard", allowsRefs: false }),
  };
}

/**
 * Returns the schema of a value. If the value is an object or list, the schema also accepts a `$ref` that includes the
 * value.
 */
function createValueSchema(settingSchema: SettingSchema, target: SchemaTarget): JsonSchema {
  if (settingSchema.kind === "named")
    return allowRef({ $ref: `#/definitions/${settingSchema.name satisfies SchemaName}` }, target);
  const schema = createJsonSchema(settingSchema, target);
  return settingSchema.kind === "list" ||
    settingSchema.kind === "object" ||
    settingSchema.kind === "forms" ||
    settingSchema.kind === "record"
    ? allowRef(schema, target)
    : schema;
}

function allowRef(schema: JsonSchema, { allowsRefs }: SchemaTarget): JsonSchema {
  if (!allowsRefs) return schema;
  return {
    if: { type: "object", required: ["$ref"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { $ref: "#/definitions/pulledIn" },
    else: schema,
  };
}

function createJsonSchema(schema: SettingSchema, target: SchemaTarget): JsonSchema {
  switch (schema.kind) {
    case "named":
      return { $ref: `#/definitions/${schema.name}` };
    case "string":
      return createStringSchema(schema);
    case "enum":
      return createEnumSchema(schema, target);
    case "boolean":
      return { type: "boolean" };
    case "number":
      return {
        type: "number",
        ...(schema.exclusiveMinimum !== undefined && { exclusiveMinimum: schema.exclusiveMinimum }),
      };
    case "list":
      return createListSchema(schema, target);
    case "record":
      return {
        type: "object",
        ...(schema.keys === "rule" && { propertyNames: { enum: [...ruleAreas, ...ruleSummaries.keys()] } }),
        additionalProperties: createValueSchema(schema.values, target),
      };
    case "object":
      return createObjectSchema(schema, target);
    case "forms":
      return createFormsSchema(schema, target);
    case "choice":
      return { anyOf: Object.values(schema.branches).map((branch) => createValueSchema(branch, target)) };
  }
}

function createStringSchema({ check, minLength, maxLength, isTrimmed }: StringSchema): JsonSchema {
  const pattern = check && stringChecks[check].pattern;
  return {
    type: "string",
    // The service ignores leading and trailing spaces, which the length keywords of JSON Schema can't express.
    ...(minLength !== undefined && (isTrimmed ? { pattern: "\\S" } : { minLength })),
    ...(maxLength !== undefined && !isTrimmed && { maxLength }),
    ...(pattern !== undefined && { pattern }),
  };
}

function createEnumSchema(schema: EnumSchema, target: SchemaTarget): JsonSchema {
  const values = [...getEnumValues(schema, target.profile), ...(schema.disputedValues ?? [])];
  const descriptionsByValue = new Map(Object.entries(schema.descriptions ?? {}));
  const enumSchema = {
    enum: [...new Set(values)],
    ...(descriptionsByValue.size > 0 && {
      enumDescriptions: values.map((value) => descriptionsByValue.get(value) ?? ""),
    }),
  };
  return schema.isOpen || schema.isLenient ? { anyOf: [enumSchema, { type: "string" }] } : enumSchema;
}

function createListSchema({ items, minItems, maxItems, uniqueness }: ListSchema, target: SchemaTarget): JsonSchema {
  return {
    type: "array",
    items: createValueSchema(items, target),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(uniqueness === "item" && { uniqueItems: true }),
  };
}

function createObjectSchema({ settings, unknownKeyHandling }: ObjectSchema, target: SchemaTarget): JsonSchema {
  const shownSettings = [...settings].filter(([, { isMisplaced }]) => !isMisplaced);
  const requiredSettings = shownSettings.filter(
    ([, setting]) => setting.required === true || setting.required === target.profile,
  );
  const [settingsWithAlternatives, settingsWithoutAlternatives] = [
    requiredSettings.filter(([, { alternatives }]) => alternatives),
    requiredSettings.filter(([, { alternatives }]) => !alternatives),
  ];
  const dependencies = shownSettings.flatMap(([key, { required: requirement }]) =>
    typeof requirement === "object" ? [[requirement.otherKey, key] as const] : [],
  );
  return {
    type: "object",
    properties: Object.fromEntries(shownSettings.map(([key, setting]) => [key, createSettingSchema(setting, target)])),
    ...(settingsWithoutAlternatives.length > 0 && { required: settingsWithoutAlternatives.map(([key]) => key) }),
    ...(settingsWithAlternatives.length > 0 && {
      allOf: settingsWithAlternatives.map(([key, { alternatives = [] }]) => ({
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
    ...(unknownKeyHandling === "refused" && { additionalProperties: false }),
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
    ...createValueSchema(setting.schema, target),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** Returns a schema that selects the first form whose key the object contains. */
function createFormsSchema({ forms, defaultSchema }: FormsSchema, target: SchemaTarget): JsonSchema {
  return forms.reduceRight<JsonSchema>(
    (elseSchema, { key, values, schema }) => ({
      if: {
        type: "object",
        required: [key],
        ...(values && { properties: { [key]: { enum: values } } }),
      },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: createObjectSchema(schema, target),
      else: elseSchema,
    }),
    createObjectSchema(defaultSchema, target),
  );
}

export type ConcreteSchema = Exclude<SettingSchema, NamedSchema>;

/** Returns the schema that a name refers to. If the schema isn't a name, returns the schema itself. */
export function resolveSchema(schema: SettingSchema): ConcreteSchema {
  return schema.kind === "named" ? elementSchemas[schema.name] : schema;
}
