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
  getJsonString,
} from "./json/json-tree.ts";
import {
  checkEnum,
  type FileReference,
  type IconReference,
  checkList,
  checkNumber,
  type SettingProblem,
  type SettingPath,
  type SettingsResult,
  formatSettingPath,
  checkText,
  type ValueProblem,
} from "./settings/check-value.ts";
import { resolveShape, rootShape } from "./settings/config-schema.ts";
import { childOrder } from "./settings/navigation.ts";
import type { Profile, ProfileName } from "./settings/profile.ts";
import { findBranch, selectForm, getKinds, findSelectedForm, getValueKind } from "./settings/schema-lookup.ts";
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

const maxProblems = 2000;

/**
 * Validates the resolved docs.json against the setting definitions in one pass, and returns at most 2,000 problems. A
 * value whose `$ref` can't be resolved isn't validated, because it's missing from the tree. A file that is included
 * twice is validated only once.
 */
export function checkSettings(config: Config, profile: Profile): SettingsResult {
  return new SettingsValidator(config, profile, rootShape).read(config.root);
}

/** Validates the content of `.docwright.json` in the same way as `checkSettings`. */
export function checkSettingsFile(file: JsonFile, profile: Profile): readonly SettingProblem[] {
  return new SettingsValidator({ root: file.root, files: [file] }, profile, settingsFileShape).read(file.root).problems;
}

/** A value that hasn't been validated yet. */
interface Task {
  readonly node: JsonNode;
  readonly shape: Shape;
  readonly path: SettingPath | undefined;
  /** The property that has this value. Undefined for a list item. */
  readonly property: JsonProperty | undefined;
  readonly owner: JsonObject | undefined;
}

/** An object without problems, in a form that doesn't depend on the object's position. */
interface ValidObject {
  readonly shape: Shape;
  readonly profile: Profile;
  readonly theme: string | undefined;
  readonly files: readonly RelativeReference<FileReference>[];
  readonly icons: readonly RelativeReference<IconReference>[];
}

/** The path from an object to a value in it, and the rest of the value's use. */
type RelativeReference<Use extends FileReference | IconReference> = Omit<Use, "node" | "settingPath"> & {
  readonly keys: readonly SettingPath["key"][];
};

/** The last result for each object's content. */
const getLastResult: (object: JsonObject) => { validObject?: ValidObject } = deriveFromContent(() => ({}));

class SettingsValidator {
  readonly #profile: Profile;
  readonly #shape: ObjectShape;
  readonly #theme: string | undefined;
  /** The paths of files with syntax errors that may have caused the parser to overlook some values. */
  readonly #misreadFiles: ReadonlySet<string>;
  readonly #problems: SettingProblem[] = [];
  readonly #files: FileReference[] = [];
  readonly #icons: IconReference[] = [];
  readonly #tasks: Task[] = [];
  /** The values that have been validated, by shape. */
  readonly #visitedNodes = new Map<Shape, Set<JsonNode>>();
  /** Whether earlier results apply to objects without changes, because their validity depends only on their content. */
  readonly #canReuse: boolean;

  constructor(config: Pick<Config, "root" | "files">, profile: Profile, shape: ObjectShape) {
    this.#profile = profile;
    this.#shape = shape;
    this.#theme = getJsonString(config.root, "theme");
    this.#misreadFiles = new Set(config.files.filter(isMisread).map((file) => file.path));
    this.#canReuse = config.files.length === 1 && this.#misreadFiles.size === 0;
  }

  read(root: JsonNode | undefined): SettingsResult {
    if (root?.kind === "object")
      this.#tasks.push({
        node: root,
        shape: this.#shape,
        path: undefined,
        property: undefined,
        owner: undefined,
      });
    this.#validateTasks(0);
    return { problems: this.#problems, files: this.#files, icons: this.#icons };
  }

  /** Validates the values that were queued last, until only this many values are left. */
  #validateTasks(remaining: number): void {
    while (this.#tasks.length > remaining && !this.#isFull()) {
      const task = this.#tasks.pop();
      // The navigation consists of many lists of objects, and an edit changes the content of only a few of them.
      if (task?.node.kind === "object" && !task.property && this.#canReuse) this.#validateListedObject(task, task.node);
      else if (task) this.#validate(task);
    }
  }

  /** Validates an object in a list, unless an object with the same content was validated before without problems. */
  #validateListedObject(task: Task, node: JsonObject): void {
    const { shape, path } = task;
    const lastResult = getLastResult(node);
    const [previousObject, profile, theme] = [lastResult.validObject, this.#profile, this.#theme];
    if (previousObject?.shape === shape && previousObject.profile === profile && previousObject.theme === theme) {
      for (const { file, keys } of previousObject.files)
        this.#files.push({ file, ...findInnerString(node, path, keys) });
      for (const { library, keys } of previousObject.icons)
        this.#icons.push({ library, ...findInnerString(node, path, keys) });
      return;
    }
    const [problemCount, fileCount, iconCount] = [this.#problems.length, this.#files.length, this.#icons.length];
    const remaining = this.#tasks.length;
    this.#validate(task);
    this.#validateTasks(remaining);
    if (this.#problems.length > problemCount) return;
    lastResult.validObject = {
      shape,
      profile,
      theme,
      files: this.#files
        .slice(fileCount)
        .map(({ file, settingPath }) => ({ file, keys: getRelativeKeys(path, settingPath) })),
      icons: this.#icons
        .slice(iconCount)
        .map(({ library, settingPath }) => ({ library, keys: getRelativeKeys(path, settingPath) })),
    };
  }

  #validate(task: Task): void {
    const { node } = task;
    const shape = resolveShape(task.shape);
    const kind = getValueKind(node);
    const kinds = getKinds(shape);
    if (!kind || !kinds.includes(kind)) return this.#addWrongType(task, kinds, false);
    if (shape.kind === "choice" && shape.disputedKinds?.includes(kind))
      this.#addWrongType(
        task,
        kinds.filter((other) => other !== kind),
        true,
      );
    const branch = findBranch(shape, kind);
    if (!branch) return;
    if (branch.kind === "named" || branch.kind === "choice") return this.#validate({ ...task, shape: branch });
    if (node.kind === "string" && branch.kind === "string") this.#validateText(task, node, branch);
    else if (node.kind === "string" && branch.kind === "enum") this.#validateEnum(task, node, branch);
    else if (node.kind === "number" && branch.kind === "number")
      this.#addInvalidValue(task, checkNumber(node, node.value, branch));
    else if (node.kind === "array" && branch.kind === "list") this.#validateList(task, node, branch);
    else if (node.kind === "object" && branch.kind === "record") this.#validateRecord(task, node, branch.values);
    else if (node.kind === "object" && branch.kind === "forms")
      this.#validateObject(task, node, selectForm(branch, node), branch);
    else if (node.kind === "object" && branch.kind === "object") this.#validateObject(task, node, branch);
  }

  #addWrongType({ node, path, shape }: Task, expectedKinds: readonly ValueKind[], isDisputed: boolean): void {
    const text = findBranch(resolveShape(shape), "string");
    const allowsAnyText = text?.kind === "string" && !text.check && !text.file && !text.names;
    this.#problems.push({
      kind: "wrong-type",
      node,
      path: formatSettingPath(path),
      expectedKinds,
      isDisputed,
      allowsAnyText,
    });
  }

  #addInvalidValue({ path }: Task, problem: ValueProblem | undefined): boolean {
    if (problem) this.#problems.push({ kind: "invalid-value", path: formatSettingPath(path), ...problem });
    return problem !== undefined;
  }

  #validateText(task: Task, node: JsonString, shape: StringShape): void {
    if (this.#addInvalidValue(task, checkText(node, shape))) return;
    const { path: settingPath } = task;
    if (shape.file) this.#files.push({ node, settingPath, file: shape.file });
    if (shape.names === "icon" && iconFilePattern.test(node.value))
      this.#files.push({ node, settingPath, file: "image" });
    if (shape.names === "icon") this.#icons.push({ node, settingPath, library: getSiblingLibrary(task) });
  }

  #validateEnum({ path }: Task, node: JsonString, shape: EnumShape): void {
    const problem = checkEnum(node, shape, this.#profile.name);
    if (problem) this.#problems.push({ ...problem, path: formatSettingPath(path) });
  }

  #validateList(task: Task, node: JsonArray, shape: ListShape): void {
    if (!this.#isNew(node, shape)) return;
    for (const problem of checkList(node, shape)) this.#addInvalidValue(task, problem);
    const text = getPlainTextShape(shape.items);
    for (let index = node.items.length - 1; index >= 0; index--) {
      const item = node.items[index];
      // The navigation can list thousands of pages, nearly all of which are valid, so valid pages aren't queued.
      if (item?.kind === "string" && text && !checkText(item, text)) continue;
      if (item) this.#addTask(item, shape.items, { parent: task.path, key: index });
    }
  }

  #validateRecord(task: Task, node: JsonObject, values: Shape): void {
    for (const { key, value } of getLastProperties(node))
      if (value) this.#addTask(value, values, { parent: task.path, key });
  }

  /** Validates an object. `forms` contains the other forms that the object could have. */
  #validateObject(task: Task, node: JsonObject, shape: ObjectShape, forms?: FormsShape): void {
    if (!this.#isNew(node, shape)) return;
    for (const property of getLastProperties(node)) {
      if (this.#isFull()) return;
      this.#validateProperty(task, node, property, shape, forms);
    }
    this.#addMissingSettings(task, node, shape);
  }

  #validateProperty(
    task: Task,
    owner: JsonObject,
    property: JsonProperty,
    shape: ObjectShape,
    forms?: FormsShape,
  ): void {
    const { key, value } = property;
    // JSON doesn't support comments, so authors disable a setting by adding `//` before its name.
    if (key.startsWith("//") && shape.unknownKeys === "ignored") return;
    const setting = key === "$ref" && this.#isDocsConfig ? refSetting : shape.settings.get(key);
    const path: SettingPath = { parent: task.path, key };
    if (!setting || this.#isForAnotherTheme(setting)) {
      const nearest = setting ? undefined : findIntendedKey(property, shape, owner);
      const problems = value && nearest !== undefined ? this.#checkInSetting(value, shape.settings.get(nearest)) : [];
      const hasOtherType = problems.some((problem) => problem.kind === "wrong-type" && problem.node === value);
      this.#problems.push({
        kind: "unknown-setting",
        property,
        path: formatSettingPath(path),
        nearest: hasOtherType ? undefined : nearest,
        // A file without a required setting is rejected anyway.
        isValidForNearest:
          (nearest !== undefined && this.#isMissing(nearest, owner, shape)) || areHarmless(problems, value),
        otherPaths: setting || task.path || !this.#isDocsConfig ? [] : findNestedPaths(key, this.#profile.name, owner),
        theme: setting?.theme,
        overriddenBy: forms && setting === undefined ? findOverridingKey(forms, owner, key) : undefined,
        isRejected: shape.unknownKeys === "refused",
      });
    } else if (value && !setting.isMisplaced) this.#addTask(value, setting.shape, path, property, owner);
  }

  /** Whether the object lacks a setting that it must have. */
  #isMissing(key: string, owner: JsonObject, shape: ObjectShape): boolean {
    const setting = shape.settings.get(key);
    return setting !== undefined && isRequired(setting, this.#profile.name, (other) => getKeys(owner).has(other));
  }

  /** Returns the problems that the value would have in another setting. */
  #checkInSetting(node: JsonNode, setting: Setting | undefined): readonly SettingProblem[] {
    if (!setting) return [];
    const validator = new SettingsValidator({ root: undefined, files: [] }, this.#profile, this.#shape);
    validator.#addTask(node, setting.shape, { parent: undefined, key: "" });
    validator.#validateTasks(0);
    return validator.#problems;
  }

  #addMissingSettings(task: Task, owner: JsonObject, shape: ObjectShape): void {
    const required = getRequiredSettings(shape);
    if (required.length === 0 || this.#misreadFiles.has(owner.file)) return;
    const hasKey = (key: string) => findProperty(owner, key) !== undefined;
    for (const [key, setting] of required) {
      if (hasKey(key) || !isRequired(setting, this.#profile.name, hasKey)) continue;
      const ownerProperty = task.property?.file === owner.file ? task.property : undefined;
      this.#problems.push({
        kind: "missing-setting",
        key,
        path: formatSettingPath({ parent: task.path, key }),
        setting,
        owner,
        ownerProperty,
      });
    }
  }

  /** Whether the file is docs.json. Only docs.json can contain `$ref`. */
  get #isDocsConfig(): boolean {
    return this.#shape === rootShape;
  }

  #isFull(): boolean {
    return this.#problems.length >= maxProblems;
  }

  #isForAnotherTheme(setting: Setting): boolean {
    return setting.theme !== undefined && this.#theme !== undefined && this.#theme !== setting.theme;
  }

  #addTask(node: JsonNode, shape: Shape, path: SettingPath, property?: JsonProperty, owner?: JsonObject): void {
    this.#tasks.push({ node, shape, path, property, owner });
  }

  #isNew(node: JsonNode, shape: Shape): boolean {
    const nodes = this.#visitedNodes.get(shape);
    if (!nodes) this.#visitedNodes.set(shape, new Set([node]));
    else if (nodes.has(node)) return false;
    else nodes.add(node);
    return true;
  }
}

/**
 * Returns the shape that applies if the value is a string. Returns undefined if the value can't be a string, or if its
 * strings refer to files or icons.
 */
function getPlainTextShape(shape: Shape): StringShape | undefined {
  const concreteShape = resolveShape(shape);
  if (concreteShape.kind === "choice" && concreteShape.disputedKinds?.includes("string")) return undefined;
  const branch = findBranch(concreteShape, "string");
  return branch?.kind === "string" && !branch.file && !branch.names ? branch : undefined;
}

/** Matches an icon that is the path of an image. Other icons are names, URLs, emoji, or SVG. */
const iconFilePattern = /^\.{0,2}\/[^<>]*\.\w+\s*$|^[\w-]+\/[^<>:]*\.\w+\s*$/;

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
function findOverridingKey(shape: FormsShape, owner: JsonObject, key: string): string | undefined {
  const isInOtherForm = [shape.defaultShape, ...shape.forms.map((form) => form.shape)].some(({ settings }) =>
    settings.has(key),
  );
  return isInOtherForm ? findSelectedForm(shape, owner)?.key : undefined;
}

/**
 * Whether the problems are only settings that the service ignores, as long as the value has at least one setting that
 * the service uses.
 */
function areHarmless(problems: readonly SettingProblem[], value: JsonNode | undefined): boolean {
  const unknown = new Set<JsonProperty>();
  for (const problem of problems) {
    if (problem.kind !== "unknown-setting" || problem.isRejected) return false;
    unknown.add(problem.property);
  }
  return unknown.size === 0 || value?.kind !== "object" || value.properties.some((property) => !unknown.has(property));
}

/** The keys that other configurations use for a setting. */
const otherKeys: ReadonlyMap<string, string> = new Map([
  ["url", "href"],
  ["metadata", "metatags"],
]);

/** Returns the valid key that the author probably meant. */
function findIntendedKey({ key }: JsonProperty, shape: ObjectShape, owner: JsonObject): string | undefined {
  const availableKeys = [...listAvailableKeys(shape, owner)];
  const other = otherKeys.get(key);
  // In mint.json, `url` is the folder of a tab that also has pages.
  const hasChildList = key === "url" && owner.properties.some(({ value }) => value?.kind === "array");
  return other !== undefined && availableKeys.includes(other) && !hasChildList
    ? other
    : findNearestName(key, availableKeys);
}

/** Yields the valid keys that the object doesn't have yet, because the author may have meant one of them. */
function* listAvailableKeys(shape: ObjectShape, owner: JsonObject): Iterable<string> {
  const existingKeys = getKeys(owner);
  for (const [key, setting] of shape.settings) if (!setting.isMisplaced && !existingKeys.has(key)) yield key;
}

/** Returns an object's keys. The result is cached because an object can have thousands of unknown keys. */
const getKeys = derive(({ properties }: JsonObject): ReadonlySet<string> => new Set(properties.map(({ key }) => key)));

/** The settings that are required in a profile or together with another setting, by key. */
const getRequiredSettings = derive(({ settings }: ObjectShape): readonly (readonly [string, Setting])[] =>
  [...settings].filter(([, setting]) => setting.required !== undefined && !setting.missingReportedBy),
);

/** Returns the paths of the settings with this name that are nested one level deep, such as `api.openapi`. */
function findNestedPaths(key: string, profile: ProfileName, root: JsonObject): string[] {
  return [...rootShape.settings].flatMap(([parent, { shape }]) => {
    const nestedSetting = shape.kind === "object" ? shape.settings.get(key) : undefined;
    if (!nestedSetting || (parent === "navigation" && !canContainList(root, key))) return [];
    return !nestedSetting.isMisplaced && (nestedSetting.onlyProfile ?? profile) === profile ? [`${parent}.${key}`] : [];
  });
}

/**
 * Whether the setting can be moved into the navigation, which can have only one list of children. Its other values
 * belong to other settings. The lists of mint.json are converted instead.
 */
function canContainList(root: JsonObject, key: string): boolean {
  const isChild = childOrder.root.some((child) => child === key);
  if (isChild && findProperty(root, key)?.value?.kind !== "array") return false;
  if (/^(?:anchors|tabs|versions)$/.test(key) || !isChild) return true;
  const navigation = findProperty(root, "navigation")?.value;
  const lists = navigation?.kind === "object" ? navigation.properties : [];
  return !lists.some(({ key: child }) => childOrder.root.some((other) => other === child));
}

/**
 * Returns the object's properties without duplicates. If a key is duplicated, the last property with that key is
 * included.
 */
function getLastProperties({ properties }: JsonObject): readonly JsonProperty[] {
  // For a few keys, comparing each with the others is faster than creating a map.
  const hasFewKeys = properties.length <= 8;
  if (hasFewKeys && properties.every(({ key }, i) => properties.findIndex((other) => other.key === key) === i))
    return properties;
  const propertiesByKey = new Map(properties.map((property) => [property.key, property]));
  return propertiesByKey.size === properties.length ? properties : [...propertiesByKey.values()];
}

function getSiblingLibrary({ property, owner }: Task): string | undefined {
  return property?.key === "name" ? getJsonString(owner, "library") : undefined;
}

/** Returns the keys that lead from an object at one path to a value inside the object. */
function getRelativeKeys(object: SettingPath | undefined, value: SettingPath | undefined): SettingPath["key"][] {
  const keys: SettingPath["key"][] = [];
  for (let step = value; step && step !== object; step = step.parent) keys.unshift(step.key);
  return keys;
}

function findInnerString(
  object: JsonObject,
  path: SettingPath | undefined,
  keys: readonly SettingPath["key"][],
): { readonly node: JsonString; readonly settingPath: SettingPath | undefined } {
  let node: JsonNode | undefined = object;
  let settingPath = path;
  for (const key of keys) {
    if (typeof key === "string") node = getJsonValue(node, key);
    else node = node?.kind === "array" ? node.items[key] : undefined;
    settingPath = { parent: settingPath, key };
  }
  if (node?.kind !== "string") throw new Error("An object with the same content has different values.");
  return { node, settingPath };
}
