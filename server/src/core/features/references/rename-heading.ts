import { toJsonString } from "../../config/json/json-edit.ts";
import { components } from "../../page/components/components.ts";
import { canHaveCustomId, isCustomId } from "../../page/headings.ts";
import type { HeadingReference, PageReferences } from "../../page/page.ts";
import { scanPage } from "../../page/scan-page.ts";
import { getPageAnchors, getSharedAnchors, listUnnumberedNames } from "../../site/links/anchors.ts";
import { findFilesIncluding } from "../../site/links/links.ts";
import { encodePath, encodeUrl, formatLink } from "../../site/links/written-path.ts";
import { indexImportsByName } from "../../site/pages/imports.ts";
import { type Site, getFileText } from "../../site/site.ts";
import { createMessage, isBlank, type LocalizedMessage, type Refusal, refuse } from "../../text/message.ts";
import {
  applyEdits,
  type SiteLocation,
  type SitePath,
  type TextEdit,
  getLineStart,
  addEdits,
  type EditsByFile,
} from "../../text/text-edit.ts";
import { findAnchorLocation, isSameFragment } from "./find-definitions.ts";
import { findReferences, findReferencesOnPage } from "./find-references.ts";
import { removeId } from "./rename-targets.ts";
import type { RenameOutcome } from "./rename.ts";
import { getVariableKeys } from "./symbol-at.ts";

const escapedCharacterPattern = /\\[!-/:-@[-`{-~]/y;
const variablePattern = /\{\{[ \t]*([\w.-]+)[ \t]*\}\}/y;
const expressionPattern = /\{[^{}]*\}/y;
const commentPattern = /^\{\/\*[^*]*\*\/\}$/;
const stringPattern = /^\{\s*(?:"[^"\\]*"|'[^'\\]*')\s*\}$/;
const memberPattern = /^\{\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*\s*\}$/u;
const tagPattern = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'|\{[^{}]*\}))?)*)\s*(\/?)>/y;
const inlineElementPattern =
  /^(a|abbr|b|br|cite|code|del|em|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)$/;

/**
 * The data needed to escape a heading's text: the page's names, the site's variables, and the heading's previous text,
 * parts of which the author may have kept.
 */
export interface HeadingScope {
  readonly site: Site;
  readonly page: PageReferences;
  readonly rawText: string;
}

/**
 * Escapes a heading's text for MDX. A `{` or `<` is escaped unless it belongs to code, a variable, a name or component
 * that the page defines, or a part of the previous heading. Markers that would end the heading are also escaped.
 */
export function escapeHeading(title: string, scope: HeadingScope): string {
  const tagLengthByOffset = pairTags(title, scope);
  let text = "";
  for (let i = 0; i < title.length;) {
    const length = getRetainedLength(title, i, scope) || (tagLengthByOffset.get(i) ?? 0);
    if (length > 0) text += title.slice(i, i + length);
    else text += /^(?:\{|<(?! ))/.test(title.slice(i, i + 2)) ? `\\${title[i] ?? ""}` : (title[i] ?? "");
    i += length || 1;
  }
  return text.replace(/(^|[ \t])(#+)$/, "$1\\$2");
}

/**
 * Escapes text that would start another kind of block if the heading has no leading `#`, such as `- a`, `1. a`, `> a`,
 * or `[a]: b`.
 */
export function escapeBlockStart(title: string): string {
  return title
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
    .replace(/^\[(?=(?:[^[\]\\]|\\.)*\]:)/, "\\[")
    .replace(/^(?:[-+>#=~|:]|[*_](?=[\s*_]*$|\s))/, "\\$&");
}

/**
 * Returns the length of the text, starting at an offset, that must not be escaped because it's an escape, code, a
 * variable, or a valid expression. Returns 0 for any other text.
 */
function getRetainedLength(title: string, position: number, { site, page, rawText }: HeadingScope): number {
  const firstCharacter = title[position];
  if (firstCharacter === "\\") return matchPatternAt(escapedCharacterPattern, title, position)?.[0].length ?? 0;
  if (firstCharacter === "`") return getCodeLength(title, position);
  if (firstCharacter !== "{") return 0;
  const variableMatch = matchPatternAt(variablePattern, title, position);
  if (variableMatch)
    return getVariableKeys(site, variableMatch[1] ?? "").length > 0 || rawText.includes(variableMatch[0])
      ? variableMatch[0].length
      : 0;
  const text = matchPatternAt(expressionPattern, title, position)?.[0];
  if (text === undefined) return 0;
  const name = memberPattern.exec(text)?.[1];
  const isDefined = name !== undefined && indexImportsByName(page).has(name);
  return isDefined || commentPattern.test(text) || stringPattern.test(text) || rawText.includes(text) ? text.length : 0;
}

/**
 * Returns the length of a code span at an offset. If the code span isn't closed, returns the length of its opening
 * backticks.
 */
function getCodeLength(title: string, position: number): number {
  const fenceLength = /^`+/.exec(title.slice(position))?.[0].length ?? 0;
  for (const { 0: backticks, index } of title.slice(position + fenceLength).matchAll(/`+/g))
    if (backticks.length === fenceLength) return fenceLength + index + fenceLength;
  return fenceLength;
}

/**
 * Maps the offset of each recognized tag to the tag's length. Includes only self-closing tags and tags that have a
 * matching tag.
 */
function pairTags(title: string, scope: HeadingScope): ReadonlyMap<number, number> {
  const lengthByOffset = new Map<number, number>();
  const openTags: { readonly offset: number; readonly name: string; readonly length: number }[] = [];
  for (let i = 0; i < title.length;) {
    const match = title[i] === "<" ? matchPatternAt(tagPattern, title, i) : undefined;
    const [tagText = "", closingSlash = "", name = "", attributes = "", selfClosingSlash = ""] = match ?? [];
    const isTagRetained =
      match !== undefined &&
      isRecognizedTag(name, scope) &&
      (!attributes.includes("{") || scope.rawText.includes(tagText));
    if (!isTagRetained) {
      i += getRetainedLength(title, i, scope) || 1;
      continue;
    }
    if (closingSlash !== "") {
      const openTagIndex = openTags.findLastIndex((candidate) => candidate.name === name);
      const openTag = openTags[openTagIndex];
      if (openTag && attributes === "" && selfClosingSlash === "") {
        openTags.length = openTagIndex;
        lengthByOffset.set(openTag.offset, openTag.length).set(i, tagText.length);
      }
    } else if (selfClosingSlash !== "") lengthByOffset.set(i, tagText.length);
    else openTags.push({ offset: i, name, length: tagText.length });
    i += tagText.length;
  }
  return lengthByOffset;
}

function isRecognizedTag(name: string, { page }: HeadingScope): boolean {
  return (
    inlineElementPattern.test(name) ||
    components.has(name) ||
    indexImportsByName(page).has(name.split(".", 1)[0] ?? name)
  );
}

function matchPatternAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text) ?? undefined;
}

/** The maximum length of a heading in UTF-16 code units. */
const maxHeadingLength = 500;

/**
 * Renames a heading or an element's `id`. Updates the links to every affected anchor, including the anchors of later
 * headings that had the same text.
 */
export function renameAnchor(site: Site, page: PageReferences, id: string, newName: string): RenameOutcome {
  const heading = page.headings.find((candidate) => isSameFragment(candidate.id, id));
  if (!heading) return renameComponentAnchor(site, page, id, newName);
  const edits: EditsByFile = new Map();
  const headingPlan = planHeadingEdit(site, page, heading, newName);
  if (!headingPlan.ok) return headingPlan;
  const headingEdit = headingPlan.edit;
  addEdits(edits, page.path, [headingEdit]);
  const newHeadings = scanPage(page.path, applyEdits(page.text, [headingEdit])).references.headings;
  // The anchor of a heading without text consists of a number, such as `-2`, which depends on the previous headings.
  if (/^(-\d+)?$/.test(newHeadings[page.headings.indexOf(heading)]?.id ?? ""))
    return refuse(
      createMessage("“{0}” has no letters or digits, so links can't lead to this heading. Add a word.", newName.trim()),
    );
  const names = listUnnumberedNames(newHeadings);
  for (const [i, { id: oldId }] of page.headings.entries()) {
    const newId = newHeadings[i]?.id;
    const name = names[i];
    const problem =
      newId === undefined || name === undefined || newId === oldId
        ? undefined
        : updateAnchor(site, page, oldId, { id: newId, name }, edits);
    if (problem !== undefined) return refuse(problem);
  }
  const change = {
    oldIds: page.headings.map((pageHeading) => pageHeading.id),
    newAnchors: newHeadings.map(({ id: headingId }, i) => ({ id: headingId, name: names[i] ?? headingId })),
    numberedHeadings: page.headings,
  };
  const problem = findAnchorConflict(site, page, change, edits);
  return problem === undefined ? { ok: true, edits } : refuse(problem);
}

/**
 * Returns the edit that changes a heading's text, or the reason why the new text isn't valid. The text is escaped for
 * MDX, and the heading's explicit anchor is preserved.
 */
export function planHeadingEdit(
  site: Site,
  page: PageReferences,
  { range }: Pick<HeadingReference, "range">,
  newName: string,
): { readonly ok: true; readonly edit: TextEdit } | Refusal {
  const name = newName.trim().replace(/^#{1,6}\s+/, "");
  const title = removeId(name);
  if (isBlank(title) || /[\r\n]/.test(name)) return refuse(createMessage("A heading must be one line of text."));
  if (name.length > maxHeadingLength) return refuse(createMessage("The heading is too long. Shorten it."));
  const rawHeading = page.text.slice(range.start, range.end);
  const scope = { site, page, rawText: rawHeading };
  const newId = name.slice(title.length).trim();
  const isValidId = isCustomId(newId);
  if (isValidId && !canHaveCustomId(page.text, range))
    return refuse(
      createMessage(
        "Only a heading that starts with # on its own line can have the anchor {0}. Remove the anchor, or start the heading with #.",
        newId,
      ),
    );
  // If the braces don't contain a valid anchor, they're text and must be escaped, unless the author has already escaped
  // them.
  const isHeadingText = newId !== "" && !isValidId && !newId.startsWith("\\");
  const id = isHeadingText ? "" : name.slice(title.length) || rawHeading.slice(removeId(rawHeading).length);
  const isAtx = /#{1,6}[ \t]+$/.test(page.text.slice(Math.max(0, range.start - 200), range.start));
  const text = escapeHeading(isHeadingText ? name : title, scope);
  const isAtBlockStart = getLineStart(page.text, range.start) === range.start;
  const [, keyword] = (isAtBlockStart && /^(export|import) /.exec(text)) || [];
  if (keyword !== undefined)
    return refuse(
      createMessage(
        "MDX parses a line that starts with “{0}” as code. Start with another word, or start the heading with #.",
        keyword,
      ),
    );
  const edit = { range, newText: (isAtx ? text : escapeBlockStart(text)) + id };
  const newReferences = scanPage(page.path, applyEdits(page.text, [edit])).references;
  const newHeading = newReferences.headings.find((candidate) => candidate.range.start === range.start);
  const isCompleteHeading = newHeading?.range.end === range.start + edit.newText.length;
  // Text like this can't be escaped, because backticks don't create code inside a formula, and a backslash doesn't
  // escape anything inside a bare URL.
  const isUnsafe = (/\$.*\$/.test(name) && /`.*[{<]/.test(name)) || /(?:https?:\/\/|www\.)\S*\\[{<]/i.test(text);
  return isCompleteHeading && !isUnsafe && newReferences.headings.length === page.headings.length
    ? { ok: true, edit }
    : refuse(createMessage("This text doesn't form a single heading. Use different text."));
}

/** Changes an element's `id` and updates the links to it. */
export function renameComponentAnchor(site: Site, page: PageReferences, id: string, newName: string): RenameOutcome {
  const anchor = page.anchors.find((candidate) => candidate.id === id);
  if (!anchor)
    return refuse(createMessage("A component generates this anchor, so it has no name that you can change."));
  if (!/^[^\s"'<>{}#?&\\]+$/.test(newName))
    return refuse(createMessage("An ID can't contain spaces, quotes, or brackets. Choose another ID."));
  const edits: EditsByFile = new Map([[page.path, [{ range: anchor.range, newText: newName }]]]);
  const newAnchor = { id: newName, name: newName };
  const problem =
    updateAnchor(site, page, id, newAnchor, edits) ??
    findAnchorConflict(site, page, { oldIds: [id], newAnchors: [newAnchor], numberedHeadings: [] }, edits);
  return problem === undefined ? { ok: true, edits } : refuse(problem);
}

/** An anchor as it will be after a rename. */
interface NewAnchor {
  readonly id: string;
  /** The anchor without the number that the service adds if several headings have the same text. */
  readonly name: string;
}

/**
 * Updates the fragment in links to an anchor. Doesn't change fragments that still resolve, or links inside the renamed
 * heading. If a link can't be updated, returns the reason.
 */
export function updateAnchor(
  site: Site,
  page: PageReferences,
  oldAnchor: string,
  { id: newId, name }: NewAnchor,
  edits: EditsByFile,
): LocalizedMessage | undefined {
  for (const { location, link } of findReferences(site, { kind: "anchor", file: page.path, id: oldAnchor })) {
    const pageEdits = location.file === page.path ? (edits.get(location.file) ?? []) : [];
    const isReplaced = pageEdits.some(
      ({ range }) => range.start <= location.range.start && location.range.end <= range.end,
    );
    const hashIndex = link?.url.indexOf("#") ?? -1;
    if (!link || hashIndex < 0 || isReplaced || isSameFragment(link.url.slice(hashIndex + 1), newId)) continue;
    if (link.isAmbiguous === true) {
      const isNumbered = findNumberingFile(site, page, oldAnchor) !== undefined;
      return createMessage(
        isNumbered
          ? "The link {0} in {1} can also lead to other headings, so it can't be updated. Change the link first."
          : "The link {0} in {1} can also lead to other headings, so it can't be updated. To keep the anchor, use “Rename Heading and Keep Anchor…”.",
        link.url,
        location.file,
      );
    }
    if (link.encoding === undefined)
      return createMessage(
        "The link {0} in {1} can't be updated safely, so it would break. Change it first, or use “Rename Heading and Keep Anchor…”.",
        link.url,
        location.file,
      );
    const conflictingFile = findFileWithSameAnchor(site, page, newId, name);
    if (conflictingFile !== undefined)
      return createMessage(
        "{0} shows this heading and another one with the anchor #{1}, so the link {2} in {3} can't be updated. Use different text.",
        conflictingFile,
        name,
        link.url,
        location.file,
      );
    const [path, fragment] = [link.url.slice(0, hashIndex), `#${encodePath(newId)}`];
    const newText =
      link.encoding === "json"
        ? toJsonString(path + fragment)
        : (getRawPath(site, location) ?? formatLink(encodeUrl(path), link.encoding)) +
          formatLink(fragment, link.encoding);
    addEdits(edits, location.file, [{ range: location.range, newText }]);
  }
  return undefined;
}

/**
 * Returns the first file in which the service numbers several headings with this anchor. The file is the page itself or
 * a file that includes it. Returns undefined if none of these files does.
 */
export function findNumberingFile(site: Site, page: PageReferences, anchor: string): SitePath | undefined {
  return findFilesIncluding(site, page.path).find((path) => getSharedAnchors(site, path).isNumbered(anchor));
}

/**
 * Returns the first file, either the page itself or a file that includes it, in which one of these anchors also comes
 * from another file. Returns undefined if that isn't the case in any of these files.
 */
function findFileWithSameAnchor(
  site: Site,
  { path: pagePath }: PageReferences,
  ...anchors: readonly string[]
): SitePath | undefined {
  return findFilesIncluding(site, pagePath).find((path) => {
    const { listFiles } = getSharedAnchors(site, path);
    return anchors.some((anchor) => listFiles(anchor).some((file) => file !== pagePath));
  });
}

interface AnchorChange {
  readonly oldIds: readonly string[];
  readonly newAnchors: readonly NewAnchor[];
  /** Headings whose number changes. Links to these headings have already been updated. */
  readonly numberedHeadings: readonly HeadingReference[];
}

/**
 * Returns the reason why a file can't get its new anchors, or undefined if it can. An anchor can't be used if a page
 * that includes the file has links to another heading or element with the same anchor.
 */
function findAnchorConflict(
  site: Site,
  page: PageReferences,
  { oldIds, newAnchors, numberedHeadings }: AnchorChange,
  edits: EditsByFile,
): LocalizedMessage | undefined {
  const replacedEdits = edits.get(page.path) ?? [];
  const isReplaced = ({ file, range }: SiteLocation) =>
    file === page.path && replacedEdits.some((edit) => edit.range.start <= range.start && range.end <= edit.range.end);
  const isUpdated = ({ file, range }: SiteLocation) =>
    file === page.path && numberedHeadings.some((heading) => heading.range.start === range.start);
  const addedAnchors = newAnchors.filter(({ id }) => !oldIds.some((oldAnchor) => isSameFragment(oldAnchor, id)));
  for (const path of findFilesIncluding(site, page.path))
    for (const { id: newId, name } of addedAnchors) {
      const anchors = getPageAnchors(site, path);
      // An anchor without a location is either the top of the page or a heading's number that depends on several of the
      // page's files.
      const isOtherAnchor = (id: string): boolean => {
        const location = findAnchorLocation(site, path, id);
        return location ? !isUpdated(location) : anchors.has(id);
      };
      if (!isOtherAnchor(newId)) continue;
      // The service numbers the headings of a page and of its snippets together.
      const numberedIds = anchors.ids.filter((id) => isSameFragment(id.replace(/-\d+$/, ""), name));
      for (const id of new Set([newId, ...numberedIds])) {
        if (!isOtherAnchor(id)) continue;
        const unresolvedReference = findReferencesOnPage(site, path, id).find(
          (reference) => !isReplaced(reference.location),
        );
        if (unresolvedReference)
          return createMessage(
            "The link {0} in {1} leads to another anchor #{2} on {3}, but might lead to this heading after the change. Use different text.",
            unresolvedReference.link?.url ?? `#${id}`,
            unresolvedReference.location.file,
            id,
            path,
          );
      }
    }
  return undefined;
}

/**
 * Returns the part of a link before its fragment, as written. Returns undefined if an entity such as `&#35;` starts the
 * fragment or if the link is in a specification, because the site doesn't contain the text of specifications.
 */
function getRawPath(site: Site, { file, range }: SiteLocation): string | undefined {
  const rawUrl = getFileText(site, file).slice(range.start, range.end);
  const hashIndex = rawUrl.search(/(?<!&)#/);
  return hashIndex < 0 ? undefined : rawUrl.slice(0, hashIndex);
}
