import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** The folders in which an editor stores its data. The caller that chose a folder must remove it. */
export interface Profile {
  readonly data: string;
  readonly extensions: string;
}

/** User settings for an editor that shows only the site: no welcome page, no updates, and no network requests. */
const quietSettings = {
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.tips.enabled": false,
  "chat.disableAIFeatures": true,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "npm.fetchOnlinePackageInfo": false,
  "security.workspace.trust.enabled": false,
  "files.autoSave": "off",
  // Otherwise, an editor in a browser shows a notification for each port that any program on this machine opens.
  "remote.autoForwardPorts": false,
};

/**
 * Creates the folders of a profile. Leaves an existing settings file unchanged, because it belongs to the developer.
 */
export async function prepareProfile(
  folder: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Profile> {
  const profile = { data: path.join(folder, "data"), extensions: path.join(folder, "extensions") };
  await mkdir(path.join(profile.data, "User"), { recursive: true });
  await mkdir(profile.extensions, { recursive: true });
  const file = path.join(profile.data, "User", "settings.json");
  const text = `${JSON.stringify({ ...quietSettings, ...settings }, null, 2)}\n`;
  await writeFile(file, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return profile;
}
