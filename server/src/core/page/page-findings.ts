import type { TextRange } from "../text/text-range.ts";
import { OpenTags, type TagMark } from "./open-tags.ts";
import type { PageAnchor, PageImport, PageLink, PageName } from "./page.ts";
import { scanCode } from "./scan-code.ts";
import { beginTag, continueTag, takeBraces, type TagReading } from "./scan-tag.ts";

const mostLinks = 20_000;
const mostHeadings = 5000;
/** A longer target is an image in the text itself; its scheme is all that matters. */
const longestTarget = 2000;

export interface RawHeading {
  readonly depth: number;
  readonly range: TextRange;
}

export interface FindingsMark extends TagMark {
  readonly links: number;
  readonly anchors: number;
}

/** What the scan of one page has found so far, and how much reading it may still waste. */
export class PageFindings {
  readonly text: string;
  readonly headings: RawHeading[] = [];
  readonly links: PageLink[] = [];
  readonly imports: PageImport[] = [];
  readonly anchors: PageAnchor[] = [];
  readonly names: PageName[] = [];
  readonly openTags = new OpenTags();
  /** Characters that may still be read in vain, so that text full of opening marks takes no longer than other text. */
  #effort: number;
  /** Closing marks that the rest of the text is known not to have. */
  readonly #absent = new Set<string>();

  constructor(text: string) {
    this.text = text;
    this.#effort = 4 * text.length + 10_000;
  }

  addHeading(depth: number, range: TextRange): void {
    if (this.headings.length < mostHeadings) this.headings.push({ depth, range });
  }

  addLink(kind: PageLink["kind"], range: TextRange, component?: string): void {
    if (this.links.length >= mostLinks) return;
    const target = this.text.slice(range.start, Math.min(range.end, range.start + longestTarget));
    this.links.push({ kind, target, range, ...(component !== undefined && { component }) });
  }

  #addAnchor(range: TextRange): void {
    const id = this.text.slice(range.start, Math.min(range.end, range.start + longestTarget));
    if (id !== "" && this.anchors.length < mostLinks) this.anchors.push({ id, range });
  }

  /** Whether a search that may fail is still allowed. */
  get mayTry(): boolean {
    return this.#effort > 0;
  }

  spend(characters: number): void {
    this.#effort -= characters;
  }

  /** Behind the next `mark` at or after `from`, or undefined; a mark that is not there is looked for once. */
  behind(mark: string, from: number): number | undefined {
    if (this.#absent.has(mark)) return undefined;
    const found = this.text.indexOf(mark, from);
    if (found >= 0) return found + mark.length;
    this.#absent.add(mark);
    return undefined;
  }

  /** Everything found so far, to return to when what follows turns out to be something else. */
  get mark(): FindingsMark {
    return { ...this.openTags.mark, links: this.links.length, anchors: this.anchors.length };
  }

  reset(mark: FindingsMark): void {
    this.openTags.reset(mark);
    this.links.length = mark.links;
    this.anchors.length = mark.anchors;
  }

  /** Reads the tag whose `<` is at `start`; gives the place behind it, or undefined if it is no tag. */
  readTag(start: number, limit: number): number | undefined {
    const tag = this.mayTry ? beginTag(this.text, start) : undefined;
    if (!tag) return undefined;
    const before = this.mark;
    this.openTags.begin(tag, false);
    for (;;) {
      const stop = continueTag(tag, this.text, limit);
      if (stop === "done") break;
      const end = stop === "braces" ? scanCode(this, tag.at + 1, limit) : undefined;
      if (end === undefined) {
        this.reset(before);
        this.spend((stop === "no-end" ? limit : tag.at) - start);
        return undefined;
      }
      takeBraces(tag, this.text, end);
    }
    this.openTags.end(tag);
    this.takeTag(tag);
    return tag.at;
  }

  /** The links and the id of a tag that has been read. */
  takeTag({ name, attributes }: TagReading): void {
    for (const { name: attribute, value } of attributes) {
      if (value?.kind !== "text") continue;
      const kind = kindOf(name, attribute);
      if (kind) this.addLink(kind, value.range, name);
      else if (attribute === "id") this.#addAnchor(value.range);
    }
  }

  /** `</Card>`. */
  closeTag(name: string, range: TextRange): void {
    this.spend(this.openTags.close(name, range, 0, this.mayTry));
  }

  /** A string in code: it may name a file. */
  addCodeString(_start: number, _end: number): void {}
}
/** SVG elements that name other parts of the drawing, not places. */
const drawingReferences: ReadonlySet<string> = new Set([
  "use",
  "linearGradient",
  "radialGradient",
  "pattern",
  "textPath",
  "mpath",
  "filter",
  "animate",
  "animateMotion",
  "animateTransform",
  "set",
]);

function kindOf(element: string, attribute: string): PageLink["kind"] | undefined {
  if (attribute === "src" || attribute === "img") return "image";
  if (attribute !== "href" || drawingReferences.has(element)) return undefined;
  return element === "image" ? "image" : "link";
}
