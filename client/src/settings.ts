import * as vscode from "vscode";

export const settingsSection = "docwright";

export interface Settings {
  readonly profile: "auto" | "standard" | "mintlify";
}

/** The only reader of Docwright's settings. */
export function readSettings(): Settings {
  const profile = vscode.workspace.getConfiguration(settingsSection).get<string>("profile");
  return { profile: profile === "standard" || profile === "mintlify" ? profile : "auto" };
}
