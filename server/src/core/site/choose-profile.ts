import type { Config } from "../config/config.ts";
import { stringOf } from "../config/json/json-tree.ts";
import { mintlifySchema, profiles, type Profile, type ProfileName } from "../config/settings/profile.ts";
import type { SiteSettings } from "./site-settings.ts";

/**
 * Which profile a site is read by (contracts.md §6): what the command line or editor asks for, else
 * `.docwright.json`, else the `$schema` of docs.json, else standard. `auto` leaves out the first.
 */
export function chooseProfile(
  asked: ProfileName | "auto" | undefined,
  settings: SiteSettings,
  config: Config,
): Profile {
  if (asked !== undefined && asked !== "auto") return profiles[asked];
  if (settings.profile) return profiles[settings.profile];
  return stringOf(config.root, "$schema") === mintlifySchema ? profiles.mintlify : profiles.standard;
}
