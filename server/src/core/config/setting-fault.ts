import type { JsonNode, JsonObject, JsonProperty, JsonString } from "./json-tree.ts";
import type { FileKind, Setting, StringCheck, ValueKind } from "./setting-shape.ts";

/** What is wrong with a setting. Each kind belongs to one rule of `rules/config`. */
export type SettingFault =
  UnknownSettingFault | WrongTypeFault | ValueNotAllowedFault | InvalidValueFault | MissingSettingFault;

interface FaultBase {
  /** Where in the resolved docs.json, as `navbar.links[0].icon`. */
  readonly path: string;
}

export interface UnknownSettingFault extends FaultBase {
  readonly kind: "unknown-setting";
  readonly property: JsonProperty;
  /** The known key that was probably meant, when it is free in this object. */
  readonly nearest: string | undefined;
  /** For a key at the top of docs.json: where a setting of this name stands, as `api.openapi`. */
  readonly elsewhere: readonly string[];
  /** The only theme that reads the key, when it is known but the site has another theme. */
  readonly theme: string | undefined;
  /** The object takes known keys only, and the service refuses the file when it has others. */
  readonly refused: boolean;
}

export interface WrongTypeFault extends FaultBase {
  readonly kind: "wrong-type";
  readonly node: JsonNode;
  readonly expected: readonly ValueKind[];
  /** The service's docs allow it, its published check does not. */
  readonly disputed: boolean;
  /** Any text would do, as for a version's name; not so where it must be a colour, a path or one of some values. */
  readonly takesAnyText: boolean;
}

export interface ValueNotAllowedFault extends FaultBase {
  readonly kind: "value-not-allowed";
  readonly node: JsonString;
  readonly values: readonly string[];
  readonly nearest: string | undefined;
  /** `refused`: the service stops. `ignored`: it goes on without. `disputed`: its docs name the value, its check refuses it. */
  readonly effect: "refused" | "ignored" | "disputed";
}

export type InvalidReason =
  | StringCheck
  | "unsafe-scheme"
  | "empty"
  | "too-short"
  | "too-long"
  | "not-finite"
  | "not-above"
  | "too-few"
  | "too-many"
  | "repeated";

export interface InvalidValueFault extends FaultBase {
  readonly kind: "invalid-value";
  readonly node: JsonNode;
  readonly reason: InvalidReason;
  /** The number that the reason speaks of, as 4 for `too-many`. */
  readonly limit: number | undefined;
  /** For `repeated`: where the value stands first. */
  readonly first: JsonNode | undefined;
}

export interface MissingSettingFault extends FaultBase {
  readonly kind: "missing-setting";
  readonly key: string;
  readonly setting: Setting;
  readonly owner: JsonObject;
  /** The property that holds the object; absent for the root, list items and objects of another file. */
  readonly ownerProperty: JsonProperty | undefined;
}

/** A text that names a file of the site or is a URL. */
export interface FileUse {
  readonly node: JsonString;
  readonly path: string;
  readonly file: FileKind;
}

export interface IconUse {
  readonly node: JsonString;
  readonly path: string;
  /** As `icon.library` says it for this icon alone. */
  readonly library: string | undefined;
}

/** What one walk through docs.json brings. */
export interface SettingsReading {
  readonly faults: readonly SettingFault[];
  readonly files: readonly FileUse[];
  readonly icons: readonly IconUse[];
}
