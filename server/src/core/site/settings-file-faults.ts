import { profiles } from "../config/settings/profile.ts";
import { checkSettingsFile, type SettingFault } from "../config/validate-config.ts";
import { derive } from "../text/view.ts";
import type { SettingsSource } from "./site-settings.ts";

/** What is wrong in `.docwright.json`, read once per text. It means the same in every profile. */
export const settingsFileFaults = derive((source: SettingsSource): readonly SettingFault[] =>
  checkSettingsFile(source, profiles.standard),
);
