import type { EditorCodeTheme } from "../../../server/src/protocol.ts";
import { readJsonc } from "./read-jsonc.ts";

/** What a theme's file and those it includes say about code. */
export interface ThemeParts {
  readonly colours: ReadonlyMap<string, string>;
  readonly rules: EditorCodeTheme["rules"];
}

const deepest = 10;
/** Of one file, in bytes; the largest themes have 200 kB. */
const largest = 2_000_000;

/**
 * Reads a theme (`./themes/dark.json`) and what it includes, which counts less than what includes it. `read` gets paths
 * inside the extension and no others. Undefined where a file is missing, too large, no JSON, or not of this format.
 */
export async function loadTheme(
  path: string,
  read: (path: string) => Promise<Uint8Array | undefined>,
  depth = 0,
): Promise<ThemeParts | undefined> {
  const own = inside(path);
  if (own === undefined || depth > deepest) return undefined;
  const bytes = await read(own);
  if (!bytes || bytes.length > largest) return undefined;
  const theme = readJsonc(new TextDecoder().decode(bytes));
  if (!isRecord(theme)) return undefined;
  const { include, colors, tokenColors = [] } = theme;
  if (!Array.isArray(tokenColors)) return undefined;
  const base =
    typeof include === "string"
      ? await loadTheme(`${own.slice(0, own.lastIndexOf("/") + 1)}${include}`, read, depth + 1)
      : { colours: new Map<string, string>(), rules: [] };
  if (!base) return undefined;
  const named = isRecord(colors) ? Object.entries(colors) : [];
  return {
    colours: new Map([
      ...base.colours,
      ...named.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ]),
    rules: [...base.rules, ...tokenColors.flatMap(ruleOf)],
  };
}

/** `./themes/../a.json` → `a.json`; undefined for what leads out, or is no JSON. */
function inside(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  const own = parts.join("/");
  return /\.jsonc?$/i.test(own) && !own.includes("\\") ? own : undefined;
}

function ruleOf(value: unknown): EditorCodeTheme["rules"][number][] {
  if (!isRecord(value) || !isRecord(value["settings"])) return [];
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

/** `"comment, string"` and `["comment", "string"]`. */
function scopesOf(scope: unknown): string[] {
  const all = typeof scope === "string" ? scope.split(",") : Array.isArray(scope) ? scope : [];
  return all
    .filter((each): each is string => typeof each === "string")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
