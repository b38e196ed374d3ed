import type { Page } from "../core/page/page.ts";
import { scanPage } from "../core/page/scan-page.ts";
import type { SitePath } from "../core/text/text-range.ts";
import { readFile, type SiteFiles } from "./read-frame.ts";

/** The page as open in an editor or on disk; undefined when there is no such file that may be read. */
export function readPage(from: SiteFiles, path: SitePath): Page | undefined {
  const file = readFile(from, path);
  if (file.kind === "text") return scanPage(path, file.text);
  return undefined;
}
