import { toJsonString } from "../../config/json/json-edit.ts";
import { PreviousTree } from "../../config/json/json-tree.ts";
import {
  getAllowedSettings,
  findAllowedSchemas,
  type AllowedSchemas,
  getAllowedValues,
} from "../../config/settings/schema-lookup.ts";
import { ruleAreas, ruleSummaries, settingsFileSchema } from "../../config/settings/settings-file-schema.ts";
import type { Site } from "../../site/site.ts";
import { listNamedSources } from "../../site/specs/specs.ts";
import { getFolderPath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import {
  findElementAt,
  type NodeEndFinder,
  findConfigNode,
  type JsonCursor,
  readJsonCursor,
  getMirroredStrings,
  getConfigPathByFile,
} from "../cursor/json-cursor.ts";
import { rankPageLanguages } from "./complete-code.ts";
import {
  completeAssets,
  completeDestinations,
  completeHrefs,
  completeRedirectSources,
  completeRefs,
} from "./complete-links.ts";
import { completeOperations, completePages } from "./complete-navigation.ts";
import { completeElements, completeKeys, completeValues, suggestSetting } from "./complete-settings.ts";
import { completeIcons, completeSpecSources, completeInJson, getTypedPath } from "./complete-values.ts";
import {
  type CompletionRequest,
  type Completions,
  type ConfigCaret,
  emptyCompletions,
  type Suggestion,
} from "./completion.ts";
import { listUsedColors } from "./context.ts";

/** Suggests settings and values in docs.json or a file that it includes. */
export function completeConfig({ site, file, text, offset }: CompletionRequest): Completions {
  const configPath = getConfigPathByFile(site.config).get(file);
  const cursor = configPath && readJsonCursor(text, offset, createEndFinder(site, file, text));
  if (!configPath || !cursor) return emptyCompletions;
  const caret: ConfigCaret = { site, file, cursor, path: [...configPath, ...cursor.path] };
  return completeInJson(suggestAtCaret(caret), cursor, text);
}

/**
 * Returns a function that looks up the end of the node that starts at an offset. The function finds only nodes that
 * were parsed without errors and are unchanged in this text.
 */
function createEndFinder({ config }: Site, file: SitePath, text: string): NodeEndFinder {
  const configFile = config.files.find(({ path }) => path === file);
  if (!configFile) return () => undefined;
  const previousTree = new PreviousTree(configFile, text);
  return (start) => previousTree.findUnchangedEnd(start);
}

function suggestAtCaret(caret: ConfigCaret): Suggestion[] {
  const { site, cursor, path } = caret;
  if (cursor.expectedKind === "value" && path.at(-1) === "$ref") return completeRefs(caret);
  const allowedSchemas = findAllowedSchemas(site.config.root, path);
  if (!allowedSchemas) return [];
  if (cursor.expectedKind === "value") return suggestValuesAtCaret(caret, allowedSchemas);
  return [
    ...completeKeys(caret, allowedSchemas),
    ...(path.length === 1 && path[0] === "variables" ? suggestVariables(caret) : []),
    ...suggestRefKey(caret),
  ];
}

function suggestValuesAtCaret(caret: ConfigCaret, allowedSchemas: AllowedSchemas): Suggestion[] {
  const { path } = caret;
  const isEntry = path[0] === "navigation" && typeof path.at(-1) === "number" && path.at(-2) === "pages";
  const stringSchemas = allowedSchemas.schemas.flatMap((schema) => (schema.kind === "string" ? [schema] : []));
  const matchesAnySchema = (predicate: (schema: (typeof stringSchemas)[number]) => boolean) =>
    stringSchemas.some(predicate);
  const assetKind = stringSchemas.find(({ fileKind }) => fileKind !== undefined)?.fileKind;
  return [
    ...rankLanguages(caret, completeValues(caret, allowedSchemas)),
    ...completeElements(caret, allowedSchemas),
    ...(isEntry || matchesAnySchema(({ referenceKind }) => referenceKind === "page") ? completePages(caret) : []),
    ...(isEntry ? completeOperations(caret) : []),
    ...(["openapi", "asyncapi"] as const).flatMap((family) =>
      matchesAnySchema(({ referenceKind }) => referenceKind === family) ? completeSpecSources(caret, family) : [],
    ),
    ...(matchesAnySchema(({ referenceKind }) => referenceKind === "icon") ? suggestIcons(caret) : []),
    ...(assetKind ? completeAssets(caret, assetKind) : []),
    ...(matchesAnySchema(({ check }) => check === "href" || check === "footer-href") ? completeHrefs(caret) : []),
    ...(matchesAnySchema(({ check }) => check === "color") ? suggestColors(caret) : []),
    ...(path[0] === "redirects" && path.at(-1) === "source" ? completeRedirectSources(caret) : []),
    ...(path[0] === "redirects" && path.at(-1) === "destination" ? completeDestinations(caret) : []),
    ...(path.at(-1) === "directory" && !allowedSchemas.schemas.some(({ kind }) => kind === "enum")
      ? suggestDirectories(caret)
      : []),
  ];
}

/** Puts languages first if they match the language folder of the element's pages. */
function rankLanguages({ site, path }: ConfigCaret, suggestions: Suggestion[]): Suggestion[] {
  if (path.at(-1) !== "language") return suggestions;
  const rankByLanguage = rankPageLanguages(site, path.slice(0, -1));
  return suggestions.map((suggestion) => ({
    ...suggestion,
    rank: suggestion.rank + (rankByLanguage.get(suggestion.label.toLowerCase()) ?? 1),
  }));
}

function suggestIcons({ site, cursor, path }: ConfigCaret): Suggestion[] {
  const parentPath = path.at(-1) === "name" ? path.slice(0, -2) : path.slice(0, -1);
  const node = findConfigNode(site.config, parentPath);
  const labelStrings =
    node?.kind === "object"
      ? node.properties.flatMap(({ key, value }) =>
          key !== "icon" && key !== "href" && value?.kind === "string" ? [value.value] : [],
        )
      : [];
  const nearbyCountsByIcon = new Map<string, number>();
  const list = typeof parentPath.at(-1) === "number" ? findConfigNode(site.config, parentPath.slice(0, -1)) : undefined;
  for (const item of list?.kind === "array" ? list.items : []) {
    const icon = item.kind === "object" && item.properties.find(({ key }) => key === "icon")?.value;
    if (icon && icon.kind === "string")
      nearbyCountsByIcon.set(icon.value, (nearbyCountsByIcon.get(icon.value) ?? 0) + 1);
  }
  for (const icon of getMirroredStrings(site.config, path))
    nearbyCountsByIcon.set(icon, (nearbyCountsByIcon.get(icon) ?? 0) + 8);
  const elementLabel = findElementAt(site.config, parentPath)?.label?.value;
  return completeIcons(site, {
    label: labelStrings.join(" ") || (elementLabel ?? ""),
    typedText: getTypedPath(cursor),
    formatText: toJsonString,
    nearbyCountsByIcon,
  });
}

function suggestColors({ site }: ConfigCaret): Suggestion[] {
  return listUsedColors(site.config).map((color, index) => ({
    kind: "color",
    label: color,
    detail: "used on this site",
    text: toJsonString(color),
    rank: index / 1000,
  }));
}

function suggestDirectories({ site }: ConfigCaret): Suggestion[] {
  const usedDirectories = listNamedSources(site.config).flatMap(({ source }) => source.directory ?? []);
  return [...new Set([...usedDirectories, "api-reference"])]
    .filter((name) => name !== "")
    .map((name, index) => ({
      kind: "folder",
      label: name,
      text: toJsonString(name),
      rank: index / 1000,
    }));
}

/** Suggests names that pages use as `{{name}}` but that docs.json doesn't define. */
function suggestVariables({ site, cursor }: ConfigCaret): Suggestion[] {
  const names = new Set<string>();
  for (const { variables } of site.references.values()) for (const { name } of variables) names.add(name);
  return [...names]
    .filter((name) => !cursor.keys.has(name))
    .map((name) => ({
      kind: "variable",
      label: name,
      text: `${toJsonString(name)}: ""`,
      caret: toJsonString(name).length + 3,
      rank: 0,
    }));
}

function suggestRefKey({ cursor }: ConfigCaret): Suggestion[] {
  if (cursor.keys.has("$ref")) return [];
  const description = "Includes the value from another JSON file in the site. The path is relative to this file.";
  return [{ kind: "setting", label: "$ref", description, text: '"$ref": ""', caret: 9, rank: 9 }];
}

/** Suggests settings and values in `.docwright.json`. Uses the same schema as the validation of the file. */
export function completeSiteSettings({ site, text, offset }: CompletionRequest): Completions {
  const cursor = readJsonCursor(text, offset);
  const allowedSchemas = cursor && findAllowedSchemas(site.settings.source?.root, cursor.path, settingsFileSchema);
  if (!cursor || !allowedSchemas) return emptyCompletions;
  const suggestions =
    cursor.expectedKind === "key"
      ? suggestKeys(allowedSchemas, cursor)
      : [...suggestValues(allowedSchemas), ...suggestSiteFolders(allowedSchemas, site)];
  return completeInJson(suggestions, cursor, text);
}

/** The settings in `.docwright.json` don't depend on the profile, so any profile works. */
const profile = "standard";

function suggestKeys(allowedSchemas: AllowedSchemas, cursor: JsonCursor): Suggestion[] {
  const isRuleRecord = allowedSchemas.schemas.some((schema) => schema.kind === "record" && schema.keys === "rule");
  if (isRuleRecord) return suggestRules(cursor);
  return [...getAllowedSettings(allowedSchemas, profile)]
    .filter(([key]) => !cursor.keys.has(key))
    .map(([key, setting], rank) => suggestSetting(key, setting, profile, rank));
}

/** Suggests rule codes, and areas such as `link/*`. */
function suggestRules(cursor: JsonCursor): Suggestion[] {
  return [...ruleAreas, ...ruleSummaries.keys()]
    .filter((name) => !cursor.keys.has(name))
    .map((name) => {
      const detail = ruleSummaries.get(name);
      return {
        kind: "rule",
        label: name,
        ...(detail !== undefined && { detail }),
        text: `${toJsonString(name)}: ""`,
        caret: toJsonString(name).length + 3,
        rank: detail === undefined ? 1 : 0,
      };
    });
}

function suggestValues(allowedSchemas: AllowedSchemas): Suggestion[] {
  const isOverride = getAllowedSettings(allowedSchemas, profile).has("files");
  return [
    ...getAllowedValues(allowedSchemas, profile).map(({ json, description }, rank): Suggestion => ({
      kind: "value",
      label: json.replace(/^"|"$/g, ""),
      ...(description !== undefined && { detail: description }),
      text: json,
      rank,
    })),
    ...(isOverride ? [newOverride] : []),
  ];
}

/** Suggests subfolders that contain another docs.json, because they aren't part of this site. */
function suggestSiteFolders({ schemas }: AllowedSchemas, { nestedConfigs }: Site): Suggestion[] {
  if (!schemas.some((schema) => schema.kind === "string" && schema.referenceKind === "site")) return [];
  return [...(nestedConfigs?.keys() ?? [])].map((file, rank) => {
    const folder = getFolderPath(file);
    return { kind: "value", label: folder, text: toJsonString(folder), rank };
  });
}

const newOverride: Suggestion = {
  kind: "element",
  label: "files …",
  text: '{ "files": [""], "rules": {} }',
  caret: 13,
  rank: 0,
};
