import * as vscode from "vscode";
import {
  type DelegatableFeature,
  hostDidChange,
  type HostOptions,
  type InitializationOptions,
  type InlayHintKind,
} from "../../../server/src/protocol/site.ts";
import type { LanguageServer } from "../language-client.ts";

export const settingsSection = "docwright";

export interface Settings {
  readonly profile: "auto" | "standard" | "mintlify";
  /** Whether a CodeLens above each page shows where readers find the page. */
  readonly showsPageLens: boolean;
  /** The kinds of inlay hints that are shown in docs.json. */
  readonly inlayHints: readonly InlayHintKind[];
  /** How features are divided between Docwright and other MDX extensions. */
  readonly mdxExtension: MdxExtensionSetting;
  /** Whether to insert a closing tag when the user types an opening tag. */
  readonly closesTags: boolean;
  /** Whether the source of a linked page is opened next to the preview when the user follows a link in the preview. */
  readonly opensSourceOfPreview: boolean;
  /** The source of the colors for code in previews. */
  readonly codeTheme: "site" | "editor";
  /** The folder with a site's own templates for new pages, relative to the folder that contains docs.json. */
  readonly templatesFolder: string;
}

const inlayHintKinds: readonly InlayHintKind[] = ["titles", "inheritedValues"];

/** Reads the settings as they apply to `file` or, if `file` isn't set, to the workspace. */
export function readEditorSettings(file?: vscode.Uri): Settings {
  const settings = vscode.workspace.getConfiguration(settingsSection, file);
  const profile = settings.get<string>("profile");
  const mdxSetting = settings.get<string>("mdxExtension");
  return {
    profile: profile === "standard" || profile === "mintlify" ? profile : "auto",
    showsPageLens: settings.get<boolean>("pageLens") !== false,
    inlayHints: inlayHintKinds.filter((kind) => settings.get<boolean>(`inlayHints.${kind}`) !== false),
    mdxExtension: mdxSetting === "on" || mdxSetting === "off" ? mdxSetting : "auto",
    closesTags: settings.get<boolean>("closeTags") !== false,
    opensSourceOfPreview: settings.get<boolean>("preview.openSource") !== false,
    codeTheme: settings.get<string>("preview.codeTheme") === "editor" ? "editor" : "site",
    templatesFolder: settings.get<string>("templatesFolder") ?? "",
  };
}

/** Another extension for MDX. */
export interface MdxExtension {
  /** The ID in the form `publisher.name`. */
  readonly id: string;
  /** The features that Docwright leaves to the extension, and the reason for each. */
  readonly reasonsByFeature: Readonly<Partial<Record<DelegatableFeature, string>>>;
}

/**
 * Extensions that define the MDX language, and the Docwright features that each of them replaces. Syntax colors and
 * brackets don't need an entry, because VS Code uses those of the extension whose ID sorts last, and all of these IDs
 * sort after `docwright`.
 */
export const mdxExtensions: readonly MdxExtension[] = [
  {
    id: "mintlify.mintlify-snippets",
    reasonsByFeature: {
      "component-completion": "Completes all components after `<` and the open tag after `</`.",
      "prop-completion": "Completes the props of components and their allowed values.",
      "component-hover": "Describes components, props, and imported snippets.",
    },
  },
  // This extension completes imports based on types but doesn't support built-in components, so Docwright's features
  // complement it.
  { id: "unifiedjs.vscode-mdx", reasonsByFeature: {} },
  // This extension provides only syntax highlighting.
  { id: "silvenon.mdx", reasonsByFeature: {} },
];

export type MdxExtensionSetting = "auto" | "on" | "off";

const replacedFeaturesBySetting: Readonly<Record<Exclude<MdxExtensionSetting, "auto">, readonly DelegatableFeature[]>> =
  {
    on: [],
    off: ["component-completion", "prop-completion", "component-hover"],
  };

/**
 * Returns the features that the server leaves to other extensions, in a fixed order. `isInstalled` returns whether an
 * extension is installed and enabled.
 */
export function getDelegatedFeatures(
  setting: MdxExtensionSetting,
  isInstalled: (id: string) => boolean,
): readonly DelegatableFeature[] {
  if (setting !== "auto") return replacedFeaturesBySetting[setting];
  const providedFeatures = mdxExtensions
    .filter(({ id }) => isInstalled(id))
    .flatMap(({ reasonsByFeature }) => Object.keys(reasonsByFeature));
  return replacedFeaturesBySetting.off.filter((feature) => providedFeatures.includes(feature));
}

/**
 * Returns the options that are sent to the server at startup: settings, permissions, and the features that the editor
 * already provides.
 */
export function getInitializationOptions(): InitializationOptions {
  const { profile, showsPageLens, inlayHints } = readEditorSettings();
  return {
    profile,
    host: getHostOptions(),
    siteStatus: true,
    git: vscode.workspace.isTrusted,
    network: vscode.workspace.isTrusted,
    playground: true,
    explain: true,
    refactoring: true,
    pageLens: showsPageLens,
    inlayHints,
  };
}

/** Returns the problems that the editor and other extensions currently report, and the features that they provide. */
export function getHostOptions(): HostOptions {
  const isInstalled = (id: string): boolean => vscode.extensions.getExtension(id) !== undefined;
  return {
    // VS Code's JSON service reports problems only in visible files, so its problems can't be predicted. Therefore, the
    // filter removes duplicates after both services have reported their problems.
    jsonSyntax: false,
    jsonSchema: "none",
    mdx: getDelegatedFeatures(readEditorSettings().mdxExtension, isInstalled),
  };
}

/**
 * Notifies the server when another MDX extension is installed, removed, enabled, or disabled, or when the setting
 * changes.
 */
export function watchMdxExtensions(server: Pick<LanguageServer, "notify">): vscode.Disposable {
  let reportedOptions = JSON.stringify(getHostOptions());
  const report = (): void => {
    const hostOptions = getHostOptions();
    if (reportedOptions === JSON.stringify(hostOptions)) return;
    reportedOptions = JSON.stringify(hostOptions);
    server.notify(hostDidChange, { host: hostOptions });
  };
  return vscode.Disposable.from(
    vscode.extensions.onDidChange(report),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${settingsSection}.mdxExtension`)) report();
    }),
  );
}
