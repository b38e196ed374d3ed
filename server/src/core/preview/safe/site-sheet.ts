import { folderOf, isAbsoluteReference, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { pageClass, siteFileScheme } from "../view/allowed-elements.ts";
import { safeSheet } from "./safe-sheet.ts";
import type { StyleSource } from "./safe-style.ts";

/**
 * A style sheet of the site as the preview applies it: rebuilt for the page alone, files of the site under
 * `siteFileScheme`, nothing from the web.
 */
export function siteSheet(file: SitePath, text: string, maxRules?: number): ReturnType<typeof safeSheet> {
  return safeSheet(text, `.${pageClass}`, sourcesOf(file), maxRules);
}

/** Files of the site that a style in `file` names, by the path from the root; whoever paints knows where they lie. */
export function sourcesOf(file: SitePath): StyleSource {
  return (address) => {
    const [path = ""] = address.split(/[?#]/);
    if (path === "" || isAbsoluteReference(path)) return undefined;
    const resolved = resolveSitePath(path, folderOf(file));
    return resolved.ok && resolved.path !== ""
      ? siteFileScheme +
          resolved.path
            .split("/")
            .map((each) => `/${encodeURIComponent(each)}`)
            .join("")
      : undefined;
  };
}
