import type { FromPage, PagePlace, Reader, ToPage } from "../../../../webview/src/protocol.ts";
import { atAddress, groupsOfPages } from "../../core/preview/page-address.ts";
import type { PageSource } from "../../core/preview/page-source.ts";
import { siteFacts } from "../../core/preview/site-facts.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath, TextRange } from "../../core/text/text-range.ts";
import type { LiveSite } from "../live-site.ts";
import { readFile } from "../read-frame.ts";
import { ImportedFiles } from "./imported-files.ts";
import { PageUpdates } from "./page-updates.ts";
import type { PreviewThread, RenderOutcome } from "./preview-thread.ts";
import { readFromPage } from "./read-from-page.ts";
import { findShown, type PreviewTarget, type Shown } from "./shown-page.ts";

/** Whoever shows the page. */
export interface PreviewHost {
  readonly send: (message: ToPage) => void;
  /** A place in the sources is to be shown; the file is one of the site. */
  readonly show: (file: SitePath, at: { readonly line: number } | { readonly range: TextRange }) => void;
  /** Another page is shown; `followed` when a reader's click led there. */
  readonly moved: (place: PagePlace, followed: boolean) => void;
  readonly failed: (what: string, error: unknown) => void;
}

export interface PreviewSessionOptions {
  readonly id: number;
  readonly site: LiveSite;
  readonly thread: PreviewThread;
  readonly host: PreviewHost;
  readonly target: PreviewTarget;
  readonly audience?: Reader | undefined;
  /** The version of an open file; 0 for another. */
  readonly versionOf?: (file: SitePath) => number;
}

/** A page that does not say that it has painted is sent the next version all the same. Milliseconds. */
const longestPainting = 5000;
/** After a page has cost the thread, the next text waits: at first a second, then twice as long each time. */
const waits = { first: 1000, longest: 30_000 };

export const everyReader: Reader = { reader: "human", signedIn: false, groups: [] };

/** One open preview of a site: follows its files and says to the page what there is to be painted. */
export class PreviewSession {
  readonly #options: PreviewSessionOptions;
  readonly #imports: ImportedFiles;
  readonly #updates = new PageUpdates();
  #target: PreviewTarget;
  #audience: Reader;
  #site: Site | undefined;
  #shown: Shown | undefined;
  #source: PageSource | undefined;
  #isReady = false;
  /** A click has led to the target. */
  #followed = false;
  #hasNews = false;
  #painting: NodeJS.Timeout | undefined;
  #losses = 0;
  #wait: NodeJS.Timeout | undefined;
  #groups: readonly string[] = [];
  #ended = false;

  constructor(options: PreviewSessionOptions) {
    this.#options = options;
    this.#target = options.target;
    this.#audience = options.audience ?? everyReader;
    this.#imports = new ImportedFiles(options.site.files);
    this.follow();
  }

  get site(): LiveSite {
    return this.#options.site;
  }

  /** The page that is shown, absent before it is known. */
  get place(): PagePlace | undefined {
    return this.#shown?.kind === "page" ? this.#shown.place : undefined;
  }

  /** Something in the site is not what it was: a text, a file, docs.json. */
  follow(): void {
    const site = this.#options.site.current?.site;
    if (!site || this.#ended) return;
    if (site !== this.#site) {
      this.#site = site;
      this.#look(site);
      this.#sendSettings(false);
    }
    this.#render();
  }

  go(target: PreviewTarget): void {
    this.#target = target;
    this.#site = undefined;
    this.follow();
  }

  /** A message of the page; what is none is left out. */
  take(value: unknown): void {
    const message = readFromPage(value);
    if (message && !this.#ended) this.#answer(message);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#painting);
    clearTimeout(this.#wait);
    this.#options.thread.forget(this.#options.id);
  }

  #answer(message: FromPage): void {
    switch (message.kind) {
      case "ready":
        this.#isReady = true;
        this.#updates.forgetSent();
        this.#endPainting();
        this.#sendSettings(true);
        this.#sendShown();
        return;
      case "painted":
        this.#endPainting();
        return this.#flush();
      case "navigate":
        return this.#navigate(message.url);
      case "show":
        return this.#show(message);
      case "audience":
        this.#audience = message.audience;
        this.#sendSettings(true);
        return this.#render();
      default:
        return;
    }
  }

  #navigate(url: string): void {
    const at = url.startsWith("/") || !this.#site ? undefined : atAddress(this.#site, url, this.place?.file);
    this.#followed = true;
    this.go({ url: at && "url" in at ? at.url : url });
  }

  #show({ file = this.place?.file, at }: Extract<FromPage, { kind: "show" }>): void {
    const isOurs = file !== undefined && this.#options.site.files.disk.stamp(file) !== undefined;
    if (isOurs) this.#options.host.show(file, at);
  }

  /** What stands at the target in this site. */
  #look(site: Site): void {
    const before = this.#shown;
    this.#shown = findShown(site, this.#target);
    const isOther =
      before?.kind !== this.#shown?.kind ||
      (before?.kind === "page" && before.place.file !== this.place?.file);
    if (isOther) {
      this.#updates.clear();
      this.#source = undefined;
    }
    if (
      this.place &&
      JSON.stringify(this.place) !== JSON.stringify(before?.kind === "page" && before.place)
    ) {
      this.#options.host.moved(this.place, this.#followed);
      this.#followed = false;
    }
    if (this.#shown?.kind === "missing" || !this.#shown) this.#sendShown();
    else if (JSON.stringify(before) !== JSON.stringify(this.#shown)) this.#hasNews ||= this.#updates.hasPage;
  }

  #render(): void {
    const site = this.#site;
    if (!site || this.#shown?.kind !== "page" || this.#wait) return;
    const { file } = this.#shown.place;
    const read = readFile(this.#options.site.files, file);
    if (read.kind !== "text") {
      this.#shown = { kind: "missing", missing: { url: `/${file}`, text: unreadable[read.kind] } };
      return this.#sendShown();
    }
    this.#imports.refresh();
    const source: PageSource = {
      path: file,
      text: read.text,
      files: this.#imports.texts,
      facts: siteFacts(site),
      audience: this.#audience,
    };
    if (this.#source && sameSource(this.#source, source)) return this.#flush();
    this.#source = source;
    const { id, thread, host, versionOf } = this.#options;
    const textVersion = versionOf?.(file) ?? 0;
    thread
      .render(id, source)
      .then((outcome) => this.#take(outcome, source, textVersion))
      .catch((error: unknown) => host.failed(`rendering ${file}`, error));
  }

  #take(outcome: RenderOutcome, source: PageSource, textVersion: number): void {
    if (this.#ended || this.place?.file !== source.path) return;
    switch (outcome.kind) {
      case "rendered":
        this.#losses = 0;
        this.#updates.take(outcome.part, textVersion);
        this.#hasNews = true;
        this.#flush();
        if (this.#imports.want(outcome.part.wanted)) this.#render();
        return;
      case "too-slow":
      case "too-much-memory":
        this.#send({ kind: "fault", text: tooMuch });
        this.#wait = setTimeout(
          () => {
            this.#wait = undefined;
            this.#render();
          },
          Math.min(waits.longest, waits.first * 2 ** this.#losses++),
        );
        return;
      case "failed":
        this.#send({ kind: "fault", text: mistake });
        return this.#options.host.failed(`rendering ${source.path}`, outcome.reason);
      default:
        return;
    }
  }

  /** The page as it is known now: what a page that has just been loaded needs. */
  #sendShown(): void {
    if (this.#shown?.kind === "missing") this.#send({ kind: "missing", missing: this.#shown.missing });
    else if (this.#updates.hasPage) this.#flush(true);
    else this.#send({ kind: "loading", place: this.place ?? { title: "" } });
  }

  #flush(anew = false): void {
    if (this.#shown?.kind !== "page" || !this.#isReady || this.#painting) return;
    if (!this.#hasNews && !anew) return;
    const update = this.#updates.next();
    if (!update) return;
    this.#hasNews = false;
    this.#send({ kind: "page", update, place: this.#shown.place });
    this.#painting = setTimeout(() => {
      this.#painting = undefined;
      this.#flush();
    }, longestPainting);
  }

  #endPainting(): void {
    clearTimeout(this.#painting);
    this.#painting = undefined;
  }

  #sendSettings(anew: boolean): void {
    const groups = this.#site ? groupsOfPages(this.#site.pages) : [];
    const isNews = groups.join("\n") !== this.#groups.join("\n");
    this.#groups = groups;
    if (isNews || anew) this.#send({ kind: "settings", settings: { audience: this.#audience, groups } });
  }

  #send(message: ToPage): void {
    if (this.#isReady && !this.#ended) this.#options.host.send(message);
  }
}

const unreadable = {
  absent: "The file is not there any more.",
  "not-text": "The file is no text, so the published site does not show it either.",
  "too-large": "The file is over 10 MB, which is more than a preview takes.",
  "outside-site": "The file lies outside the site.",
  unreadable: "The file may not be read by this user.",
};

const tooMuch =
  "This page takes too long to work out, so you see it as it was. Undo the last change, or split the page.";
const mistake = "The preview failed on this page, so you see it as it was. The Docwright log says more.";

function sameSource(a: PageSource, b: PageSource): boolean {
  return (
    a.path === b.path &&
    a.text === b.text &&
    a.files === b.files &&
    a.facts === b.facts &&
    a.audience === b.audience
  );
}
