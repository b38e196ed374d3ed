import type { FileMove } from "../../server/src/core/features/move/moved-links.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { isPublished } from "../../server/src/core/site/pages/pages.ts";
import { getFileName, folderOf, getParentFolders } from "../../server/src/core/text/site-path.ts";
import type { Random } from "../recall/random.ts";

/**
 * Picks a typical rename or move by an author, usually of a page, and sometimes of a folder, an image, a snippet, or a
 * specification.
 */
export function drawMove(site: Site, random: Random): FileMove {
  const files = [...site.files];
  const pages = files.filter((file) => isPublished(site.pages, file));
  const kind = random.below(10);
  const inLanguage = (path: string) => languages.test(path) && path.split("/", 1)[0];
  const all = [...getParentFolders(pages)];
  if (kind === 0 && all.length > 0) return moveOfFolder(all, inLanguage, random);
  const from =
    (kind <= 2
      ? random.pick(files.filter((file) => !isPublished(site.pages, file) && isMovable(file)))
      : undefined) ??
    random.pick(pages) ??
    "index.mdx";
  const ending = /\.\w+$/.exec(from)?.[0] ?? "";
  const name = random.chance(0.6) ? `${random.word(4)}-${random.word(5)}${ending}` : getFileName(from);
  // A translation must stay in its language's folder.
  const folders = all.filter((folder) => inLanguage(`${folder}/`) === inLanguage(from));
  const sourceFolder = folderOf(from);
  const isSnippetFile = /^_?snippets\//.test(from);
  const folder = random.chance(0.4)
    ? sourceFolder
    : random.chance(0.7) && !isSnippetFile
      ? (random.pick(folders) ?? sourceFolder)
      : [sourceFolder, random.word(5)].filter(Boolean).join("/");
  return { from, to: folder === "" ? name : `${folder}/${name}` };
}

const languages = /^([a-z]{2}|zh-[A-Za-z]+|pt-BR|cn|jp|v\d[\w.]*)\//;

function moveOfFolder(
  folders: readonly string[],
  inLanguage: (path: string) => string | false | undefined,
  random: Random,
): FileMove {
  const from = random.pick(folders) ?? "";
  const others = folders.filter((folder) => inLanguage(`${folder}/`) === inLanguage(`${from}/`));
  const above = random.chance(0.5) ? folderOf(from) : (random.pick(others) ?? "");
  const name = random.chance(0.7) ? random.word(6) : getFileName(from);
  return { from, to: above === "" ? name : `${above}/${name}` };
}

function isMovable(file: string): boolean {
  return /\.(mdx?|svg|png|jpe?g|webp|gif|mp4|ya?ml|jsx|tsx)$/i.test(file) || /openapi.*\.json$/i.test(file);
}
