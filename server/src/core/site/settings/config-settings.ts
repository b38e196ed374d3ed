import type { Config } from "../../config/config.ts";
import { defaultIconLibrary, iconLibraries, type IconLibrary } from "../../config/icons/icons.ts";
import { type JsonNode, stringOf, getJsonValue } from "../../config/json/json-tree.ts";
import type { Profile } from "../../config/settings/profile.ts";
import { checkSettings, type SettingFault, type SettingsReading } from "../../config/validate-config.ts";
import { derive } from "../../text/view.ts";
import type { Site } from "../site.ts";

/** Returns the value of a setting by its dotted path, such as `api.mdx.server`. */
export function settingAt(site: Pick<Site, "config">, path: string): JsonNode | undefined {
  return path.split(".").reduce((node, key) => getJsonValue(node, key), site.config.root);
}

/** Returns the setting that defines the server for relative `api` paths, under the profile's name for it. */
export function serverSetting(site: Site): { readonly path: string; readonly value: JsonNode } | undefined {
  for (const path of site.profile.serverSettings) {
    const value = settingAt(site, path);
    if (value && !isEmpty(value)) return { path, value };
  }
  return undefined;
}

/** Returns the default display mode of the playground: the site's setting, or otherwise `interactive`. */
export function playgroundDisplay(site: Site): string {
  const display = settingAt(site, "api.playground.display");
  return display?.kind === "string" ? display.value : "interactive";
}

function isEmpty(node: JsonNode): boolean {
  if (node.kind === "string") return node.value.trim() === "";
  return node.kind === "null" || (node.kind === "array" && node.items.length === 0);
}

/** Returns a site's settings and their problems. Cached for each docs.json and profile. */
export function settingsOf({ config, profile }: Pick<Site, "config" | "profile">): SettingsReading {
  return readIn(profile)(config);
}

export function settingFaults<Kind extends SettingFault["kind"]>(
  site: Pick<Site, "config" | "profile">,
  kind: Kind,
): Extract<SettingFault, { kind: Kind }>[] {
  return settingsOf(site).faults.filter(
    (fault): fault is Extract<SettingFault, { kind: Kind }> => fault.kind === kind,
  );
}

const readIn = derive((profile: Profile) => derive((config: Config) => checkSettings(config, profile)));

/** Returns the icon library that the site uses. */
export function siteLibrary({ config }: Pick<Site, "config">): IconLibrary {
  return toIconLibrary(stringOf(getJsonValue(config.root, "icons"), "library")) ?? defaultIconLibrary;
}

export function toIconLibrary(text: string | undefined): IconLibrary | undefined {
  return iconLibraries.find((library) => library === text);
}
