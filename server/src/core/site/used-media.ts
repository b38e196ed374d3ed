import type { Config } from "../config/config.ts";
import type { PageReferences } from "../page/page.ts";
import { canBeMade, mediaName, mediaNamesIn } from "../text/media-types.ts";
import type { SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import type { Site } from "./site.ts";

/**
 * Whether any text of the site names this image, video or sound, by name alone wherever it lies: a page, docs.json, a
 * style, a script, a specification. Undefined where that cannot be told, as some of those texts were not read.
 */
export function isMediaUsed(site: Site, file: SitePath): boolean | undefined {
  if (site.mentions === undefined && hasUnreadTexts(site.files)) return undefined;
  const name = mediaName(file);
  if (name.startsWith(".")) return undefined;
  const mentioned = site.mentions && namesMentioned(site.mentions);
  return [namesOfPages(site.references), namesOfConfig(site.config), mentioned].some(
    (named) => named?.names.has(name) || named?.patterns.some((pattern) => canBeMade(pattern, file)),
  );
}

interface Named {
  readonly names: ReadonlySet<string>;
  /** Names with a star. */
  readonly patterns: readonly string[];
}

const namesOfPages = derive((references: Site["references"]) =>
  gather([...references.values()].map((page) => namesOfPage(page))),
);

/** Kept for as long as the page is the same, so that a keystroke costs one page. */
const namesOfPage = derive(({ text }: PageReferences) => withFolders(mediaNamesIn(text)));

const namesOfConfig = derive(({ files }: Config) => gather(files.map(({ text }) => mediaNamesIn(text))));

const namesMentioned = derive((mentions: NonNullable<Site["mentions"]>) =>
  gather([...mentions].map(([path, names]) => (isScript.test(path) ? names : withFolders(names)))),
);

const isScript = /\.([cm]?[jt]s|[jt]sx|vue|svelte)$/i;

/** Without `*.png` alone, which in a text for readers is a pattern or a sample and shows nothing. */
function withFolders(names: ReadonlySet<string>): readonly string[] {
  return [...names].filter((name) => !name.startsWith("*"));
}

function gather(lists: readonly Iterable<string>[]): Named {
  const all = new Set<string>();
  for (const list of lists) for (const name of list) all.add(name);
  return { names: all, patterns: [...all].filter((name) => name.includes("*")).slice(0, 1000) };
}

/** Texts besides pages and docs.json in which files can be named. */
const hasUnreadTexts = derive((files: ReadonlySet<SitePath>) =>
  [...files].some(
    (file) =>
      /\.(css|scss|jsx?|tsx?|mjs|html?|ya?ml|json|svg|xml|txt)$/i.test(file) &&
      file !== "docs.json" &&
      !file.endsWith(".svg"),
  ),
);
