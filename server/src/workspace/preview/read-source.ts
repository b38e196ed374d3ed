import type { Reader } from "../../../../webview/src/protocol.ts";
import type { PageSource } from "../../core/preview/page-source.ts";
import { siteFacts } from "../../core/preview/site-facts.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-range.ts";
import { readFile, type SiteFiles } from "../read-frame.ts";
import type { ImportedFiles } from "./imported-files.ts";

export interface SourceReading {
  readonly site: Site;
  readonly from: SiteFiles;
  readonly imports: ImportedFiles;
  readonly audience: Reader;
}

/** What a page is made of, as it is in the editor or on disk; or a sentence that says why it cannot be read. */
export function readSource(
  file: SitePath,
  { site, from, imports, audience }: SourceReading,
): PageSource | string {
  const read = readFile(from, file);
  if (read.kind !== "text") return unreadable[read.kind];
  imports.refresh();
  return { path: file, text: read.text, files: imports.texts, facts: siteFacts(site), audience };
}

const unreadable = {
  absent: "The file is not there any more.",
  "not-text": "The file is no text, so the published site does not show it either.",
  "too-large": "The file is over 10 MB, which is more than a preview takes.",
  "outside-site": "The file lies outside the site.",
  unreadable: "The file may not be read by this user.",
};

/** Whether nothing has to be rendered again. */
export function isSameSource(a: PageSource, b: PageSource): boolean {
  return (
    a.path === b.path &&
    a.text === b.text &&
    a.files === b.files &&
    a.facts === b.facts &&
    a.audience === b.audience
  );
}
