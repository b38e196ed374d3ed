import { type JsonNode, type JsonObject, getJsonString } from "../json/json-tree.ts";
import { derive } from "../../text/maps.ts";
import { type ConcreteShape, resolveShape, rootShape } from "./config-schema.ts";
import type { ProfileName } from "./profile.ts";
import {
  getEnumValues,
  type ExampleValue,
  type FormsShape,
  type ObjectShape,
  type Setting,
  type Shape,
  type ValueKind,
} from "./setting-shape.ts";

/** Returns the kind of a value, as used in shapes, or undefined for null. */
export function getValueKind(node: JsonNode): ValueKind | undefined {
  if (node.kind === "array") return "list";
  return node.kind === "null" ? undefined : node.kind;
}

/** Returns the kinds of values that a shape accepts. */
export function getKinds(shape: ConcreteShape): readonly ValueKind[] {
  switch (shape.kind) {
    case "string":
    case "enum":
      return ["string"];
    case "boolean":
    case "number":
    case "list":
      return [shape.kind];
    case "object":
    case "record":
    case "forms":
      return ["object"];
    case "choice":
      return getChoiceKinds(shape);
  }
}

const getChoiceKinds = derive((shape: Extract<ConcreteShape, { kind: "choice" }>) =>
  valueKinds.filter((kind) => shape.branches[kind]),
);

/**
 * Returns the branch of a choice that applies to values of this kind. If the shape isn't a choice, returns the shape
 * itself.
 */
export function findBranch(shape: ConcreteShape, kind: ValueKind): Shape | undefined {
  return shape.kind === "choice" ? shape.branches[kind] : shape;
}

/** Returns the form that the object's keys select, or the default form if they don't select one. */
export function selectForm(shape: FormsShape, node: JsonObject): ObjectShape {
  return findSelectedForm(shape, node)?.shape ?? shape.defaultShape;
}

/** Returns the form that the object's keys select, with its key. Undefined if they don't select one. */
export function findSelectedForm(shape: FormsShape, node: JsonObject): FormsShape["forms"][number] | undefined {
  return shape.forms.find(({ key, values }) =>
    values ? values.includes(getJsonString(node, key) ?? "") : node.properties.some((property) => property.key === key),
  );
}

const valueKinds: readonly ValueKind[] = ["string", "number", "boolean", "list", "object"];

/** The settings and shapes that are allowed at a position in docs.json. */
export interface AllowedShapes {
  /** The setting whose value is at this position. Undefined for the root and for list items. */
  readonly setting: Setting | undefined;
  /**
   * The possible shapes of the value. A choice is represented by one shape for each kind of value. If an object's keys
   * don't select a form, all of its forms are included.
   */
  readonly shapes: readonly Exclude<ConcreteShape, { kind: "choice" | "forms" }>[];
}

/**
 * Returns the settings and shapes that are allowed at a path such as `["navigation", "tabs", 0, "icon"]` in docs.json,
 * or in another file whose shape is `top`. If an object has several forms, the keys in the existing tree select one.
 * Returns undefined for an unknown path.
 */
export function findAllowedShapes(
  root: JsonNode | undefined,
  path: readonly (string | number)[],
  top: Shape = rootShape,
): AllowedShapes | undefined {
  let node = root;
  let shape: Shape = top;
  let setting: Setting | undefined;
  for (const [depth, step] of path.entries()) {
    const next: Shape | undefined = findChildShape(shape, step, node, (found) => (setting = found));
    if (!next) return undefined;
    shape = next;
    node = getChild(node, step);
    if (typeof path[depth] === "number") setting = undefined;
  }
  return { setting, shapes: resolveShapes(shape, node) };
}

/**
 * Returns the keys that are allowed at the position, in the order of the setting tables. Excludes misplaced keys and
 * keys that only the other profile supports.
 */
export function getAllowedSettings(shapes: AllowedShapes, profile: ProfileName): ReadonlyMap<string, Setting> {
  const settings = new Map<string, Setting>();
  for (const shape of shapes.shapes) {
    if (shape.kind !== "object") continue;
    for (const [key, setting] of shape.settings)
      if (!setting.isMisplaced && (setting.onlyProfile ?? profile) === profile && !settings.has(key))
        settings.set(key, setting);
  }
  return settings;
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
export function getAllowedValues(shapes: AllowedShapes, profile: ProfileName): readonly AllowedValue[] {
  return shapes.shapes.flatMap((shape): AllowedValue[] => {
    if (shape.kind === "boolean") return ["true", "false"].map((json) => ({ json, description: undefined }));
    if (shape.kind !== "enum") return [];
    const descriptions = new Map(Object.entries(shape.descriptions ?? {}));
    return getEnumValues(shape, profile).map((value) => ({
      json: JSON.stringify(value),
      description: descriptions.get(value),
    }));
  });
}

function findChildShape(
  shape: Shape,
  step: string | number,
  node: JsonNode | undefined,
  onSetting: (setting: Setting | undefined) => void,
): Shape | undefined {
  for (const candidate of resolveShapes(shape, node)) {
    if (candidate.kind === "list" && typeof step === "number") return candidate.items;
    if (typeof step !== "string") continue;
    if (candidate.kind === "record") {
      onSetting(undefined);
      return candidate.values;
    }
    const setting = candidate.kind === "object" ? candidate.settings.get(step) : undefined;
    if (!setting) continue;
    onSetting(setting);
    return setting.shape;
  }
  return undefined;
}

function resolveShapes(shape: Shape, node: JsonNode | undefined): AllowedShapes["shapes"] {
  const concreteShape = resolveShape(shape);
  if (concreteShape.kind === "choice") {
    const kind = node && getValueKind(node);
    const branches = Object.entries(concreteShape.branches).filter(([of]) => kind === undefined || of === kind);
    return branches.flatMap(([, branch]) => resolveShapes(branch, node));
  }
  if (concreteShape.kind !== "forms") return [concreteShape];
  if (node?.kind !== "object") return getForms(concreteShape);
  const selectsForm = concreteShape.forms.some(({ key }) => node.properties.some((property) => property.key === key));
  return selectsForm ? [selectForm(concreteShape, node)] : getForms(concreteShape);
}

/** Returns all forms, starting with the default form. */
function getForms({ forms, defaultShape }: Extract<ConcreteShape, { kind: "forms" }>): ObjectShape[] {
  return [...new Set([defaultShape, ...forms.map((form) => form.shape)])];
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
    kinds: getKinds(resolveShape(setting.shape)),
    values: listValues(setting.shape, profile),
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
export function getStarterValue(setting: Setting, profile: ProfileName): ExampleValue {
  return setting.example ?? createEmptyValue(setting.shape, profile);
}

function createEmptyValue(shape: Shape, profile: ProfileName): ExampleValue {
  const concreteShape = resolveShape(shape);
  switch (concreteShape.kind) {
    case "enum":
      return getEnumValues(concreteShape, profile)[0] ?? "";
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
      const [first] = Object.values(concreteShape.branches);
      return first ? createEmptyValue(first, profile) : "";
    }
    case "string":
      return "";
  }
}

function listValues(shape: Shape, profile: ProfileName): SettingDoc["values"] {
  const concreteShape = resolveShape(shape);
  if (concreteShape.kind === "choice")
    return Object.values(concreteShape.branches).flatMap((branch) => listValues(branch, profile));
  if (concreteShape.kind === "list") return listValues(concreteShape.items, profile);
  if (concreteShape.kind !== "enum") return [];
  const descriptions = new Map(Object.entries(concreteShape.descriptions ?? {}));
  return getEnumValues(concreteShape, profile).map((value) => ({
    value,
    description: descriptions.get(value),
  }));
}
