import { isIconName, isKnownIcon } from "../../config/icons/icons.ts";
import { siteLibrary } from "../../site/settings/config-settings.ts";
import type { Site } from "../../site/site.ts";

export interface NewGroup {
  readonly label: string;
  /** `rocket` */
  readonly icon?: string;
}

/** Why there cannot be a group with this title and icon, in a sentence that says what to do. */
export function whyNoGroup(site: Site, { label, icon = "" }: NewGroup): string | undefined {
  if (label.trim() === "") return "Readers see this title, so it needs words.";
  const library = siteLibrary(site);
  const name = icon.trim();
  return name !== "" && isIconName(name) && !isKnownIcon(library, name)
    ? `The ${library} library has no icon “${name}”, so readers would see an empty place. Choose another, or none.`
    : undefined;
}
