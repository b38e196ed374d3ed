import type { Config } from "../../config/config.ts";
import { defaultIconLibrary, iconLibraries, type IconLibrary } from "../../config/icons/icons.ts";
import { type JsonNode, stringOf, getJsonValue } from "../../config/json/json-tree.ts";
import type { Profile } from "../../config/settings/profile.ts";
import { checkSettings, type SettingFault, type SettingsReading } from "../../config/validate-config.ts";
import { derive } from "../../text/view.ts";
import type { Site } from "../site.ts";

/** The value of a setting by its dotted path: `api.mdx.server`. */
export function settingAt(site: Pick<Site, "config">, path: string): JsonNode | undefined {
  return path.split(".").reduce((node, key) => getJsonValue(node, key), site.config.root);
}

/** The setting that gives relative `api` paths their server, by the profile's names for it. */
export function serverSetting(site: Site): { readonly path: string; readonly value: JsonNode } | undefined {
  for (const path of site.profile.serverSettings) {
    const value = settingAt(site, path);
    if (value && !isEmpty(value)) return { path, value };
  }
  return undefined;
}

/** How the playground shows where a page does not say: `interactive` unless the site says otherwise. */
export function playgroundDisplay(site: Site): string {
  const display = settingAt(site, "api.playground.display");
  return display?.kind === "string" ? display.value : "interactive";
}

function isEmpty(node: JsonNode): boolean {
  if (node.kind === "string") return node.value.trim() === "";
  return node.kind === "null" || (node.kind === "array" && node.items.length === 0);
}

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

/** The library in which the site's icons are looked up. */
export function siteLibrary({ config }: Pick<Site, "config">): IconLibrary {
  return toIconLibrary(stringOf(getJsonValue(config.root, "icons"), "library")) ?? defaultIconLibrary;
}

export function toIconLibrary(text: string | undefined): IconLibrary | undefined {
  return iconLibraries.find((library) => library === text);
}
