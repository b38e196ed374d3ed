import type { Config } from "../config/config.ts";
import type { PageReferences } from "../page/page.ts";
import { fileName, folderOf } from "../text/site-path.ts";
import { mediaName, mediaNamesIn } from "../text/media-names.ts";
import type { SitePath } from "../text/text-range.ts";
import { derive } from "./derive.ts";
import type { Site } from "./site.ts";

/**
 * Whether any text of the site names this image, video or sound, by name alone wherever it lies: a page, docs.json, a
 * style, a script, a specification. Undefined where that cannot be told, as some of those texts were not read.
 */
export function isMediaUsed(site: Site, file: SitePath): boolean | undefined {
  if (site.mentions === undefined && hasUnreadTexts(site.files)) return undefined;
  const name = mediaName(file);
  const ending = name.slice(name.lastIndexOf("."));
  const mentioned = site.mentions && namesMentioned(site.mentions);
  return [namesOfPages(site.references), namesOfConfig(site.config), mentioned].some(
    (names) => names?.has(name) || names?.has(ending),
  );
}

const namesOfPages = derive((references: Site["references"]): ReadonlySet<string> => {
  const all = new Set<string>();
  for (const page of references.values()) for (const name of namesOfPage(page)) all.add(name);
  return all;
});

/** Kept for as long as the page is the same, so that a keystroke costs one page. */
const namesOfPage = derive(({ text }: PageReferences) => mediaNamesIn(text));

const namesOfConfig = derive(
  ({ files }: Config): ReadonlySet<string> => new Set(files.flatMap(({ text }) => [...mediaNamesIn(text)])),
);

const namesMentioned = derive(
  (mentions: NonNullable<Site["mentions"]>): ReadonlySet<string> =>
    new Set([...mentions.values()].flatMap((names) => [...names])),
);

/** Texts besides pages and docs.json in which files can be named. */
const hasUnreadTexts = derive((files: ReadonlySet<SitePath>) =>
  [...files].some(
    (file) =>
      /\.(css|scss|jsx?|tsx?|mjs|html?|ya?ml|json|svg|xml|txt)$/i.test(file) &&
      file !== "docs.json" &&
      !file.endsWith(".svg"),
  ),
);

/** Folders below the site's own that hold a docs.json, and so are sites of their own. */
export const nestedSiteFolders = derive((files: ReadonlySet<SitePath>): readonly SitePath[] =>
  [...files].filter((file) => file !== "docs.json" && fileName(file) === "docs.json").map(folderOf),
);
