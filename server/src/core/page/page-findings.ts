import { decodeScriptText } from "../text/decode-text.ts";
import { skipSpacesAndTabs, findNextLineStart, getLineEnd, type TextRange } from "../text/text-edit.ts";
import { components } from "./components/components.ts";
import { ComponentIdGenerator } from "./headings.ts";
import { type ImportSource, findDynamicImport } from "./imports.ts";
import type {
  Frontmatter,
  IgnoreComment,
  LinkReference,
  LongTableRow,
  PageAnchor,
  PageAttribute,
  PageAttributeValue,
  PageCodeBlock,
  PageExport,
  PageImport,
  PageLink,
  NameExpression,
  PageVariable,
} from "./page.ts";
import { decodeAttributeText, findPossibleValues, findSpreadProperties } from "./possible-values.ts";
import { scanCode } from "./scan-code.ts";
import { getLinkKind, maxTargetLength, scanInline, findSourceRanges } from "./scan-inline.ts";
import { findAttributeLinks, findStyleLinks } from "./scan-style.ts";
import { beginTag, continueTag, OpenTags, readBraces, type TagCheckpoint, type PartialTag } from "./scan-tag.ts";
import { type UnknownAnchor, createUnknownExpressionAnchor } from "./unknown-anchors.ts";

const ignorePattern = /\{\s*\/\*\s*docwright-ignore(?![\w-])/y;
const yamlIgnorePattern = /^[ \t]*(#[ \t]*docwright-ignore(?![\w-]).*)$/gm;
const maxCommentLength = 2000;
const maxCodes = 50;
/** The maximum number of characters between a comment and the line that the comment applies to. */
const maxCommentDistance = 2000;

/**
 * Returns the rule codes in a comment in braces, such as `docwright-ignore link/page-not-found, mdx/*`. Returns
 * undefined for any other expression. The text after ` -- ` is an explanation and is ignored.
 */
function parseIgnoreCodes(text: string, start: number, end: number): IgnoreComment["codes"] | undefined {
  ignorePattern.lastIndex = start;
  if (!ignorePattern.test(text)) return undefined;
  const commentEnd = text.lastIndexOf("*/", end);
  return parseCodes(text, ignorePattern.lastIndex, Math.max(ignorePattern.lastIndex, commentEnd));
}

/** Returns the `# docwright-ignore <code>` comments in the frontmatter. */
export function findFrontmatterIgnores(text: string, { contentRange }: Frontmatter): IgnoreComment[] {
  const yaml = contentRange ? text.slice(contentRange.start, contentRange.end) : "";
  if (!contentRange || !yaml.includes("docwright-ignore")) return [];
  return [...yaml.matchAll(yamlIgnorePattern)].slice(0, 1000).map((match) => {
    const [line, comment = ""] = match;
    const end = contentRange.start + match.index + line.length;
    const range = { start: end - comment.length, end };
    const codesStart = range.start + comment.indexOf("docwright-ignore") + "docwright-ignore".length;
    return { codes: parseCodes(text, codesStart, end), range, lineRange: findNextLine(text, end) };
  });
}

/** Returns the next line that isn't blank. */
function findNextLine(text: string, offset: number): TextRange {
  const limit = Math.min(text.length, offset + maxCommentDistance);
  for (let line = findNextLineStart(text, getLineEnd(text, offset, limit)); line < limit;) {
    const lineEnd = getLineEnd(text, line);
    const start = skipSpacesAndTabs(text, line, lineEnd);
    if (start < lineEnd) return { start: line, end: lineEnd };
    line = findNextLineStart(text, lineEnd);
  }
  return { start: limit, end: limit };
}

function parseCodes(text: string, start: number, end: number): IgnoreComment["codes"] {
  const codesText = text.slice(start, Math.min(end, start + maxCommentLength)).split(" -- ", 1)[0] ?? "";
  return [...codesText.matchAll(/[^\s,]+/g)].slice(0, maxCodes).map((match) => {
    const codeStart = start + match.index;
    return { code: match[0], range: { start: codeStart, end: codeStart + match[0].length } };
  });
}

const maxFindings = 20_000;
/** The maximum number of headings and of other anchors that are read. If a page has more, some of them are unknown. */
export const maxHeadings = maxFindings;

const maxFilePathLength = 300;
const fileNamePattern = /^[\w./@%+-][\w./@%+ -]*\.\w{2,5}$/;
const variablePattern = /\{\{([\w.-]{1,200})\}\}/g;

export interface RawHeading {
  readonly depth: number;
  readonly range: TextRange;
}

export interface Checkpoint extends TagCheckpoint {
  readonly linkCount: number;
  readonly linkReferenceCount: number;
  readonly anchorCount: number;
  readonly nameCount: number;
  readonly variableCount: number;
  readonly dynamicImportCount: number;
  readonly ignoreCount: number;
  readonly styleCount: number;
}

/** The attribute that contains a link. Empty for a link in Markdown. */
interface LinkOrigin {
  readonly component?: string;
  readonly customProp?: string | undefined;
  readonly isInCode?: boolean;
}

const emptyCheckpoint: Checkpoint = {
  tagCount: 0,
  openTagCount: 0,
  linkCount: 0,
  linkReferenceCount: 0,
  anchorCount: 0,
  nameCount: 0,
  variableCount: 0,
  dynamicImportCount: 0,
  ignoreCount: 0,
  styleCount: 0,
};

/** The findings of the scan of a page so far, and the remaining budget for unsuccessful searches. */
export class PageFindings {
  readonly text: string;
  readonly headings: RawHeading[] = [];
  readonly links: PageLink[] = [];
  readonly linkReferences: LinkReference[] = [];
  readonly imports: PageImport[] = [];
  readonly dynamicImports: ImportSource[] = [];
  readonly anchors: PageAnchor[] = [];
  /**
   * Anchors from the `id` or `name` of an HTML element, or from a plain title or name of a component. Links must use
   * exactly the same spelling.
   */
  readonly exactAnchors = new Set<string>();
  /** Anchors from IDs and titles that can't be determined without running the page's code. */
  readonly unknownAnchors = new Set<UnknownAnchor>();
  readonly names: NameExpression[] = [];
  readonly variables: PageVariable[] = [];
  readonly codeBlocks: PageCodeBlock[] = [];
  readonly longRows: LongTableRow[] = [];
  readonly exports: PageExport[] = [];
  readonly ignoreComments: IgnoreComment[] = [];
  /** File paths in strings in code, such as `/images/a.png`. */
  readonly codeFilePaths: string[] = [];
  readonly openTags: OpenTags;
  /** The offsets after the opening tags of `<style>` elements. */
  readonly #styleOffsets: number[] = [];
  /**
   * The number of characters that unsuccessful searches can still read. It limits the time spent on text that contains
   * many opening marks.
   */
  #budget: number;
  #isCertain = true;
  /** Whether a closing tag without an opening tag has been found. Lookahead is ignored. */
  #hasStrayTag = false;
  /** Closing marks that don't occur in the rest of the text. */
  readonly #missingMarks = new Set<string>();
  readonly #componentIds = new ComponentIdGenerator();
  #lookaheadFindings: PageFindings | undefined;
  #valueFindings: PageFindings | undefined;

  /** The names in imports and exports, including those that an earlier scan of the same text found. */
  readonly #moduleNames: Set<string>;
  /** Whether a tag was read as HTML or a built-in component although an import or export after it defines its name. */
  hasLateName = false;

  /**
   * `completeScan` is a complete scan of the same text. Imports and exports apply to the entire page, including the
   * text before them, so their names are needed when the first tag is read.
   */
  constructor(text: string, completeScan?: PageFindings) {
    this.text = text;
    this.openTags = new OpenTags(completeScan?.openTags);
    this.#moduleNames = new Set(completeScan ? completeScan.#moduleNames : []);
    this.#budget = 4 * text.length + 10_000;
  }

  addHeading(depth: number, range: TextRange): void {
    if (this.headings.length < maxHeadings) this.headings.push({ depth, range });
  }

  addLink(kind: PageLink["kind"], range: TextRange, origin: LinkOrigin = {}): void {
    const { component, customProp, isInCode } = origin;
    if (this.links.length >= maxFindings) return;
    const target = this.text.slice(range.start, Math.min(range.end, range.start + maxTargetLength));
    this.links.push({
      kind,
      target,
      range,
      ...(component !== undefined && { component }),
      ...(customProp !== undefined && { customProp }),
      ...(isInCode && { isInCode }),
    });
  }

  addLinkReference(range: TextRange, labelRange: TextRange): void {
    if (this.linkReferences.length < maxFindings) this.linkReferences.push({ range, labelRange });
  }

  addImport(pageImport: PageImport): void {
    this.imports.push(pageImport);
    for (const { localName } of pageImport.names) {
      this.hasLateName ||= this.openTags.hasSeen(localName) && (components.has(localName) || !/^[A-Z]/.test(localName));
      this.openTags.addImport(localName);
      this.#moduleNames.add(localName);
    }
  }

  addExports(exports: readonly PageExport[]): void {
    for (const pageExport of exports) {
      if (this.exports.length < maxFindings) this.exports.push(pageExport);
      this.hasLateName ||= components.has(pageExport.name) && this.openTags.hasSeen(pageExport.name);
      this.#moduleNames.add(pageExport.name);
    }
  }

  addCodeBlock(block: PageCodeBlock): void {
    if (this.codeBlocks.length < maxFindings) this.codeBlocks.push(block);
  }

  addLongRow(row: LongTableRow): void {
    if (this.longRows.length < maxFindings) this.longRows.push(row);
  }

  /**
   * Another instance for the same text, emptied on each access. It's used for lookahead, so its findings are discarded.
   */
  get lookahead(): PageFindings {
    this.#lookaheadFindings ??= new PageFindings(this.text);
    this.#lookaheadFindings.reset(emptyCheckpoint);
    this.#lookaheadFindings.openTags.quoteDepth = this.openTags.quoteDepth;
    return this.#lookaheadFindings;
  }

  #addAnchor(element: string, value: PageAttributeValue): void {
    const id = decodeAttributeText(value)?.slice(0, maxTargetLength);
    if (id === undefined) this.#addUnknownAnchor(value);
    else if (id !== "" && this.anchors.length < maxFindings) {
      this.anchors.push({ id, range: value.range, element });
      // A component can use its `id` in any way, so only an HTML element's `id` is certainly an anchor.
      if (/^[a-z]/.test(element)) this.exactAnchors.add(id);
    }
  }

  #addUnknownAnchor({ text }: PageAttributeValue, prefix = ""): void {
    const anchor = prefix === "" ? createUnknownExpressionAnchor(text, (name) => this.#isCustom(name)) : `${prefix}*`;
    if (anchor !== undefined && this.unknownAnchors.size < maxFindings) this.unknownAnchors.add(anchor);
  }

  /** Marks the anchors found since the checkpoint as anchors in code. */
  markAnchorsInCode({ anchorCount }: Checkpoint): void {
    for (let i = anchorCount; i < this.anchors.length; i++) {
      const anchor = this.anchors[i];
      if (anchor?.element !== undefined) this.anchors[i] = { ...anchor, isInCode: true };
    }
  }

  /** Whether enough of the budget remains for a search that may fail. */
  get canSearch(): boolean {
    return this.#budget > 0;
  }

  spendBudget(length: number): void {
    this.#budget -= length;
    this.#isCertain &&= length === 0;
  }

  /** Whether all searches were successful. If so, appending text to the page can't change the findings. */
  get isCertain(): boolean {
    const lookahead = this.#lookaheadFindings;
    return !this.#hasStrayTag && this.#isComplete && (lookahead === undefined || lookahead.#isComplete);
  }

  get #isComplete(): boolean {
    return this.#isCertain && this.#missingMarks.size === 0;
  }

  /**
   * Returns the offset after the next `text` at or after `start`, or undefined if it doesn't occur there. In that case,
   * later calls with the same `text` return undefined without a search.
   */
  findTextEnd(text: string, start: number): number | undefined {
    if (this.#missingMarks.has(text)) return undefined;
    const index = this.text.indexOf(text, start);
    if (index >= 0) return index + text.length;
    this.#missingMarks.add(text);
    return undefined;
  }

  /** A checkpoint of the findings so far. It's restored if the lookahead fails. */
  get checkpoint(): Checkpoint {
    return {
      tagCount: this.openTags.tags.length,
      openTagCount: this.openTags.depth,
      linkCount: this.links.length,
      linkReferenceCount: this.linkReferences.length,
      anchorCount: this.anchors.length,
      nameCount: this.names.length,
      variableCount: this.variables.length,
      dynamicImportCount: this.dynamicImports.length,
      ignoreCount: this.ignoreComments.length,
      styleCount: this.#styleOffsets.length,
    };
  }

  reset(checkpoint: Checkpoint): void {
    this.openTags.reset(checkpoint);
    this.links.length = checkpoint.linkCount;
    this.linkReferences.length = checkpoint.linkReferenceCount;
    this.anchors.length = checkpoint.anchorCount;
    this.names.length = checkpoint.nameCount;
    this.variables.length = checkpoint.variableCount;
    this.dynamicImports.length = checkpoint.dynamicImportCount;
    this.ignoreComments.length = checkpoint.ignoreCount;
    this.#styleOffsets.length = checkpoint.styleCount;
  }

  /**
   * Reads the tag that starts with the `<` at `start`. Returns the offset after the tag, or undefined if the text isn't
   * a tag.
   */
  readTag(start: number, limit: number): number | undefined {
    const tag = this.canSearch ? beginTag(this.text, start) : undefined;
    if (!tag) return undefined;
    const checkpoint = this.openTags.checkpoint;
    let codeCheckpoint: Checkpoint | undefined;
    this.openTags.openTag(tag, false);
    for (;;) {
      const stopReason = continueTag(tag, this.text, limit);
      if (stopReason === "done") break;
      if (stopReason === "braces") codeCheckpoint ??= this.checkpoint;
      const end = stopReason === "braces" ? scanCode(this, tag.offset + 1, limit) : undefined;
      if (end === undefined) {
        if (codeCheckpoint) this.reset(codeCheckpoint);
        this.openTags.reset(checkpoint);
        this.spendBudget((stopReason === "no-end" ? limit : tag.offset) - start);
        return undefined;
      }
      readBraces(tag, this.text, end);
    }
    this.openTags.completeTag(tag);
    this.collectTag(tag);
    return tag.offset;
  }

  /** Collects a tag's links, anchors, and variables. */
  collectTag({ name, attributes, spreadRanges, isSelfClosing, offset }: PartialTag): void {
    if (name === "style" && !isSelfClosing && this.#styleOffsets.length < maxFindings) this.#styleOffsets.push(offset);
    const idAttribute = name === "a" ? attributes.find((attribute) => attribute.name === "id") : undefined;
    for (const { name: attribute, value } of attributes) {
      if (value && (attribute === "style" || (name === "style" && attribute === "dangerouslySetInnerHTML")))
        this.links.push(...findAttributeLinks(this.text, value).slice(0, maxFindings - this.links.length));
      if (value?.kind === "expression" && value.text.length < maxTargetLength)
        for (const { kind, range } of linkNamePattern.test(attribute) ? findPossibleValues(this.text, value.range) : [])
          if (kind === "string") this.#addLinkInCode(name, attribute, range);
      const isId = attribute === "id" && !(componentsWithoutId.has(name) && !this.#isCustom(name));
      // Some generators set both attributes to support old browsers, as in `<a id="part" name="part">`.
      const isName = attribute === "name" && name === "a" && value?.text !== idAttribute?.value?.text;
      if (value && (isId || isName)) this.#addAnchor(name, value);
      if (value?.kind !== "text") continue;
      this.addVariables(value.range, value.text);
      const kind = getLinkKind(name, attribute, value.text);
      if (attribute === "srcSet")
        for (const range of findSourceRanges(value.range, value.text))
          this.addLink("image", range, { component: name });
      else if (kind) {
        const customProp = this.#getCustomProp(name, attribute, value.text);
        const isInCode = value.range.start - value.fullRange.start > 1;
        this.addLink(kind, value.range, { component: name, customProp, isInCode });
      } else if (value.text.includes("](")) this.#addLinksInValue(name, attribute, value);
    }
    for (const spreadRange of spreadRanges)
      if (spreadRange.end - spreadRange.start < maxTargetLength)
        for (const { key, valueRanges } of findSpreadProperties(this.text, spreadRange))
          if (linkNamePattern.test(key)) for (const range of valueRanges) this.#addLinkInCode(name, key, range);
    if (spreadRanges.length > 0 && this.#isCustom(name)) this.unknownAnchors.add("*");
    this.#addComponentAnchor(name, attributes);
  }

  /** Adds the URLs in `<style>` elements. Called once, after everything else has been read. */
  readStyleElements(): void {
    this.links.push(...findStyleLinks(this.text, this.#styleOffsets).slice(0, maxFindings - this.links.length));
  }

  /** Adds the link in a string that an expression can evaluate to, as in `href={isNew ? "/a" : "/b"}`. */
  #addLinkInCode(component: string, attribute: string, range: TextRange): void {
    const source = this.text.slice(range.start, range.end);
    const kind = getLinkKind(component, attribute, source);
    // An empty string is usually a fallback that isn't displayed.
    if (!kind || source.trim() === "") return;
    const customProp = this.#getCustomProp(component, attribute, decodeScriptText(source));
    this.addLink(kind, range, { component, customProp, isInCode: true });
  }

  /** Collects the links in a value that the service renders as Markdown, as in `caption="See [how](/start)"`. */
  #addLinksInValue(component: string, prop: string, { range }: PageAttributeValue): void {
    if (components.get(component)?.props.get(prop)?.type !== "markdown" || this.#isCustom(component)) return;
    // All such values on the page share one instance, so together they have the same budget as the page.
    this.#valueFindings ??= new PageFindings(this.text);
    this.#valueFindings.reset(emptyCheckpoint);
    scanInline(this.#valueFindings, range.start, range.end);
    for (const link of this.#valueFindings.links)
      if (link.component === undefined && this.links.length < maxFindings)
        this.links.push({ ...link, component, prop });
  }

  /**
   * Returns the attribute's name if the attribute belongs to a custom component and its value doesn't look like a URL
   * or path. Otherwise, returns undefined.
   */
  #getCustomProp(element: string, attribute: string, value: string): string | undefined {
    if (!/^[A-Z]/.test(element) || linkPattern.test(value)) return undefined;
    return components.has(element) && !this.#isCustom(element) ? undefined : attribute;
  }

  /**
   * Whether the page imports or defines a component with this name. Docwright can't determine how such a component uses
   * its props.
   */
  #isCustom(component: string): boolean {
    return this.#moduleNames.has(component);
  }

  /** Adds the anchor that a component generates from its title or name. */
  #addComponentAnchor(name: string, attributes: readonly PageAttribute[]): void {
    const anchor = components.get(name)?.anchor;
    if (!anchor || this.anchors.length >= maxFindings) return;
    const findAttribute = (prop: string) => attributes.find((attribute) => attribute.name === prop);
    if (anchor.disabledBy !== undefined && findAttribute(anchor.disabledBy)) return;
    const prop = anchor.sourcePropNames.find((propName) => findAttribute(propName));
    const value = prop === undefined ? undefined : findAttribute(prop)?.value;
    if (prop === "id" || !value) return;
    const title = decodeAttributeText(value)?.slice(0, maxTargetLength);
    const prefix = anchor.prefix ?? "";
    if (title === undefined) return this.#addUnknownAnchor(value, prefix);
    const ids = this.#componentIds;
    const { id, isExact } = prefix === "" ? ids.createId(name, title) : ids.createParameterId(title);
    if (id === "") return;
    this.anchors.push({ id, range: value.range });
    if (isExact && !this.#isCustom(name)) this.exactAnchors.add(id);
  }

  /** Collects variables such as `{{version}}` in an attribute's value or a link's target. */
  addVariables({ start }: TextRange, text: string): void {
    if (!text.includes("{{")) return;
    for (const match of text.matchAll(variablePattern)) {
      const matchStart = start + match.index;
      this.variables.push({ name: match[1] ?? "", range: { start: matchStart, end: matchStart + match[0].length } });
    }
  }

  /** Adds the expression in the range to the ignore comments if it contains `docwright-ignore`. */
  addComment(range: TextRange): void {
    const codes = parseIgnoreCodes(this.text, range.start, range.end);
    if (codes) this.ignoreComments.push({ codes, range, lineRange: findNextLine(this.text, range.end) });
  }

  /** Closes the open tag that matches a closing tag such as `</Card>`. */
  closeTag(name: string, range: TextRange): void {
    const searchedLength = this.openTags.close(name, range, 0, this.canSearch);
    this.#budget -= searchedLength;
    this.#hasStrayTag ||= searchedLength > 0;
  }

  /** Adds the dynamic import at the offset, if there's a call to `import` or `require` there. */
  addDynamicImport(offset: number): void {
    const dynamicImport = this.dynamicImports.length < maxFindings ? findDynamicImport(this.text, offset) : undefined;
    if (dynamicImport) this.dynamicImports.push(dynamicImport);
  }

  /** Adds a string in code to `codeFilePaths` if it may be a file path. */
  addCodeString(start: number, end: number): void {
    if (end - start > maxFilePathLength || this.codeFilePaths.length >= maxFindings) return;
    const file = this.text.slice(start, end);
    if (fileNamePattern.test(file)) this.codeFilePaths.push(file);
  }
}

/**
 * Matches a URL, a path that starts at the root or is relative to the page, or a file in a folder. Doesn't match a file
 * name without a folder, because the component may add the folder.
 */
const linkPattern =
  /^\s*(?:\.{0,2}[/\\]|[#?]|[a-z][a-z\d+.-]*:)|[/\\][^/\\]*\.(?:mdx?|html?|pdf|zip|json|ya?ml|png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mov|m4v|mp3|wav|ogg)(?:[?#]|\s*$)/i;

/** Matches attributes that can be links. */
const linkNamePattern = /^(?:href|src|img|poster|icon|xlink:?href|action|formaction)$/i;

/** Built-in components that don't render their `id`, so links can't point to it. */
const componentsWithoutId: ReadonlySet<string> = new Set(
  (
    "AccordionGroup Badge Callout Card CardGroup Check CodeGroup Color Column Columns Danger Expandable Frame Icon " +
    "Info Latex Mermaid Note Panel Prompt RequestExample ResponseExample Steps Tabs Tile Tip Tooltip Tree Visibility " +
    "Warning ZoomImage"
  ).split(" "),
);
