import type { IconLibrary } from "../../config/icons/icon-names.ts";
import { getJsonValue, type JsonNode } from "../../config/json/json-tree.ts";
import type { FieldValue, Page } from "../../page/page.ts";
import { findSetting, getSiteIconLibrary } from "../../site/settings/site-settings.ts";
import { type Site, createSiteView } from "../../site/site.ts";
import { removePageExtension } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import type { EndpointSource } from "../endpoint/endpoint-page.ts";
import type { CodeTheme } from "../highlighter.ts";
import type { PageHead } from "../view/page-view.ts";

/** Everything that a page is rendered from, as plain data that can be sent to the rendering worker thread. */
export interface PageSource {
  /** The page's file, such as `guides/start.mdx`. */
  readonly path: SitePath;
  readonly text: string;
  /**
   * The text of each file that the page imports directly or indirectly, keyed by path from the site's root, such as
   * `snippets/note.mdx`. `null` means that the file doesn't exist or can't be read. If an imported file isn't in the
   * map, the renderer requests it (`RenderedPage.requestedPaths`) and renders the page without the file until it's
   * available.
   */
  readonly files: ReadonlyMap<SitePath, string | null>;
  readonly facts: SiteFacts;
  readonly audience: Audience;
  /**
   * The editor's theme, which replaces the site's theme for code. The object stays the same until the theme changes.
   */
  readonly codeTheme?: CodeTheme;
  /** The endpoint that the page documents. The object stays the same until the endpoint changes. */
  readonly endpoint?: EndpointSource;
  /** The head of a generated page. If the page has a file, the file's frontmatter takes precedence. */
  readonly head?: PageHead;
}

/** The docs.json settings that affect how a page looks. */
export interface SiteFacts {
  /** The values of docs.json variables, keyed by name, such as `2.1` for `{{version}}`. */
  readonly variables: ReadonlyMap<string, string>;
  readonly iconLibrary: IconLibrary;
  /**
   * Whether single dollar signs enclose formulas, as in `$a$` (`styling.latex`). Also true if the setting is missing,
   * because the service then decides automatically.
   */
  readonly singleDollarMaths: boolean;
  /** The names of the themes for code. */
  readonly codeThemes: { readonly light: string; readonly dark: string };
  readonly isMintlify: boolean;
}

/** The reader that `Visibility`, `View`, and `groups` are evaluated for. */
export interface Audience {
  readonly reader: "human" | "agent";
  readonly signedIn: boolean;
  readonly groups: readonly string[];
}

/**
 * Whether two sources of a page have the same path, imported files, settings, and audience. If so, unchanged text
 * renders the same.
 */
export function hasSameInputs(a: PageSource, b: PageSource): boolean {
  if (a === b) return true;
  return (
    a.path === b.path &&
    isSameMap(a.files, b.files) &&
    isSameMap(a.facts.variables, b.facts.variables) &&
    serializeInputs(a) === serializeInputs(b)
  );
}

function isSameMap<Value>(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  return a === b || (a.size === b.size && [...a].every(([key, value]) => b.get(key) === value && b.has(key)));
}

function serializeInputs({ facts: { variables: _variables, ...facts }, audience }: PageSource): string {
  return JSON.stringify([facts, audience]);
}

export function isFrontmatterMap(value: FieldValue | undefined): value is ReadonlyMap<string, FieldValue> {
  return value instanceof Map;
}

export function isList(value: FieldValue | undefined): value is readonly FieldValue[] {
  return Array.isArray(value);
}

/**
 * Returns a field's value as text, even if the value is a YAML number or date. Returns undefined if the value can't be
 * shown as text.
 */
export function toFrontmatterText(value: FieldValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString().slice(0, 10);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

interface PageWithFields {
  readonly outline: Pick<Page["outline"], "fields">;
}

/** Returns the content above a page's text, based on the page's frontmatter, its specification, or its file name. */
export function readPageHead({ outline: { fields } }: PageWithFields, { path, head, facts }: PageSource): PageHead {
  const getText = (name: string): string | undefined => {
    const value = toFrontmatterText(fields.get(name));
    return value === undefined ? undefined : replaceVariables(value, facts.variables);
  };
  const description = getText("description") ?? head?.description;
  const icon = getText("icon") ?? head?.icon;
  const tag = getText("tag") ?? head?.tag;
  const title = getText("title") ?? head?.title ?? deriveTitle(path);
  return {
    title,
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(tag !== undefined && { tag }),
    mode: getText("mode") ?? head?.mode ?? "default",
    ...((fields.get("deprecated") === true || head?.deprecated) && { deprecated: true }),
  };
}

/** Replaces docs.json variables with their values. Unknown variables aren't replaced. */
export function replaceVariables(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{([\w.-]{1,200})\}\}/g, (placeholder, name: string) => variables.get(name) ?? placeholder);
}

/** Derives a title from a file name as the service does, such as `First steps` for `guides/first-steps.mdx`. */
function deriveTitle(path: string): string {
  const name = removePageExtension(path).split("/").at(-1) ?? "";
  const title = name.replaceAll(/[-_]+/g, " ").trim();
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Returns the docs.json settings that affect how pages look. Returns the same object until docs.json changes. */
export const getSiteFacts = createSiteView(["config", "profile"], ({ config, profile }): SiteFacts => {
  const latex = findSetting({ config }, "styling.latex");
  return {
    variables: readVariables(getJsonValue(config.root, "variables")),
    iconLibrary: getSiteIconLibrary({ config }),
    singleDollarMaths: !(latex?.kind === "boolean" && !latex.value),
    codeThemes: readCodeThemes(findSetting({ config }, "styling.codeblocks")),
    isMintlify: profile.name === "mintlify",
  };
});

function readVariables(node: JsonNode | undefined): ReadonlyMap<string, string> {
  const entries = node?.kind === "object" ? node.properties : [];
  return new Map(entries.flatMap(({ key, value }) => (value?.kind === "string" ? [[key, value.value] as const] : [])));
}

const defaultThemes = { light: "github-light-default", dark: "dark-plus" };

/**
 * Reads a setting that is `system`, `dark`, or an object with a `theme`. The theme is a name for both modes or an
 * object with a name for each mode.
 */
function readCodeThemes(setting: JsonNode | undefined): SiteFacts["codeThemes"] {
  if (setting?.kind === "string")
    return setting.value === "dark" ? { light: defaultThemes.dark, dark: defaultThemes.dark } : defaultThemes;
  const theme = getJsonValue(setting, "theme");
  if (theme?.kind === "string") return { light: theme.value, dark: theme.value };
  return {
    light: toText(getJsonValue(theme, "light")) ?? defaultThemes.light,
    dark: toText(getJsonValue(theme, "dark")) ?? defaultThemes.dark,
  };
}

function toText(node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" ? node.value : undefined;
}

/** Returns a sorted list of the reader groups used on the site's pages. */
export const listReaderGroups = derive((pages: Site["pages"]): readonly string[] => {
  const groups = new Set<string>();
  for (const { fields } of pages.values()) {
    const groupNames = fields.get("groups");
    for (const name of Array.isArray(groupNames) ? (groupNames as readonly unknown[]) : [])
      if (typeof name === "string" && name !== "") groups.add(name);
  }
  return [...groups].sort();
});
