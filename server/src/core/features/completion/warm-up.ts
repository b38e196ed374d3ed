import { navigationOf } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { findConfigNode } from "../cursor/config-path.ts";
import { linkTails, snippetTags, findReferences } from "../references/find-references.ts";
import { complete } from "./complete.ts";
import type { CompletionRequest } from "./completion.ts";
import { type KnownPage, knownPages, type PageSearchTerms } from "./known-pages.ts";

const pagesPerStep = 100;

/** At the first time code is far slower than when it has run some times; a search among all links is short and hot. */
const times = 3;
const searches = 12;

/**
 * Makes, in small steps, what the first completion and the first search for references in a site would wait for: the
 * words of its pages, what they link to, how often icons are used, what navigation lists. All of it is remembered where
 * it is derived; nothing is answered.
 */
export function* warmUpCompletion(site: Site): Generator<void, void> {
  const pages = knownPages(site);
  for (let at = 0; at < pages.length; at += pagesPerStep) {
    yield;
    for (const page of pages.slice(at, at + pagesPerStep)) readWords(page);
  }
  const linking = [...site.references.values()];
  for (let at = 0; at < linking.length; at += pagesPerStep) {
    yield;
    for (const page of linking.slice(at, at + pagesPerStep)) {
      linkTails(page);
      snippetTags(page);
    }
  }
  for (const file of [...site.references.keys()].slice(0, searches)) {
    yield;
    findReferences(site, { kind: "page", file });
  }
  for (let i = 0; i < times; i++)
    for (const { file, text, offset } of rehearsals(site)) {
      yield;
      complete(site, file, text, offset);
    }
}

/** They are read when first asked for. */
function readWords({ words }: KnownPage): PageSearchTerms {
  return words;
}

/** One place of each kind that asks for all pages or icons: in docs.json as it is, and in a page that says nothing else. */
function rehearsals(site: Site): Omit<CompletionRequest, "site">[] {
  const { config } = site;
  const text = config.files[0]?.text ?? "";
  const entry = navigationOf(config).entries.at(-1)?.node;
  const nodes = [entry, findConfigNode(config, ["redirects", 0, "destination"])];
  const inConfig = nodes.flatMap((node) =>
    node?.file === config.entry ? [{ file: config.entry, text, offset: node.range.start + 2 }] : [],
  );
  const [file = "index.mdx"] = site.pages.keys();
  const inPage = ["See [some page](/", '<Card title="Some page" icon="', "<C"].map((typed) => ({
    file,
    text: typed,
    offset: typed.length,
  }));
  return [...inConfig, ...inPage];
}
