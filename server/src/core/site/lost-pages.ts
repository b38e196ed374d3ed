import { derive } from "../text/view.ts";
import { publishedPages } from "./published-pages.ts";
import { resolveLink } from "./resolve-link.ts";
import type { Site } from "./site.ts";

const mostPages = 100;

/** Paths of pages that were there in the revision compared with, in order, and at which nothing answers any more. */
export const lostPages = derive((site: Site): readonly string[] => {
  const { bySlug } = publishedPages(site.pages);
  const lost: string[] = [];
  for (const former of [...(site.formerPages ?? [])].sort()) {
    if (bySlug.has(former)) continue;
    const slug = former.replace(/\/index$/, "");
    const url = `/${slug.split("/").map(encodeURIComponent).join("/")}`;
    if (slug !== "index" && resolveLink(site, url, undefined).kind === "missing") lost.push(slug);
    if (lost.length >= mostPages) break;
  }
  return lost;
});
