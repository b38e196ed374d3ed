import { getNodeLocation } from "../../config/json/json-tree.ts";
import { getPageSlug } from "../../site/pages/pages.ts";
import { getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { isEndpointLike } from "../../spec/operation-reference.ts";
import { truncateEnd } from "../../text/message.ts";
import { type SiteLocation, type SitePath, type TextRange, containsOffset } from "../../text/text-edit.ts";
import { findReferences } from "../references/find-references.ts";
import { explainFile } from "./explain-file.ts";
import { getPageLocation } from "./explain-page.ts";
import { explain } from "./explain.ts";
import {
  explainBarrier,
  findRemovalBarrier,
  findPlacements,
  getPlacementLocation,
  describeNavigationPath,
} from "./placements.ts";

/** The CodeLens above a page's title. It shows where readers find the page, or why they don't. */
export interface PageLens {
  readonly range: TextRange;
  /** The title, such as `shown in Guides › Basics · 12 links` or `not shown: the group “Basics” is hidden`. */
  readonly title: string;
  /** The location of the entry in docs.json. Undefined if there's no entry. */
  readonly location: SiteLocation | undefined;
}

const maxLength = 90;

/** Returns the CodeLens for a file, or undefined if the file is neither a page nor part of one. */
export function createPageLens(
  site: Site,
  file: SitePath,
  readText: (path: string) => string | undefined,
): PageLens | undefined {
  if (!site.pages.has(file)) return undefined;
  const { range } = getPageLocation(site, file);
  const { about, shown, because, steps } = explainFile(site, file, readText);
  if (about === "part") {
    const referenceCount = steps.filter(({ kind, state }) => kind === "use" && state === "ok").length;
    const title = shown ? "snippet used on pages" : "snippet not used on any page";
    return {
      range,
      title,
      location: referenceCount > 0 ? steps.find(({ kind }) => kind === "use")?.location : undefined,
    };
  }
  const [firstPlacement, ...otherPlacements] = findPlacements(site, getPageSlug(file) ?? "");
  const location = firstPlacement && getPlacementLocation(firstPlacement);
  if (!shown)
    return {
      range,
      title: truncateEnd(`not shown: ${replaceBackticks(because ?? "")}`, maxLength),
      location,
    };
  const navigationPath = firstPlacement ? describeNavigationPath(firstPlacement) : "";
  const otherCount = otherPlacements.filter(({ barrier }) => !barrier).length;
  const locationText = `shown in ${navigationPath === "" ? "the navigation" : navigationPath}${otherCount > 0 ? ` and ${otherCount} more ${otherCount === 1 ? "place" : "places"}` : ""}`;
  return {
    range,
    title: `${truncateEnd(locationText, maxLength)}${describeLinks(site, file)}`,
    location,
  };
}

/**
 * Describes the number of links to the page. Returns an empty string if there are none, because readers can still find
 * the page through the navigation.
 */
function describeLinks(site: Site, file: SitePath): string {
  const linkCount = findReferences(site, { kind: "page", file }).filter(({ kind }) => kind === "link").length;
  return linkCount === 0 ? "" : linkCount === 1 ? " · 1 link" : ` · ${linkCount} links`;
}

/**
 * Replaces backticks with quotation marks, because a CodeLens can't contain Markdown. Without any marks, `hidden: true`
 * would read as part of the sentence.
 */
function replaceBackticks(markdown: string): string {
  return markdown.replace(/`([^`]*)`/g, "“$1”");
}

/** A one-line explanation for a range in a file, and the target for which the full explanation can be requested. */
export interface LensExplanation {
  readonly range: TextRange;
  readonly verdict: string;
  readonly target: string;
}

/**
 * Returns the explanation for an offset in a file. For a docs.json entry that doesn't show anything, explains why. For
 * a page's title, explains where readers find the page, or why they don't. Returns undefined at any other offset.
 */
export function explainOffset(
  site: Site,
  file: SitePath,
  offset: number,
  readText: (path: string) => string | undefined,
): LensExplanation | undefined {
  return explainTitle(site, file, offset, readText) ?? explainEntry(site, file, offset, readText);
}

function explainTitle(
  site: Site,
  file: SitePath,
  offset: number,
  readText: (path: string) => string | undefined,
): LensExplanation | undefined {
  const title = site.references.get(file)?.frontmatter.fields.get("title");
  if (!title) return undefined;
  const range = { start: title.keyRange.start, end: Math.max(title.keyRange.end, title.valueRange.end) };
  if (!containsOffset(range, offset)) return undefined;
  return { range, verdict: explainFile(site, file, readText).verdict, target: file };
}

function explainEntry(
  site: Site,
  file: SitePath,
  offset: number,
  readText: (path: string) => string | undefined,
): LensExplanation | undefined {
  if (!site.config.files.some(({ path }) => path === file)) return undefined;
  const entry = getNavigation(site.config).entries.find(({ node }) => {
    const location = getNodeLocation(node);
    return location.file === file && containsOffset(location.range, offset);
  });
  if (!entry || !site.loaded.pages || !site.loaded.specs) return undefined;
  const { range } = entry.node;
  const isOperation = isEndpointLike(entry.text);
  const page = isOperation ? undefined : readPageEntry(entry.text);
  if (page && page.kind !== "page") return undefined;
  const target = page ? page.slug : entry.text;
  const barrier = findRemovalBarrier(entry);
  if (barrier) {
    const { reason = "" } = explainBarrier(barrier, "it");
    return { range, verdict: `Readers don't see this entry: ${reason}.`, target };
  }
  const { shown, verdict: summary } = explain(site, target, readText);
  return shown ? undefined : { range, verdict: summary, target };
}
