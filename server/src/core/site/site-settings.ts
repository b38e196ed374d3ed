import type { ProfileName } from "../config/settings/profile.ts";
import type { JsonFile } from "../config/json/json-tree.ts";
import type { SitePath } from "../text/text-edit.ts";
import type { Severity } from "./severity.ts";

/** `.docwright.json`: what a team shares and CI needs (contracts.md §5). Absent fields are not set. */
export interface SiteSettings {
  readonly profile?: ProfileName;
  /** Rule code or `area/*` → severity. */
  readonly rules: ReadonlyMap<string, Severity | "off">;
  readonly ignore: readonly string[];
  /** Folders below the site's own that are sites of their own, without slashes at their ends. */
  readonly sites: readonly SitePath[];
  readonly overrides: readonly {
    readonly files: readonly string[];
    readonly rules: ReadonlyMap<string, Severity | "off">;
  }[];
  readonly basePath?: string;
  readonly siteUrl?: string;
  readonly keyPrefix?: string;
  readonly authentication?: boolean;
  /** The file itself; absent when the site has none. */
  readonly source?: SettingsSource;
}

/** `.docwright.json` as read, with ranges. */
export type SettingsSource = JsonFile;

export const noSettings: SiteSettings = { rules: new Map(), ignore: [], sites: [], overrides: [] };
