import type { Config } from "../config/config.ts";
import type { Profile } from "../config/settings/profile.ts";
import { checkSettings, type SettingFault, type SettingsReading } from "../config/validate-config.ts";
import { derive } from "../text/view.ts";
import type { Site } from "./site.ts";

/** What the settings of a site hold and what is wrong with them, read once per docs.json and profile. */
export function settingsOf({ config, profile }: Pick<Site, "config" | "profile">): SettingsReading {
  return readIn(profile)(config);
}

/** The faults of one kind. */
export function settingFaults<Kind extends SettingFault["kind"]>(
  site: Pick<Site, "config" | "profile">,
  kind: Kind,
): Extract<SettingFault, { kind: Kind }>[] {
  return settingsOf(site).faults.filter(
    (fault): fault is Extract<SettingFault, { kind: Kind }> => fault.kind === kind,
  );
}

const readIn = derive((profile: Profile) => derive((config: Config) => checkSettings(config, profile)));
