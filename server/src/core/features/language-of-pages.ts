import type { NavElement } from "../config/settings/navigation.ts";
import { navigationOf } from "../site/settings/navigation.ts";
import type { Site } from "../site/site.ts";
import { elementAt } from "./config-place.ts";

/** Languages and versions that elements beside have already are the least likely. */
const taken = 2;

/**
 * How likely a language is for the element at a place, by its code in lower case: 0 for one that names the folder
 * of the element's pages, 0.5 for one that names a folder of the site, 2 for one that another element has.
 */
export function languagesOfPages(
  site: Site,
  path: readonly (string | number)[],
): ReadonlyMap<string, number> {
  const element = elementAt(site.config, path);
  const likely = new Map<string, number>();
  for (const file of site.files) {
    const folder = file.slice(0, Math.max(0, file.indexOf("/"))).toLowerCase();
    if (/^[a-z]{2}(-[a-z]+)?$/.test(folder)) likely.set(folder, 0.5);
  }
  for (const other of navigationOf(site.config).elements)
    if (other !== element && other.kind === "language" && other.parent === element?.parent) {
      const code = other.label?.value.toLowerCase();
      if (code !== undefined) likely.set(code, taken);
    }
  if (!likely.has("en")) likely.set("en", 0.6);
  const folder = element && folderOfPages(element);
  if (folder !== undefined && likely.get(folder) !== taken) likely.set(folder, 0);
  return likely;
}

/** `fr` when the first page below lies in `fr/`; `en` when it lies in no such folder. */
function folderOfPages(element: NavElement): string | undefined {
  for (const child of element.children) {
    const text = child.type === "entry" ? child.text.replace(/^\/+/, "") : undefined;
    const found =
      text === undefined ? (child.type === "element" ? folderOfPages(child) : undefined) : partOf(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

function partOf(entry: string): string {
  const parts = entry.toLowerCase().split("/").slice(0, -1);
  return parts.find((part) => /^[a-z]{2}(-[a-z]{2,4})?$/.test(part) && part !== "v2") ?? "en";
}
