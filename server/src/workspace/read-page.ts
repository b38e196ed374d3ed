import type { FrontmatterProblem, Page } from "../core/page/page.ts";
import { scanPage } from "../core/page/scan-page.ts";
import type { Site } from "../core/site/site.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import { readFile, type SiteFiles } from "./read-frame.ts";

/** Pages that have been read before. */
export type KnownPages = Pick<Site, "pages" | "references">;

/**
 * The page as open in an editor or on disk; undefined when there is no file that may be read. A file that is no
 * text, or over 10 MB, is a page without content and with that problem. If its text is the same as in `known`, the page
 * isn't scanned again.
 */
export function readPage(from: SiteFiles, path: SitePath, known?: KnownPages): Page | undefined {
  const file = readFile(from, path);
  if (file.kind === "text") return knownPage(path, file.text, known) ?? scanPage(path, file.text);
  return file.kind === "not-text" || file.kind === "too-large" ? emptyPage(path, file.kind) : undefined;
}

function knownPage(path: SitePath, text: string, known: KnownPages | undefined): Page | undefined {
  const [outline, references] = [known?.pages.get(path), known?.references.get(path)];
  // Of a file that isn't text, the page is empty too, but has a problem.
  const isSame = text !== "" && references?.text === text;
  return outline && isSame ? { outline, references } : undefined;
}

function emptyPage(path: SitePath, kind: FrontmatterProblem["kind"]): Page {
  const { outline, references } = scanPage(path, "");
  const frontmatter = { ...references.frontmatter, problems: [{ kind, range: { start: 0, end: 0 } }] };
  return { outline, references: { ...references, frontmatter } };
}
