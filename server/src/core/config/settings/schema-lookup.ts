import { type JsonNode, type JsonObject, getJsonString, getJsonValue } from "../json/json-tree.ts";
import { derive } from "../../text/maps.ts";
import { type ConcreteSchema, resolveSchema, rootSchema } from "./config-schema.ts";
import type { ProfileName } from "./profile.ts";
import {
  getEnumValues,
  type ExampleValue,
  type FormsSchema,
  type ObjectSchema,
  type Setting,
  type SettingSchema,
  type ValueKind,
} from "./setting-schema.ts";

/** Returns the kind of a value, as used in schemas, or undefined for null. */
export function getValueKind(node: JsonNode): ValueKind | undefined {
  if (node.kind === "array") return "list";
  return node.kind === "null" ? undefined : node.kind;
}

/** Returns the kinds of values that a schema accepts. */
export function getAcceptedKinds(schema: ConcreteSchema): readonly ValueKind[] {
  switch (schema.kind) {
    case "string":
    case "enum":
      return ["string"];
    case "boolean":
    case "number":
    case "list":
      return [schema.kind];
    case "object":
    case "record":
    case "forms":
      return ["object"];
    case "choice":
      return getChoiceKinds(schema);
  }
}

const getChoiceKinds = derive((schema: Extract<ConcreteSchema, { kind: "choice" }>) =>
  valueKinds.filter((kind) => schema.branches[kind]),
);

/**
 * Returns the branch of a choice that applies to values of this kind. If the schema isn't a choice, returns the schema
 * itself.
 */
export function findBranch(schema: ConcreteSchema, kind: ValueKind): SettingSchema | undefined {
  return schema.kind === "choice" ? schema.branches[kind] : schema;
}

/** Returns the form that the object's keys select, or the default form if they don't select one. */
export function selectForm(schema: FormsSchema, node: JsonObject): ObjectSchema {
  return findSelectedForm(schema, node)?.schema ?? schema.defaultSchema;
}

/** Returns the form that the object's keys select, with its key. Undefined if they don't select one. */
export function findSelectedForm(schema: FormsSchema, node: JsonObject): FormsSchema["forms"][number] | undefined {
  return schema.forms.find(({ key, values }) =>
    values ? values.includes(getJsonString(node, key) ?? "") : node.properties.some((property) => property.key === key),
  );
}

const valueKinds: readonly ValueKind[] = ["string", "number", "boolean", "list", "object"];

/** The settings and schemas that are allowed at a position in docs.json. */
export interface AllowedSchemas {
  /** The setting whose value is at this position. Undefined for the root and for list items. */
  readonly setting: Setting | undefined;
  /**
   * The possible schemas of the value. A choice is represented by one schema for each kind of value. If an object's
   * keys don't select a form, all of its forms are included.
   */
  readonly schemas: readonly Exclude<ConcreteSchema, { kind: "choice" | "forms" }>[];
}

/**
 * Returns the settings and schemas that are allowed at a path such as `["navigation", "tabs", 0, "icon"]` in docs.json,
 * or in another file whose schema is `topSchema`. If an object has several forms, the keys in the existing tree select
 * one. Returns undefined for an unknown path.
 */
export function findAllowedSchemas(
  root: JsonNode | undefined,
  path: readonly (string | number)[],
  topSchema: SettingSchema = rootSchema,
): AllowedSchemas | undefined {
  let node = root;
  let schema: SettingSchema = topSchema;
  let setting: Setting | undefined;
  for (const [depth, step] of path.entries()) {
    const nextSchema: SettingSchema | undefined = findChildSchema(
      schema,
      step,
      node,
      (childSetting) => (setting = childSetting),
    );
    if (!nextSchema) return undefined;
    schema = nextSchema;
    node = getChild(node, step);
    if (typeof path[depth] === "number") setting = undefined;
  }
  return { setting, schemas: resolveSchemas(schema, node) };
}

/**
 * Returns the settings that are allowed at the position, by key, in the order of the setting tables. Excludes misplaced
 * settings and settings that only the other profile supports.
 */
export function getAllowedSettings(allowedSchemas: AllowedSchemas, profile: ProfileName): ReadonlyMap<string, Setting> {
  const settingsByKey = new Map<string, Setting>();
  for (const schema of allowedSchemas.schemas) {
    if (schema.kind !== "object") continue;
    for (const [key, setting] of schema.settings)
      if (!setting.isMisplaced && (setting.onlyProfile ?? profile) === profile && !settingsByKey.has(key))
        settingsByKey.set(key, setting);
  }
  return settingsByKey;
}

/** An allowed value as JSON text, with a description if its meaning isn't obvious. */
export interface AllowedValue {
  readonly json: string;
  readonly description: string | undefined;
}

/**
 * Returns the values that are allowed at a position, as JSON text to insert. Returns an empty list if any text or
 * number is allowed.
 */
export function getAllowedValues(allowedSchemas: AllowedSchemas, profile: ProfileName): readonly AllowedValue[] {
  return allowedSchemas.schemas.flatMap((schema): AllowedValue[] => {
    if (schema.kind === "boolean") return ["true", "false"].map((json) => ({ json, description: undefined }));
    if (schema.kind !== "enum") return [];
    const descriptionsByValue = new Map(Object.entries(schema.descriptions ?? {}));
    return getEnumValues(schema, profile).map((value) => ({
      json: JSON.stringify(value),
      description: descriptionsByValue.get(value),
    }));
  });
}

function findChildSchema(
  schema: SettingSchema,
  step: string | number,
  node: JsonNode | undefined,
  onSetting: (setting: Setting | undefined) => void,
): SettingSchema | undefined {
  for (const candidate of resolveSchemas(schema, node)) {
    if (candidate.kind === "list" && typeof step === "number") return candidate.items;
    if (typeof step !== "string") continue;
    if (candidate.kind === "record") {
      onSetting(undefined);
      return candidate.values;
    }
    const setting = candidate.kind === "object" ? candidate.settings.get(step) : undefined;
    if (!setting) continue;
    onSetting(setting);
    return setting.schema;
  }
  return undefined;
}

function resolveSchemas(schema: SettingSchema, node: JsonNode | undefined): AllowedSchemas["schemas"] {
  const concreteSchema = resolveSchema(schema);
  if (concreteSchema.kind === "choice") {
    const kind = node && getValueKind(node);
    const branches = Object.entries(concreteSchema.branches).filter(
      ([branchKind]) => kind === undefined || branchKind === kind,
    );
    return branches.flatMap(([, branch]) => resolveSchemas(branch, node));
  }
  if (concreteSchema.kind !== "forms") return [concreteSchema];
  if (node?.kind !== "object") return getForms(concreteSchema);
  const selectsForm = concreteSchema.forms.some(({ key }) => node.properties.some((property) => property.key === key));
  return selectsForm ? [selectForm(concreteSchema, node)] : getForms(concreteSchema);
}

/** Returns all forms, starting with the default form. */
function getForms({ forms, defaultSchema }: Extract<ConcreteSchema, { kind: "forms" }>): ObjectSchema[] {
  return [...new Set([defaultSchema, ...forms.map((form) => form.schema)])];
}

export function getChild(node: JsonNode | undefined, step: string | number): JsonNode | undefined {
  if (node?.kind === "array") return typeof step === "number" ? node.items[step] : undefined;
  return node?.kind === "object" ? node.properties.findLast((property) => property.key === step)?.value : undefined;
}

/** The documentation of a setting. It's used in hovers, completion, and the published description of docs.json. */
export interface SettingDoc {
  readonly meaning: string;
  readonly kinds: readonly ValueKind[];
  readonly values: readonly { readonly value: string; readonly description: string | undefined }[];
  readonly default: string | undefined;
  readonly required: boolean;
  /**
   * The only profile that supports the setting. Undefined if both profiles support it. `theme` is the only theme that
   * supports the setting.
   */
  readonly onlyProfile: ProfileName | undefined;
  readonly theme: string | undefined;
}

/** Returns the documentation of a setting in this profile. */
export function createSettingDoc(setting: Setting, profile: ProfileName): SettingDoc {
  return {
    meaning: setting.meaning,
    kinds: getAcceptedKinds(resolveSchema(setting.schema)),
    values: listValues(setting.schema, profile),
    default: setting.default,
    required: setting.required === true || setting.required === profile,
    onlyProfile: setting.onlyProfile,
    theme: setting.theme,
  };
}

/**
 * Returns the initial value of a new setting: its example or, if it has none, a simple value of the first kind that it
 * accepts.
 */
export function createInitialValue(setting: Setting, profile: ProfileName): ExampleValue {
  return setting.example ?? createEmptyValue(setting.schema, profile);
}

function createEmptyValue(schema: SettingSchema, profile: ProfileName): ExampleValue {
  const concreteSchema = resolveSchema(schema);
  switch (concreteSchema.kind) {
    case "enum":
      return getEnumValues(concreteSchema, profile)[0] ?? "";
    case "boolean":
      return true;
    case "number":
      return 1;
    case "list":
      return [];
    case "object":
    case "record":
    case "forms":
      return {};
    case "choice": {
      const [firstBranch] = Object.values(concreteSchema.branches);
      return firstBranch ? createEmptyValue(firstBranch, profile) : "";
    }
    case "string":
      return "";
  }
}

function listValues(schema: SettingSchema, profile: ProfileName): SettingDoc["values"] {
  const concreteSchema = resolveSchema(schema);
  if (concreteSchema.kind === "choice")
    return Object.values(concreteSchema.branches).flatMap((branch) => listValues(branch, profile));
  if (concreteSchema.kind === "list") return listValues(concreteSchema.items, profile);
  if (concreteSchema.kind !== "enum") return [];
  const descriptionsByValue = new Map(Object.entries(concreteSchema.descriptions ?? {}));
  return getEnumValues(concreteSchema, profile).map((value) => ({
    value,
    description: descriptionsByValue.get(value),
  }));
}

/** Whether the value is one of the listed values of the setting at this path. */
export function isAllowedAt(
  path: readonly (string | number)[],
  value: JsonNode | undefined,
  profile: ProfileName,
): boolean {
  const schemas = findAllowedSchemas(undefined, path);
  const allowedValues = schemas && value?.kind === "string" ? getAllowedValues(schemas, profile) : [];
  return value?.kind === "string" && allowedValues.some(({ json }) => json === JSON.stringify(value.value));
}

/** Returns the value at a path from the root, or undefined if it doesn't exist. */
export function findValue(root: JsonNode | undefined, path: readonly (string | number)[]): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>(
    (node, step) =>
      typeof step === "string" ? getJsonValue(node, step) : node?.kind === "array" ? node.items[step] : undefined,
    root,
  );
}

/** Returns the keys and indexes of a path such as `navbar.links[0].icon`. */
export function splitPath(path: string): (string | number)[] {
  return path
    .replaceAll("]", "")
    .split(/[.[]/)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
