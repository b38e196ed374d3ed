import { toJsonString } from "../../config/json/json-edit.ts";
import { PreviousTree } from "../../config/json/json-tree.ts";
import {
  getAllowedSettings,
  findAllowedShapes,
  type AllowedShapes,
  getAllowedValues,
} from "../../config/settings/schema-lookup.ts";
import { ruleAreas, ruleSummaries, settingsFileShape } from "../../config/settings/settings-file-shape.ts";
import type { Site } from "../../site/site.ts";
import { namedSources } from "../../site/specs/specs.ts";
import { folderOf } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import {
  elementAt,
  type EndOfDocument,
  findConfigNode,
  type JsonCursor,
  jsonCursorAt,
  mirroredTexts,
  mountsOf,
} from "../cursor/json-cursor.ts";
import { languagesOfPages } from "./complete-code.ts";
import {
  completeAssets,
  completeDestinations,
  completeHrefs,
  completeRedirectSources,
  completeRefs,
} from "./complete-links.ts";
import { completeOperations, completePages } from "./complete-navigation.ts";
import { completeElements, completeKeys, completeValues, settingOffer } from "./complete-settings.ts";
import { completeIcons, completeSpecSources, writeInJson } from "./complete-values.ts";
import {
  type CompletionRequest,
  type Completions,
  type ConfigCaret,
  noCompletions,
  type Offer,
} from "./completion.ts";
import { colorsInUse } from "./context.ts";

/** Suggests settings and values in docs.json or a file that it includes. */
export function completeConfig({ site, file, text, offset }: CompletionRequest): Completions {
  const configPath = mountsOf(site.config).get(file);
  const cursor = configPath && jsonCursorAt(text, offset, nodeEndsIn(site, file, text));
  if (!configPath || !cursor) return noCompletions;
  const caret: ConfigCaret = { site, file, cursor, path: [...configPath, ...cursor.path] };
  return writeInJson(offersAt(caret), cursor, text);
}

/**
 * Returns a function that looks up the end of the node that starts at an offset. The function finds only nodes that
 * were parsed without errors and are unchanged in this text.
 */
function nodeEndsIn({ config }: Site, file: SitePath, text: string): EndOfDocument {
  const configFile = config.files.find(({ path }) => path === file);
  if (!configFile) return () => undefined;
  const previousTree = new PreviousTree(configFile, text);
  return (start) => previousTree.findUnchangedEnd(start);
}

function offersAt(caret: ConfigCaret): Offer[] {
  const { site, cursor, path } = caret;
  if (cursor.expects === "value" && path.at(-1) === "$ref") return completeRefs(caret);
  const shapePlace = findAllowedShapes(site.config.root, path);
  if (!shapePlace) return [];
  if (cursor.expects === "value") return valuesFor(caret, shapePlace);
  return [
    ...completeKeys(caret, shapePlace),
    ...(path.length === 1 && path[0] === "variables" ? variableNames(caret) : []),
    ...refKey(caret),
  ];
}

function valuesFor(caret: ConfigCaret, shapePlace: AllowedShapes): Offer[] {
  const { path } = caret;
  const isEntry = path[0] === "navigation" && typeof path.at(-1) === "number" && path.at(-2) === "pages";
  const strings = shapePlace.shapes.flatMap((shape) => (shape.kind === "string" ? [shape] : []));
  const hasShape = (test: (shape: (typeof strings)[number]) => boolean) => strings.some(test);
  const assetKind = strings.find(({ file }) => file !== undefined)?.file;
  return [
    ...likelyValues(caret, completeValues(caret, shapePlace)),
    ...completeElements(caret, shapePlace),
    ...(isEntry || hasShape(({ names }) => names === "page") ? completePages(caret) : []),
    ...(isEntry ? completeOperations(caret) : []),
    ...(["openapi", "asyncapi"] as const).flatMap((family) =>
      hasShape(({ names }) => names === family) ? completeSpecSources(caret, family) : [],
    ),
    ...(hasShape(({ names }) => names === "icon") ? iconsFor(caret) : []),
    ...(assetKind ? completeAssets(caret, assetKind) : []),
    ...(hasShape(({ check }) => check === "href" || check === "footer-href") ? completeHrefs(caret) : []),
    ...(hasShape(({ check }) => check === "color") ? colorsFor(caret) : []),
    ...(path[0] === "redirects" && path.at(-1) === "source" ? completeRedirectSources(caret) : []),
    ...(path[0] === "redirects" && path.at(-1) === "destination" ? completeDestinations(caret) : []),
    ...(path.at(-1) === "directory" && !shapePlace.shapes.some(({ kind }) => kind === "enum")
      ? directoriesFor(caret)
      : []),
  ];
}

/** Puts languages first if they match the language folder of the element's pages. */
function likelyValues({ site, path }: ConfigCaret, offers: Offer[]): Offer[] {
  if (path.at(-1) !== "language") return offers;
  const languageRanks = languagesOfPages(site, path.slice(0, -1));
  return offers.map((offer) => ({
    ...offer,
    rank: offer.rank + (languageRanks.get(offer.label.toLowerCase()) ?? 1),
  }));
}

function iconsFor({ site, path }: ConfigCaret): Offer[] {
  const owner = path.at(-1) === "name" ? path.slice(0, -2) : path.slice(0, -1);
  const node = findConfigNode(site.config, owner);
  const label =
    node?.kind === "object"
      ? node.properties.flatMap(({ key, value }) =>
          key !== "icon" && key !== "href" && value?.kind === "string" ? [value.value] : [],
        )
      : [];
  const nearbyIcons = new Map<string, number>();
  const list = typeof owner.at(-1) === "number" ? findConfigNode(site.config, owner.slice(0, -1)) : undefined;
  for (const item of list?.kind === "array" ? list.items : []) {
    const icon = item.kind === "object" && item.properties.find(({ key }) => key === "icon")?.value;
    if (icon && icon.kind === "string") nearbyIcons.set(icon.value, (nearbyIcons.get(icon.value) ?? 0) + 1);
  }
  for (const icon of mirroredTexts(site.config, path))
    nearbyIcons.set(icon, (nearbyIcons.get(icon) ?? 0) + 8);
  const element = elementAt(site.config, owner)?.label?.value;
  return completeIcons(site, label.join(" ") || (element ?? ""), toJsonString, nearbyIcons);
}

function colorsFor({ site }: ConfigCaret): Offer[] {
  return colorsInUse(site.config).map((color, index) => ({
    kind: "color",
    label: color,
    detail: "used on this site",
    text: toJsonString(color),
    rank: index / 1000,
  }));
}

function directoriesFor({ site }: ConfigCaret): Offer[] {
  const used = namedSources(site.config).flatMap(({ source }) => source.directory ?? []);
  return [...new Set([...used, "api-reference"])]
    .filter((name) => name !== "")
    .map((name, index) => ({
      kind: "folder",
      label: name,
      text: toJsonString(name),
      rank: index / 1000,
    }));
}

/** Suggests names that pages use as `{{name}}` but that docs.json doesn't define. */
function variableNames({ site, cursor }: ConfigCaret): Offer[] {
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

function refKey({ cursor }: ConfigCaret): Offer[] {
  if (cursor.keys.has("$ref")) return [];
  const description =
    "Includes the value from another JSON file in the site. The path is relative to this file.";
  return [{ kind: "setting", label: "$ref", description, text: '"$ref": ""', caret: 9, rank: 9 }];
}

/** Suggests settings and values in `.docwright.json`. Uses the same shape as the file's validation and schema. */
export function completeSiteSettings({ site, text, offset }: CompletionRequest): Completions {
  const cursor = jsonCursorAt(text, offset);
  const shapePlace = cursor && findAllowedShapes(site.settings.source?.root, cursor.path, settingsFileShape);
  if (!cursor || !shapePlace) return noCompletions;
  const offers =
    cursor.expects === "key"
      ? keysAt(shapePlace, cursor)
      : [...valuesIn(shapePlace), ...offerSiteFolders(shapePlace, site)];
  return writeInJson(offers, cursor, text);
}

/** The settings in `.docwright.json` don't depend on the profile, so any profile works. */
const profile = "standard";

function keysAt(shapePlace: AllowedShapes, cursor: JsonCursor): Offer[] {
  const isTable = shapePlace.shapes.some((shape) => shape.kind === "record" && shape.keys === "rule");
  if (isTable) return ruleNames(cursor);
  return [...getAllowedSettings(shapePlace, profile)]
    .filter(([key]) => !cursor.keys.has(key))
    .map(([key, setting], rank) => settingOffer(key, setting, profile, rank));
}

/** Suggests rule codes, and areas such as `link/*`. */
function ruleNames(cursor: JsonCursor): Offer[] {
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

function valuesIn(shapePlace: AllowedShapes): Offer[] {
  const isOverride = getAllowedSettings(shapePlace, profile).has("files");
  return [
    ...getAllowedValues(shapePlace, profile).map(({ json, description }, rank): Offer => ({
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
function offerSiteFolders({ shapes }: AllowedShapes, { nestedConfigs }: Site): Offer[] {
  if (!shapes.some((shape) => shape.kind === "string" && shape.names === "site")) return [];
  return [...(nestedConfigs?.keys() ?? [])].map((file, rank) => {
    const folder = folderOf(file);
    return { kind: "value", label: folder, text: toJsonString(folder), rank };
  });
}

const newOverride: Offer = {
  kind: "element",
  label: "files …",
  text: '{ "files": [""], "rules": {} }',
  caret: 13,
  rank: 0,
};
