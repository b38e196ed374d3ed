import type { PreviewLocation, Reader, ToPage, ToServer } from "../../../../webview/src/protocol.ts";
import type { RenderedIssue } from "../../core/page/syntax-problem.ts";
import type { IconFinder } from "../../core/preview/frame/frame-links.ts";
import type { CodeTheme } from "../../core/preview/highlighter.ts";
import { formatAsMarkdown } from "../../core/preview/render-page.ts";
import { type PageSource, listReaderGroups } from "../../core/preview/source/page-source.ts";
import type { ViewIssue } from "../../core/preview/view/page-view.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { SiteState } from "../analysis/site-state.ts";
import { PageComparison } from "./page-diff.ts";
import {
  EndpointModels,
  type EndpointReader,
  ImportedFiles,
  isSameSource,
  readSource,
  reuseFacts,
} from "./page-source.ts";
import { PageUpdateQueue } from "./page-updates.ts";
import {
  toRootLink,
  getRenderedFile,
  type PreviewTarget,
  type ResolvedPreviewPage,
  resolvePreviewPage,
  getIdentityValues,
} from "./preview-target.ts";
import type { PreviewHost, SiteSearch } from "./previews.ts";
import { type RenderDetail, type RenderOutcome, RenderRetryPolicy, type RenderWorker } from "./render-worker-host.ts";
import { SiteFrameUpdates } from "./site-frame.ts";

/** An anonymous reader. */
const defaultReader: Reader = { reader: "human", signedIn: false, groups: [] };

/** The maximum time in milliseconds for which text is held back because it looks unfinished. */
const maxHoldMilliseconds = 300;

type PageText = Pick<PageSource, "path" | "text">;

/** The size of a memory page in bytes. Systems write files in complete memory pages. */
const memoryPageSize = 4096;

/**
 * Holds back a page's text that was read while a program was writing it, so the page doesn't disappear and reappear.
 * Programs truncate a file before they write it. On a busy machine, it can take a while before the complete text is
 * available.
 */
export class UnfinishedTextFilter {
  #timer: NodeJS.Timeout | undefined;
  #hasWaited = false;

  /**
   * Whether the new text must not replace `previousPage` yet. If this is true, calls `retry` when the text can be
   * shown.
   */
  mustWait(previousPage: PageText | undefined, newPage: PageText, retry: () => void): boolean {
    if (previousPage?.path !== newPage.path || !isUnfinished(previousPage.text, newPage.text)) {
      this.end();
      return false;
    }
    if (!this.#hasWaited)
      this.#timer ??= setTimeout(() => {
        this.#hasWaited = true;
        retry();
      }, maxHoldMilliseconds);
    return !this.#hasWaited;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#hasWaited = false;
  }
}

function isUnfinished(oldText: string, newText: string): boolean {
  return newText.length < oldText.length && Buffer.byteLength(newText) % memoryPageSize === 0;
}

/** Messages that explain to the author why the preview doesn't show the newest text. */
export const renderErrors = {
  mistake:
    "Docwright couldn't render this page, so the preview shows an earlier version. See the Docwright log for details.",
  /** Returns the message for a page that took too much time or memory. */
  explainTooMuch: ({ hasPage, willRetry }: { readonly hasPage: boolean; readonly willRetry: boolean }) =>
    willRetry
      ? hasPage
        ? "Still rendering… Until it's done, the preview can be incomplete or out of date."
        : "Still rendering…"
      : hasPage
        ? "Rendering exceeded its time limit, so the preview is incomplete or out of date. Try again, or split the page."
        : "Rendering exceeded its time limit, so the preview is empty. Try again, or split the page.",
} as const;

/** Returns a rendered page's issues that no rule detects. */
export function toRenderedIssues(issues: readonly ViewIssue[]): readonly RenderedIssue[] {
  return issues.flatMap(({ kind, ...issue }) => (isReportedKind(kind) ? [{ kind, ...issue }] : []));
}

function isReportedKind(kind: ViewIssue["kind"]): kind is RenderedIssue["kind"] {
  switch (kind) {
    case "not-static":
    case "fails":
    case "too-much":
    case "unsafe":
    case "formula":
      return true;
    default:
      return false;
  }
}

export interface PreviewSessionOptions {
  readonly id: number;
  readonly site: SiteState;
  readonly renderWorker: RenderWorker;
  readonly host: PreviewHost;
  readonly target: PreviewTarget;
  readonly audience?: Reader | undefined;
  readonly findIcon: IconFinder;
  readonly endpointReader: EndpointReader;
  readonly siteSearch: SiteSearch;
  /**
   * Returns the editor's code colors if the author has selected them. Returns the same object until the colors change.
   */
  readonly getCodeTheme?: () => CodeTheme | undefined;
  /** Returns an open file's version, or 0 if the file isn't open. */
  readonly getVersion?: (file: SitePath) => number;
}

/** One open preview of a site. It updates the page when the site's files change. */
export class PreviewSession {
  readonly #options: PreviewSessionOptions;
  readonly #imports: ImportedFiles;
  readonly #endpointModels: EndpointModels;
  readonly #updateQueue = new PageUpdateQueue((message) => this.#sendPage(message));
  #target: PreviewTarget;
  #audience: Reader;
  #site: Site | undefined;
  #shownPage: ResolvedPreviewPage | undefined;
  #source: PageSource | undefined;
  #isReady = false;
  /** Whether the target was reached by a click. */
  #isFollowed = false;
  readonly #retryPolicy = new RenderRetryPolicy();
  /** Limits the attempts to improve a page that is already shown. */
  readonly #detailPolicy = new RenderRetryPolicy();
  /** The reason why the page doesn't show its newest text. Undefined if it shows the newest text. */
  #error: Extract<ToPage, { kind: "fault" }> | undefined;
  /** Whether the page must be rendered even if its source is unchanged, because the rendering thread has ended. */
  #mustRender = false;
  /** The problems found by the newest rendering. Set until the site contains the rendered text. */
  #unreportedIssues:
    | { readonly issues: readonly ViewIssue[]; readonly path: SitePath; readonly text: string }
    | undefined;
  readonly #unfinishedTextFilter = new UnfinishedTextFilter();
  readonly #frameUpdates: SiteFrameUpdates;
  #groups: readonly string[] = [];
  readonly #comparison: PageComparison;
  #hasEnded = false;

  constructor(options: PreviewSessionOptions) {
    this.#options = options;
    this.#target = options.target;
    this.#audience = options.audience ?? defaultReader;
    this.#imports = new ImportedFiles(options.site.files);
    this.#endpointModels = new EndpointModels(options.endpointReader, options.site.files, () => this.#render());
    this.#frameUpdates = new SiteFrameUpdates(options, (frame) => this.#send({ kind: "frame", frame }));
    this.#comparison = new PageComparison({
      renderWorker: options.renderWorker,
      id: options.id + 1,
      host: options.host,
      onChanges: () => this.#sendSettings(true),
      onPreviousBlocks: (blocks) => {
        this.#updateQueue.setPreviousBlocks(blocks);
        this.#updateQueue.flush();
      },
    });
    this.onSiteChanged();
  }

  get site(): SiteState {
    return this.#options.site;
  }

  /** The source of the page that is shown. Undefined until the page has been found. */
  get source(): PageSource | undefined {
    return this.#source;
  }

  /** The page that is shown. Undefined until the page has been found. */
  get location(): PreviewLocation | undefined {
    return this.#shownPage?.kind === "missing" ? undefined : this.#shownPage?.location;
  }

  onSiteChanged(): void {
    const site = this.#options.site.current?.site;
    if (!site || this.#hasEnded) return;
    if (site !== this.#site) {
      this.#site = site;
      this.#resolvePage(site);
      this.#sendSettings(false);
      this.#comparison.onSiteChanged();
    } else this.#frameUpdates.onSheetsChanged();
    this.#reportIssues();
    this.#render();
  }

  navigate(target: PreviewTarget): void {
    this.#frameUpdates.clearPath();
    this.#setTarget(target);
  }

  #setTarget(target: PreviewTarget): void {
    this.#target = target;
    this.#site = undefined;
    this.onSiteChanged();
  }

  end(): void {
    this.#hasEnded = true;
    for (const disposable of [
      this.#updateQueue,
      this.#retryPolicy,
      this.#detailPolicy,
      this.#unfinishedTextFilter,
      this.#frameUpdates,
    ])
      disposable.end();
    this.#comparison.setEnabled(false);
    this.#options.site.renderProblemTracker.removePreview(this);
    this.#options.renderWorker.forget(this.#options.id);
  }

  handleMessage(message: ToServer): void {
    if (this.#hasEnded) return;
    switch (message.kind) {
      case "ready":
        this.#isReady = true;
        this.#updateQueue.restart();
        this.#frameUpdates.clearSentData();
        this.#sendSettings(true);
        this.#sendFrame();
        return this.#sendShownPage();
      case "painted":
        return this.#updateQueue.onPainted();
      case "navigate":
        this.#isFollowed = true;
        this.#frameUpdates.followClick(message.from);
        return this.#setTarget({ url: toRootLink(message.url, this.location?.file) });
      case "retry":
        return this.#retry();
      case "markdown":
        return this.#source && this.#send({ kind: "markdown", text: formatAsMarkdown(this.#source) });
      case "compare":
        return this.#compare(message.on);
      case "search":
        return this.#search(message.query);
      case "show":
        return this.#showSource(message);
      case "audience":
        this.#audience = message.audience;
        this.#sendSettings(true);
        this.#sendFrame();
        return this.#render();
      default:
        return;
    }
  }

  #retry(): void {
    for (const policy of [this.#retryPolicy, this.#detailPolicy]) {
      policy.end();
      policy.reset();
    }
    this.#mustRender = true;
    this.#render();
  }

  #compare(isEnabled: boolean): void {
    this.#comparison.setEnabled(isEnabled);
    this.#updateQueue.setPreviousBlocks(undefined);
    this.#sendSettings(true);
    this.#comparison.refresh(this.#shownPage?.kind === "page" ? this.#source : undefined);
    this.#updateQueue.flush();
  }

  #search(query: string): void {
    if (!this.#site) return;
    const { siteSearch, host } = this.#options;
    siteSearch
      .find(this.#site, query)
      .then((pages) => this.#send({ kind: "found", query, pages }))
      .catch((error: unknown) => host.onFailed("searching the site", error));
  }

  #showSource({ file = this.location?.file, at }: Extract<ToServer, { kind: "show" }>): void {
    const { site, host } = this.#options;
    if (file !== undefined && site.files.disk.getStamp(file) !== undefined) host.show(file, at);
  }

  /** Finds the page at the target in this site. */
  #resolvePage(site: Site): void {
    const previousPage = this.#shownPage;
    const page = resolvePreviewPage(site, this.#target);
    this.#shownPage = page;
    const isUnchanged =
      JSON.stringify(page && getIdentityValues(page)) ===
      JSON.stringify(previousPage && getIdentityValues(previousPage));
    this.#sendFrame(page?.slug !== previousPage?.slug || page?.kind !== previousPage?.kind);
    if (isUnchanged) return;
    if (
      previousPage?.kind !== page?.kind ||
      getRenderedFile(previousPage) !== getRenderedFile(page) ||
      previousPage?.slug !== page?.slug
    ) {
      this.#updateQueue.startPage(page?.kind === "missing" ? undefined : page?.anchor);
      this.#source = undefined;
      this.#error = undefined;
      this.#unreportedIssues = undefined;
      this.#options.site.renderProblemTracker.removePreview(this);
    }
    if (this.location) this.#updateQueue.setLocation(this.location);
    if (this.location) this.#options.host.onMoved(this.location, this.#isFollowed);
    this.#isFollowed = false;
    if (!this.location) this.#sendShownPage();
  }

  #sendFrame(isUrgent = true): void {
    if (this.#site && this.#isReady)
      this.#frameUpdates.onSiteChanged(this.#site, this.#shownPage?.slug ?? "", this.#audience, isUrgent);
  }

  #render(): void {
    const site = this.#site;
    if (!site || !this.#shownPage || this.#shownPage.kind === "missing" || this.#retryPolicy.isWaiting) return;
    const shownPage = this.#shownPage;
    const file = getRenderedFile(shownPage);
    const { site: siteState, getVersion } = this.#options;
    const readResult = readSource(shownPage, {
      site,
      siteFiles: siteState.files,
      imports: this.#imports,
      endpoints: this.#endpointModels,
      audience: this.#audience,
      codeTheme: this.#options.getCodeTheme?.(),
    });
    if (typeof readResult === "string") {
      this.#shownPage = { kind: "missing", slug: shownPage.slug, missingPage: { url: `/${file}`, text: readResult } };
      return this.#sendShownPage();
    }
    const source = reuseFacts(this.#source, readResult);
    if (!this.#mustRender && this.#source && isSameSource(this.#source, source)) return this.#updateQueue.flush();
    if (this.#unfinishedTextFilter.mustWait(this.#source, source, () => this.#render())) return;
    this.#source = source;
    this.#mustRender = false;
    this.#comparison.refresh(shownPage.kind === "page" ? source : undefined);
    this.#requestRendering(source, getVersion?.(file) ?? 0, "quick");
  }

  #requestRendering(source: PageSource, textVersion: number, detail = this.#comparison.detail): void {
    const { id, renderWorker, host } = this.#options;
    renderWorker
      .render(id, source, detail)
      .then((outcome) => this.#applyOutcome(outcome, source, textVersion, detail))
      .catch((error: unknown) => host.onFailed(`rendering ${source.path}`, error));
  }

  #applyOutcome(outcome: RenderOutcome, source: PageSource, textVersion: number, detail: RenderDetail): void {
    if (this.#hasEnded || getRenderedFile(this.#shownPage) !== source.path) return;
    switch (outcome.kind) {
      case "rendered": {
        const { result: part } = outcome;
        this.#retryPolicy.reset();
        if (detail !== "quick" || !part.isPreliminary) this.#detailPolicy.reset();
        this.#updateQueue.setResult(part, textVersion);
        // Imports are read before anything is shown so that they don't briefly appear to be missing.
        if (this.#imports.load(part.requestedPaths)) return this.#render();
        if (this.#source === source) this.#error = undefined;
        this.#updateQueue.flush();
        if (part.isPreliminary && this.#source === source && !this.#detailPolicy.isWaiting)
          this.#requestRendering(source, textVersion);
        this.#unreportedIssues = { issues: part.page.issues, path: source.path, text: source.text };
        return this.#reportIssues();
      }
      case "too-slow":
      case "too-much-memory":
        return detail === "quick" ? this.#handleLoss() : this.#handleDetailLoss(source);
      case "failed":
        this.#setError(renderErrors.mistake, false);
        return this.#options.host.onFailed(`rendering ${source.path}`, outcome.reason);
      default:
    }
  }

  /**
   * Handles the loss of the thread while it was rendering the page. The page is rendered again unless this has failed
   * too often (see `maxTries`).
   */
  #handleLoss(): void {
    this.#mustRender = this.#retryPolicy.canRetry;
    // Showing the page without its imports is better than not showing it at all.
    this.#updateQueue.flush();
    this.#setError(
      renderErrors.explainTooMuch({ hasPage: this.#updateQueue.hasPage, willRetry: this.#mustRender }),
      !this.#mustRender,
    );
    this.#retryPolicy.startWait(() => this.#render());
  }

  /** Handles the loss of the thread while it was improving a page that is already shown. */
  #handleDetailLoss(source: PageSource): void {
    const { canRetry } = this.#detailPolicy;
    this.#detailPolicy.startWait(() => {
      const currentSource = this.#source;
      if (currentSource && (canRetry || currentSource !== source))
        this.#requestRendering(currentSource, this.#options.getVersion?.(currentSource.path) ?? 0);
    });
  }

  #setError(text: string, canRetry: boolean): void {
    this.#error = { kind: "fault", text, canRetry };
    this.#send(this.#error);
  }

  /**
   * Reports a problem for everything on the page that couldn't be rendered, once the site contains the rendered text.
   */
  #reportIssues(): void {
    if (!this.#unreportedIssues) return;
    const { issues, path, text } = this.#unreportedIssues;
    const { renderProblemTracker: renderProblems } = this.#options.site;
    if (this.#site?.references.get(path)?.text !== text) return;
    this.#unreportedIssues = undefined;
    renderProblems.report(this, path, toRenderedIssues(issues));
  }

  /** Sends the current state of the page. This is necessary after the document has loaded. */
  #sendShownPage(): void {
    if (this.#shownPage?.kind === "missing") this.#send({ kind: "missing", missingPage: this.#shownPage.missingPage });
    else if (this.#updateQueue.hasPage) this.#updateQueue.flush();
    else this.#send({ kind: "loading", location: this.location ?? { title: "" } });
    if (this.#error) this.#send(this.#error);
  }

  /** Sends a message about the page, followed by the current error, because painting the page removes the error. */
  #sendPage(message: ToPage): void {
    this.#send(message);
    if (this.#error) this.#send(this.#error);
  }

  #sendSettings(isRequired: boolean): void {
    const groups = this.#site ? listReaderGroups(this.#site.pages) : [];
    const hasChanged = groups.join("\n") !== this.#groups.join("\n");
    this.#groups = groups;
    if (!hasChanged && !isRequired) return;
    const settings = this.#comparison.getSettings(this.#site);
    this.#send({ kind: "settings", settings: { audience: this.#audience, groups, ...settings } });
  }

  #send(message: ToPage): void {
    if (this.#isReady && !this.#hasEnded) this.#options.host.sendToPage(message);
  }
}
