import * as vscode from "vscode";
import type { MdxExtensionSetting } from "./host-options.ts";

export const settingsSection = "docwright";

export interface Settings {
  readonly profile: "auto" | "standard" | "mintlify";
  /** Above a page stands where readers find it. */
  readonly showsPageLens: boolean;
  /** What is left to other extensions for MDX. */
  readonly mdxExtension: MdxExtensionSetting;
  /** A closing tag is written behind an opening one that was typed. */
  readonly closesTags: boolean;
  /** Following a link in a preview shows the text of the page beside it. */
  readonly opensSourceOfPreview: boolean;
  /** Whose colours code has in previews. */
  readonly codeTheme: "site" | "editor";
  /** Where a site keeps templates of its own for new pages, from the folder of docs.json. */
  readonly templatesFolder: string;
}

/** The only reader of Docwright's settings, as they are for a file where it is named. */
export function readEditorSettings(file?: vscode.Uri): Settings {
  const settings = vscode.workspace.getConfiguration(settingsSection, file);
  const profile = settings.get<string>("profile");
  const mdx = settings.get<string>("mdxExtension");
  return {
    profile: profile === "standard" || profile === "mintlify" ? profile : "auto",
    showsPageLens: settings.get<boolean>("pageLens") !== false,
    mdxExtension: mdx === "on" || mdx === "off" ? mdx : "auto",
    closesTags: settings.get<boolean>("closeTags") !== false,
    opensSourceOfPreview: settings.get<boolean>("preview.openSource") !== false,
    codeTheme: settings.get<string>("preview.codeTheme") === "editor" ? "editor" : "site",
    templatesFolder: settings.get<string>("templatesFolder") ?? "",
  };
}
