import { parse as parsePlist } from "fast-plist";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import type { EditorCodeTheme } from "../../../server/src/protocol/preview.ts";

/** Parses JSON with comments and trailing commas, as the editor's files use it. Returns undefined if it's invalid. */
export function readJsonc(text: string): unknown {
  const plain = text
    .replace(/^\ufeff/, "")
    // Strings remain unchanged, regardless of their content.
    .replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, string?: string) => string ?? " ")
    .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[\]}])/g, (_, string?: string) => string ?? "");
  try {
    return JSON.parse(plain) as unknown;
  } catch {
    return undefined;
  }
}

/** The code colors of a theme file and the files it includes. */
export interface ThemeDependencies {
  readonly colors: ReadonlyMap<string, string>;
  readonly rules: EditorCodeTheme["rules"];
}

const maxDepth = 10;
/** The maximum size of one file in bytes. The largest themes are 200 kB. */
const maxSize = 2_000_000;

/**
 * Reads a theme (`./themes/dark.json`, or `./dark.tmTheme` in TextMate's format) and the files it includes, which have
 * lower precedence. `read` receives only paths inside the extension. Returns undefined if a file is missing, too large,
 * or in neither format.
 */
export async function loadTheme(
  path: string,
  read: (path: string) => Promise<Uint8Array | undefined>,
  depth = 0,
): Promise<ThemeDependencies | undefined> {
  const own = inside(path);
  if (own === undefined || depth > maxDepth) return undefined;
  const bytes = await read(own);
  if (!bytes || bytes.length > maxSize) return undefined;
  const text = new TextDecoder().decode(bytes);
  const theme = /\.jsonc?$/i.test(own) ? readJsonc(text) : readPlist(text);
  if (!isPlainRecord(theme)) return undefined;
  const { include, colors, tokenColors = [], settings = [] } = theme;
  const beside = (file: string) =>
    loadTheme(`${own.slice(0, own.lastIndexOf("/") + 1)}${file}`, read, depth + 1);
  const base = typeof include === "string" ? await beside(include) : nothing;
  const elsewhere = typeof tokenColors === "string" ? await beside(tokenColors) : nothing;
  if (!base || !elsewhere || !Array.isArray(settings)) return undefined;
  const rules: unknown = typeof tokenColors === "string" ? [] : tokenColors;
  if (!Array.isArray(rules)) return undefined;
  return {
    colors: new Map([
      ...base.colors,
      ...elsewhere.colors,
      ...settings.flatMap(groundOf),
      ...textsIn(isPlainRecord(colors) ? colors : {}),
    ]),
    rules: [...base.rules, ...elsewhere.rules, ...settings.flatMap(ruleOf), ...rules.flatMap(ruleOf)],
  };
}

const nothing: ThemeDependencies = { colors: new Map(), rules: [] };

function readPlist(text: string): unknown {
  try {
    return parsePlist(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns the editor's own background and foreground. In TextMate's format, they're in the first settings without a
 * scope.
 */
function groundOf(value: unknown): [string, string][] {
  if (!isPlainRecord(value) || value["scope"] !== undefined || !isPlainRecord(value["settings"])) return [];
  const { background, foreground } = value["settings"];
  return textsIn({ "editor.background": background, "editor.foreground": foreground });
}

function textsIn(record: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/**
 * Normalizes a path, for example, `./themes/../a.json` to `a.json`. Returns undefined for paths outside the extension
 * and files that aren't themes.
 */
function inside(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  const own = parts.join("/");
  return /\.(?:jsonc?|tmTheme)$/i.test(own) && !own.includes("\\") ? own : undefined;
}

function ruleOf(value: unknown): EditorCodeTheme["rules"][number][] {
  if (!isPlainRecord(value) || !isPlainRecord(value["settings"])) return [];
  const { foreground, fontStyle } = value["settings"];
  const scopes = scopesOf(value["scope"]);
  if (scopes.length === 0) return [];
  return [
    {
      scopes,
      ...(typeof foreground === "string" && { foreground }),
      ...(typeof fontStyle === "string" && { fontStyle }),
    },
  ];
}

/** Returns the scopes of a rule, which can be written as `"comment, string"` or `["comment", "string"]`. */
function scopesOf(scope: unknown): string[] {
  const all = typeof scope === "string" ? scope.split(",") : Array.isArray(scope) ? scope : [];
  return all
    .filter((each): each is string => typeof each === "string")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}
