import type { ElementKind } from "./navigation.ts";
import type { ProfileName } from "./profile.ts";

/**
 * A small schema language for values in docs.json. Schemas are plain data that the rules, completion, hovers, and the
 * published JSON schema use. The branch of a choice is selected by the value's JSON type or by one of its keys.
 * Branches are never tried one after another, so the running time is linear at any nesting depth.
 */
export type SettingSchema =
  | StringSchema
  | EnumSchema
  | BooleanSchema
  | NumberSchema
  | ObjectSchema
  | ListSchema
  | RecordSchema
  | ChoiceSchema
  | FormsSchema
  | NamedSchema;

export interface StringSchema {
  readonly kind: "string";
  /** The required format of the text, specified as the name of a check in `check-value.ts`. */
  readonly check?: StringCheck;
  /** Whether the service ignores text in another format instead of rejecting the file. */
  readonly isLenient?: true;
  /** The minimum and maximum number of characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /**
   * Whether the service removes leading and trailing spaces before it checks the length. For example, it treats the
   * group name `" "` as empty.
   */
  readonly isTrimmed?: true;
  /** The kind of file that the text refers to. Set if the text is a URL or the path of a file in the site. */
  readonly fileKind?: FileKind;
  /**
   * The kind of target that the text refers to. Used for completion and by the rules that check whether the target
   * exists.
   */
  readonly referenceKind?: "icon" | "page" | "openapi" | "asyncapi" | "site";
}

export type FileKind = "image" | "font" | "grammar";

export type StringCheck =
  | "color"
  | "url"
  | "https-url"
  | "https-url-without-query"
  | "href"
  | "footer-href"
  | "profile-url"
  | "without-https"
  | "starts-with-g"
  | "starts-with-phc"
  | "identifier"
  | "folder-path"
  | "icon-name"
  | "spec-source"
  | "base-path"
  | "site-url"
  | "glob";

export interface EnumSchema {
  readonly kind: "enum";
  readonly values: readonly string[] | Readonly<Record<ProfileName, readonly string[]>>;
  /** Descriptions of some of the values. Shown in completion and hovers. */
  readonly descriptions?: Readonly<Record<string, string>>;
  /** Whether any other text is also allowed. In that case, the listed values are those with a special meaning. */
  readonly isOpen?: true;
  /**
   * Whether the service ignores other values instead of rejecting them. If so, another value causes a warning instead
   * of an error.
   */
  readonly isLenient?: true;
  /**
   * Values that the service's documentation allows but its published validation rejects. Such values cause a warning
   * instead of an error.
   */
  readonly disputedValues?: readonly string[];
  /** The rule that reports other values. If set, the general check accepts such values. */
  readonly reportedBy?: string;
}

export interface BooleanSchema {
  readonly kind: "boolean";
}

export interface NumberSchema {
  readonly kind: "number";
  /** The limit that the value must exceed. */
  readonly exclusiveMinimum?: number;
  /** The rule that reports numbers that are out of range. If set, the general check accepts such numbers. */
  readonly reportedBy?: string;
}

export interface ObjectSchema {
  readonly kind: "object";
  readonly settings: ReadonlyMap<string, Setting>;
  /** Whether the service ignores unknown keys or rejects them. */
  readonly unknownKeyHandling: "ignored" | "refused";
}

export interface ListSchema {
  readonly kind: "list";
  readonly items: SettingSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** What must be unique: each item as a whole, or each item's value for a key. */
  readonly uniqueness?: "item" | { readonly key: string };
  /** The rule that reports a list with too few or repeated items. If set, the general check accepts such a list. */
  readonly reportedBy?: string;
}

/** An object whose keys the author chooses, such as the names of variables. */
export interface RecordSchema {
  readonly kind: "record";
  readonly values: SettingSchema;
  /** Set to `rule` if the keys are rule codes or areas. Completion then suggests them. */
  readonly keys?: "rule";
}

/** A choice between several schemas. The JSON type of the value selects the schema. */
export interface ChoiceSchema {
  readonly kind: "choice";
  readonly branches: Readonly<Partial<Record<ValueKind, SettingSchema>>>;
  /**
   * The kinds of values that the service's documentation allows but its published validation rejects. Values of these
   * kinds cause a warning instead of an error.
   */
  readonly disputedKinds?: readonly ValueKind[];
}

export type ValueKind = "string" | "number" | "boolean" | "list" | "object";

/**
 * Several forms of an object. The form that applies is the first one whose key is present. If a form lists values, its
 * key must also have one of these values.
 */
export interface FormsSchema {
  readonly kind: "forms";
  readonly forms: readonly {
    readonly key: string;
    readonly values?: readonly string[];
    readonly schema: ObjectSchema;
  }[];
  readonly defaultSchema: ObjectSchema;
}

/**
 * A schema that can contain itself, such as the schema of a group, and is therefore looked up by name in
 * `settings/config-schema.ts`.
 */
export interface NamedSchema {
  readonly kind: "named";
  readonly name: SchemaName;
}

export type SchemaName = Exclude<ElementKind, "root">;

/** The definition of a setting. */
export interface Setting {
  readonly schema: SettingSchema;
  /** One or two sentences for authors. */
  readonly meaning: string;
  /** The default value as displayed, such as `closed` or `the site's name`. */
  readonly default?: string;
  /**
   * Whether the setting is required: in both profiles (`true`), in only one profile, or only if the same object has the
   * key that `otherKey` specifies.
   */
  readonly required?: true | ProfileName | { readonly otherKey: string };
  /** The setting is optional if the same object has any of these keys. */
  readonly alternatives?: readonly string[];
  /** The rule that reports a missing setting, if it isn't `config/missing-setting`. */
  readonly missingReportedBy?: string;
  /** The setting's initial value if it's added by completion or by the fix for a missing setting. */
  readonly example?: ExampleValue;
  /**
   * The only profile that supports the setting. In the other profile, the service ignores the setting, and Docwright
   * doesn't suggest it.
   */
  readonly onlyProfile?: ProfileName;
  /** Whether another setting replaces this one in the other profile, so `config/unknown-setting` reports it there. */
  readonly isReplacedInOtherProfile?: true;
  /** The only theme that supports the setting. */
  readonly theme?: string;
  /**
   * Whether this is a navigation key that isn't valid in this element. Such a key is never suggested, and
   * `nav/misplaced-child` reports it.
   */
  readonly isMisplaced?: true;
}

export type ExampleValue =
  | string
  | boolean
  | number
  | readonly ExampleValue[]
  | { readonly [key: string]: ExampleValue };

/** Whether the setting is required in this profile, given the object's other keys. */
export function isRequired(setting: Setting, profile: ProfileName, hasKey: (key: string) => boolean): boolean {
  const { required } = setting;
  if (required === undefined) return false;
  if (typeof required === "object") return hasKey(required.otherKey);
  return required === true || required === profile;
}

/** Returns the values of an enum that this profile supports. */
export function getEnumValues(schema: EnumSchema, profile: ProfileName): readonly string[] {
  return "standard" in schema.values ? schema.values[profile] : schema.values;
}

/** Short names for use in the setting tables. */
export const text: StringSchema = { kind: "string" };
export const nonEmpty: StringSchema = { kind: "string", minLength: 1 };
export const nonBlank: StringSchema = { kind: "string", minLength: 1, isTrimmed: true };
export const flag: SettingSchema = { kind: "boolean" };
export const number: SettingSchema = { kind: "number" };
export const imageFile: StringSchema = { kind: "string", fileKind: "image" };
export const color: StringSchema = createCheckedString("color");

export function createCheckedString(
  check: StringCheck,
  options: Omit<StringSchema, "kind" | "check"> = {},
): StringSchema {
  return { kind: "string", check, ...options };
}

export function createEnum(
  values: EnumSchema["values"],
  options: Omit<EnumSchema, "kind" | "values"> = {},
): EnumSchema {
  return { kind: "enum", values, ...options };
}

/** Returns the schema of an enum, with a description of each value. */
export function createDescribedEnum(descriptions: Readonly<Record<string, string>>): EnumSchema {
  return { kind: "enum", values: Object.keys(descriptions), descriptions };
}

export function setting(
  schema: SettingSchema,
  meaning: string,
  options: Omit<Setting, "schema" | "meaning"> = {},
): Setting {
  return { schema, meaning, ...options };
}

/** Returns the schema of an object with these settings. The service silently ignores unknown keys. */
export function object(settings: Readonly<Record<string, Setting>>): ObjectSchema {
  return { kind: "object", settings: new Map(Object.entries(settings)), unknownKeyHandling: "ignored" };
}

/** Returns the schema of an object with these settings. The service rejects unknown keys. */
export function createClosedObject(settings: Readonly<Record<string, Setting>>): ObjectSchema {
  return { kind: "object", settings: new Map(Object.entries(settings)), unknownKeyHandling: "refused" };
}

export function list(items: SettingSchema, options: Omit<ListSchema, "kind" | "items"> = {}): ListSchema {
  return { kind: "list", items, ...options };
}

export function record(values: SettingSchema): RecordSchema {
  return { kind: "record", values };
}

export function choice(
  branches: ChoiceSchema["branches"],
  disputedKinds?: ChoiceSchema["disputedKinds"],
): ChoiceSchema {
  return { kind: "choice", branches, ...(disputedKinds ? { disputedKinds } : {}) };
}

export function createNamedSchema(name: SchemaName): NamedSchema {
  return { kind: "named", name };
}

/** The part of JSON Schema that Docwright generates. Docwright uses draft 7, which editors support best. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export const jsonSchemaDraft = "http://json-schema.org/draft-07/schema#";
