import type { Config } from "../config/config.ts";
import type { PageOutline } from "../page/page.ts";
import {
  isRemoteSource,
  looksLikeEndpoint,
  readNameReference,
  readOperationReference,
} from "../spec/operation-reference.ts";
import { derive } from "../text/view.ts";
import { navigationOf } from "./navigation-of.ts";
import { endpointFields, pagesWithEndpoint } from "./page-endpoints.ts";
import type { Site } from "./site.ts";
import { namedSources } from "./spec-sources.ts";

/** No site needs more; each is a copy that is held and read. */
const mostSources = 50;

/** The specifications that docs.json and pages name by a URL, each once and as written. */
export function remoteSources(site: Pick<Site, "config" | "pages">): readonly string[] {
  return sources(site.config)(site.pages);
}

const sources = derive((config: Config) => {
  const named = namedSources(config).map(({ source }) => source.source);
  const entries = navigationOf(config).entries.flatMap(({ text }) =>
    text.includes("//") && looksLikeEndpoint(text) ? fileOf(readOperationReference(text)) : [],
  );
  return derive((pages: Site["pages"]): readonly string[] =>
    [...new Set([...named, ...entries, ...remoteSourcesOfPages(pages)])].filter(isRemoteSource).slice(0, mostSources),
  );
});

const remoteSourcesOfPages = derive((pages: Site["pages"]) => pagesWithEndpoint(pages).flatMap(remoteSourcesOfPage));

function remoteSourcesOfPage({ fields }: PageOutline): string[] {
  return endpointFields.flatMap((field) => {
    const text = fields.get(field);
    if (typeof text !== "string" || !text.includes("//")) return [];
    return fileOf(field === "openapi" ? readOperationReference(text) : readNameReference(text, "schema"));
  });
}

function fileOf(read: ReturnType<typeof readOperationReference>): string[] {
  return read.ok && read.reference.file ? [read.reference.file.text] : [];
}
