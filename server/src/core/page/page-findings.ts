import type { PageAnchor, PageImport, PageLink } from "./page.ts";
import type { TextRange } from "../text/text-range.ts";
import { scanTag } from "./scan-tag.ts";

const mostLinks = 20_000;
const mostHeadings = 5000;
/** A longer target is an image in the text itself; its scheme is all that matters. */
const longestTarget = 2000;

export interface RawHeading {
  readonly depth: number;
  readonly range: TextRange;
}

/** What the scan of one page has found so far, and how much reading it may still waste. */
export class PageFindings {
  readonly text: string;
  readonly headings: RawHeading[] = [];
  readonly links: PageLink[] = [];
  readonly imports: PageImport[] = [];
  readonly anchors: PageAnchor[] = [];
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

  /** Takes the links of the tag whose `<` is at `start`; gives the place behind it, or undefined if it is no tag. */
  readTag(start: number): number | undefined {
    if (!this.mayTry) return undefined;
    const result = scanTag(this.text, start, this.text.length);
    if (!result.ok) {
      this.spend(result.stoppedAt - start);
      return undefined;
    }
    const { name, attributes, end } = result.tag;
    for (const attribute of attributes) {
      const kind = kindOf(name, attribute.name);
      if (kind) this.addLink(kind, attribute.value, name);
      else if (attribute.name === "id") this.#addAnchor(attribute.value);
    }
    return end;
  }

  /** The links of all tags between two places, in code where Markdown does not count. */
  readTagsWithin(start: number, end: number): void {
    const code = this.text.slice(start, end);
    for (let at = code.indexOf("<"); at >= 0;) {
      const after = this.readTag(start + at);
      at = code.indexOf("<", after === undefined ? at + 1 : after - start);
    }
  }
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
