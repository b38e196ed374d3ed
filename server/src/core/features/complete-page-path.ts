import { quoted } from "../config/edit-config.ts";
import { listedSlugs } from "../site/navigation-pages.ts";
import { pageSlugsOf } from "../site/page-slugs.ts";
import type { ConfigCaret, Offer } from "./completion.ts";

/** Every page of the site by its path, those that stand nowhere in the navigation first. */
export function offerPages({ site }: ConfigCaret): Offer[] {
  const listed = listedSlugs(site.config).exact;
  return [...pageSlugsOf(site.files).fileOf].map(([slug, file]): Offer => {
    const title = site.pages.get(file)?.fields.get("title");
    const isListed = listed.has(slug);
    return {
      kind: "page",
      label: slug,
      ...(typeof title === "string" && title !== "" ? { detail: title } : {}),
      ...(isListed ? { remark: "already listed" } : {}),
      json: quoted(slug),
      rank: isListed ? 2 : 1,
    };
  });
}
