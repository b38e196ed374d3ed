import { getPageLinks } from "../../site/links/links.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { findConfigNode } from "../cursor/json-cursor.ts";
import { getLinkSegments, findSnippetFiles, findReferences } from "../references/find-references.ts";
import { complete } from "./complete.ts";
import type { CompletionRequest } from "./completion.ts";
import { type PageCandidate, getPageCandidates, type PageSearchTerms } from "./page-candidates.ts";

const pagesPerStep = 100;

/**
 * The number of times that each sample completion is computed, and the number of reference searches. Code runs much
 * slower the first few times. Reference searches are performance-critical but take little time, so more of them are
 * run.
 */
const completionCount = 3;
const referenceSearchCount = 12;

/**
 * Computes, in small steps, the data needed for the first completion and the first reference search on a site, such as
 * the words and links in its pages, icon counts, and navigation entries. The functions that compute the data also cache
 * it.
 */
export function* warmUpCompletion(site: Site): Generator<void, void> {
  const pages = getPageCandidates(site);
  for (let index = 0; index < pages.length; index += pagesPerStep) {
    yield;
    for (const page of pages.slice(index, index + pagesPerStep)) readSearchTerms(page);
  }
  const linkingPages = [...site.references.values()];
  for (let position = 0; position < linkingPages.length; position += pagesPerStep) {
    yield;
    for (const page of linkingPages.slice(position, position + pagesPerStep)) {
      getLinkSegments(getPageLinks(page));
      findSnippetFiles(page);
    }
  }
  for (const file of [...site.references.keys()].slice(0, referenceSearchCount)) {
    yield;
    findReferences(site, { kind: "page", file });
  }
  for (let i = 0; i < completionCount; i++)
    for (const { file, text, offset } of createSampleRequests(site)) {
      yield;
      complete(site, file, text, offset);
    }
}

/** Accesses a page's words, which causes them to be computed. */
function readSearchTerms({ terms }: PageCandidate): PageSearchTerms {
  return terms;
}

/**
 * Returns a request for each kind of completion that considers all pages or icons, both in the current docs.json and on
 * a page that is otherwise empty.
 */
function createSampleRequests(site: Site): Omit<CompletionRequest, "site">[] {
  const { config } = site;
  const text = config.files[0]?.text ?? "";
  const entry = getNavigation(config).entries.at(-1)?.node;
  const nodes = [entry, findConfigNode(config, ["redirects", 0, "destination"])];
  const configRequests = nodes.flatMap((node) =>
    node?.file === config.entry ? [{ file: config.entry, text, offset: node.range.start + 2 }] : [],
  );
  const [file = "index.mdx"] = site.pages.keys();
  const pageRequests = ["See [some page](/", '<Card title="Some page" icon="', "<C"].map((typedText) => ({
    file,
    text: typedText,
    offset: typedText.length,
  }));
  return [...configRequests, ...pageRequests];
}
