import type { ProfileName } from "./profile.ts";

/**
 * A small schema language for values in docs.json, as plain data. Checks, completion, hovers, and the published JSON
 * schema all use it. The JSON type of a value, or one of its keys, selects the branch of a choice. Branches are never
 * tried one by one, so reading takes linear time at any nesting depth.
 */
export type Shape =
  | StringShape
  | EnumShape
  | BooleanShape
  | NumberShape
  | ObjectShape
  | ListShape
  | RecordShape
  | ChoiceShape
  | FormsShape
  | NamedShape;

export interface StringShape {
  readonly kind: "string";
  /** The required format of the text. `check-value.ts` contains the check for each name. */
  readonly check?: StringCheck;
  /** The minimum and maximum number of characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /**
   * Whether the service trims spaces before it checks the length. For example, a group named `" "` has no visible
   * title.
   */
  readonly trimmed?: true;
  /** The kind of file, if the text is the path of a file in the site or a URL. */
  readonly file?: FileKind;
  /**
   * The kind of other content on the site that the text refers to, for completion and for the rules that look up the
   * content.
   */
  readonly names?: "icon" | "page" | "openapi" | "asyncapi" | "site";
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

export interface EnumShape {
  readonly kind: "enum";
  readonly values: readonly string[] | Readonly<Record<ProfileName, readonly string[]>>;
  /** Descriptions of some of the values, for completion and hovers. */
  readonly about?: Readonly<Record<string, string>>;
  /** Whether any other text is also allowed. The listed values have a special meaning. */
  readonly open?: true;
  /** Whether the service accepts other values but ignores them, so that they cause a warning instead of an error. */
  readonly lenient?: true;
  /**
   * Values that the service's documentation allows but its published validation rejects. They cause a warning instead
   * of an error.
   */
  readonly disputed?: readonly string[];
  /** The rule that reports other values. The check itself accepts them. */
  readonly saidBy?: string;
}

export interface BooleanShape {
  readonly kind: "boolean";
}

export interface NumberShape {
  readonly kind: "number";
  /** The number that the value must exceed. */
  readonly above?: number;
  /** The rule that reports out-of-range numbers. The check itself accepts them. */
  readonly saidBy?: string;
}

export interface ObjectShape {
  readonly kind: "object";
  readonly settings: ReadonlyMap<string, Setting>;
  /** How the service handles unknown keys. */
  readonly unknownKeys: "ignored" | "refused";
}

export interface ListShape {
  readonly kind: "list";
  readonly items: Shape;
  readonly min?: number;
  readonly max?: number;
  /** How items must be unique: as strings, or by this key. */
  readonly unique?: "item" | { readonly key: string };
  /** The rule that reports a list with too few or repeated items. The check itself accepts such a list. */
  readonly saidBy?: string;
}

/** An object whose keys the author defines, such as the names of variables. */
export interface RecordShape {
  readonly kind: "record";
  readonly values: Shape;
  /** The kind of keys, if they're the codes of rules and areas, so that completion offers them. */
  readonly keys?: "rule";
}

/** A choice between shapes. The JSON type of the value selects one of them. */
export interface ChoiceShape {
  readonly kind: "choice";
  readonly branches: Readonly<Partial<Record<ValueKind, Shape>>>;
  /**
   * Kinds that the service's documentation allows but its published validation rejects. They cause a warning instead of
   * an error.
   */
  readonly disputed?: readonly ValueKind[];
}

export type ValueKind = "string" | "number" | "boolean" | "list" | "object";

/**
 * Several forms of an object. A key in the object selects the form: the first form whose key is present applies. If the
 * form lists values, the key must have one of them.
 */
export interface FormsShape {
  readonly kind: "forms";
  readonly forms: readonly {
    readonly key: string;
    readonly values?: readonly string[];
    readonly shape: ObjectShape;
  }[];
  readonly otherwise: ObjectShape;
}

/** A recursive shape, such as a group within a group. It's looked up in `settings/config-schema.ts`. */
export interface NamedShape {
  readonly kind: "named";
  readonly name: ShapeName;
}

export type ShapeName =
  | "product"
  | "language"
  | "version"
  | "tab"
  | "dropdown"
  | "anchor"
  | "item"
  | "group"
  | "global";

/** The definition of a setting. */
export interface Setting {
  readonly shape: Shape;
  /** One or two sentences for authors. */
  readonly meaning: string;
  /** The default as displayed, such as `closed` or `the site's name`. */
  readonly default?: string;
  /**
   * Whether the setting is required in both profiles, in one of them, or if another key in the same object is present.
   */
  readonly required?: true | ProfileName | { readonly with: string };
  /** Keys that make the setting optional if the same object contains any of them. */
  readonly unless?: readonly string[];
  /** The rule that reports the setting if it's missing, instead of `config/missing-setting`. */
  readonly missingSaidBy?: string;
  /** The initial value used by completion and by the fix that adds a missing setting. */
  readonly example?: ExampleValue;
  /**
   * The only profile that supports the setting. In the other profile, the setting is ignored, and it's neither reported
   * nor offered.
   */
  readonly onlyIn?: ProfileName;
  /** The only theme that supports the setting. */
  readonly theme?: string;
  /**
   * Whether this is a navigation key in an element that can't have it. Such a key is never offered, and
   * `nav/misplaced-child` reports it.
   */
  readonly misplaced?: true;
}

export type ExampleValue =
  | string
  | boolean
  | number
  | readonly ExampleValue[]
  | { readonly [key: string]: ExampleValue };

/** Whether the setting is required in this profile, given the object's other keys. */
export function isRequired(
  setting: Setting,
  profile: ProfileName,
  hasKey: (key: string) => boolean,
): boolean {
  const { required } = setting;
  if (required === undefined) return false;
  if (typeof required === "object") return hasKey(required.with);
  return required === true || required === profile;
}

/** Returns the values of an enum in a profile. */
export function enumValues(shape: EnumShape, profile: ProfileName): readonly string[] {
  return "standard" in shape.values ? shape.values[profile] : shape.values;
}

/** Short names for the setting tables. */
export const text: StringShape = { kind: "string" };
export const nonEmpty: StringShape = { kind: "string", minLength: 1 };
export const nonBlank: StringShape = { kind: "string", minLength: 1, trimmed: true };
export const flag: Shape = { kind: "boolean" };
export const number: Shape = { kind: "number" };
export const imageFile: StringShape = { kind: "string", file: "image" };
export const color: StringShape = checked("color");

export function checked(check: StringCheck, more: Omit<StringShape, "kind" | "check"> = {}): StringShape {
  return { kind: "string", check, ...more };
}

export function enumShape(
  values: EnumShape["values"],
  more: Omit<EnumShape, "kind" | "values"> = {},
): EnumShape {
  return { kind: "enum", values, ...more };
}

/** Returns an enum shape with a description of each value. */
export function oneOfExplained(about: Readonly<Record<string, string>>): EnumShape {
  return { kind: "enum", values: Object.keys(about), about };
}

export function setting(
  shape: Shape,
  meaning: string,
  more: Omit<Setting, "shape" | "meaning"> = {},
): Setting {
  return { shape, meaning, ...more };
}

/** Returns an object shape for which the service silently ignores unknown keys. */
export function object(settings: Readonly<Record<string, Setting>>): ObjectShape {
  return { kind: "object", settings: new Map(Object.entries(settings)), unknownKeys: "ignored" };
}

/** Returns an object shape for which the service rejects unknown keys. */
export function closedObject(settings: Readonly<Record<string, Setting>>): ObjectShape {
  return { kind: "object", settings: new Map(Object.entries(settings)), unknownKeys: "refused" };
}

export function list(items: Shape, more: Omit<ListShape, "kind" | "items"> = {}): ListShape {
  return { kind: "list", items, ...more };
}

export function record(values: Shape): RecordShape {
  return { kind: "record", values };
}

export function either(branches: ChoiceShape["branches"], disputed?: ChoiceShape["disputed"]): ChoiceShape {
  return { kind: "choice", branches, ...(disputed ? { disputed } : {}) };
}

export function named(name: ShapeName): NamedShape {
  return { kind: "named", name };
}

/** The subset of JSON Schema that Docwright writes (draft 7, the version with the best editor support). */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export const draft = "http://json-schema.org/draft-07/schema#";
