import type { Site } from "../core/site/site.ts";
import { isUsed } from "../core/site/used-specs.ts";
import { wantedModels } from "../core/site/wanted-models.ts";
import { operationKey } from "../core/spec/model/operation-model.ts";
import type { SpecOutline } from "../core/spec/spec-outline.ts";
import type { SpecStudy } from "../core/spec/spec-study.ts";
import type { OperationName, StudyWish } from "../core/spec/study-spec.ts";
import { lineMapOf } from "../core/text/line-map.ts";
import { moveByLines, moveRange, type MoveRange } from "../core/text/move-range.ts";
import type { SitePath } from "../core/text/text-range.ts";
import { carryStudy } from "./carry-study.ts";
import type { SiteFiles } from "./read-frame.ts";
import type { SpecReader } from "./spec-reader.ts";
import type { SpecWithStudy } from "./spec-with-study.ts";

/** What of the reader is needed to read and study. */
export type SpecStudying = Pick<SpecReader, "read" | "study"> & Partial<Pick<SpecReader, "longTexts">>;

export interface LiveStudiesOptions {
  readonly specs: SpecStudying;
  readonly from: SiteFiles;
  /** The site as far as it can be studied: pages and specifications are known. */
  readonly site: () => Site | undefined;
  readonly take: (study: SpecStudy) => void;
}

/**
 * The studies of a site that changes: of the specifications that something in it uses, one after the other, in the
 * background. What has been found out is kept as long as the outline is the same.
 */
export class LiveStudies {
  readonly #options: LiveStudiesOptions;
  readonly #held = new Map<SitePath, SpecStudy>();
  /** Operations that have been asked for, found or not; an outline that is not here has not been studied. */
  readonly #asked = new WeakMap<SpecOutline, ReadonlySet<string>>();
  #work: Promise<void> | undefined;
  readonly #end = new AbortController();

  constructor(options: LiveStudiesOptions) {
    this.#options = options;
  }

  get isCurrent(): boolean {
    return this.#work === undefined;
  }

  async whenCurrent(): Promise<void> {
    while (this.#work) await this.#work;
  }

  /** Studies that hold for the outlines of this site. */
  heldBy(site: Site): Site["studies"] {
    return new Map([...this.#held].filter(([path, { of }]) => site.specs.get(path) === of));
  }

  /** What to study at once when the file is read again: of one that was studied before, the same. */
  wishFor(path: SitePath): StudyWish | undefined {
    const site = this.#options.site();
    if (!site || !this.#held.has(path)) return undefined;
    return { validity: true, operations: wantedModels(site).get(path) ?? [] };
  }

  /** The study that came with an outline, else what holds until there is one. */
  studyOf({ outline, study }: SpecWithStudy, wish: StudyWish | undefined): SpecStudy | undefined {
    if (!study || !wish) return study ?? this.#carriedTo(outline);
    this.#asked.set(outline, new Set(wish.operations.map(operationKey)));
    this.#held.set(outline.path, study);
    return study;
  }

  /** Studies what has not been studied, unless that is being done. */
  look(): void {
    if (this.#work || this.#end.signal.aborted || !this.#next()) return;
    this.#work = this.#run().finally(() => {
      this.#work = undefined;
    });
  }

  end(): void {
    this.#end.abort();
  }

  /**
   * What was found out about the file as it was before, for an outline that came without its study: it holds until
   * that is there. Undefined when nothing was, or when nobody can say what has changed in the file.
   */
  #carriedTo(outline: SpecOutline): SpecStudy | undefined {
    const known = this.#held.get(outline.path);
    if (!known || known.of === outline) return known;
    const move = this.#moveBetween(known.of, outline);
    return move && carryStudy(known, outline, move);
  }

  #moveBetween(old: SpecOutline, now: SpecOutline): MoveRange | undefined {
    const { specs } = this.#options;
    const [before, after] = [specs.longTexts?.get(old), specs.longTexts?.get(now)];
    if (before !== undefined && after !== undefined) return moveRange(before, after);
    const oldLines = old.lines ?? (before === undefined ? undefined : lineMapOf(before));
    const lines = now.lines ?? (after === undefined ? undefined : lineMapOf(after));
    return oldLines && lines && moveByLines(oldLines, lines);
  }

  async #run(): Promise<void> {
    for (let next = this.#next(); next && !this.#end.signal.aborted; next = this.#next()) {
      const { outline, wish } = next;
      const asked = this.#asked.get(outline) ?? new Set();
      this.#asked.set(outline, new Set([...asked, ...wish.operations.map(operationKey)]));
      const study = await this.#options.specs.study(this.#options.from, outline, wish, this.#end.signal);
      if (!study || this.#options.site()?.specs.get(outline.path) !== outline) continue;
      const known = this.#held.get(outline.path);
      const whole = known?.of === outline ? together(known, study) : study;
      this.#held.set(outline.path, whole);
      this.#options.take(whole);
    }
  }

  /** The next specification of which something is to be found out. */
  #next(): { readonly outline: SpecOutline; readonly wish: StudyWish } | undefined {
    const site = this.#options.site();
    if (!site) return undefined;
    for (const outline of site.specs.values()) {
      const asked = this.#asked.get(outline);
      const wanted = wantedModels(site).get(outline.path) ?? [];
      const missing = wanted.filter((operation: OperationName) => !asked?.has(operationKey(operation)));
      if ((!asked && isUsed(outline, site)) || missing.length > 0)
        return { outline, wish: { validity: !asked, operations: missing } };
    }
    return undefined;
  }
}

/** What an earlier study found with what a later one adds. */
function together(known: SpecStudy, added: SpecStudy): SpecStudy {
  return {
    of: known.of,
    faults: added.faults ?? known.faults,
    models: {
      operations: new Map([...known.models.operations, ...added.models.operations]),
      schemas: new Map([...known.models.schemas, ...added.models.schemas]),
    },
  };
}
