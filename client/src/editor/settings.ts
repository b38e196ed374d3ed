import * as vscode from "vscode";
import type { InlayHintKind } from "../../../server/src/protocol/site.ts";
import type { MdxExtensionSetting } from "./host-options.ts";

export const settingsSection = "docwright";

export interface Settings {
  readonly profile: "auto" | "standard" | "mintlify";
  /** Whether a CodeLens above a page shows where readers find it. */
  readonly showsPageLens: boolean;
  /** The kinds of inlay hints that are shown in docs.json. */
  readonly inlayHints: readonly InlayHintKind[];
  /** Which features are left to other MDX extensions. */
  readonly mdxExtension: MdxExtensionSetting;
  /** Whether to insert a closing tag after an opening tag that was typed. */
  readonly closesTags: boolean;
  /** Whether following a link in a preview opens the source of the page next to it. */
  readonly opensSourceOfPreview: boolean;
  /** Which theme colors code in previews. */
  readonly codeTheme: "site" | "editor";
  /** The folder with a site's own templates for new pages, relative to the folder of docs.json. */
  readonly templatesFolder: string;
}

const inlayHintKinds: readonly InlayHintKind[] = ["titles", "inheritedValues"];

/** Reads all of Docwright's settings, for a specific file if one is given. */
export function readEditorSettings(file?: vscode.Uri): Settings {
  const settings = vscode.workspace.getConfiguration(settingsSection, file);
  const profile = settings.get<string>("profile");
  const mdx = settings.get<string>("mdxExtension");
  return {
    profile: profile === "standard" || profile === "mintlify" ? profile : "auto",
    showsPageLens: settings.get<boolean>("pageLens") !== false,
    inlayHints: inlayHintKinds.filter((kind) => settings.get<boolean>(`inlayHints.${kind}`) !== false),
    mdxExtension: mdx === "on" || mdx === "off" ? mdx : "auto",
    closesTags: settings.get<boolean>("closeTags") !== false,
    opensSourceOfPreview: settings.get<boolean>("preview.openSource") !== false,
    codeTheme: settings.get<string>("preview.codeTheme") === "editor" ? "editor" : "site",
    templatesFolder: settings.get<string>("templatesFolder") ?? "",
  };
}
