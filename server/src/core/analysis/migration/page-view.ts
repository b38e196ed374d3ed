import { listDocumentedFields } from "../../page/frontmatter-fields.ts";
import type { FieldValue, Page, PageCodeBlock, PageReferences, PageTag } from "../../page/page.ts";
import { scanPage } from "../../page/scan-page.ts";
import { toTitle } from "../../site/pages/pages.ts";
import type { PagePlan } from "../../site/specs/generated-page-plan.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { type EndpointView, type ExampleView, type FieldView, type PairedField, matchField } from "./endpoint-view.ts";
import {
  toCanonicalJson,
  type OperationFacts,
  type PlainValue,
  toPlainFieldValue,
  toPlainValue,
  collapseWhitespace,
} from "./operation-facts.ts";

/** The result of comparing a page's body with the operation that the page documents. */
export interface PageBody {
  /** Fields that match the specification. Each one contains only the details that the page specifies. */
  readonly matchingFields: readonly FieldView[];
  /** Fields that differ from the specification or contain additional information. */
  readonly documentedFields: readonly FieldView[];
  readonly matchingExamples: readonly ExampleView[];
  readonly pageExamples: readonly ExampleView[];
  /** The complete body. */
  readonly text: string;
  /**
   * The body without the fields and examples that match the specification. Headings that no longer have any content are
   * also removed.
   */
  readonly remainingText: string;
}

/** Reads the body of a page, which is the text after the frontmatter. */
export function readPageBody(page: PageReferences, facts: OperationFacts): PageBody {
  const start = page.frontmatter.range?.end ?? 0;
  const matches = listDocumentedFields(page).map((field) => ({ field, ...matchField(field, page, facts) }));
  const examples = readExamples(page, facts);
  const removedRanges: TextRange[] = [
    ...matches.flatMap(({ field, isInSpec }) => (isInSpec ? getElementRanges(field.tag) : [])),
    ...examples.flatMap(({ tag, isInSpec }) => (isInSpec ? getElementRanges(tag) : [])),
  ];
  const text = page.text.slice(start);
  return {
    ...splitMatches(matches),
    matchingExamples: examples.flatMap(({ isInSpec, views }) => (isInSpec ? views : [])),
    pageExamples: examples.flatMap(({ isInSpec, views }) => (isInSpec ? [] : views)),
    text: text.replaceAll("\r\n", "\n").trim(),
    remainingText: removeRanges(text, start, removedRanges),
  };
}

/** Returns the text that readers see, with collapsed whitespace and without comments. */
export function extractProse(text: string): string {
  let prose = "";
  let position = 0;
  for (const { index, 0: opening } of text.matchAll(/\{\s*\/\*/g)) {
    if (index < position) continue;
    const end = text.indexOf("*/", index + opening.length);
    if (end < 0) break;
    const closing = /^\s*\}/.exec(text.slice(end + 2, end + 100));
    if (!closing) continue;
    prose += text.slice(position, index);
    position = end + 2 + closing[0].length;
  }
  return collapseWhitespace(prose + text.slice(position));
}

function splitMatches(matches: readonly PairedField[]): Pick<PageBody, "matchingFields" | "documentedFields"> {
  return {
    matchingFields: matches.flatMap(({ isInSpec, views }) => (isInSpec ? views : [])),
    documentedFields: matches.flatMap(({ isInSpec, views }) => (isInSpec ? [] : views)),
  };
}

/**
 * Returns the range of the tag and its content. If the tag is inside another component, returns an empty list, because
 * it's unknown what that component shows without the tag.
 */
function getElementRanges(tag: PageTag): TextRange[] {
  if (tag.parentIndex !== undefined) return [];
  return [{ start: tag.range.start, end: tag.closingTagRange?.end ?? tag.range.end }];
}

const removalMarker = "\u0000";

function removeRanges(text: string, start: number, removedRanges: readonly TextRange[]): string {
  let remainingText = "";
  let position = 0;
  for (const range of [...removedRanges].sort((a, b) => a.start - b.start)) {
    if (range.start - start < position) continue;
    remainingText += text.slice(position, range.start - start) + removalMarker;
    position = range.end - start;
  }
  remainingText = (remainingText + text.slice(position)).replaceAll("\r\n", "\n");
  if (removedRanges.length === 0) return remainingText.trim();
  return removeEmptyHeadings(remainingText.split("\n"))
    .replaceAll(removalMarker, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

interface Section {
  readonly level: number;
  /** Whether any content remains. */
  readonly hasContent: boolean;
  /** Whether any content was removed. */
  readonly hasRemovedRange: boolean;
}

/**
 * Removes headings whose entire content was removed. Processes lines from last to first so that a heading's content is
 * processed before the heading.
 */
function removeEmptyHeadings(lines: readonly string[]): string {
  const retainedLines: string[] = [];
  const openSections: Section[] = [];
  let [hasContent, hasRemovedRange] = [false, false];
  for (const line of lines.toReversed()) {
    const level = /^(#{1,6})\s/.exec(line)?.[1]?.length;
    if (level === undefined) {
      hasRemovedRange ||= line.includes(removalMarker);
      hasContent ||= line.replaceAll(removalMarker, "").trim() !== "";
      retainedLines.push(line);
      continue;
    }
    for (
      let lastSection = openSections.at(-1);
      lastSection && lastSection.level > level;
      lastSection = openSections.at(-1)
    ) {
      hasContent ||= lastSection.hasContent;
      hasRemovedRange ||= lastSection.hasRemovedRange;
      openSections.pop();
    }
    const isRetained = hasContent || !hasRemovedRange;
    if (isRetained) retainedLines.push(line);
    openSections.push({ level, hasContent: isRetained, hasRemovedRange });
    [hasContent, hasRemovedRange] = [false, false];
  }
  return retainedLines.reverse().join("\n");
}

interface PageExample {
  readonly tag: PageTag;
  readonly views: readonly ExampleView[];
  readonly isInSpec: boolean;
}

/** Reads the `RequestExample` and `ResponseExample` components and the code in them. */
function readExamples(page: PageReferences, facts: OperationFacts): readonly PageExample[] {
  return page.tags.flatMap((tag): PageExample[] => {
    if (tag.name !== "RequestExample" && tag.name !== "ResponseExample") return [];
    const end = tag.closingTagRange?.start ?? tag.range.end;
    const blocks = page.codeBlocks.filter(({ range }) => tag.range.end <= range.start && range.end <= end);
    const views = blocks.map((block) => createExample(block, tag.name, page, facts));
    const isInSpec =
      views.length > 0 &&
      views.every(({ subject: exampleSubject, text }) =>
        exampleSubject.startsWith("sample")
          ? facts.samples.includes(text)
          : facts.examples.some((example) => example.subject === exampleSubject && example.text === text),
      );
    return [{ tag, views, isInSpec }];
  });
}

function createExample(
  { language = "", meta, contentRange }: PageCodeBlock,
  componentName: string,
  { text }: PageReferences,
  { examples }: OperationFacts,
): ExampleView {
  const code = text.slice(contentRange.start, contentRange.end).replaceAll("\r\n", "\n").trim();
  const json = /^json$/i.test(language) ? canonicalizeJson(code) : undefined;
  if (componentName === "RequestExample")
    return json === undefined ? { subject: `sample ${language}`, text: code } : { subject: "request", text: json };
  const shownText = json ?? code;
  const status = /\b[1-5]\d\d\b/.exec(meta)?.[0];
  if (status !== undefined) return { subject: `answer ${status}`, text: shownText };
  const matchingExample = examples.find(
    ({ subject: exampleSubject, text: exampleText }) =>
      exampleSubject.startsWith("answer 2") && exampleText === shownText,
  );
  return { subject: matchingExample?.subject ?? "answer", text: shownText };
}

function canonicalizeJson(code: string): string | undefined {
  try {
    return toCanonicalJson(JSON.parse(code));
  } catch {
    return undefined;
  }
}

/** Frontmatter fields that are represented elsewhere in the view, or that only identify the operation. */
const fieldsOutsideMetadata: ReadonlySet<string> = new Set([
  "title", "sidebarTitle", "description", "deprecated", "openapi", "api",
]); // prettier-ignore

/**
 * Returns the content that readers find on a page that has its own file. If `showsOperation` is set, the content
 * includes the operation's reference, which the service adds to pages with `openapi`. Otherwise, readers see only the
 * author's text.
 */
export function createPageView(
  { references }: Pick<Page, "references">,
  slug: string,
  facts: OperationFacts,
  { showsOperation, summary }: { readonly showsOperation: boolean; readonly summary: string | undefined },
): EndpointView {
  const fields = references.frontmatter.fields;
  const plainValuesByField = new Map<string, PlainValue>();
  for (const [key, { value }] of fields) {
    const plainValue = toPlainFieldValue(value);
    if (plainValue !== undefined && plainValue !== null) plainValuesByField.set(key, plainValue);
  }
  const frontmatterTitle = toText(fields.get("title")?.value);
  const title = frontmatterTitle ?? (showsOperation && summary ? summary : toTitle(slug));
  const description = collapseWhitespace(toText(fields.get("description")?.value) ?? "");
  const deprecatedFlag = plainValuesByField.get("deprecated");
  const body = readPageBody(references, facts);
  return {
    title,
    sidebarTitle: toText(fields.get("sidebarTitle")?.value) ?? title,
    description: description === "" && showsOperation ? facts.description : description,
    deprecated: typeof deprecatedFlag === "boolean" ? deprecatedFlag : showsOperation && facts.deprecated,
    metadata: new Map([...plainValuesByField].filter(([key]) => !fieldsOutsideMetadata.has(key))),
    fields: [...(showsOperation ? facts.fields : body.matchingFields), ...body.documentedFields],
    examples: [...(showsOperation ? facts.examples : body.matchingExamples), ...body.pageExamples],
    prose: extractProse(body.remainingText),
  };
}

/** Returns the content that readers find on a page generated from an operation. */
export function createGeneratedView(
  plan: Pick<PagePlan, "title" | "sidebarTitle" | "deprecated" | "metadata" | "content">,
  facts: OperationFacts,
): EndpointView {
  const { title, sidebarTitle, deprecated, metadata, content = "" } = plan;
  const body = readPageBody(scanPage("", `\n${content}`).references, facts);
  const plainValuesByKey = new Map<string, PlainValue>();
  for (const [key, value] of Object.entries(metadata)) {
    const plainValue = toPlainValue(value);
    if (plainValue !== undefined && plainValue !== null && !fieldsOutsideMetadata.has(key))
      plainValuesByKey.set(key, plainValue);
  }
  const metadataDescription = metadata["description"];
  const description = collapseWhitespace(typeof metadataDescription === "string" ? metadataDescription : "");
  return {
    title,
    sidebarTitle: sidebarTitle ?? title,
    description: description === "" ? facts.description : description,
    deprecated,
    metadata: plainValuesByKey,
    fields: [...facts.fields, ...body.documentedFields],
    examples: [...facts.examples, ...body.pageExamples],
    prose: extractProse(body.remainingText),
  };
}

/** Returns a title or description as text, or undefined if it's empty. In YAML, the value can also be a number. */
function toText(value: FieldValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
