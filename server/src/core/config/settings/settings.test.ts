import assert from "node:assert/strict";
import { type Config, readConfig } from "../config.ts";
import { readJson } from "../json/json-tree.ts";
import { validateSettings } from "../validate-config.ts";
import { resolveSchema, rootSchema } from "./config-schema.ts";
import { profiles } from "./profile.ts";
import { createSettingDoc, findAllowedSchemas, createInitialValue } from "./schema-lookup.ts";
import { isRequired, type Setting, type SettingSchema } from "./setting-schema.ts";

/** Returns all settings. The key of each setting is the first path at which it appears. */
function collectSettings(): Map<string, Setting> {
  const found = new Map<string, Setting>();
  const seen = new Set<SettingSchema>();
  const visit = (schema: SettingSchema, path: string): void => {
    const concreteShape = resolveSchema(schema);
    if (seen.has(concreteShape)) return;
    seen.add(concreteShape);
    if (concreteShape.kind === "choice")
      for (const branch of Object.values(concreteShape.branches)) visit(branch, path);
    if (concreteShape.kind === "forms")
      for (const { schema: form } of [...concreteShape.forms, { schema: concreteShape.defaultSchema }])
        visit(form, path);
    if (concreteShape.kind === "list") visit(concreteShape.items, `${path}[]`);
    if (concreteShape.kind === "record") visit(concreteShape.values, `${path}.*`);
    if (concreteShape.kind !== "object") return;
    for (const [key, setting] of concreteShape.settings) {
      const childPath = path === "" ? key : `${path}.${key}`;
      if (!found.has(childPath)) found.set(childPath, setting);
      if (!setting.isMisplaced) visit(setting.schema, childPath);
    }
  };
  visit(rootSchema, "");
  return found;
}

function createConfig(value: unknown): Config {
  return readConfig("docs.json", new Map([["docs.json", readJson("docs.json", JSON.stringify(value))]]));
}

describe("settings", () => {
  const settings = collectSettings();

  it("cover every top-level setting of docs.json", () => {
    assert.ok(settings.size > 300, `${settings.size} settings`);
    assert.deepEqual(
      [...rootSchema.settings.keys()].sort(),
      (
        "$schema api appearance background banner colors contextual description errors favicon fonts footer icons " +
        "integrations interaction logo markdown metadata name navbar navigation public redirects search seo server " +
        "styling theme thumbnails variables variations"
      ).split(" "),
    );
  });

  it("have readable descriptions", () => {
    for (const [path, { meaning }] of settings) {
      assert.match(meaning, /^[A-Z`].*\.$/, path);
      assert.ok(meaning.length <= 220, `${path}: ${meaning.length} characters`);
      const plainMeaning = meaning.replace(/this file's JSON schema|Your project token/, "");
      assert.doesNotMatch(plainMeaning, /\b(schema|union|token|undefined|null|regex)\b|!/i, path);
    }
  });

  it("have examples that match an accepted type", () => {
    for (const [path, setting] of settings) {
      if (setting.example === undefined || setting.isMisplaced) continue;
      const shapes = findAllowedSchemas(
        undefined,
        path.split(/\.|(?=\[\])/).map((step) => (step === "[]" ? 0 : step)),
      );
      assert.ok(shapes, path);
      const kind = Array.isArray(setting.example) ? "list" : typeof setting.example;
      const { kinds } = createSettingDoc(setting, "mintlify");
      assert.ok(
        kinds.some((knownKind) => knownKind === kind),
        `${path}: the type ${kind} isn't one of ${kinds.join()}`,
      );
    }
  });

  it("are required only if the profile requires them", () => {
    for (const profile of Object.values(profiles)) {
      const paths = [...settings]
        .filter(([path, setting]) => /^[a-z]+(\.[a-z]+)?$/.test(path) && isRequired(setting, profile.name, () => false))
        .map(([path]) => path);
      for (const path of profile.requiredSettings) assert.ok(paths.includes(path), `${profile.name}: ${path}`);
      const top = paths.filter((path) => !path.includes("."));
      const knownKeys = new Set(profile.requiredSettings.map((path) => path.split(".")[0]));
      assert.deepEqual(
        top.filter((path) => !knownKeys.has(path)),
        [],
      );
    }
  });

  it("have initial values that cause no problems", () => {
    for (const profile of Object.values(profiles)) {
      const site: Record<string, unknown> = {};
      for (const [key, setting] of rootSchema.settings)
        if (isRequired(setting, profile.name, () => false)) site[key] = createInitialValue(setting, profile.name);
      assert.deepEqual(validateSettings(createConfig(site), profile).problems, []);
    }
  });
});
