import type { Config } from "../core/config/config.ts";
import { derive } from "../core/text/view.ts";
import { generatedPages, type GeneratedPage } from "../core/site/specs/generated-pages.ts";
import { pageListings } from "../core/site/navigation/navigation-pages.ts";
import type { Site } from "../core/site/site.ts";
import { foldersAbove } from "../core/text/site-path.ts";

/**
 * The page that the service opens for a folder without a page of its own, and for the site (`""`): the first that the
 * navigation has there, of the whole site the first of the language and version in which readers arrive.
 */
export function firstPages(
  site: Pick<Site, "config" | "specs" | "profile">,
): ReadonlyMap<string, string | undefined> {
  return inConfig(site.config)(generatedPages(site));
}

const inConfig = derive((config: Config) =>
  derive((generated: readonly GeneratedPage[]): ReadonlyMap<string, string> => {
    const listed = pageListings(config).flatMap(({ entry, slug }) =>
      entry.lost || slug === "" ? [] : [{ slug, from: entry.parent }],
    );
    const made = generated.flatMap(({ slug, listed: isListed, node }) =>
      isListed ? [{ slug, from: node.type === "entry" ? node.parent : node }] : [],
    );
    const first = new Map<string, string>();
    for (const { slug } of [...listed, ...made])
      for (const folder of foldersAbove([slug])) if (!first.has(folder)) first.set(folder, slug);
    const home = [...listed, ...made].find(({ from }) => isWhereReadersArrive(from));
    const [any] = [...listed, ...made];
    const start = home ?? any;
    if (start) first.set("", start.slug);
    return first;
  }),
);

interface Division {
  readonly kind: string;
  readonly isDefault: boolean;
  readonly parent: Division | undefined;
}

function isWhereReadersArrive(element: Division | undefined): boolean {
  for (let one = element; one; one = one.parent)
    if ((one.kind === "language" || one.kind === "version") && !one.isDefault) return false;
  return true;
}
