import type { Reader } from "../../../../webview/src/protocol.ts";
import type { IconFinder } from "../../core/preview/frame/frame-links.ts";
import { getAudienceContext, type FrameContext } from "../../core/preview/frame/frame-reading.ts";
import {
  findSections,
  findNavigationPath,
  toNavigationPath,
  type NavigationPath,
} from "../../core/preview/frame/page-locations.ts";
import { buildSidebarInSteps } from "../../core/preview/frame/sidebar.ts";
import { createSiteFrame } from "../../core/preview/frame/site-frame.ts";
import { maxSheetLength, maxSheetRules, sanitizeSiteSheet } from "../../core/preview/safe/safe-style.ts";
import type { Audience } from "../../core/preview/source/page-source.ts";
import type { FrameLocation, SiteShellView, UnappliedSheet } from "../../core/preview/view/site-frame.ts";
import type { TreeNode } from "../../core/site/navigation/navigation-tree.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { isSameJson, serializeInSteps, type JsonParts, runTimeSliced } from "../async/time-slicing.ts";
import { readFile, type SiteFiles } from "../files/site-files.ts";

const maxFiles = 50;
/** The maximum total length of all style sheets, in UTF-16 code units. */
const maxLength = 2_000_000;

interface CachedSheet {
  readonly stamp: string | undefined;
  readonly text: string;
  readonly ruleCount: number;
  readonly reason?: UnappliedSheet["reason"];
}

export interface AppliedSheets {
  readonly text: string;
  readonly unappliedSheets: readonly UnappliedSheet[];
}

/** The style sheets of a site, adapted for the preview. The service applies all of them to every page. */
export class SiteSheets {
  readonly #siteFiles: SiteFiles;
  readonly #sheetsByPath = new Map<SitePath, CachedSheet>();
  #appliedSheets: AppliedSheets = { text: "", unappliedSheets: [] };
  #pathsKey = "";

  constructor(siteFiles: SiteFiles) {
    this.#siteFiles = siteFiles;
  }

  /**
   * Returns the current text of the style sheets, sorted by path. The result remains the same object until one of the
   * style sheets changes.
   */
  read(files: ReadonlySet<SitePath>): AppliedSheets {
    const paths = [...files].filter((path) => /\.css$/i.test(path)).sort();
    const includedPaths = paths.slice(0, maxFiles);
    const changedPaths = includedPaths.filter((path) => this.#sheetsByPath.get(path)?.stamp !== this.#getStamp(path));
    const removedPaths = [...this.#sheetsByPath.keys()].filter((path) => !includedPaths.includes(path));
    for (const path of [...removedPaths, ...changedPaths]) this.#sheetsByPath.delete(path);
    if (changedPaths.length + removedPaths.length > 0)
      for (const [path, { reason }] of this.#sheetsByPath)
        if (reason === "too-many-rules") this.#sheetsByPath.delete(path);
    for (const path of includedPaths)
      if (!this.#sheetsByPath.has(path)) this.#sheetsByPath.set(path, this.#readSheet(path));
    const pathsKey = paths.join("\n");
    if (changedPaths.length > 0 || pathsKey !== this.#pathsKey) this.#appliedSheets = this.#joinSheets(paths);
    this.#pathsKey = pathsKey;
    return this.#appliedSheets;
  }

  #readSheet(path: SitePath): CachedSheet {
    const stamp = this.#getStamp(path);
    const file = readFile(this.#siteFiles, path, maxSheetLength);
    if (file.kind === "too-large") return { stamp, text: "", ruleCount: 0, reason: "too-large" };
    if (file.kind !== "text") return { stamp, text: "", ruleCount: 0, reason: "unreadable" };
    // All style sheets share one limit, because each rule takes time to apply.
    const remainingRuleCount = [...this.#sheetsByPath.values()].reduce(
      (sum, { ruleCount }) => sum - ruleCount,
      maxSheetRules,
    );
    const { text, ruleCount, isTruncated } = sanitizeSiteSheet(path, file.text, remainingRuleCount);
    return { stamp, text, ruleCount, ...(isTruncated && { reason: "too-many-rules" }) };
  }

  #joinSheets(paths: readonly SitePath[]): AppliedSheets {
    let joinedText = "";
    const unappliedSheets: UnappliedSheet[] = [];
    for (const file of paths) {
      const { text, reason } = this.#sheetsByPath.get(file) ?? { text: "", reason: "too-many" as const };
      const isTooLong = joinedText.length + text.length > maxLength;
      if (!isTooLong) joinedText += text;
      const unappliedReason = isTooLong ? "too-many" : reason;
      if (unappliedReason !== undefined) unappliedSheets.push({ file, reason: unappliedReason });
    }
    return { text: joinedText, unappliedSheets };
  }

  /** Returns a stamp that changes when the file's text changes. For an open file, the stamp is the text itself. */
  #getStamp(path: SitePath): string | undefined {
    return this.#siteFiles.readUnsavedText?.(path) ?? this.#siteFiles.disk.getStamp(path);
  }
}

/** The current page, its reader, and the path of navigation sections to the page. */
export interface FrameTarget {
  readonly slug: string;
  readonly audience: Audience;
  readonly navigationPath: NavigationPath;
}

/**
 * Computes the frame around a page in steps, and caches the results. The steps are the navigation, the data of each
 * page in the navigation, the page's sidebar, and finally `computeValue`. When `computeValue` is called, everything
 * that it needs is cached.
 */
export function* computeFrame(
  site: Site,
  { slug, audience, navigationPath }: FrameTarget,
  findIcon: IconFinder,
  computeValue: () => unknown,
): Generator<void, void> {
  const context = getAudienceContext(site, audience, findIcon);
  yield;
  if (context.tree) yield* listPagesBelow(context, context.tree);
  const section = findSections(context, slug, navigationPath).at(-1);
  yield;
  if (section) yield* buildSidebarInSteps(context, section);
  computeValue();
}

function* listPagesBelow(context: FrameContext, node: TreeNode): Generator<void, void> {
  if (node.kind === "page") {
    context.getShownPage(node);
    yield;
  }
  if (node.kind === "element" || node.kind === "group")
    for (const child of node.children) yield* listPagesBelow(context, child);
}

type FramePart = keyof SiteShellView;
const frameParts: readonly FramePart[] = ["look", "surroundings", "menu", "page", "sheet", "unappliedSheets"];

/** The interval in milliseconds between updates of the frame around the page while docs.json or titles are edited. */
const pauseMilliseconds = 100;

/**
 * The maximum number of attempts. If a site changes faster than its frame can be computed, the frame is shown anyway.
 */
const maxTries = 3;

/**
 * The maximum number of steps that are run immediately, which take a few milliseconds. Each page in the sidebar takes
 * two steps.
 */
const maxSyncSteps = 500;

interface SiteFrameUpdatesOptions {
  readonly findIcon: IconFinder;
  readonly site: { readonly files: SiteFiles };
}

/** The frame around a page. Sends only the parts that the page doesn't have yet. */
export class SiteFrameUpdates {
  readonly #findIcon: IconFinder;
  readonly #siteSheets: SiteSheets;
  readonly #sendFrameParts: (frame: Partial<SiteShellView>) => void;
  readonly #sentPartsByName = new Map<FramePart, { readonly value: unknown; readonly json: JsonParts }>();
  /** The JSON of the parts that have been computed. */
  readonly #jsonByValue = new WeakMap<object, JsonParts>();
  #createView: (() => SiteShellView) | undefined;
  #shownFrame: { readonly site: Site; readonly slug: string; readonly audience: Reader } | undefined;
  /** The path of sections that the reader followed to the page. */
  #navigationPath: NavigationPath = [];
  #timer: NodeJS.Timeout | undefined;
  #preparationController: AbortController | undefined;

  constructor({ findIcon, site }: SiteFrameUpdatesOptions, send: (frame: Partial<SiteShellView>) => void) {
    this.#findIcon = findIcon;
    this.#siteSheets = new SiteSheets(site.files);
    this.#sendFrameParts = send;
  }

  /** Clears the record of sent data. Call this method when the page has reloaded. */
  clearSentData(): void {
    this.#sentPartsByName.clear();
  }

  /** Updates the reader's path after a click on a section or another link on the current page. */
  followClick(clickTarget: FrameLocation | undefined): void {
    if (!this.#shownFrame) return;
    const { site, slug, audience } = this.#shownFrame;
    const context = getAudienceContext(site, audience, this.#findIcon);
    const path = clickTarget && findNavigationPath(context, clickTarget);
    this.#navigationPath = path ?? toNavigationPath(findSections(context, slug, this.#navigationPath));
  }

  /** Clears the path. Call this method when the next page isn't reached by a click. */
  clearPath(): void {
    this.#navigationPath = [];
  }

  /**
   * Updates the site and the page. Urgent updates are computed immediately and, if they're small, sent before anything
   * else.
   */
  onSiteChanged(site: Site, slug: string, audience: Reader, isUrgent: boolean): void {
    this.#shownFrame = { site, slug, audience };
    this.#createView = () => {
      const { text: sheetText, unappliedSheets } = this.#siteSheets.read(site.files);
      return {
        ...createSiteFrame(site, slug, audience, this.#findIcon, this.#navigationPath),
        sheet: sheetText,
        unappliedSheets,
      };
    };
    if (!isUrgent) this.#prepareIn(pauseMilliseconds);
    else if (this.#computeIfQuick()) this.#sendChanges();
    else this.#prepareIn(0);
  }

  /** Handles a change to a file that can affect only the style sheets. */
  onSheetsChanged(): void {
    const { site } = this.#shownFrame ?? {};
    if (!site) return;
    const { text, unappliedSheets } = this.#siteSheets.read(site.files);
    if (
      text !== this.#sentPartsByName.get("sheet")?.value ||
      unappliedSheets !== this.#sentPartsByName.get("unappliedSheets")?.value
    )
      this.#prepareIn(pauseMilliseconds);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#preparationController?.abort();
  }

  /**
   * Computes the frame if this takes only a few steps (see `maxSyncSteps`), and returns whether the frame is
   * complete. If it isn't, the results of the completed steps remain cached.
   */
  #computeIfQuick(): boolean {
    const steps = this.#shownFrame && this.#runSteps(this.#shownFrame);
    for (let stepCount = 0; steps && stepCount < maxSyncSteps; stepCount++) if (steps.next().done) return true;
    return false;
  }

  /**
   * Schedules the computation after this many milliseconds. A computation that is already in progress checks for
   * changes when it ends.
   */
  #prepareIn(milliseconds: number): void {
    if (this.#preparationController || (this.#timer && milliseconds > 0)) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (milliseconds > 0) this.#timer = setTimeout(() => void this.#prepareFrame(), milliseconds);
    else void this.#prepareFrame();
  }

  /** Computes the frame in steps so that other work can run between them even if the site has thousands of pages. */
  async #prepareFrame(): Promise<void> {
    this.#timer = undefined;
    const { signal } = (this.#preparationController = new AbortController());
    try {
      for (let attemptCount = 0; attemptCount < maxTries; attemptCount++) {
        const shownFrame = this.#shownFrame;
        if (!shownFrame) return;
        await runTimeSliced(this.#runSteps(shownFrame), signal);
        if (this.#shownFrame === shownFrame) break;
      }
      this.#sendChanges();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#preparationController = undefined;
    }
  }

  /** Computes the frame in steps. The last step serializes the frame to determine whether it has changed. */
  *#runSteps({
    site,
    slug,
    audience,
  }: Omit<FrameTarget, "navigationPath"> & { readonly site: Site }): Generator<void, void> {
    const frame: { view?: SiteShellView | undefined } = {};
    yield* computeFrame(site, { slug, audience, navigationPath: this.#navigationPath }, this.#findIcon, () => {
      frame.view = this.#createView?.();
    });
    for (const part of frameParts) {
      const value = frame.view?.[part];
      if (typeof value !== "object" || this.#sentPartsByName.get(part)?.value === value) continue;
      this.#jsonByValue.set(value, yield* serializeInSteps(value));
    }
  }

  #sendChanges(): void {
    const frame = this.#createView?.();
    const changedParts = frame ? frameParts.filter((part) => this.#isPartChanged(part, frame[part])) : [];
    if (changedParts.length > 0)
      this.#sendFrameParts(Object.fromEntries(changedParts.map((part) => [part, frame?.[part]])));
  }

  #isPartChanged(part: FramePart, value: unknown): boolean {
    const lastSentPart = this.#sentPartsByName.get(part);
    if (lastSentPart?.value === value) return false;
    const cachedJson = typeof value === "object" && value ? this.#jsonByValue.get(value) : undefined;
    const json = cachedJson ?? runToEnd(serializeInSteps(value));
    this.#sentPartsByName.set(part, { value, json });
    return !lastSentPart || !isSameJson(lastSentPart.json, json);
  }
}

function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
