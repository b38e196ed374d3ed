import { findNearestName } from "../text/similarity.ts";
import { derive } from "../text/maps.ts";
import type { Config } from "./config.ts";
import { isMisread } from "./json/json-reader.ts";
import {
  deriveFromContent,
  findProperty,
  getJsonValue,
  getLastProperties,
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
import { resolveSchema, rootSchema } from "./settings/config-schema.ts";
import { childOrder } from "./settings/navigation.ts";
import type { Profile, ProfileName } from "./settings/profile.ts";
import { findBranch, selectForm, getAcceptedKinds, findSelectedForm, getValueKind } from "./settings/schema-lookup.ts";
import {
  type EnumSchema,
  type FormsSchema,
  isRequired,
  type ListSchema,
  type ObjectSchema,
  type Setting,
  type SettingSchema,
  type StringSchema,
  type ValueKind,
} from "./settings/setting-schema.ts";
import { settingsFileSchema } from "./settings/settings-file-schema.ts";

const maxProblems = 2000;

/**
 * Validates the resolved docs.json against the setting definitions in one pass, and returns at most 2,000 problems. A
 * value whose `$ref` can't be resolved isn't validated, because it's missing from the tree. A file that is included
 * twice is validated only once.
 */
export function validateSettings(config: Pick<Config, "root" | "files">, profile: Profile): SettingsResult {
  return new SettingsValidator(config, profile, rootSchema).validateRoot(config.root);
}

/** Validates the content of `.docwright.json` in the same way as `validateSettings`. */
export function validateSettingsFile(file: JsonFile, profile: Profile): readonly SettingProblem[] {
  return new SettingsValidator({ root: file.root, files: [file] }, profile, settingsFileSchema).validateRoot(file.root)
    .problems;
}

/** A value that hasn't been validated yet. */
interface ValueTask {
  readonly node: JsonNode;
  readonly schema: SettingSchema;
  readonly path: SettingPath | undefined;
  /** The property that has this value. Undefined for a list item. */
  readonly property: JsonProperty | undefined;
  readonly parent: JsonObject | undefined;
}

/** An object without problems, in a form that doesn't depend on the object's position. */
interface ValidObject {
  readonly schema: SettingSchema;
  readonly profile: Profile;
  readonly theme: string | undefined;
  readonly files: readonly RelativeReference<FileReference>[];
  readonly icons: readonly RelativeReference<IconReference>[];
}

/** A reference in an object. `keys` is the path from the object to the string that contains the reference. */
type RelativeReference<Reference extends FileReference | IconReference> = Omit<Reference, "node" | "settingPath"> & {
  readonly keys: readonly SettingPath["key"][];
};

/** The last result for each object's content. */
const getLastResult: (object: JsonObject) => { validObject?: ValidObject } = deriveFromContent(() => ({}));

class SettingsValidator {
  readonly #profile: Profile;
  readonly #schema: ObjectSchema;
  readonly #theme: string | undefined;
  /** The paths of files with syntax errors that may have caused the parser to overlook some values. */
  readonly #misreadFiles: ReadonlySet<string>;
  readonly #problems: SettingProblem[] = [];
  readonly #files: FileReference[] = [];
  readonly #icons: IconReference[] = [];
  readonly #tasks: ValueTask[] = [];
  /** The values that have been validated, by schema. */
  readonly #visitedNodesBySchema = new Map<SettingSchema, Set<JsonNode>>();
  /** Whether earlier results apply to objects without changes, because their validity depends only on their content. */
  readonly #canReuseResults: boolean;

  constructor(config: Pick<Config, "root" | "files">, profile: Profile, schema: ObjectSchema) {
    this.#profile = profile;
    this.#schema = schema;
    this.#theme = getJsonString(config.root, "theme");
    this.#misreadFiles = new Set(config.files.filter(isMisread).map((file) => file.path));
    this.#canReuseResults = config.files.length === 1 && this.#misreadFiles.size === 0;
  }

  validateRoot(root: JsonNode | undefined): SettingsResult {
    if (root?.kind === "object")
      this.#tasks.push({
        node: root,
        schema: this.#schema,
        path: undefined,
        property: undefined,
        parent: undefined,
      });
    this.#validateTasks(0);
    return { problems: this.#problems, files: this.#files, icons: this.#icons };
  }

  /** Validates the values that were queued last, until only this many values are left. */
  #validateTasks(remainingCount: number): void {
    while (this.#tasks.length > remainingCount && !this.#hasReachedLimit()) {
      const task = this.#tasks.pop();
      // The navigation consists of many lists of objects, and an edit changes the content of only a few of them.
      if (task?.node.kind === "object" && !task.property && this.#canReuseResults)
        this.#validateListedObject(task, task.node);
      else if (task) this.#validate(task);
    }
  }

  /** Validates an object in a list, unless an object with the same content was validated before without problems. */
  #validateListedObject(task: ValueTask, node: JsonObject): void {
    const { schema, path } = task;
    const lastResult = getLastResult(node);
    const [previousObject, profile, theme] = [lastResult.validObject, this.#profile, this.#theme];
    if (previousObject?.schema === schema && previousObject.profile === profile && previousObject.theme === theme) {
      for (const { fileKind, keys } of previousObject.files)
        this.#files.push({ fileKind, ...findInnerString(node, path, keys) });
      for (const { library, keys } of previousObject.icons)
        this.#icons.push({ library, ...findInnerString(node, path, keys) });
      return;
    }
    const [problemCount, fileCount, iconCount] = [this.#problems.length, this.#files.length, this.#icons.length];
    const minTaskCount = this.#tasks.length;
    this.#validate(task);
    this.#validateTasks(minTaskCount);
    if (this.#problems.length > problemCount) return;
    lastResult.validObject = {
      schema,
      profile,
      theme,
      files: this.#files
        .slice(fileCount)
        .map(({ fileKind, settingPath }) => ({ fileKind, keys: getRelativeKeys(path, settingPath) })),
      icons: this.#icons
        .slice(iconCount)
        .map(({ library, settingPath }) => ({ library, keys: getRelativeKeys(path, settingPath) })),
    };
  }

  #validate(task: ValueTask): void {
    const { node } = task;
    const schema = resolveSchema(task.schema);
    const kind = getValueKind(node);
    const kinds = getAcceptedKinds(schema);
    if (!kind || !kinds.includes(kind)) return this.#addWrongType(task, kinds, false);
    if (schema.kind === "choice" && schema.disputedKinds?.includes(kind))
      this.#addWrongType(
        task,
        kinds.filter((other) => other !== kind),
        true,
      );
    const branch = findBranch(schema, kind);
    if (!branch) return;
    if (branch.kind === "named" || branch.kind === "choice") return this.#validate({ ...task, schema: branch });
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

  #addWrongType({ node, path, schema }: ValueTask, expectedKinds: readonly ValueKind[], isDisputed: boolean): void {
    const textSchema = findBranch(resolveSchema(schema), "string");
    const allowsAnyText =
      textSchema?.kind === "string" && !textSchema.check && !textSchema.fileKind && !textSchema.referenceKind;
    this.#problems.push({
      kind: "wrong-type",
      node,
      path: formatSettingPath(path),
      expectedKinds,
      isDisputed,
      allowsAnyText,
    });
  }

  /** Reports a problem with a value, if there is one. Returns whether there is one. */
  #addInvalidValue({ path }: ValueTask, problem: ValueProblem | undefined): boolean {
    if (problem) this.#problems.push({ kind: "invalid-value", path: formatSettingPath(path), ...problem });
    return problem !== undefined;
  }

  #validateText(task: ValueTask, node: JsonString, schema: StringSchema): void {
    if (this.#addInvalidValue(task, checkText(node, schema))) return;
    const { path: settingPath } = task;
    if (schema.fileKind) this.#files.push({ node, settingPath, fileKind: schema.fileKind });
    if (schema.referenceKind === "icon" && iconFilePattern.test(node.value))
      this.#files.push({ node, settingPath, fileKind: "image" });
    if (schema.referenceKind === "icon") this.#icons.push({ node, settingPath, library: getSiblingLibrary(task) });
  }

  #validateEnum({ path }: ValueTask, node: JsonString, schema: EnumSchema): void {
    const problem = checkEnum(node, schema, this.#profile.name);
    if (problem) this.#problems.push({ ...problem, path: formatSettingPath(path) });
  }

  #validateList(task: ValueTask, node: JsonArray, schema: ListSchema): void {
    if (!this.#isFirstVisit(node, schema)) return;
    for (const problem of checkList(node, schema)) this.#addInvalidValue(task, problem);
    const textSchema = getTextSchema(schema.items);
    for (let index = node.items.length - 1; index >= 0; index--) {
      const item = node.items[index];
      // The navigation can list thousands of pages, nearly all of which are valid, so valid pages aren't queued.
      if (item?.kind === "string" && textSchema && !checkText(item, textSchema)) continue;
      if (item) this.#addTask(item, schema.items, { parent: task.path, key: index });
    }
  }

  #validateRecord(task: ValueTask, node: JsonObject, values: SettingSchema): void {
    for (const { key, value } of getLastProperties(node))
      if (value) this.#addTask(value, values, { parent: task.path, key });
  }

  /** Validates an object. `forms` contains the other forms that the object could have. */
  #validateObject(task: ValueTask, node: JsonObject, schema: ObjectSchema, forms?: FormsSchema): void {
    if (!this.#isFirstVisit(node, schema)) return;
    for (const property of getLastProperties(node)) {
      if (this.#hasReachedLimit()) return;
      this.#validateProperty(task, node, property, schema, forms);
    }
    this.#addMissingSettings(task, node, schema);
  }

  #validateProperty(
    task: ValueTask,
    parent: JsonObject,
    property: JsonProperty,
    schema: ObjectSchema,
    forms?: FormsSchema,
  ): void {
    const { key, value } = property;
    // JSON doesn't support comments, so authors disable a setting by adding `//` before its name.
    if (key.startsWith("//") && schema.unknownKeyHandling === "ignored") return;
    const setting = key === "$ref" && this.#isDocsConfig ? refSetting : schema.settings.get(key);
    const path: SettingPath = { parent: task.path, key };
    const isForAnotherProfile = (setting?.onlyProfile ?? this.#profile.name) !== this.#profile.name;
    if (!setting || this.#isForAnotherTheme(setting) || (isForAnotherProfile && setting.isReplacedInOtherProfile)) {
      const nearestKey = setting ? undefined : findIntendedKey(property, schema, parent);
      const problems =
        value && nearestKey !== undefined ? this.#checkInSetting(value, schema.settings.get(nearestKey)) : [];
      const fits = (other: Setting) => !isUnusedObject(value ? this.#checkInSetting(value, other) : [], value);
      const hasOtherType = problems.some((problem) => problem.kind === "wrong-type" && problem.node === value);
      this.#problems.push({
        kind: "unknown-setting",
        property,
        path: formatSettingPath(path),
        nearestKey: hasOtherType || isUnusedObject(problems, value) ? undefined : nearestKey,
        // A file without a required setting is rejected anyway.
        isValidForNearestKey:
          (nearestKey !== undefined && this.#isMissing(nearestKey, parent, schema)) || areHarmless(problems, value),
        otherPaths:
          setting || task.path || !this.#isDocsConfig ? [] : findNestedPaths(key, this.#profile.name, parent, fits),
        theme: setting?.theme,
        overriddenBy: forms && setting === undefined ? findOverridingKey(forms, parent, key) : undefined,
        isRejected: schema.unknownKeyHandling === "refused",
      });
    } else if (value && !setting.isMisplaced && !isForAnotherProfile)
      this.#addTask(value, setting.schema, path, property, parent);
  }

  /** Whether the object lacks a setting that it must have. */
  #isMissing(key: string, parent: JsonObject, schema: ObjectSchema): boolean {
    const setting = schema.settings.get(key);
    return setting !== undefined && isRequired(setting, this.#profile.name, (other) => getKeys(parent).has(other));
  }

  /** Returns the problems that the value would have in another setting. */
  #checkInSetting(node: JsonNode, setting: Setting | undefined): readonly SettingProblem[] {
    if (!setting) return [];
    const validator = new SettingsValidator({ root: undefined, files: [] }, this.#profile, this.#schema);
    validator.#addTask(node, setting.schema, { parent: undefined, key: "" });
    validator.#validateTasks(0);
    return validator.#problems;
  }

  #addMissingSettings(task: ValueTask, parent: JsonObject, schema: ObjectSchema): void {
    const requiredSettings = getRequiredSettings(schema);
    if (requiredSettings.length === 0 || this.#misreadFiles.has(parent.file)) return;
    const hasKey = (key: string) => findProperty(parent, key) !== undefined;
    for (const [key, setting] of requiredSettings) {
      if (hasKey(key) || !isRequired(setting, this.#profile.name, hasKey)) continue;
      const parentProperty = task.property?.file === parent.file ? task.property : undefined;
      this.#problems.push({
        kind: "missing-setting",
        key,
        path: formatSettingPath({ parent: task.path, key }),
        setting,
        parent,
        parentProperty,
      });
    }
  }

  /** Whether the file is docs.json. Only docs.json can contain `$ref`. */
  get #isDocsConfig(): boolean {
    return this.#schema === rootSchema;
  }

  #hasReachedLimit(): boolean {
    return this.#problems.length >= maxProblems;
  }

  #isForAnotherTheme({ theme }: Setting): boolean {
    return theme !== undefined && this.#theme !== undefined && this.#theme !== theme;
  }

  #addTask(
    node: JsonNode,
    schema: SettingSchema,
    path: SettingPath,
    property?: JsonProperty,
    parent?: JsonObject,
  ): void {
    this.#tasks.push({ node, schema, path, property, parent });
  }

  #isFirstVisit(node: JsonNode, schema: SettingSchema): boolean {
    const nodes = this.#visitedNodesBySchema.get(schema);
    if (!nodes) this.#visitedNodesBySchema.set(schema, new Set([node]));
    else if (nodes.has(node)) return false;
    else nodes.add(node);
    return true;
  }
}

/**
 * Returns the schema that applies if the value is a string. Returns undefined if the value can't be a string, or if its
 * strings refer to files or icons.
 */
function getTextSchema(schema: SettingSchema): StringSchema | undefined {
  const concreteSchema = resolveSchema(schema);
  if (concreteSchema.kind === "choice" && concreteSchema.disputedKinds?.includes("string")) return undefined;
  const branch = findBranch(concreteSchema, "string");
  return branch?.kind === "string" && !branch.fileKind && !branch.referenceKind ? branch : undefined;
}

/** Matches an icon that is the path of an image. Other icons are names, URLs, emoji, or SVG. */
const iconFilePattern = /^\.{0,2}\/[^<>]*\.\w+\s*$|^[\w-]+\/[^<>:]*\.\w+\s*$/;

/**
 * The setting for `$ref`, which is allowed in any object. After references have been resolved, the only remaining
 * `$ref` keys are those whose value isn't a string.
 */
const refSetting: Setting = {
  schema: { kind: "string" },
  meaning: "Path of a JSON file, relative to this file. Its content replaces this object.",
};

/**
 * Returns the key that selects the object's form if this key is valid only in other forms. For example, `family`
 * selects one font for all text, so the service ignores `heading`.
 */
function findOverridingKey(schema: FormsSchema, parent: JsonObject, key: string): string | undefined {
  const isInOtherForm = [schema.defaultSchema, ...schema.forms.map((form) => form.schema)].some(({ settings }) =>
    settings.has(key),
  );
  return isInOtherForm ? findSelectedForm(schema, parent)?.key : undefined;
}

/** Whether the problems are only settings that the service ignores, and the service uses at least one other setting. */
function areHarmless(problems: readonly SettingProblem[], value: JsonNode | undefined): boolean {
  const isIgnored = (problem: SettingProblem) => problem.kind === "unknown-setting" && !problem.isRejected;
  return problems.every(isIgnored) && !isUnusedObject(problems, value);
}

/** Whether the value is an object that contains only unknown settings. */
function isUnusedObject(problems: readonly SettingProblem[], value: JsonNode | undefined): boolean {
  const unknownProperties = new Set(
    problems.flatMap((problem) => (problem.kind === "unknown-setting" ? [problem.property] : [])),
  );
  if (value?.kind !== "object" || unknownProperties.size === 0) return false;
  return value.properties.every((property) => unknownProperties.has(property));
}

/** Maps keys that other configuration files use to the corresponding keys in docs.json. */
const replacementKeys: ReadonlyMap<string, string> = new Map([
  ["url", "href"],
  ["metadata", "metatags"],
  // The columns of the footer in mint.json.
  ["title", "header"],
  ["links", "items"],
]);

/** Returns the valid key that the author probably meant. */
function findIntendedKey({ key }: JsonProperty, schema: ObjectSchema, parent: JsonObject): string | undefined {
  const availableKeys = [...listAvailableKeys(schema, parent)];
  const replacementKey = replacementKeys.get(key);
  // In mint.json, `url` is the folder of a tab that also has pages.
  const hasChildList = key === "url" && parent.properties.some(({ value }) => value?.kind === "array");
  return replacementKey !== undefined && availableKeys.includes(replacementKey) && !hasChildList
    ? replacementKey
    : findNearestName(key, availableKeys);
}

/** Yields the valid keys that the object doesn't have yet, because the author may have meant one of them. */
function* listAvailableKeys(schema: ObjectSchema, parent: JsonObject): Iterable<string> {
  const existingKeys = getKeys(parent);
  for (const [key, setting] of schema.settings) if (!setting.isMisplaced && !existingKeys.has(key)) yield key;
}

/** Returns an object's keys. The result is cached because an object can have thousands of unknown keys. */
const getKeys = derive(({ properties }: JsonObject): ReadonlySet<string> => new Set(properties.map(({ key }) => key)));

/** The settings that are required in a profile or together with another setting, by key. */
const getRequiredSettings = derive(({ settings }: ObjectSchema): readonly (readonly [string, Setting])[] =>
  [...settings].filter(([, setting]) => setting.required !== undefined && !setting.missingReportedBy),
);

/**
 * Returns the paths of the settings with this name that are nested one level deep, such as `api.openapi`, and for which
 * `fits` returns true.
 */
function findNestedPaths(
  key: string,
  profile: ProfileName,
  root: JsonObject,
  fits: (setting: Setting) => boolean,
): string[] {
  return [...rootSchema.settings].flatMap(([parent, { schema }]) => {
    const nestedSetting = schema.kind === "object" ? schema.settings.get(key) : undefined;
    if (!nestedSetting || !fits(nestedSetting) || (parent === "navigation" && !canMoveIntoNavigation(root, key)))
      return [];
    return !nestedSetting.isMisplaced && (nestedSetting.onlyProfile ?? profile) === profile ? [`${parent}.${key}`] : [];
  });
}

/**
 * Whether the setting can be moved into `navigation`. The navigation can have only one list of children, so a list
 * can't be moved if there's already one. Lists from mint.json are an exception, because they're converted. A child
 * setting whose value isn't a list can't be moved.
 */
function canMoveIntoNavigation(root: JsonObject, key: string): boolean {
  const isChild = childOrder.root.some((child) => child === key);
  if (isChild && findProperty(root, key)?.value?.kind !== "array") return false;
  if (/^(?:anchors|tabs|versions)$/.test(key) || !isChild) return true;
  const navigation = findProperty(root, "navigation")?.value;
  const listProperties = navigation?.kind === "object" ? navigation.properties : [];
  return !listProperties.some(({ key: child }) => childOrder.root.some((other) => other === child));
}

function getSiblingLibrary({ property, parent }: ValueTask): string | undefined {
  return property?.key === "name" ? getJsonString(parent, "library") : undefined;
}

/** Returns the keys that lead from an object at one path to a value inside the object. */
function getRelativeKeys(outerPath: SettingPath | undefined, innerPath: SettingPath | undefined): SettingPath["key"][] {
  const keys: SettingPath["key"][] = [];
  for (let step = innerPath; step && step !== outerPath; step = step.parent) keys.unshift(step.key);
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
