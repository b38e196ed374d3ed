import type { ProfileName } from "../profile.ts";
import { enumValues, type ExampleValue, type Setting, type Shape, type ValueKind } from "../setting-shape.ts";
import { kindsOf } from "./branch-of.ts";
import { resolveShape } from "./named-shapes.ts";

/** What is worth telling about a setting, for hover, completion and the published description of docs.json. */
export interface SettingDoc {
  readonly meaning: string;
  readonly kinds: readonly ValueKind[];
  readonly values: readonly { readonly value: string; readonly about: string | undefined }[];
  readonly default: string | undefined;
  readonly required: boolean;
  /** The profile that alone knows it, and the theme that alone reads it. */
  readonly onlyIn: ProfileName | undefined;
  readonly theme: string | undefined;
}

/** What a setting means and takes in this profile. */
export function settingDoc(setting: Setting, profile: ProfileName): SettingDoc {
  return {
    meaning: setting.meaning,
    kinds: kindsOf(resolveShape(setting.shape)),
    values: valuesOf(setting.shape, profile),
    default: setting.default,
    required: setting.required === true || setting.required === profile,
    onlyIn: setting.onlyIn,
    theme: setting.theme,
  };
}

/** A value to begin with, when the setting is added: its example, else the emptiest value of its first kind. */
export function starterValue(setting: Setting, profile: ProfileName): ExampleValue {
  return setting.example ?? emptyValue(setting.shape, profile);
}

function emptyValue(shape: Shape, profile: ProfileName): ExampleValue {
  const concrete = resolveShape(shape);
  switch (concrete.kind) {
    case "enum":
      return enumValues(concrete, profile)[0] ?? "";
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
      const [first] = Object.values(concrete.branches);
      return first ? emptyValue(first, profile) : "";
    }
    case "string":
      return "";
  }
}

function valuesOf(shape: Shape, profile: ProfileName): SettingDoc["values"] {
  const concrete = resolveShape(shape);
  if (concrete.kind === "choice")
    return Object.values(concrete.branches).flatMap((branch) => valuesOf(branch, profile));
  if (concrete.kind === "list") return valuesOf(concrete.items, profile);
  if (concrete.kind !== "enum") return [];
  const about = new Map(Object.entries(concrete.about ?? {}));
  return enumValues(concrete, profile).map((value) => ({ value, about: about.get(value) }));
}
