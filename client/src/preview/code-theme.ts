import { parse as parsePlist } from "fast-plist";
import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import { type EditorCodeTheme, previewCodeTheme } from "../../../server/src/protocol/preview.ts";
import { readEditorSettings, settingsSection } from "../editor/settings.ts";
import type { PreviewServer } from "./previews.ts";

/** The editor's default values for colors that a theme doesn't set. */
const defaultColors: Readonly<Record<string, Omit<EditorCodeTheme, "rules">>> = {
  vs: { type: "light", background: "#ffffff", foreground: "#333333" },
  "vs-dark": { type: "dark", background: "#1e1e1e", foreground: "#bbbbbb" },
  "hc-black": { type: "dark", background: "#000000", foreground: "#ffffff" },
  "hc-light": { type: "light", background: "#ffffff", foreground: "#292929" },
};

const uiThemes: Readonly<Record<vscode.ColorThemeKind, string>> = {
  [vscode.ColorThemeKind.Light]: "vs",
  [vscode.ColorThemeKind.Dark]: "vs-dark",
  [vscode.ColorThemeKind.HighContrast]: "hc-black",
  [vscode.ColorThemeKind.HighContrastLight]: "hc-light",
};

/** The settings that contain the theme if the editor follows the system's light or dark mode. */
const preferredThemeSettings: Readonly<Record<vscode.ColorThemeKind, string>> = {
  [vscode.ColorThemeKind.Light]: "preferredLightColorTheme",
  [vscode.ColorThemeKind.Dark]: "preferredDarkColorTheme",
  [vscode.ColorThemeKind.HighContrast]: "preferredHighContrastColorTheme",
  [vscode.ColorThemeKind.HighContrastLight]: "preferredHighContrastLightColorTheme",
};

/**
 * Reads the editor's current color theme from the extension that contributes it. Returns undefined if the theme can't
 * be read, for example, because the extension is installed on a different machine.
 */
async function readEditorTheme(): Promise<EditorCodeTheme | undefined> {
  const { kind } = vscode.window.activeColorTheme;
  const settings = vscode.workspace.getConfiguration("workbench");
  for (const setting of listSettings(kind)) {
    const name = settings.get<unknown>(setting);
    const theme = typeof name === "string" ? findTheme(name, uiThemes[kind]) : undefined;
    if (!theme) continue;
    const loadedTheme = await loadTheme(theme.path, (path) => readFile(theme.extensionUri, path));
    return loadedTheme && toTheme(loadedTheme, uiThemes[kind]);
  }
  return undefined;
}

/**
 * Returns the names of the settings that may contain the theme. The first setting that contains a theme of this kind
 * applies.
 */
function listSettings(kind: vscode.ColorThemeKind): readonly string[] {
  const isLightOrDark = kind === vscode.ColorThemeKind.Light || kind === vscode.ColorThemeKind.Dark;
  if (!isLightOrDark) return ["colorTheme", preferredThemeSettings[kind]];
  const followsSystem = vscode.workspace.getConfiguration("window").get<unknown>("autoDetectColorScheme") === true;
  return [followsSystem ? preferredThemeSettings[kind] : "colorTheme"];
}

function findTheme(
  name: string,
  uiTheme: string,
): { readonly extensionUri: vscode.Uri; readonly path: string } | undefined {
  for (const { extensionUri, packageJSON } of vscode.extensions.all) {
    for (const { id, label, path, uiTheme: themeBase } of listThemes(packageJSON)) {
      const isActiveTheme =
        removeDefaultPrefix(typeof id === "string" ? id : label) === removeDefaultPrefix(name) && themeBase === uiTheme;
      if (isActiveTheme && typeof path === "string") return { extensionUri, path };
    }
  }
  return undefined;
}

/** Returns the themes in the manifest of an extension. */
function listThemes(manifest: unknown): readonly Readonly<Record<string, unknown>>[] {
  const contributes = isPlainRecord(manifest) ? manifest["contributes"] : undefined;
  const themes = isPlainRecord(contributes) ? contributes["themes"] : undefined;
  return Array.isArray(themes) ? themes.filter(isPlainRecord) : [];
}

/**
 * Returns the current name of a theme. Settings may contain former names of the editor's own themes, such as `Default
 * Dark Modern`, which still work.
 */
function removeDefaultPrefix(name: unknown): unknown {
  return typeof name === "string" ? name.replace(/^Default (?=(?:Dark|Light)\b)/, "") : name;
}

async function readFile(extensionUri: vscode.Uri, path: string): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, path));
  } catch {
    return undefined;
  }
}

function toTheme({ colorsByName, rules }: LoadedTheme, uiTheme: string): EditorCodeTheme | undefined {
  const base = defaultColors[uiTheme];
  if (!base) return undefined;
  const getColor = (name: string, fallback: string): string => {
    const value = colorsByName.get(name);
    return value !== undefined && /^#[0-9a-f]{6}$/i.test(value) ? value : fallback;
  };
  return {
    type: base.type,
    background: getColor("editor.background", base.background),
    foreground: getColor("editor.foreground", base.foreground),
    rules,
  };
}

/** The settings that determine the editor's theme. */
const themeSettings = ["workbench.colorTheme", `${settingsSection}.preview.codeTheme`];

/** Sends the editor's code colors to the server if the author has selected them for previews. */
export class CodeThemeSync implements vscode.Disposable {
  readonly #server: Pick<PreviewServer, "notify" | "onDidStart">;
  readonly #subscriptions: vscode.Disposable[];
  /** Whether the server has the editor's code colors. */
  #hasServerColors = false;
  /** The number of reads so far. If several themes are being read at the same time, only the latest one is sent. */
  #readCount = 0;

  constructor(server: Pick<PreviewServer, "notify" | "onDidStart">) {
    this.#server = server;
    this.#subscriptions = [
      server.onDidStart(() => {
        this.#hasServerColors = false;
        void this.#sendTheme();
      }),
      vscode.window.onDidChangeActiveColorTheme(() => void this.#sendTheme()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (themeSettings.some((name) => change.affectsConfiguration(name))) void this.#sendTheme();
      }),
    ];
    void this.#sendTheme();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #sendTheme(): Promise<void> {
    const readNumber = ++this.#readCount;
    const usesEditorColors = readEditorSettings().codeTheme === "editor";
    const theme = usesEditorColors ? await readEditorTheme() : undefined;
    if (readNumber !== this.#readCount || (!theme && !this.#hasServerColors)) return;
    this.#hasServerColors = theme !== undefined;
    this.#server.notify(previewCodeTheme, theme ? { theme } : {});
  }
}

/**
 * Parses JSON with comments and trailing commas, which the editor's files can contain. Returns undefined if the text is
 * invalid.
 */
export function parseJsonc(text: string): unknown {
  const json = text
    .replace(/^\ufeff/, "")
    // The pattern also matches strings, so text that looks like a comment in a string remains unchanged.
    .replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, string?: string) => string ?? " ")
    .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[\]}])/g, (_, string?: string) => string ?? "");
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** The code colors in a theme file and in the files that it includes. */
interface LoadedTheme {
  readonly colorsByName: ReadonlyMap<string, string>;
  readonly rules: EditorCodeTheme["rules"];
}

const maxDepth = 10;
/** The maximum size of a theme file in bytes. The largest themes are about 200 kB. */
const maxSize = 2_000_000;

/**
 * Reads a theme (`./themes/dark.json`, or `./dark.tmTheme` in TextMate's format) and the files that it includes. The
 * included files have lower precedence. All paths that are passed to the callback are in the extension. Returns
 * undefined if a file is missing, too large, or in a different format.
 */
export async function loadTheme(
  path: string,
  readExtensionFile: (path: string) => Promise<Uint8Array | undefined>,
  depth = 0,
): Promise<LoadedTheme | undefined> {
  const themePath = toThemePath(path);
  if (themePath === undefined || depth > maxDepth) return undefined;
  const bytes = await readExtensionFile(themePath);
  if (!bytes || bytes.length > maxSize) return undefined;
  const text = new TextDecoder().decode(bytes);
  const theme = /\.jsonc?$/i.test(themePath) ? parseJsonc(text) : tryParsePlist(text);
  if (!isPlainRecord(theme)) return undefined;
  const { include, colors, tokenColors = [], settings = [] } = theme;
  const loadRelative = (file: string) =>
    loadTheme(`${themePath.slice(0, themePath.lastIndexOf("/") + 1)}${file}`, readExtensionFile, depth + 1);
  const baseTheme = typeof include === "string" ? await loadRelative(include) : emptyTheme;
  const tokenTheme = typeof tokenColors === "string" ? await loadRelative(tokenColors) : emptyTheme;
  if (!baseTheme || !tokenTheme || !Array.isArray(settings)) return undefined;
  const rules: unknown = typeof tokenColors === "string" ? [] : tokenColors;
  if (!Array.isArray(rules)) return undefined;
  return {
    colorsByName: new Map([
      ...baseTheme.colorsByName,
      ...tokenTheme.colorsByName,
      ...settings.flatMap(readBaseColors),
      ...listStringEntries(isPlainRecord(colors) ? colors : {}),
    ]),
    rules: [...baseTheme.rules, ...tokenTheme.rules, ...settings.flatMap(toRule), ...rules.flatMap(toRule)],
  };
}

const emptyTheme: LoadedTheme = { colorsByName: new Map(), rules: [] };

function tryParsePlist(text: string): unknown {
  try {
    return parsePlist(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns the editor's background and foreground colors. In TextMate's format, these are in the first settings that
 * don't have a scope.
 */
function readBaseColors(value: unknown): [string, string][] {
  if (!isPlainRecord(value) || value["scope"] !== undefined || !isPlainRecord(value["settings"])) return [];
  const { background, foreground } = value["settings"];
  return listStringEntries({ "editor.background": background, "editor.foreground": foreground });
}

function listStringEntries(record: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/**
 * Normalizes a path. For example, converts `./themes/../a.json` to `a.json`. Returns undefined if the path is outside
 * the extension or the file isn't a theme.
 */
function toThemePath(path: string): string | undefined {
  const parts: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") parts.push(segment);
    else if (parts.pop() === undefined) return undefined;
  }
  const themePath = parts.join("/");
  return /\.(?:jsonc?|tmTheme)$/i.test(themePath) && !themePath.includes("\\") ? themePath : undefined;
}

function toRule(value: unknown): EditorCodeTheme["rules"][number][] {
  if (!isPlainRecord(value) || !isPlainRecord(value["settings"])) return [];
  const { foreground, fontStyle } = value["settings"];
  const scopes = listScopes(value["scope"]);
  if (scopes.length === 0) return [];
  return [
    {
      scopes,
      ...(typeof foreground === "string" && { foreground }),
      ...(typeof fontStyle === "string" && { fontStyle }),
    },
  ];
}

/** Returns the scopes of a rule. They can be written as `"comment, string"` or `["comment", "string"]`. */
function listScopes(scope: unknown): string[] {
  const scopes = typeof scope === "string" ? scope.split(",") : Array.isArray(scope) ? scope : [];
  return scopes
    .filter((each): each is string => typeof each === "string")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}
