import * as vscode from "vscode";

export const settingsSection = "docwright";

export interface Settings {
  readonly profile: "auto" | "standard" | "mintlify";
  /** Following a link in a preview shows the text of the page beside it. */
  readonly opensSourceOfPreview: boolean;
  /** Whose colours code has in previews. */
  readonly codeTheme: "site" | "editor";
}

/** The only reader of Docwright's settings. */
export function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration(settingsSection);
  const profile = settings.get<string>("profile");
  return {
    profile: profile === "standard" || profile === "mintlify" ? profile : "auto",
    opensSourceOfPreview: settings.get<boolean>("preview.openSource") !== false,
    codeTheme: settings.get<string>("preview.codeTheme") === "editor" ? "editor" : "site",
  };
}
