import type { ProfileName } from "./profile.ts";

/**
 * A small language for what a value in docs.json may be, as plain data. Checks, completion, hover and the JSON
 * schema we publish all read it. Which branch of a choice is meant is told by the JSON kind of the value or by a
 * key in it, never by trying them all, so that reading a file takes one pass however it is nested.
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
  /** What the text must look like; `check-value.ts` has the test behind each name. */
  readonly check?: StringCheck;
  /** Fewest and most characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The service drops blanks at both ends before it counts. A group called `" "` is one without a visible title. */
  readonly trimmed?: true;
  /** The text names a file of the site, unless it is a URL. */
  readonly file?: FileKind;
  /** What else of the site the text names: what completion offers and other rules look up. */
  readonly names?: "icon" | "page" | "openapi" | "asyncapi" | "site";
}

export type FileKind = "image" | "font" | "grammar";

export type StringCheck =
  | "colour"
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
  /** What some of the values do, for completion and hover. */
  readonly about?: Readonly<Record<string, string>>;
  /** Any other text is as good; the values are those that mean something of their own. */
  readonly open?: true;
  /** Other values are accepted by the service but do nothing there: a warning instead of an error. */
  readonly lenient?: true;
  /** Values that the service's own docs name and its published check refuses: a warning instead of an error. */
  readonly disputed?: readonly string[];
  /** The rule that speaks of other values; here they pass. */
  readonly saidBy?: string;
}

export interface BooleanShape {
  readonly kind: "boolean";
}

export interface NumberShape {
  readonly kind: "number";
  /** Exclusive. */
  readonly above?: number;
  /** The rule that speaks of numbers out of range; here they pass. */
  readonly saidBy?: string;
}

export interface ObjectShape {
  readonly kind: "object";
  readonly settings: ReadonlyMap<string, Setting>;
  /** What the service does with a key it does not know. */
  readonly unknownKeys: "ignored" | "refused";
}

export interface ListShape {
  readonly kind: "list";
  readonly items: Shape;
  readonly min?: number;
  readonly max?: number;
  /** Items must differ: in themselves when they are texts, or in this key of theirs. */
  readonly unique?: "item" | { readonly key: string };
  /** The rule that speaks of a list with too few or repeated items; here they pass. */
  readonly saidBy?: string;
}

/** Keys are the author's own, as names of variables. */
export interface RecordShape {
  readonly kind: "record";
  readonly values: Shape;
  /** Keys are not free but codes of rules and areas: what completion offers. */
  readonly keys?: "rule";
}

/** The JSON kind of the value picks the branch. */
export interface ChoiceShape {
  readonly kind: "choice";
  readonly branches: Readonly<Partial<Record<ValueKind, Shape>>>;
  /** Kinds that the service's docs allow and its published check refuses: a warning instead of an error. */
  readonly disputed?: readonly ValueKind[];
}

export type ValueKind = "string" | "number" | "boolean" | "list" | "object";

/** A key of the object picks the form: the first whose key is there, with one of the values when it names any. */
export interface FormsShape {
  readonly kind: "forms";
  readonly forms: readonly {
    readonly key: string;
    readonly values?: readonly string[];
    readonly shape: ObjectShape;
  }[];
  readonly otherwise: ObjectShape;
}

/** A shape that stands in itself somewhere, as a group in a group; looked up in `settings/config-schema.ts`. */
export interface NamedShape {
  readonly kind: "named";
  readonly name: ShapeName;
}

export type ShapeName =
  "product" | "language" | "version" | "tab" | "dropdown" | "anchor" | "item" | "group" | "global";

/** What a key means to the service. */
export interface Setting {
  readonly shape: Shape;
  /** One or two sentences for a writer. */
  readonly meaning: string;
  /** What holds when the setting is absent, as shown: `closed`, `the site's name`. */
  readonly default?: string;
  /** In both profiles, in one of them, or where another key of the same object is present. */
  readonly required?: true | ProfileName | { readonly with: string };
  /** Any of these keys of the same object stands in for it. */
  readonly unless?: readonly string[];
  /** The rule that speaks of it when it is missing; `config/missing-setting` then does not. */
  readonly missingSaidBy?: string;
  /** A value to begin with, for completion and the fix that adds a missing setting. */
  readonly example?: ExampleValue;
  /** Known to one profile only. The other reads past it, so it is no problem there, but is not offered. */
  readonly onlyIn?: ProfileName;
  /** The only theme that reads it. */
  readonly theme?: string;
  /** A key of navigation in an element that cannot hold it: never offered, and `nav/misplaced-child` speaks of it. */
  readonly misplaced?: true;
}

export type ExampleValue =
  string | boolean | number | readonly ExampleValue[] | { readonly [key: string]: ExampleValue };

/** Whether the service insists on the setting, in this profile, beside these other keys. */
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

/** The values of an enum in a profile. */
export function enumValues(shape: EnumShape, profile: ProfileName): readonly string[] {
  return "standard" in shape.values ? shape.values[profile] : shape.values;
}
