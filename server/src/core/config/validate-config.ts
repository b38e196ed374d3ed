import { findNearestName } from "../text/similarity.ts";
import { derive } from "../text/maps.ts";
import type { Config } from "./config.ts";
import { isMisread } from "./json/json-reader.ts";
import {
  deriveFromContent,
  findProperty,
  getJsonValue,
  type JsonArray,
  type JsonFile,
  type JsonNode,
  type JsonObject,
  type JsonProperty,
  type JsonString,
  stringOf,
} from "./json/json-tree.ts";
import {
  enumFault,
  type FileUse,
  type IconUse,
  listFaults,
  numberFault,
  type SettingFault,
  type SettingPlace,
  type SettingsReading,
  showPath,
  textFault,
  type ValueFault,
} from "./settings/check-value.ts";
import { resolveShape, rootShape } from "./settings/config-schema.ts";
import { childOrder } from "./settings/navigation.ts";
import type { Profile, ProfileName } from "./settings/profile.ts";
import { branchFor, formFor, kindsOf, selectedForm, valueKindOf } from "./settings/schema-lookup.ts";
import {
  type EnumShape,
  type FormsShape,
  isRequired,
  type ListShape,
  type ObjectShape,
  type Setting,
  type Shape,
  type StringShape,
  type ValueKind,
} from "./settings/setting-shape.ts";
import { settingsFileShape } from "./settings/settings-file-shape.ts";

const maxFaults = 2000;

/**
 * Validates the resolved docs.json against the setting definitions in one pass, and returns at most 2,000 problems. A
 * value whose `$ref` can't be resolved isn't validated, because it's missing from the tree. A file that is included
 * twice is validated only once.
 */
export function checkSettings(config: Config, profile: Profile): SettingsReading {
  return new SettingsWalk(config, profile, rootShape).read(config.root);
}

/** Validates the content of `.docwright.json` in the same way as `checkSettings`. */
export function checkSettingsFile(file: JsonFile, profile: Profile): readonly SettingFault[] {
  return new SettingsWalk({ root: file.root, files: [file] }, profile, settingsFileShape).read(file.root)
    .faults;
}

/** A value that hasn't been validated yet. */
interface Task {
  readonly node: JsonNode;
  readonly shape: Shape;
  readonly path: SettingPlace | undefined;
  /** The property that has this value. Undefined for a list item. */
  readonly property: JsonProperty | undefined;
  readonly owner: JsonObject | undefined;
}

/** An object without problems, in a form that doesn't depend on the object's position. */
interface FaultlessObject {
  readonly shape: Shape;
  readonly profile: Profile;
  readonly theme: string | undefined;
  readonly files: readonly Inner<FileUse>[];
  readonly icons: readonly Inner<IconUse>[];
}

/** The path from an object to a value in it, and the rest of the value's use. */
type Inner<Use extends FileUse | IconUse> = Omit<Use, "node" | "place"> & {
  readonly keys: readonly SettingPlace["key"][];
};

/** The last result for each object's content. */
const lastResults: (object: JsonObject) => { faultless?: FaultlessObject } = deriveFromContent(() => ({}));

class SettingsWalk {
  readonly #profile: Profile;
  readonly #shape: ObjectShape;
  readonly #theme: string | undefined;
  /** The paths of files with syntax errors that may have caused the parser to overlook some values. */
  readonly #misread: ReadonlySet<string>;
  readonly #faults: SettingFault[] = [];
  readonly #files: FileUse[] = [];
  readonly #icons: IconUse[] = [];
  readonly #tasks: Task[] = [];
  /** The values that have been validated, by shape. */
  readonly #seen = new Map<Shape, Set<JsonNode>>();
  /** Whether earlier results apply to objects without changes, because their validity depends only on their content. */
  readonly #canReuse: boolean;

  constructor(config: Pick<Config, "root" | "files">, profile: Profile, shape: ObjectShape) {
    this.#profile = profile;
    this.#shape = shape;
    this.#theme = stringOf(config.root, "theme");
    this.#misread = new Set(config.files.filter(isMisread).map((file) => file.path));
    this.#canReuse = config.files.length === 1 && this.#misread.size === 0;
  }

  read(root: JsonNode | undefined): SettingsReading {
    if (root?.kind === "object")
      this.#tasks.push({
        node: root,
        shape: this.#shape,
        path: undefined,
        property: undefined,
        owner: undefined,
      });
    this.#work(0);
    return { faults: this.#faults, files: this.#files, icons: this.#icons };
  }

  /** Validates the values that were queued last, until only this many values are left. */
  #work(left: number): void {
    while (this.#tasks.length > left && !this.#isFull()) {
      const task = this.#tasks.pop();
      // The navigation consists of many lists of objects, and an edit changes the content of only a few of them.
      if (task?.node.kind === "object" && !task.property && this.#canReuse)
        this.#listedObject(task, task.node);
      else if (task) this.#compare(task);
    }
  }

  /** Validates an object in a list, unless an object with the same content was validated before without problems. */
  #listedObject(task: Task, node: JsonObject): void {
    const { shape, path } = task;
    const last = lastResults(node);
    const [known, profile, theme] = [last.faultless, this.#profile, this.#theme];
    if (known?.shape === shape && known.profile === profile && known.theme === theme) {
      for (const { file, keys } of known.files) this.#files.push({ file, ...findInner(node, path, keys) });
      for (const { library, keys } of known.icons)
        this.#icons.push({ library, ...findInner(node, path, keys) });
      return;
    }
    const [faults, files, icons] = [this.#faults.length, this.#files.length, this.#icons.length];
    const left = this.#tasks.length;
    this.#compare(task);
    this.#work(left);
    if (this.#faults.length > faults) return;
    last.faultless = {
      shape,
      profile,
      theme,
      files: this.#files.slice(files).map(({ file, place }) => ({ file, keys: keysBelow(path, place) })),
      icons: this.#icons
        .slice(icons)
        .map(({ library, place }) => ({ library, keys: keysBelow(path, place) })),
    };
  }

  #compare(task: Task): void {
    const { node } = task;
    const shape = resolveShape(task.shape);
    const kind = valueKindOf(node);
    const kinds = kindsOf(shape);
    if (!kind || !kinds.includes(kind)) return this.#wrongType(task, kinds, false);
    if (shape.kind === "choice" && shape.disputed?.includes(kind))
      this.#wrongType(
        task,
        kinds.filter((other) => other !== kind),
        true,
      );
    const branch = branchFor(shape, kind);
    if (!branch) return;
    if (branch.kind === "named" || branch.kind === "choice") return this.#compare({ ...task, shape: branch });
    if (node.kind === "string" && branch.kind === "string") this.#text(task, node, branch);
    else if (node.kind === "string" && branch.kind === "enum") this.#enum(task, node, branch);
    else if (node.kind === "number" && branch.kind === "number")
      this.#invalid(task, numberFault(node, node.value, branch));
    else if (node.kind === "array" && branch.kind === "list") this.#list(task, node, branch);
    else if (node.kind === "object" && branch.kind === "record") this.#record(task, node, branch.values);
    else if (node.kind === "object" && branch.kind === "forms")
      this.#object(task, node, formFor(branch, node), branch);
    else if (node.kind === "object" && branch.kind === "object") this.#object(task, node, branch);
  }

  #wrongType({ node, path, shape }: Task, expected: readonly ValueKind[], disputed: boolean): void {
    const text = branchFor(resolveShape(shape), "string");
    const takesAnyText = text?.kind === "string" && !text.check && !text.file && !text.names;
    this.#faults.push({ kind: "wrong-type", node, path: showPath(path), expected, disputed, takesAnyText });
  }

  #invalid({ path }: Task, fault: ValueFault | undefined): boolean {
    if (fault) this.#faults.push({ kind: "invalid-value", path: showPath(path), ...fault });
    return fault !== undefined;
  }

  #text(task: Task, node: JsonString, shape: StringShape): void {
    if (this.#invalid(task, textFault(node, shape))) return;
    const { path: place } = task;
    if (shape.file) this.#files.push({ node, place, file: shape.file });
    if (shape.names === "icon" && iconFile.test(node.value)) this.#files.push({ node, place, file: "image" });
    if (shape.names === "icon") this.#icons.push({ node, place, library: libraryBeside(task) });
  }

  #enum({ path }: Task, node: JsonString, shape: EnumShape): void {
    const fault = enumFault(node, shape, this.#profile.name);
    if (fault) this.#faults.push({ ...fault, path: showPath(path) });
  }

  #list(task: Task, node: JsonArray, shape: ListShape): void {
    if (!this.#isNew(node, shape)) return;
    for (const fault of listFaults(node, shape)) this.#invalid(task, fault);
    const text = plainText(shape.items);
    for (let index = node.items.length - 1; index >= 0; index--) {
      const item = node.items[index];
      // The navigation can list thousands of pages, nearly all of which are valid, so valid pages aren't queued.
      if (item?.kind === "string" && text && !textFault(item, text)) continue;
      if (item) this.#push(item, shape.items, { above: task.path, key: index });
    }
  }

  #record(task: Task, node: JsonObject, values: Shape): void {
    for (const { key, value } of lastProperties(node))
      if (value) this.#push(value, values, { above: task.path, key });
  }

  /** Validates an object. `forms` contains the other forms that the object could have. */
  #object(task: Task, node: JsonObject, shape: ObjectShape, forms?: FormsShape): void {
    if (!this.#isNew(node, shape)) return;
    for (const property of lastProperties(node)) {
      if (this.#isFull()) return;
      this.#property(task, node, property, shape, forms);
    }
    this.#missing(task, node, shape);
  }

  #property(
    task: Task,
    owner: JsonObject,
    property: JsonProperty,
    shape: ObjectShape,
    forms?: FormsShape,
  ): void {
    const { key, value } = property;
    // JSON doesn't support comments, so authors disable a setting by adding `//` before its name.
    if (key.startsWith("//") && shape.unknownKeys === "ignored") return;
    const setting = key === "$ref" && this.#isDocs ? refSetting : shape.settings.get(key);
    const path: SettingPlace = { above: task.path, key };
    if (!setting || this.#isForAnotherTheme(setting))
      this.#faults.push({
        kind: "unknown-setting",
        property,
        path: showPath(path),
        nearest: setting ? undefined : findNearestName(key, offered(shape, owner)),
        elsewhere: setting || task.path || !this.#isDocs ? [] : placesOf(key, this.#profile.name, owner),
        theme: setting?.theme,
        overriddenBy: forms && setting === undefined ? overridingKey(forms, owner, key) : undefined,
        refused: shape.unknownKeys === "refused",
      });
    else if (value && !setting.misplaced) this.#push(value, setting.shape, path, property, owner);
  }

  #missing(task: Task, owner: JsonObject, shape: ObjectShape): void {
    const required = requiredSettings(shape);
    if (required.length === 0 || this.#misread.has(owner.file)) return;
    const hasKey = (key: string) => findProperty(owner, key) !== undefined;
    for (const [key, setting] of required) {
      if (hasKey(key) || !isRequired(setting, this.#profile.name, hasKey)) continue;
      const ownerProperty = task.property?.file === owner.file ? task.property : undefined;
      this.#faults.push({
        kind: "missing-setting",
        key,
        path: showPath({ above: task.path, key }),
        setting,
        owner,
        ownerProperty,
      });
    }
  }

  /** Whether the file is docs.json. Only docs.json can contain `$ref`. */
  get #isDocs(): boolean {
    return this.#shape === rootShape;
  }

  #isFull(): boolean {
    return this.#faults.length >= maxFaults;
  }

  #isForAnotherTheme(setting: Setting): boolean {
    return setting.theme !== undefined && this.#theme !== undefined && this.#theme !== setting.theme;
  }

  #push(node: JsonNode, shape: Shape, path: SettingPlace, property?: JsonProperty, owner?: JsonObject): void {
    this.#tasks.push({ node, shape, path, property, owner });
  }

  #isNew(node: JsonNode, shape: Shape): boolean {
    const nodes = this.#seen.get(shape);
    if (!nodes) this.#seen.set(shape, new Set([node]));
    else if (nodes.has(node)) return false;
    else nodes.add(node);
    return true;
  }
}

/**
 * Returns the shape that applies if the value is a string. Returns undefined if the value can't be a string, or if its
 * strings refer to files or icons.
 */
function plainText(shape: Shape): StringShape | undefined {
  const concrete = resolveShape(shape);
  if (concrete.kind === "choice" && concrete.disputed?.includes("string")) return undefined;
  const branch = branchFor(concrete, "string");
  return branch?.kind === "string" && !branch.file && !branch.names ? branch : undefined;
}

/** Matches an icon that is the path of an image. Other icons are names, URLs, emoji, or SVG. */
const iconFile = /^\.{0,2}\/[^<>]*\.\w+\s*$|^[\w-]+\/[^<>:]*\.\w+\s*$/;

/**
 * The setting for `$ref`, which is allowed in any object. After references have been resolved, the only remaining
 * `$ref` keys are those whose value isn't a string.
 */
const refSetting: Setting = {
  shape: { kind: "string" },
  meaning: "Path of a JSON file, relative to this file. Its content replaces this object.",
};

/**
 * Returns the key that selects the object's form if this key is valid only in other forms. For example, `family`
 * selects one font for all text, so the service ignores `heading`.
 */
function overridingKey(shape: FormsShape, owner: JsonObject, key: string): string | undefined {
  const isInOtherForm = [shape.otherwise, ...shape.forms.map((form) => form.shape)].some(({ settings }) =>
    settings.has(key),
  );
  return isInOtherForm ? selectedForm(shape, owner)?.key : undefined;
}

/** Yields the valid keys that the object doesn't have yet, because the author may have meant one of them. */
function* offered(shape: ObjectShape, owner: JsonObject): Iterable<string> {
  const taken = keysOf(owner);
  for (const [key, setting] of shape.settings) if (!setting.misplaced && !taken.has(key)) yield key;
}

/** Returns an object's keys. The result is cached because an object can have thousands of unknown keys. */
const keysOf = derive(
  ({ properties }: JsonObject): ReadonlySet<string> => new Set(properties.map(({ key }) => key)),
);

/** The settings that are required in a profile or together with another setting, by key. */
const requiredSettings = derive(({ settings }: ObjectShape): readonly (readonly [string, Setting])[] =>
  [...settings].filter(([, setting]) => setting.required !== undefined && !setting.missingReportedBy),
);

/** Returns the paths of the settings with this name that are nested one level deep, such as `api.openapi`. */
function placesOf(key: string, profile: ProfileName, root: JsonObject): string[] {
  return [...rootShape.settings].flatMap(([parent, { shape }]) => {
    const found = shape.kind === "object" ? shape.settings.get(key) : undefined;
    if (!found || (parent === "navigation" && !canTakeList(root, key))) return [];
    return !found.misplaced && (found.onlyIn ?? profile) === profile ? [`${parent}.${key}`] : [];
  });
}

/**
 * Whether the setting can be moved into the navigation, which can have only one list of children. The lists of mint.json
 * are converted instead.
 */
function canTakeList(root: JsonObject, key: string): boolean {
  if (/^(?:anchors|tabs|versions)$/.test(key) || !childOrder.root.some((child) => child === key)) return true;
  const navigation = findProperty(root, "navigation")?.value;
  const lists = navigation?.kind === "object" ? navigation.properties : [];
  return !lists.some(({ key: child }) => childOrder.root.some((other) => other === child));
}

/**
 * Returns the object's properties without duplicates. If a key is duplicated, the last property with that key is
 * included.
 */
function lastProperties({ properties }: JsonObject): readonly JsonProperty[] {
  // For a few keys, comparing each with the others is faster than creating a map.
  const hasFew = properties.length <= 8;
  if (hasFew && properties.every(({ key }, i) => properties.findIndex((other) => other.key === key) === i))
    return properties;
  const byKey = new Map(properties.map((property) => [property.key, property]));
  return byKey.size === properties.length ? properties : [...byKey.values()];
}

function libraryBeside({ property, owner }: Task): string | undefined {
  return property?.key === "name" ? stringOf(owner, "library") : undefined;
}

/** Returns the keys that lead from an object at one place to a value inside the object. */
function keysBelow(object: SettingPlace | undefined, value: SettingPlace | undefined): SettingPlace["key"][] {
  const keys: SettingPlace["key"][] = [];
  for (let step = value; step && step !== object; step = step.above) keys.unshift(step.key);
  return keys;
}

function findInner(
  object: JsonObject,
  path: SettingPlace | undefined,
  keys: readonly SettingPlace["key"][],
): { readonly node: JsonString; readonly place: SettingPlace | undefined } {
  let node: JsonNode | undefined = object;
  let place = path;
  for (const key of keys) {
    if (typeof key === "string") node = getJsonValue(node, key);
    else node = node?.kind === "array" ? node.items[key] : undefined;
    place = { above: place, key };
  }
  if (node?.kind !== "string") throw new Error("An object with the same content has different values.");
  return { node, place };
}
