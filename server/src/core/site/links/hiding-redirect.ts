import type { SitePath } from "../../text/text-edit.ts";
import { getPageSlug, isPublished } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import { findRedirect, followRedirectChain, getDestinationPath, type FollowedRedirect } from "./redirects.ts";

/**
 * Returns the redirect that keeps readers from opening the page at this slug. Redirects that lead back to the page and
 * redirects in a loop don't count.
 */
export function findHidingRedirect(
  site: Pick<Site, "config" | "settings">,
  slug: string,
): FollowedRedirect | undefined {
  const path = slug.replace(/(^|\/)index$/, "");
  const followedRedirect = findRedirect(site, path);
  // The service doesn't document whether `old/:slug*` also matches `old`, and public sites rely on either behavior.
  if (!followedRedirect || followedRedirect.redirect.pattern?.prefix === path) return undefined;
  const { kind } = followRedirectChain(site, followedRedirect.redirect);
  if (kind === "to-itself" || kind === "loop") return undefined;
  return getDestinationPath(site, followedRedirect.destination) === slug ? undefined : followedRedirect;
}

/**
 * Whether readers can't open the page because a redirect sends them elsewhere. False for snippets, which readers see on
 * other pages.
 */
export function isHiddenByRedirect(site: Pick<Site, "config" | "pages" | "settings">, file: SitePath): boolean {
  const slug = getPageSlug(file);
  return slug !== undefined && isPublished(site.pages, file) && findHidingRedirect(site, slug) !== undefined;
}
