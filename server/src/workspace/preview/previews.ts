import { setImmediate } from "node:timers/promises";
import { type PreviewLocation, type Reader, type ToPage, toServerSchema } from "../../../../webview/src/protocol.ts";
import type { CodeTheme } from "../../core/preview/highlighter.ts";
import type { IconFinder } from "../../core/preview/frame/frame-links.ts";
import { createSiteIndex, getEffectiveBoost, toSearchDocument } from "../../core/preview/search-index.ts";
import type { FoundPage } from "../../core/preview/view/page-view.ts";
import { getPageSlug, isPublished, toTitle } from "../../core/site/pages/pages.ts";
import type { Site } from "../../core/site/site.ts";
import { indexGeneratedPagesBySlug } from "../../core/site/specs/generated-pages.ts";
import { parseMessage } from "../../core/text/parse-message.ts";
import type { SitePath, TextRange } from "../../core/text/text-edit.ts";
import type { SiteState } from "../analysis/site-state.ts";
import { SitePlayground, type SitePlaygroundDependencies } from "../playground/playground.ts";
import {
  ResponseValidator,
  createResponseCheck,
  type ResponseSpecReader,
  createMessageCheck,
} from "../playground/response-validator.ts";
import { type ComponentConsent, ComponentRuns } from "./component-sandbox.ts";
import type { ReadChanges, PreviousPageReader } from "./page-diff.ts";
import type { EndpointReader } from "./page-source.ts";
import { PreviewSession } from "./preview-session.ts";
import type { PreviewTarget } from "./preview-target.ts";
import type { RenderWorkerHost } from "./render-worker-host.ts";
import { SampleColors } from "./sample-colors.ts";

export interface OpenPreviewOptions {
  readonly site: SiteState;
  readonly target: PreviewTarget;
  readonly host: PreviewHost;
  readonly audience?: Reader | undefined;
  readonly getVersion?: (file: SitePath) => number;
  /** The store for consent to run components. Absent if components can't be run. */
  readonly consent?: ComponentConsent | undefined;
  /** Whether the site is the temporary site of a page in a folder without a docs.json. */
  readonly isSinglePage?: boolean;
  /** Called when the preview is closed. */
  readonly onClosed?: () => void;
  /** Writes examples to files in the site. Absent if files can't be changed. */
  readonly write?: SitePlaygroundDependencies["write"];
}

/** The open previews by name. The client chooses the names. */
export class OpenPreviews {
  readonly #workerHost: RenderWorkerHost;
  readonly #findIcon: IconFinder;
  readonly #specReader: EndpointReader;
  /** The search for each site. All previews of a site share the same search. */
  readonly #searchesBySite = new WeakMap<SiteState, SiteSearch>();
  readonly #sessionsByName = new Map<string, PreviewSession>();
  readonly #runsByName = new Map<string, ComponentRuns>();
  readonly #optionsByName = new Map<string, OpenPreviewOptions>();
  readonly #playgroundsByName = new Map<string, SitePlayground>();
  readonly #colors = new SampleColors();
  readonly #responseValidator: ResponseValidator;
  #codeTheme: CodeTheme | undefined;
  #lastId = 0;

  constructor(workerHost: RenderWorkerHost, findIcon: IconFinder, specReader: EndpointReader & ResponseSpecReader) {
    this.#workerHost = workerHost;
    this.#findIcon = findIcon;
    this.#specReader = specReader;
    this.#responseValidator = new ResponseValidator(specReader);
  }

  /** Opens a preview or, if it's already open, shows another page in it. */
  open(name: string, openOptions: OpenPreviewOptions): void {
    const { site, target, consent, host, write, isSinglePage = false, onClosed: _, ...rest } = openOptions;
    const openSession = this.#sessionsByName.get(name);
    if (openSession?.site === site) return openSession.navigate(target);
    this.close(name);
    this.#workerHost.warmUp();
    // Each preview uses two IDs: one for the page, and one for the page's text at the last commit.
    const id = (this.#lastId += 2);
    const siteSearch = this.#searchesBySite.get(site) ?? new SiteSearch();
    this.#searchesBySite.set(site, siteSearch);
    const [renderWorker, findIcon, endpointReader] = [this.#workerHost, this.#findIcon, this.#specReader];
    const dependencies = { renderWorker, findIcon, endpointReader, siteSearch, getCodeTheme: () => this.#codeTheme };
    if (consent) this.#runsByName.set(name, new ComponentRuns(site.files, consent, host.sendToPage));
    const playground = new SitePlayground({
      send: host.sendToPage,
      colors: this.#colors,
      checkResponse: createResponseCheck(site, this.#responseValidator),
      checkMessage: createMessageCheck(site, this.#responseValidator),
      onFailed: host.onFailed,
      ...(write && { write }),
    });
    this.#playgroundsByName.set(name, playground);
    const sendToPage = (message: ToPage): void => {
      host.sendToPage(
        message.kind === "settings" ? { ...message, settings: { ...message.settings, isSinglePage } } : message,
      );
      // The page may have a different endpoint now, or its endpoint may have finished loading.
      if (message.kind === "page" || message.kind === "missing") playground.onSiteChanged(session.source);
    };
    const session = new PreviewSession({ id, site, target, ...dependencies, ...rest, host: { ...host, sendToPage } });
    this.#sessionsByName.set(name, session);
    this.#optionsByName.set(name, openOptions);
  }

  /** Sets the colors for code in all previews. If `theme` is undefined, the site's colors are used. */
  setCodeTheme(theme: CodeTheme | undefined): void {
    this.#codeTheme = theme;
    for (const session of this.#sessionsByName.values()) session.onSiteChanged();
  }

  getLocation(name: string): PreviewLocation | undefined {
    return this.#sessionsByName.get(name)?.location;
  }

  /** Handles a message from the page. Invalid messages are ignored. */
  handleMessage(name: string, value: unknown): void {
    const message = parseMessage(toServerSchema, value);
    if (!message) return;
    this.#sessionsByName.get(name)?.handleMessage(message);
    if (message.kind === "ready") this.#runsByName.get(name)?.sendCapability();
    if (message.kind === "runComponent") void this.#runsByName.get(name)?.handleMessage(message);
    this.#playgroundsByName.get(name)?.handleMessage(message);
  }

  close(name: string): void {
    this.#sessionsByName.get(name)?.end();
    this.#sessionsByName.delete(name);
    this.#runsByName.get(name)?.end();
    this.#runsByName.delete(name);
    this.#playgroundsByName.delete(name);
    const openOptions = this.#optionsByName.get(name);
    this.#optionsByName.delete(name);
    openOptions?.onClosed?.();
  }

  onSiteChanged(site: SiteState): void {
    for (const [name, session] of this.#sessionsByName)
      if (session.site === site) {
        session.onSiteChanged();
        this.#runsByName.get(name)?.onSiteChanged();
      }
  }

  /** Lets the clients open the previews of a temporary site again, because its page is now part of a site. */
  onSiteReplaced(site: SiteState): void {
    for (const openOptions of this.#optionsByName.values()) if (openOptions.site === site) openOptions.host.reopen?.();
  }

  end(): void {
    // Entries can be deleted from a map during iteration.
    for (const name of this.#sessionsByName.keys()) this.close(name);
    this.#colors.end();
    void this.#responseValidator.end();
  }
}

/** The client that shows the page. */
export interface PreviewHost {
  readonly sendToPage: (message: ToPage) => void;
  /** Shows a position in the source of a file in the site. */
  readonly show: (file: SitePath, target: { readonly line: number } | { readonly range: TextRange }) => void;
  /** Reads a page from the last commit. Absent if Git can't be used. */
  readonly readHeadText?: PreviousPageReader | undefined;
  readonly readChanges?: ReadChanges | undefined;
  /** Called when another page is shown. `isFollowed` is true if a reader clicked to reach the page. */
  readonly onMoved: (location: PreviewLocation, isFollowed: boolean) => void;
  /** Opens the preview again, because its page is now part of a site. */
  readonly reopen?: () => void;
  readonly onFailed: (action: string, error: unknown) => void;
}

/** The time in milliseconds during which pages are read before other work can run. */
const sliceMilliseconds = 8;

/**
 * Searches one site. The site's pages are read on the first search, a few at a time. After that, only changed pages are
 * read.
 */
export class SiteSearch {
  readonly #index = createSiteIndex();
  /** The source of each page in the index, by the page's URL path. */
  readonly #sourcesBySlug = new Map<string, unknown>();
  #lastSearch: Promise<void> = Promise.resolve();

  /** Returns the matching pages in the site as it was when the search began, best match first. */
  async find(site: Site, query: string): Promise<readonly FoundPage[]> {
    const searchPromise = this.#lastSearch.then(() => this.#updateIndex(site));
    this.#lastSearch = searchPromise;
    await searchPromise;
    // Each search gets its own turn of the event loop, because searching thousands of pages takes tens of milliseconds.
    await setImmediate();
    const filesBySlug = new Map([...site.pages.keys()].map((file) => [getPageSlug(file), file]));
    return this.#index.search(query, (slug) => getEffectiveBoost(site, slug, filesBySlug.get(slug)));
  }

  async #updateIndex(site: Site): Promise<void> {
    const foundSlugs = new Set<string>();
    let sliceStart = performance.now();
    const addPage = async (slug: string, source: unknown, addToIndex: () => void): Promise<void> => {
      foundSlugs.add(slug);
      if (this.#sourcesBySlug.get(slug) !== source) {
        this.#sourcesBySlug.set(slug, source);
        addToIndex();
      }
      if (performance.now() - sliceStart < sliceMilliseconds) return;
      await setImmediate();
      sliceStart = performance.now();
    };
    for (const [file, outline] of site.pages) {
      const slug = getPageSlug(file);
      const references = site.references.get(file);
      if (slug === undefined || !references || !isPublished(site.pages, file) || isHiddenFromSearch(outline.fields))
        continue;
      const title = outline.fields.get("title");
      const pageTitle = typeof title === "string" && title !== "" ? title : toTitle(slug);
      await addPage(slug, references, () =>
        this.#index.update(toSearchDocument(slug, pageTitle, { outline, references })),
      );
    }
    for (const [slug, page] of indexGeneratedPagesBySlug(site)) {
      if (foundSlugs.has(slug) || page.unlistedReason !== undefined) continue;
      const operation = "operation" in page.target ? page.target.operation : undefined;
      const operationText = operation ? `${operation.method} ${operation.path} ${operation.summary ?? ""}` : "";
      await addPage(slug, page, () =>
        this.#index.update({
          id: slug,
          title: page.title,
          description: operationText,
          headings: "",
          text: page.content ?? "",
        }),
      );
    }
    for (const slug of this.#sourcesBySlug.keys()) {
      if (foundSlugs.has(slug)) continue;
      this.#sourcesBySlug.delete(slug);
      this.#index.remove(slug);
    }
  }
}

function isHiddenFromSearch(fields: ReadonlyMap<string, unknown>): boolean {
  return fields.get("hidden") === true || fields.get("searchable") === false || fields.get("noindex") === true;
}
