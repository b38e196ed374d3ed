import type { Reader } from "../../../../webview/src/protocol.ts";
import { endpointOfFile, endpointOfGenerated } from "../../core/preview/endpoint/endpoint-request.ts";
import type { CodeTheme } from "../../core/preview/code-theme.ts";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import { siteFacts } from "../../core/preview/source/site-facts.ts";
import type { PageHead } from "../../core/preview/view/page-view.ts";
import type { GeneratedPage } from "../../core/site/specs/generated-pages.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { readFile, type SiteFiles } from "../read-frame.ts";
import type { EndpointModels } from "./endpoint-models.ts";
import type { ImportedFiles } from "./imported-files.ts";
import { sourcePathOf, type Shown } from "./shown-page.ts";

export interface SourceReading {
  readonly site: Site;
  readonly from: SiteFiles;
  readonly imports: ImportedFiles;
  readonly endpoints: EndpointModels;
  readonly audience: Reader;
  readonly codeTheme?: CodeTheme | undefined;
}

type ShownPage = Exclude<Shown, { kind: "missing" }>;

/** What a page is made of, as it is in the editor or on disk; or a sentence that says why it cannot be read. */
export function readSource(shown: ShownPage, reading: SourceReading): PageSource | string {
  return shown.kind === "page" ? ofFile(shown.file, reading) : ofGenerated(shown, reading);
}

function ofFile(
  file: SitePath,
  { site, from, imports, endpoints, audience, codeTheme }: SourceReading,
): PageSource | string {
  const read = readFile(from, file);
  if (read.kind !== "text") return unreadable[read.kind];
  imports.beginPage(file);
  imports.refresh();
  const outline = site.pages.get(file);
  const references = site.references.get(file);
  const request = outline && references && endpointOfFile(site, outline, references, audience);
  const endpoint = endpoints.sourceOf(request);
  return {
    path: file,
    text: read.text,
    files: imports.texts,
    facts: siteFacts(site),
    audience,
    ...(codeTheme && { codeTheme }),
    ...(endpoint && { endpoint }),
  };
}

function ofGenerated(
  shown: Extract<ShownPage, { kind: "generated" }>,
  { site, imports, endpoints, audience, codeTheme }: SourceReading,
): PageSource {
  const { page } = shown;
  imports.beginPage(sourcePathOf(shown));
  imports.refresh();
  const endpoint = endpoints.sourceOf(endpointOfGenerated(site, page, audience));
  return {
    path: sourcePathOf(shown),
    text: page.content ?? "",
    files: imports.texts,
    facts: siteFacts(site),
    audience,
    head: headOf(page),
    ...(codeTheme && { codeTheme }),
    ...(endpoint && { endpoint }),
  };
}

/** Frontmatter as the service writes it for the page. */
function headOf({ title, metadata, deprecated }: GeneratedPage): PageHead {
  const text = (key: string): string | undefined => {
    const value = metadata[key];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [description, icon, tag] = [text("description"), text("icon"), text("tag")];
  return {
    title,
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(tag !== undefined && { tag }),
    mode: text("mode") ?? "default",
    ...(deprecated && { deprecated: true }),
  };
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
    a.audience === b.audience &&
    a.codeTheme === b.codeTheme &&
    a.endpoint === b.endpoint &&
    JSON.stringify(a.head) === JSON.stringify(b.head)
  );
}

/** The source with the facts of before where they say the same, so that docs.json can be edited at no cost to the page. */
export function withKnownFacts(before: PageSource | undefined, now: PageSource): PageSource {
  if (!before || before.facts === now.facts) return now;
  return textOfFacts(before.facts) === textOfFacts(now.facts) ? { ...now, facts: before.facts } : now;
}

function textOfFacts(facts: PageSource["facts"]): string {
  return JSON.stringify({ ...facts, variables: [...facts.variables] });
}
