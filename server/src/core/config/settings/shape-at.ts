import type { JsonNode } from "../json-tree.ts";
import type { ProfileName } from "../profile.ts";
import { enumValues, type ObjectShape, type Setting, type Shape, type ValueKind } from "../setting-shape.ts";
import { formFor, valueKindOf } from "./branch-of.ts";
import { resolveShape, type ConcreteShape } from "./named-shapes.ts";
import { rootShape } from "./root-settings.ts";

/** What may stand at a place of docs.json. */
export interface ShapePlace {
  /** The setting whose value stands here; absent at the root and in lists. */
  readonly setting: Setting | undefined;
  /** Choices taken apart: one shape per kind of value, several forms of an object when no key tells them apart yet. */
  readonly shapes: readonly Exclude<ConcreteShape, { kind: "choice" | "forms" }>[];
}

/**
 * What docs.json, or another file whose shape is `top`, may hold at a path, as `["navigation", "tabs", 0, "icon"]`, given the tree as far as it is
 * written: of an object with several forms its keys pick one. Undefined where nothing is known of the place.
 */
export function shapeAt(
  root: JsonNode | undefined,
  path: readonly (string | number)[],
  top: Shape = rootShape,
): ShapePlace | undefined {
  let node = root;
  let shape: Shape = top;
  let setting: Setting | undefined;
  for (const [depth, step] of path.entries()) {
    const next: Shape | undefined = shapeBelow(shape, step, node, (found) => (setting = found));
    if (!next) return undefined;
    shape = next;
    node = childOf(node, step);
    if (typeof path[depth] === "number") setting = undefined;
  }
  return { setting, shapes: takeApart(shape, node) };
}

/** Keys that may be written at the place, in the order of the tables: not those of another profile or place. */
export function settingsAt(place: ShapePlace, profile: ProfileName): ReadonlyMap<string, Setting> {
  const settings = new Map<string, Setting>();
  for (const shape of place.shapes) {
    if (shape.kind !== "object") continue;
    for (const [key, setting] of shape.settings)
      if (!setting.misplaced && (setting.onlyIn ?? profile) === profile && !settings.has(key))
        settings.set(key, setting);
  }
  return settings;
}

/** A value that may be written at the place, as JSON, with what it does when that is not plain from its name. */
export interface OfferedValue {
  readonly json: string;
  readonly about: string | undefined;
}

/** The values that can be listed for a place, ready to be written; none where any text or number will do. */
export function valuesAt(place: ShapePlace, profile: ProfileName): readonly OfferedValue[] {
  return place.shapes.flatMap((shape): OfferedValue[] => {
    if (shape.kind === "boolean") return ["true", "false"].map((json) => ({ json, about: undefined }));
    if (shape.kind !== "enum") return [];
    const about = new Map(Object.entries(shape.about ?? {}));
    return enumValues(shape, profile).map((value) => ({
      json: JSON.stringify(value),
      about: about.get(value),
    }));
  });
}

/** The kinds of value that may stand at the place. */
export function kindsAt(place: ShapePlace): readonly ValueKind[] {
  return [
    ...new Set(
      place.shapes.map((shape): ValueKind => {
        if (shape.kind === "enum") return "string";
        return shape.kind === "record" ? "object" : shape.kind;
      }),
    ),
  ];
}

function shapeBelow(
  shape: Shape,
  step: string | number,
  node: JsonNode | undefined,
  onSetting: (setting: Setting | undefined) => void,
): Shape | undefined {
  for (const candidate of takeApart(shape, node)) {
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

function takeApart(shape: Shape, node: JsonNode | undefined): ShapePlace["shapes"] {
  const concrete = resolveShape(shape);
  if (concrete.kind === "choice") {
    const kind = node && valueKindOf(node);
    const branches = Object.entries(concrete.branches).filter(([of]) => kind === undefined || of === kind);
    return branches.flatMap(([, branch]) => takeApart(branch, node));
  }
  if (concrete.kind !== "forms") return [concrete];
  if (node?.kind !== "object") return formsOf(concrete);
  const decided = concrete.forms.some(({ key }) => node.properties.some((property) => property.key === key));
  return decided ? [formFor(concrete, node)] : formsOf(concrete);
}

/** Every form, the plain one first. */
function formsOf({ forms, otherwise }: Extract<ConcreteShape, { kind: "forms" }>): ObjectShape[] {
  return [...new Set([otherwise, ...forms.map((form) => form.shape)])];
}

function childOf(node: JsonNode | undefined, step: string | number): JsonNode | undefined {
  if (node?.kind === "array") return typeof step === "number" ? node.items[step] : undefined;
  return node?.kind === "object"
    ? node.properties.findLast((property) => property.key === step)?.value
    : undefined;
}
