import { checkSettingsFile } from "../config/check-settings.ts";
import { profiles } from "../config/profile.ts";
import type { SettingFault } from "../config/setting-fault.ts";
import { derive } from "../text/view.ts";
import type { SettingsSource } from "./site-settings.ts";

/** What is wrong in `.docwright.json`, read once per text. It means the same in every profile. */
export const settingsFileFaults = derive((source: SettingsSource): readonly SettingFault[] =>
  checkSettingsFile(source, profiles.standard),
);
