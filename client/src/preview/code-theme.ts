import * as vscode from "vscode";
import { type EditorCodeTheme, previewCodeTheme } from "../../../server/src/protocol/preview.ts";
import { readEditorSettings, settingsSection } from "../editor/settings.ts";
import type { PreviewServer } from "./previews.ts";
import { loadTheme, type ThemeDependencies } from "./theme-loader.ts";

/** As an extension contributes it. */
interface ContributedTheme {
  readonly id?: unknown;
  readonly label?: unknown;
  readonly uiTheme?: unknown;
  readonly path?: unknown;
}

/** What the editor itself takes where a theme says nothing. */
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

/** Which setting names the theme where the editor goes by the system's light and dark. */
const preferred: Readonly<Record<vscode.ColorThemeKind, string>> = {
  [vscode.ColorThemeKind.Light]: "preferredLightColorTheme",
  [vscode.ColorThemeKind.Dark]: "preferredDarkColorTheme",
  [vscode.ColorThemeKind.HighContrast]: "preferredHighContrastColorTheme",
  [vscode.ColorThemeKind.HighContrastLight]: "preferredHighContrastLightColorTheme",
};

/**
 * The colour theme that the editor shows, from the extension that brings it. Undefined where that cannot be read, as
 * when it is installed on another machine.
 */
export async function readEditorTheme(): Promise<EditorCodeTheme | undefined> {
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

/** The settings that may name the theme, the first that names one of this kind does. */
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

/** The editor's own themes were called `Default Dark Modern` once, and are still found by that. */
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

function themeOf(
  { colours: colors, rules }: ThemeDependencies,
  uiTheme: string,
): EditorCodeTheme | undefined {
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

/** Settings that say which theme the editor has. */
const themeSettings = ["workbench.colorTheme", `${settingsSection}.preview.codeTheme`];

/** Tells the server the editor's colours for code, where the author wants previews to have them. */
export class CodeThemeSync implements vscode.Disposable {
  readonly #server: Pick<PreviewServer, "notify" | "onDidStart">;
  readonly #subscriptions: vscode.Disposable[];
  /** The server has colours of the editor. */
  #isSet = false;
  /** Counts up, so that of two themes that are being read the newer one is told. */
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
