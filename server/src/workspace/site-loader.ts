import { setImmediate } from "node:timers/promises";
import type { Page, ScriptOutline } from "../core/page/page.ts";
import { prepareViews } from "../core/features/warm-up.ts";
import { searchedKeys } from "../core/site/settings/secret-keys.ts";
import { buildSite, type Site } from "../core/site/site.ts";
import type { SpecOutline } from "../core/spec/spec-outline.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import { type Keys, KeyScan, type Mentions } from "./key-scan.ts";
import { isPage, maySpecify, readFrame, type SiteFiles, type SiteFrame } from "./read-frame.ts";
import { type KnownPages, readPage } from "./read-page.ts";
import { isScript, scanScripts } from "./read-script.ts";
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
  readonly knownPages?: KnownPages | undefined;
  /** Hears of the site after each stage: docs.json and the list of files, then pages and specifications, whichever is first. */
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
 * Reads a whole site: pages in slices of 8 ms and, at the same time, specifications elsewhere. Nothing outside the
 * root is read. Rejects with the signal's reason when it is aborted, and for no other cause.
 */
export async function loadSite(loading: SiteLoading): Promise<LoadedSite> {
  const { signal, onStage } = loading;
  const frame = await runInSlices(readFrame(loading), signal);
  let latest = assemble(frame, {});
  let assembled = 0;
  let former: ReadonlySet<string> | undefined;
  const comparing = loading.formerPages?.(frame, signal).then((pages) => (former = pages));
  const show = async (found: Found): Promise<void> => {
    latest = assemble(frame, { ...found, ...(former && { formerPages: former }) }, latest);
    const number = ++assembled;
    await runInSlices(prepareViews(latest.site), signal);
    // What was found meanwhile is shown with the rest.
    if (number === assembled) onStage?.(latest);
  };
  await setImmediate();
  signal?.throwIfAborted();
  onStage?.(latest);
  const keyScan = new KeyScan(searchedKeys(frame.settings));
  const watched = keyScan.watch(loading);
  const candidates = [...frame.files].filter((path) => maySpecify(path, frame));
  const read = async () => {
    const specs = await loading.readSpecs(watched, candidates, signal);
    await show({ specs, keys: keyScan.found, mentions: keyScan.mentions });
  };
  const scan = async () => {
    const pages = await runInSlices(scanPages(frame, watched), signal);
    const scripts = await runInSlices(scanScripts(frame, watched), signal);
    const isRead = (path: SitePath) =>
      frame.files.has(path) && (isPage(path, frame) || maySpecify(path, frame) || isScript(path, frame));
    await runInSlices(keyScan.others(loading, frame, isRead), signal);
    await show({ pages, scripts, keys: keyScan.found, mentions: keyScan.mentions });
  };
  await Promise.all([read(), scan()]);
  await comparing;
  signal?.throwIfAborted();
  if (former && latest.site.formerPages !== former) await show({});
  return latest;
}

/** What a stage has found. */
interface Found {
  readonly pages?: readonly Page[];
  readonly scripts?: readonly ScriptOutline[];
  readonly specs?: readonly SpecOutline[];
  readonly keys?: Keys;
  readonly mentions?: Mentions | undefined;
  readonly formerPages?: ReadonlySet<string>;
}

/** Parts that a stage does not change keep their identity, so that views of them are not computed again. */
function assemble(frame: SiteFrame, found: Found, before?: LoadedSite): LoadedSite {
  const { pages, scripts, specs } = found;
  const keys = found.keys ?? before?.site.keys;
  const mentions = "mentions" in found ? found.mentions : before?.site.mentions;
  const formerPages = found.formerPages ?? before?.site.formerPages;
  const loaded = {
    pages: pages !== undefined || (before?.site.loaded.pages ?? false),
    specs: specs !== undefined || (before?.site.loaded.specs ?? false),
  };
  const texts = { ...(keys && { keys }), ...(mentions && { mentions }), ...(formerPages && { formerPages }) };
  const site = buildSite({
    ...frame,
    pages: pages ?? [],
    scripts: scripts ?? [],
    specs: specs ?? [],
    ...texts,
    loaded,
  });
  if (!before) return { site, frame };
  const { config, pages: outlines, references, scripts: code, specs: known } = before.site;
  return {
    frame,
    site: {
      ...site,
      config,
      ...(pages ? {} : { pages: outlines, references }),
      ...(scripts ? {} : { scripts: code }),
      ...(specs ? {} : { specs: known }),
    },
  };
}

function* scanPages(frame: SiteFrame, loading: SiteLoading): Generator<void, Page[]> {
  const paths = [...frame.files].filter((path) => isPage(path, frame));
  const pages: Page[] = [];
  for (const [done, path] of paths.entries()) {
    const page = readPage(loading, path, loading.knownPages);
    if (page) pages.push(page);
    if (done % 64 === 0) loading.onProgress?.(done, paths.length);
    yield;
  }
  loading.onProgress?.(paths.length, paths.length);
  return pages;
}
