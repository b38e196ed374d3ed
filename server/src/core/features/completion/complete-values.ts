import { type IconLibrary, getIconNames } from "../../config/icons/icon-names.ts";
import { defaultIconLibrary, iconLibraries } from "../../config/icons/icons.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import { getJsonValue, getJsonString } from "../../config/json/json-tree.ts";
import type { Site } from "../../site/site.ts";
import { listNamedSources } from "../../site/specs/specs.ts";
import { isRemoteSpec, getSpecName } from "../../spec/detect-spec.ts";
import { getFamily, type SpecFamily } from "../../spec/spec-outline.ts";
import { addToGroup } from "../../text/maps.ts";
import { findElementAt, type JsonCursor, getMirroredStrings } from "../cursor/json-cursor.ts";
import type { Completion, Completions, ConfigCaret, Suggestion } from "./completion.ts";
import { countUsedIcons } from "./context.ts";
import { chooseSuggestions, computeSimilarity, selectCandidates, splitWords } from "./ranking.ts";

/** Returns the library for the site's icon names. */
export function getIconLibrary(site: Pick<Site, "config">): IconLibrary {
  const library = getJsonString(getJsonValue(site.config.root, "icons"), "library");
  return iconLibraries.find((candidate) => candidate === library) ?? defaultIconLibrary;
}

/** Options for suggesting icons at a position. */
interface IconSuggestionOptions {
  /** The text that describes what the icon is for, such as the title of a card. */
  readonly label: string;
  /** The typed text to compare with names. */
  readonly typedText: string;
  readonly formatText: (name: string) => string;
  /** How often nearby content uses each icon. */
  readonly nearbyCountsByIcon: ReadonlyMap<string, number>;
}

/**
 * Suggests the icons whose names match the typed text best. Names that match the label come first, such as `python` for
 * “Python SDK”, followed by the icons that nearby content and the site use most often. Only these icons are converted to
 * suggestions, because a library has thousands of icons.
 */
export function completeIcons(
  site: Site,
  { label, typedText, formatText, nearbyCountsByIcon }: IconSuggestionOptions,
): Suggestion[] {
  const library = getIconLibrary(site);
  const usageCounts = countUsedIcons(site);
  const fitsByName = computeFits(library, splitWords(label));
  const accessors = {
    // The names are in lowercase.
    getLowerLabel: (name: string) => name,
    getLowerSearchText: () => "",
    getSortKey: (name: string) => name,
    getRank: (name: string) => {
      const nearbyCount = nearbyCountsByIcon.get(name) ?? 0;
      const usageCount = Math.min(usageCounts.get(name) ?? 0, 40);
      return -(fitsByName.get(name) ?? 0) * 4 - Math.min(nearbyCount, 16) * 0.5 - Math.log2(1 + usageCount) * 0.6;
    },
  };
  return selectCandidates([...getIconNames(library)], typedText, accessors).map(({ item: name, rank }) => ({
    kind: "icon",
    label: name,
    icon: { library, name },
    text: formatText(name),
    rank,
  }));
}

/**
 * Returns how well icon names match a label, from 0 to 1. The best match is a name that equals one of the label's
 * words. Omits names that don't match.
 */
function computeFits(library: IconLibrary, labelWords: ReadonlySet<string>): ReadonlyMap<string, number> {
  const iconsByWord = groupIconsByWord(library);
  const fitsByName = new Map<string, number>();
  for (const word of labelWords)
    for (const { name, wordCount } of iconsByWord.get(word) ?? [])
      fitsByName.set(name, (fitsByName.get(name) ?? 0) + 2 / (wordCount + Math.min(labelWords.size, 2)));
  return fitsByName;
}

interface IconWords {
  readonly name: string;
  readonly wordCount: number;
}

const iconsByLibrary = new Map<IconLibrary, ReadonlyMap<string, readonly IconWords[]>>();

/** Groups the icons in a library by the words in their names. */
function groupIconsByWord(library: IconLibrary): ReadonlyMap<string, readonly IconWords[]> {
  const cachedIcons = iconsByLibrary.get(library);
  if (cachedIcons) return cachedIcons;
  const iconsByWord = new Map<string, IconWords[]>();
  for (const name of getIconNames(library)) {
    const words = splitWords(name);
    for (const word of words) addToGroup(iconsByWord, word, { name, wordCount: words.size });
  }
  iconsByLibrary.set(library, iconsByWord);
  return iconsByWord;
}

/**
 * Returns an icon as a Markdown image. The SVG is embedded as a `data:` URL, so nothing is fetched. Editors display
 * such images in hovers and in the documentation of completion items.
 */
export function createIconImage(svg: string, name: string): string {
  const encodedSvg = encodeURIComponent(svg).replace(
    /[()']/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `![${name.replace(/[^\w -]/g, "")}](data:image/svg+xml,${encodedSvg})`;
}

/**
 * Suggests the site's specifications by path, in the style that docs.json uses for them. Specifications that docs.json
 * doesn't refer to yet come first.
 */
export function completeSpecSources({ site, path }: ConfigCaret, family: SpecFamily): Suggestion[] {
  const sources = listNamedSources(site.config).filter(({ source }) => source.source !== "");
  const hasLeadingSlashes = sources.filter(({ source }) => source.source.startsWith("/")).length * 2 > sources.length;
  const usageCounts = new Map<string, number>();
  for (const { source } of sources) {
    const file = isRemoteSpec(source.source) ? source.source : source.source.replace(/^\/+/, "");
    usageCounts.set(file, (usageCounts.get(file) ?? 0) + 1);
  }
  const isElement = path[0] === "navigation";
  const labelWords = splitWords(findElementAt(site.config, path)?.label?.value ?? "");
  const siblingSources = new Set(getMirroredStrings(site.config, path));
  return [...site.specs.values()]
    .filter((spec) => getFamily(spec) === family)
    .map((spec) => {
      const name = getSpecName(spec.path);
      const sourceText = hasLeadingSlashes && !isRemoteSpec(spec.path) ? `/${name}` : name;
      const usageCount = usageCounts.get(name) ?? 0;
      // Several groups can use the same specification, but a list should contain each specification only once.
      const usagePenalty = usageCount === 0 ? 0 : isElement ? -Math.min(usageCount, 50) / 50 : 0.5;
      const similarity = computeSimilarity(splitWords(`${spec.path} ${spec.title ?? ""}`), labelWords);
      return {
        kind: "file",
        label: sourceText,
        ...(spec.title === undefined ? {} : { detail: spec.title, searchText: spec.title }),
        text: toJsonString(sourceText),
        rank: (spec.isSupported ? 0 : 2) + usagePenalty - 2 * similarity - (siblingSources.has(sourceText) ? 2 : 0),
      };
    });
}

/** Converts the suggestions that match the typed text into edits to the JSON text. Adds missing quotes and commas. */
export function completeInJson(suggestions: readonly Suggestion[], cursor: JsonCursor, text: string): Completions {
  const isPath = (label: string) => label.startsWith("/");
  const typedText =
    cursor.typedText.startsWith("/") && !suggestions.some(({ label }) => isPath(label))
      ? getTypedPath(cursor)
      : cursor.typedText;
  const choice = chooseSuggestions(suggestions, typedText);
  return {
    items: choice.suggestions.map((suggestion) => toCompletion(suggestion, cursor, text)),
    isComplete: choice.isComplete,
  };
}

/** Removes leading slashes from the typed text so that it can be compared with labels that don't start with a slash. */
export function getTypedPath({ typedText }: JsonCursor): string {
  return typedText.replace(/^\/+/, "");
}

function toCompletion(suggestion: Suggestion, cursor: JsonCursor, text: string): Completion {
  const { replace: replaceRange, missingCommaOffset, needsCommaAfter, expectedKind, hasColon } = cursor;
  const isOnlyKey = expectedKind === "key" && hasColon;
  const json = isOnlyKey ? toJsonString(suggestion.label) : suggestion.text;
  const newText = json + (needsCommaAfter && !isOnlyKey ? "," : "");
  const { caret, ...rest } = suggestion;
  return {
    ...rest,
    ...(caret === undefined || isOnlyKey ? {} : { caret }),
    edit: { range: replaceRange, newText },
    additionalEdits:
      missingCommaOffset === undefined
        ? []
        : [{ range: { start: missingCommaOffset, end: missingCommaOffset }, newText: "," }],
    filterText: getFilterText(suggestion, cursor, text),
  };
}

/**
 * Returns the filter text: the label and additional search terms, preceded by the quote and slashes that the author has
 * typed.
 */
function getFilterText(
  { label, searchText: searchTerms }: Suggestion,
  { typedText, replace: replaceRange }: JsonCursor,
  text: string,
): string {
  const slash = label.startsWith("/") ? "" : (/^\/+/.exec(typedText)?.[0] ?? "");
  const filterText = `${slash}${label}${searchTerms === undefined ? "" : ` ${searchTerms}`}`;
  return text[replaceRange.start] === '"' ? `"${filterText}"` : filterText;
}

/** Formats text as a single-line YAML value and quotes it only if necessary. */
export function formatYamlScalar(text: string): string {
  return canBeUnquoted(text) ? text : JSON.stringify(text);
}

function canBeUnquoted(text: string): boolean {
  if (text === "" || text !== text.trim() || /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)) return false;
  if (/^[-?:,[\]{}#&*!|>'"%@`]/.test(text) || /:(\s|$)|\s#/.test(text)) return false;
  return !/^(true|false|yes|no|on|off|null|~|[-+]?[.\d][\d_.,:eExXoOa-fA-F+-]*|\d{4}-\d\d-\d\d.*|=)$/i.test(text);
}

/** Formats an item in `[a, b]`, where commas and brackets also require quotes. */
export function formatYamlItem(text: string): string {
  return /[,[\]{}]/.test(text) ? JSON.stringify(text) : formatYamlScalar(text);
}
