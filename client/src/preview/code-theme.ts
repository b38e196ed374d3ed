import * as vscode from "vscode";
import { type EditorCodeTheme, previewCodeTheme } from "../../../server/src/protocol/preview.ts";
import { readEditorSettings, settingsSection } from "../editor/settings.ts";
import type { PreviewServer } from "./previews.ts";
import { loadTheme, type ThemeDependencies } from "./theme-loader.ts";

/** A theme as an extension contributes it. */
interface ContributedTheme {
  readonly id?: unknown;
  readonly label?: unknown;
  readonly uiTheme?: unknown;
  readonly path?: unknown;
}

/** The editor's own defaults for colors that a theme doesn't set. */
const defaultValue: Readonly<Record<string, Omit<EditorCodeTheme, "rules">>> = {
  vs: { type: "light", ground: "#ffffff", ink: "#333333" },
  "vs-dark": { type: "dark", ground: "#1e1e1e", ink: "#bbbbbb" },
  "hc-black": { type: "dark", ground: "#000000", ink: "#ffffff" },
  "hc-light": { type: "light", ground: "#ffffff", ink: "#292929" },
};

const uiThemes: Readonly<Record<vscode.ColorThemeKind, string>> = {
  [vscode.ColorThemeKind.Light]: "vs",
  [vscode.ColorThemeKind.Dark]: "vs-dark",
  [vscode.ColorThemeKind.HighContrast]: "hc-black",
  [vscode.ColorThemeKind.HighContrastLight]: "hc-light",
};

/** The setting with the theme if the editor follows the system's light or dark mode. */
const preferred: Readonly<Record<vscode.ColorThemeKind, string>> = {
  [vscode.ColorThemeKind.Light]: "preferredLightColorTheme",
  [vscode.ColorThemeKind.Dark]: "preferredDarkColorTheme",
  [vscode.ColorThemeKind.HighContrast]: "preferredHighContrastColorTheme",
  [vscode.ColorThemeKind.HighContrastLight]: "preferredHighContrastLightColorTheme",
};

/**
 * Reads the editor's current color theme from the extension that contributes it. Returns undefined if the
 * theme can't be read, for example, because it's installed on another machine.
 */
async function readEditorTheme(): Promise<EditorCodeTheme | undefined> {
  const { kind } = vscode.window.activeColorTheme;
  const settings = vscode.workspace.getConfiguration("workbench");
  for (const setting of settingsFor(kind)) {
    const name = settings.get<unknown>(setting);
    const found = typeof name === "string" ? findTheme(name, uiThemes[kind]) : undefined;
    if (!found) continue;
    const parts = await loadTheme(found.path, (path) => readFile(found.extension, path));
    return parts && themeOf(parts, uiThemes[kind]);
  }
  return undefined;
}

/** Returns the names of the settings that may contain the theme. The first one with a theme of this kind applies. */
function settingsFor(kind: vscode.ColorThemeKind): readonly string[] {
  const isPlain = kind === vscode.ColorThemeKind.Light || kind === vscode.ColorThemeKind.Dark;
  if (!isPlain) return ["colorTheme", preferred[kind]];
  const followsSystem =
    vscode.workspace.getConfiguration("window").get<unknown>("autoDetectColorScheme") === true;
  return [followsSystem ? preferred[kind] : "colorTheme"];
}

function findTheme(
  name: string,
  uiTheme: string,
): { readonly extension: vscode.Uri; readonly path: string } | undefined {
  for (const { extensionUri, packageJSON } of vscode.extensions.all) {
    const { contributes } = packageJSON as { contributes?: { themes?: unknown } };
    if (!Array.isArray(contributes?.themes)) continue;
    for (const { id, label, path, uiTheme: own } of contributes.themes as ContributedTheme[]) {
      const isIt = plainName(typeof id === "string" ? id : label) === plainName(name) && own === uiTheme;
      if (isIt && typeof path === "string") return { extension: extensionUri, path };
    }
  }
  return undefined;
}

/**
 * Returns a theme's current name. The editor's own themes used to have names such as `Default Dark Modern`, which still
 * work.
 */
function plainName(name: unknown): unknown {
  return typeof name === "string" ? name.replace(/^Default (?=(?:Dark|Light)\b)/, "") : name;
}

async function readFile(extension: vscode.Uri, path: string): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, path));
  } catch {
    return undefined;
  }
}

function themeOf({ colors, rules }: ThemeDependencies, uiTheme: string): EditorCodeTheme | undefined {
  const base = defaultValue[uiTheme];
  if (!base) return undefined;
  const color = (name: string, otherwise: string): string => {
    const value = colors.get(name);
    return value !== undefined && /^#[0-9a-f]{6}$/i.test(value) ? value : otherwise;
  };
  return {
    type: base.type,
    ground: color("editor.background", base.ground),
    ink: color("editor.foreground", base.ink),
    rules,
  };
}

/** The settings that determine the editor's theme. */
const themeSettings = ["workbench.colorTheme", `${settingsSection}.preview.codeTheme`];

/** Sends the editor's code colors to the server if the author wants previews to use them. */
export class CodeThemeSync implements vscode.Disposable {
  readonly #server: Pick<PreviewServer, "notify" | "onDidStart">;
  readonly #subscriptions: vscode.Disposable[];
  /** Whether the server has the editor's colors. */
  #isSet = false;
  /** Incremented for each read, so only the latest theme is sent if several are being read. */
  #turn = 0;

  constructor(server: Pick<PreviewServer, "notify" | "onDidStart">) {
    this.#server = server;
    this.#subscriptions = [
      server.onDidStart(() => {
        this.#isSet = false;
        void this.#notify();
      }),
      vscode.window.onDidChangeActiveColorTheme(() => void this.#notify()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (themeSettings.some((name) => change.affectsConfiguration(name))) void this.#notify();
      }),
    ];
    void this.#notify();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #notify(): Promise<void> {
    const turn = ++this.#turn;
    const isRequested = readEditorSettings().codeTheme === "editor";
    const theme = isRequested ? await readEditorTheme() : undefined;
    if (turn !== this.#turn || (!theme && !this.#isSet)) return;
    this.#isSet = theme !== undefined;
    this.#server.notify(previewCodeTheme, theme ? { theme } : {});
  }
}
