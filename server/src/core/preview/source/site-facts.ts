import type { Config } from "../../config/config.ts";
import { type JsonNode, getJsonValue } from "../../config/json/json-tree.ts";
import type { Profile } from "../../config/settings/profile.ts";
import { settingAt, siteLibrary } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { derive } from "../../text/view.ts";
import type { SiteFacts } from "./page-source.ts";

/** Returns the settings of docs.json that affect how pages look. Returns the same object until docs.json changes. */
export function siteFacts({ config, profile }: Pick<Site, "config" | "profile">): SiteFacts {
  return factsOf(config)(profile);
}

const factsOf = derive((config: Config) =>
  derive((profile: Profile): SiteFacts => {
    const latex = settingAt({ config }, "styling.latex");
    return {
      variables: variablesOf(getJsonValue(config.root, "variables")),
      iconLibrary: siteLibrary({ config }),
      singleDollarMaths: !(latex?.kind === "boolean" && !latex.value),
      codeThemes: codeThemes(settingAt({ config }, "styling.codeblocks")),
      isMintlify: profile.name === "mintlify",
    };
  }),
);

function variablesOf(node: JsonNode | undefined): ReadonlyMap<string, string> {
  const entries = node?.kind === "object" ? node.properties : [];
  return new Map(
    entries.flatMap(({ key, value }) => (value?.kind === "string" ? [[key, value.value] as const] : [])),
  );
}

const defaultThemes = { light: "github-light-default", dark: "dark-plus" };

/** Reads `system`, `dark`, or a theme for each mode. A single theme applies to both modes. */
function codeThemes(setting: JsonNode | undefined): SiteFacts["codeThemes"] {
  if (setting?.kind === "string")
    return setting.value === "dark" ? { light: defaultThemes.dark, dark: defaultThemes.dark } : defaultThemes;
  const theme = getJsonValue(setting, "theme");
  if (theme?.kind === "string") return { light: theme.value, dark: theme.value };
  return {
    light: text(getJsonValue(theme, "light")) ?? defaultThemes.light,
    dark: text(getJsonValue(theme, "dark")) ?? defaultThemes.dark,
  };
}

function text(node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" ? node.value : undefined;
}

/** Returns the reader groups used on the site's pages, sorted. */
export const readerGroups = derive((pages: Site["pages"]): readonly string[] => {
  const groups = new Set<string>();
  for (const { fields } of pages.values()) {
    const named = fields.get("groups");
    for (const name of Array.isArray(named) ? (named as readonly unknown[]) : [])
      if (typeof name === "string" && name !== "") groups.add(name);
  }
  return [...groups].sort();
});
