import { toJsonString } from "../../config/json/json-edit.ts";
import type { Site } from "../../site/site.ts";
import { createMessage, isBlank, type Refusal, refuse } from "../../text/message.ts";
import { type FileEdit, type SiteLocation, type SitePath, addEdits } from "../../text/text-edit.ts";
import { createImportInsertion } from "../completion/complete-imports.ts";
import { createPageCaret } from "../completion/context.ts";
import { checkEdits, changedMessage, emptyTitleMessage } from "../navigation/check-changes.ts";
import { checkNewPage, createComponentName } from "../navigation/check-new-page.ts";
import { type NewGroup, planGroup, planInsertion } from "../navigation/edit-navigation.ts";
import { findRowNode } from "../navigation/navigation-rows.ts";
import { findCounterpartDestinations, generatesPages, type PagelessOperation } from "./page-destinations.ts";
import {
  type FilledTemplate,
  fillTemplate,
  findFrontmatterEnd,
  type PageTemplate,
  createPlaceholderValues,
} from "./page-templates.ts";

export interface NewPage {
  readonly template: PageTemplate;
  readonly title: string;
  /** The path that the author entered, such as `guides/first-steps`. */
  readonly path: string;
  /** The operation that the page documents. */
  readonly operation?: PagelessOperation;
  readonly where: NewPageLocation;
  /**
   * The paths of the page's counterparts in other languages and versions that should also be created.
   * `findCounterpartDestinations` returns the available ones.
   */
  readonly counterparts?: readonly string[];
  /** The current date, such as `2026-03-31`. */
  readonly today: string;
}

export type NewPageLocation =
  /**
   * The page is listed in the navigation. `at` is the location of the entry before it or of the element that contains
   * it. If `group` is set, a new group at that position contains the page.
   */
  | { readonly kind: "listed"; readonly at: SiteLocation; readonly group?: NewGroup }
  /** The page is intentionally left out of the navigation. */
  | { readonly kind: "unlisted" }
  /** The page can't be added to the navigation yet, because docs.json can't be edited. */
  | { readonly kind: "later" }
  /** The file is a snippet that this page imports. */
  | { readonly kind: "imported"; readonly by: SitePath };

export type NewPagePlan =
  | {
      readonly ok: true;
      readonly file: SitePath;
      /** All edits, including the one that creates the page with the default values of its placeholders. */
      readonly edits: readonly FileEdit[];
      /** The page's text with placeholders in VS Code snippet syntax. */
      readonly snippet: string;
    }
  /** The reason why the page can't be created, and how to proceed. */
  | Refusal;

const generatedPagesRefusal = refuse(
  createMessage(
    "The pages in this part of the navigation are generated from a specification. If you list a page here, the service might no longer generate those pages. Choose another location.",
  ),
);

/**
 * Plans all edits for a new page: its file, its counterparts, and its navigation entries or import. Doesn't write any
 * files.
 */
export function planNewPage(site: Site, page: NewPage): NewPagePlan {
  const { template, where } = page;
  const title = page.title.replace(/[\p{Cc}\s]+/gu, " ").trim();
  if (isBlank(title)) return refuse(emptyTitleMessage);
  const pathCheck = checkNewPage(site, template.kind, page.path);
  if (!pathCheck.ok) return pathCheck;
  const fillPage = (file: SitePath) => fillNewPage(site, { ...page, title }, file);
  const filledTemplate = fillPage(pathCheck.file);
  const edits: FileEdit[] = [{ kind: "create", file: pathCheck.file, text: filledTemplate.text }];
  const plan: NewPagePlan = { ok: true, file: pathCheck.file, edits, snippet: filledTemplate.snippet };
  if (where.kind === "imported") {
    const importEdit = createImportEdit(site, where.by, pathCheck.file, title);
    return importEdit ? { ...plan, edits: [...edits, importEdit] } : plan;
  }
  if (where.kind !== "listed" || template.kind === "snippet" || pathCheck.isListed) return plan;
  const neighbor = findRowNode(site, where.at);
  if (!neighbor) return refuse(changedMessage);
  if (neighbor.type === "element" && !where.group && generatesPages(site, neighbor)) return generatedPagesRefusal;
  const insertion = where.group
    ? planGroup(site, neighbor, where.group, [pathCheck.slug])
    : planInsertion(site, neighbor, toJsonString(pathCheck.slug));
  if (!insertion.ok) return insertion;
  let { entryCount: addedEntryCount } = insertion.addedCounts;
  const requestedCounterparts = new Set(where.group ? [] : page.counterparts);
  const otherDestinations = findCounterpartDestinations(site, neighbor, pathCheck.slug, template.kind).filter(
    ({ slug }) => requestedCounterparts.has(slug),
  );
  for (const { slug, node } of otherDestinations) {
    const counterpartInsertion = planInsertion(site, node, toJsonString(slug));
    if (!counterpartInsertion.ok) return counterpartInsertion;
    for (const [file, fileEdits] of counterpartInsertion.edits) addEdits(insertion.edits, file, fileEdits);
    addedEntryCount += counterpartInsertion.addedCounts.entryCount;
    edits.push({ kind: "create", file: `${slug}.mdx`, text: fillPage(`${slug}.mdx`).text });
  }
  const checkedEdits = checkEdits(site, insertion.edits, { ...insertion.addedCounts, entryCount: addedEntryCount });
  return checkedEdits.ok ? { ...plan, edits: [...edits, ...checkedEdits.edits] } : checkedEdits;
}

function fillNewPage(site: Site, page: NewPage, file: SitePath): FilledTemplate {
  const { template, where } = page;
  const frontmatterEnd =
    where.kind === "unlisted" && template.kind !== "snippet" ? findFrontmatterEnd(template.body) : undefined;
  const hasHiddenField = template.body.some((line, i) => i < (frontmatterEnd ?? 0) && /^hidden[ \t]*:/.test(line));
  const body =
    frontmatterEnd === undefined || hasHiddenField
      ? template.body
      : [...template.body.slice(0, frontmatterEnd), "hidden: true", ...template.body.slice(frontmatterEnd)];
  return fillTemplate(body, createPlaceholderValues(site, page, file));
}

/**
 * Returns the edit that imports the new snippet into the page `importer`, or undefined if `importer` isn't a page on
 * the site.
 */
function createImportEdit(site: Site, importer: SitePath, file: SitePath, title: string): FileEdit | undefined {
  const text = site.references.get(importer)?.text;
  if (text === undefined) return undefined;
  const name = createComponentName(title);
  const edit = createImportInsertion(createPageCaret(site, importer, text, 0), {
    importedName: name,
    localName: name,
    source: `/${file}`,
  });
  return { kind: "edit", file: importer, edits: [edit] };
}
