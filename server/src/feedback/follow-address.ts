import type { FormerFiles } from "../core/site/files/former-files.ts";
import { findRedirect } from "../core/site/links/redirects.ts";
import { generatedAt, isFolderOfPages, otherSpelling, ownPath, pageAt } from "../core/site/links/resolve-link.ts";
import { publishedPages, slugOf } from "../core/site/pages/pages.ts";
import { readUrl, splitLocal } from "../core/site/pages/urls.ts";
import type { Site } from "../core/site/site.ts";
import { generatedBySlug, type GeneratedPage } from "../core/site/specs/generated-pages.ts";
import { said, type Said } from "../core/text/message.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import { firstPages } from "./first-pages.ts";
import type { FoundBy } from "./path-join.ts";
import { readPath } from "./read-address.ts";

/** What of a site it depends on where an address leads. */
export type AddressParts = Pick<Site, "config" | "specs" | "pages" | "files" | "profile" | "settings">;

/** The page that an address leads to. */
export interface Reached {
  readonly slug: string;
  /** Absent for a page that the service makes. */
  readonly file?: SitePath;
  readonly generated?: GeneratedPage;
  readonly by: FoundBy;
}

/** An address that leads to no page; `reason` is there where more is known of it. */
export interface LedAstray {
  readonly reason?: Said;
}

const mostSteps = 20;
/** From the surest to the least sure. */
const sureness: readonly FoundBy[] = ["address", "redirect", "rename", "version", "language"];

/** The less sure of two ways. */
export function leastSure(one: FoundBy, other: FoundBy): FoundBy {
  return sureness.indexOf(one) > sureness.indexOf(other) ? one : other;
}

/**
 * Where readers who open a path of the site arrive: at its page, through redirects, or where its file is today. `path`
 * is decoded, without slashes at its ends. `steps` are the paths that have led here.
 */
export function followAddress(
  site: AddressParts,
  former: FormerFiles,
  path: string,
  steps: readonly string[] = [],
): Reached | LedAstray {
  const spellings = spellingsOf(path);
  for (const slug of spellings) {
    const found = pageOf(site, slug, "address");
    if (found) return found;
  }
  if (steps.includes(path)) return { reason: said("Its redirects lead round in a circle.") };
  if (steps.length >= mostSteps)
    return { reason: said("It leads through more redirects than browsers follow.") };
  const before = [...steps, path];
  let astray: LedAstray = {};
  for (const follow of [followRedirect, followRename])
    for (const slug of spellings) {
      const found = follow(site, former, slug, before);
      if (found && "slug" in found) return found;
      astray = astray.reason === undefined && found ? found : astray;
    }
  const other = otherSpelling(site, path) ?? otherSpelling(site, spellings.at(-1) ?? path);
  const spelled = other && pageOf(site, withoutIndex(other.path), "address");
  if (spelled) return spelled;
  const first = path === "" || isFolderOfPages(site, path) ? firstPages(site).get(path) : undefined;
  return (first !== undefined && pageOf(site, first, "redirect")) || astray;
}

/** The same address as `/start.md`, `/start.html` and `/start/index`. */
function spellingsOf(path: string): readonly string[] {
  const plain = path.replace(/(?<=[^/])\.(mdx?|html?)$/i, "");
  return [...new Set([path, plain, withoutIndex(plain)])];
}

function withoutIndex(path: string): string {
  return path === "index" ? "" : path.replace(/\/index$/, "");
}

/** The page that is at this address itself. */
export function pageOf(site: AddressParts, slug: string, by: FoundBy): Reached | undefined {
  const page = pageAt(site.pages, slug);
  if (page) return { slug: slugOf(page.path) ?? slug, file: page.path, by };
  const generated = generatedAt(site, slug) ?? (slug === "" ? generatedAt(site, "index") : undefined);
  return generated && { slug: generated.slug, generated, by };
}

type Follow = (
  site: AddressParts,
  former: FormerFiles,
  path: string,
  steps: readonly string[],
) => Reached | LedAstray | undefined;

const followRedirect: Follow = (site, former, path, steps) => {
  // What is looked up is decoded there once more.
  const followed = findRedirect(site, path.replace(/[%?#]/g, encodeURIComponent));
  if (!followed) return undefined;
  const url = readUrl(followed.destination);
  const own = url.kind === "web" ? ownPath(site, url.host, url.rest) : followed.destination;
  if (own === undefined || (url.kind !== "web" && url.kind !== "local"))
    return { reason: said("A redirect leads from it to another site.") };
  const read = readPath(site, splitLocal(own).path);
  let astray: LedAstray = { reason: said("A redirect leads from it to an address that has no page.") };
  for (const next of read.ok ? read.paths : []) {
    const reached = followAddress(site, former, next, steps);
    if ("slug" in reached) return { ...reached, by: leastSure("redirect", reached.by) };
    if (reached.reason !== undefined) astray = reached;
  }
  return astray;
};

/** A file that had this address is somewhere else today, perhaps by a step that no commit has yet. */
const followRename: Follow = (site, former, path, steps) => {
  let astray: LedAstray | undefined;
  for (const file of former.nowAt.size === 0 ? [] : filesAt(path)) {
    if (!former.nowAt.has(file)) continue;
    const now = former.nowAt.get(file);
    if (now === undefined) {
      astray ??= { reason: said("The page that had this address has been deleted.") };
      continue;
    }
    const slug = slugOf(now);
    if (slug === undefined || (site.files.has(now) && publishedPages(site.pages).importedBy.has(now))) {
      astray ??= {
        reason: said("The file that had this address is {0} today, which is no page of its own.", now),
      };
      continue;
    }
    const reached = followAddress(site, former, slug, steps);
    if ("slug" in reached) return { ...reached, by: leastSure("rename", reached.by) };
  }
  return astray;
};

/** Files that would answer at a path, the usual one first. */
export function filesAt(path: string): readonly SitePath[] {
  const index = path === "" ? "index" : `${path}/index`;
  const slugs = path === "" || path === "index" ? ["index"] : [path, index];
  return slugs.flatMap((slug) => [`${slug}.mdx`, `${slug}.md`]);
}

/** Every address at which a page answers: of files, then of pages that the service makes. */
export function* addressesOf(site: Pick<Site, "config" | "specs" | "pages" | "profile">): Iterable<string> {
  yield* publishedPages(site.pages).bySlug.keys();
  yield* generatedBySlug(site).keys();
}
