import type { Page } from "../core/page/page.ts";
import { buildSite } from "../core/site/build-site.ts";
import type { Site } from "../core/site/site.ts";
import type { SpecOutline } from "../core/spec/spec-outline.ts";
import type { SitePath } from "../core/text/text-range.ts";
import { isPage, maySpecify, readFrame, type SiteFiles, type SiteFrame } from "./read-frame.ts";
import { readPage } from "./read-page.ts";
import { runInSlices } from "./run-in-slices.ts";

/** Reads the specifications among these files; what is none is left out. */
export type ReadSpecs = (
  from: SiteFiles,
  paths: readonly SitePath[],
  signal?: AbortSignal,
) => Promise<readonly SpecOutline[]>;

export interface SiteLoading extends SiteFiles {
  readonly readSpecs: ReadSpecs;
  readonly signal?: AbortSignal;
  /** Hears of the site after each stage: docs.json and the list of files, then pages, then specifications. */
  readonly onStage?: (loaded: LoadedSite) => void;
  /** Pages scanned so far, of how many. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** A site and what it was made from, so that a change of one file can be worked in. */
export interface LoadedSite {
  readonly site: Site;
  readonly frame: SiteFrame;
}

/**
 * Reads a whole site. Pages are scanned in slices of 8 ms, specifications elsewhere meanwhile; nothing outside the
 * root is read. Rejects with the signal's reason when it is aborted, and for no other cause.
 */
export async function loadSite(loading: SiteLoading): Promise<LoadedSite> {
  const { signal, onStage } = loading;
  const frame = await runInSlices(readFrame(loading), signal);
  const listed = assemble(frame, [], [], { pages: false, specs: false });
  onStage?.(listed);
  const candidates = [...frame.files].filter((path) => maySpecify(path, frame));
  const specsInWork = loading.readSpecs(loading, candidates, signal);
  // Should the scan of pages fail first, nobody waits for this any more.
  specsInWork.catch(() => undefined);
  const pages = await runInSlices(scanPages(frame, loading), signal);
  const scanned = assemble(frame, pages, [], { pages: true, specs: false }, listed);
  onStage?.(scanned);
  const specs = await specsInWork;
  signal?.throwIfAborted();
  const complete = assemble(frame, pages, specs, { pages: true, specs: true }, scanned);
  onStage?.(complete);
  return complete;
}

/** Parts that a stage does not change keep their identity, so that views of them are not computed again. */
function assemble(
  frame: SiteFrame,
  pages: readonly Page[],
  specs: readonly SpecOutline[],
  loaded: Site["loaded"],
  before?: LoadedSite,
): LoadedSite {
  const site = buildSite({ ...frame, pages, specs, loaded });
  if (!before) return { site, frame };
  const { config, pages: outlines, references } = before.site;
  return {
    frame,
    site: { ...site, config, ...(before.site.loaded.pages ? { pages: outlines, references } : {}) },
  };
}

function* scanPages(frame: SiteFrame, loading: SiteLoading): Generator<void, Page[]> {
  const paths = [...frame.files].filter((path) => isPage(path, frame));
  const pages: Page[] = [];
  for (const [done, path] of paths.entries()) {
    const page = readPage(loading, path);
    if (page) pages.push(page);
    if (done % 64 === 0) loading.onProgress?.(done, paths.length);
    yield;
  }
  loading.onProgress?.(paths.length, paths.length);
  return pages;
}
