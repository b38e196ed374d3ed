import { pageSlugsOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";

const longest = 80;

/**
 * The last part of a page's path for its title: `set-up-sso` for `Set up SSO!`. Letters of Latin script lose their
 * accents, those of other scripts stay. `page` for a title without letters.
 */
export function slugOfTitle(title: string): string {
  const plain = title
    .replace(/ß/g, "ss")
    .normalize("NFKD")
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase();
  const slug = plain
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const short = slug.length <= longest ? slug : slug.slice(0, longest).replace(/-[^-]*$/, "");
  return short === "" ? "page" : short;
}

/** The path of a page of this title in a folder (`""` for the root), with a number where that is taken. */
export function freePath(site: Site, folder: string, title: string): string {
  const path = `${folder === "" ? "" : `${folder}/`}${slugOfTitle(title)}`;
  const { byLowerCase } = pageSlugsOf(site.files);
  const isTaken = (slug: string) => byLowerCase.has(slug.toLowerCase()) || site.files.has(`${slug}.mdx`);
  let free = path;
  for (let i = 2; isTaken(free); i++) free = `${path}-${String(i)}`;
  return free;
}

/** `PlanNote` for `A plan note`: what a snippet exports. */
export function componentName(title: string): string {
  const name = slugOfTitle(title)
    .split("-")
    .map((part) => part.replace(/[^a-z0-9]/g, ""))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
  return /^[A-Z]/.test(name) ? name : `Snippet${name}`;
}
