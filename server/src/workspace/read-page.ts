import type { FrontmatterProblem, Page } from "../core/page/page.ts";
import { scanPage } from "../core/page/scan-page.ts";
import type { SitePath } from "../core/text/text-range.ts";
import { readFile, type SiteFiles } from "./read-frame.ts";

/**
 * The page as open in an editor or on disk; undefined when there is no file that may be read. A file that is no
 * text, or over 10 MB, is a page without content and with that problem.
 */
export function readPage(from: SiteFiles, path: SitePath): Page | undefined {
  const file = readFile(from, path);
  if (file.kind === "text") return scanPage(path, file.text);
  return file.kind === "not-text" || file.kind === "too-large" ? emptyPage(path, file.kind) : undefined;
}

function emptyPage(path: SitePath, kind: FrontmatterProblem["kind"]): Page {
  const { outline, references } = scanPage(path, "");
  const frontmatter = { ...references.frontmatter, problems: [{ kind, range: { start: 0, end: 0 } }] };
  return { outline, references: { ...references, frontmatter } };
}
