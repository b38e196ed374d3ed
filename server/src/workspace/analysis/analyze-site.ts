import type { Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { SiteFiles } from "../files/site-files.ts";
import { type MdxReader, readSyntax } from "../mdx/mdx-validator.ts";
import { type RemoteSpecs, addRemoteCopies } from "../specs/remote-specs.ts";
import { addAnalyses } from "../specs/spec-analysis.ts";
import type { SpecService } from "../specs/spec-service.ts";
import { type LoadedSite, loadSite } from "./load-site.ts";

/** The current stage of the analysis. `doneCount` is the number of pages processed so far, and `count` is the total. */
export type AnalysisProgress =
  | { readonly kind: "reading" | "parsing"; readonly doneCount: number; readonly count: number }
  | { readonly kind: "analyzing"; readonly path: SitePath };

/** The `SpecService` methods that are needed to read a site and analyze its specifications. */
export type SpecReader = Pick<SpecService, "readSpecs" | "read" | "analyze">;

export interface AnalyzeSiteOptions {
  readonly specReader: SpecReader;
  /** Local copies of remote specifications. The site's files include the text of each copy. */
  readonly remoteSpecs?: Pick<RemoteSpecs, "listCopies"> | undefined;
  /** Called before the local copies are read, so that they can be updated. */
  readonly onLoaded?: (site: Site) => Promise<void>;
  /** Whether to validate all specifications and to read the models of the operations that rules compare. */
  readonly analyzesSpecs?: boolean;
  /** The reader of MDX. Undefined if the MDX of pages isn't parsed. */
  readonly mdxReader?: Pick<MdxReader, "getCached" | "read"> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called many times per second. */
  readonly onProgress?: (progress: AnalysisProgress) => void;
}

/**
 * Reads a site once, for a result that isn't updated when files change. Depending on the options, the result contains
 * local copies of remote specifications, the analyses of all specifications, and the MDX errors on all pages.
 */
export async function analyzeSite(
  siteFiles: SiteFiles,
  { specReader, remoteSpecs, onLoaded, analyzesSpecs = false, mdxReader, signal, onProgress }: AnalyzeSiteOptions,
): Promise<LoadedSite> {
  const loadedSite = await loadSite({
    ...siteFiles,
    readSpecs: specReader.readSpecs,
    ...(signal && { signal }),
    onProgress: (doneCount, count) => onProgress?.({ kind: "reading", doneCount, count }),
  });
  await onLoaded?.(loadedSite.site);
  const site = remoteSpecs
    ? await addRemoteCopies(loadedSite.site, siteFiles, remoteSpecs, specReader.readSpecs)
    : loadedSite.site;
  const analysisPromise = analyzesSpecs
    ? addAnalyses(site, siteFiles, specReader, {
        includesUnusedSpecs: true,
        onProgress: (path) => onProgress?.({ kind: "analyzing", path }),
      })
    : site;
  const syntaxPromise = mdxReader
    ? readSyntax(site, mdxReader, (doneCount, count) => onProgress?.({ kind: "parsing", doneCount, count }))
    : site.syntaxProblems;
  return {
    ...loadedSite,
    site: { ...site, analyses: (await analysisPromise).analyses, syntaxProblems: await syntaxPromise },
  };
}
