import type { FileMove } from "../../server/src/core/features/move/moved-links.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { isPublished } from "../../server/src/core/site/pages/pages.ts";
import { getFileName, getFolderPath, getParentFolders } from "../../server/src/core/text/site-path.ts";
import type { Random } from "../recall/random.ts";

/**
 * Picks a typical rename or move by an author, usually of a page, and sometimes of a folder, an image, a snippet, or a
 * specification.
 */
export function drawMove(site: Site, random: Random): FileMove {
  const files = [...site.files];
  const pages = files.filter((file) => isPublished(site.pages, file));
  const kind = random.nextBelow(10);
  const isInLanguage = (path: string) => languages.test(path) && path.split("/", 1)[0];
  const all = [...getParentFolders(pages)];
  if (kind === 0 && all.length > 0) return moveOfFolder(all, isInLanguage, random);
  const from =
    (kind <= 2 ? random.pick(files.filter((file) => !isPublished(site.pages, file) && isMovable(file))) : undefined) ??
    random.pick(pages) ??
    "index.mdx";
  const ending = /\.\w+$/.exec(from)?.[0] ?? "";
  const name = random.nextChance(0.6) ? `${random.nextWord(4)}-${random.nextWord(5)}${ending}` : getFileName(from);
  // A translation must stay in its language's folder.
  const folders = all.filter((folder) => isInLanguage(`${folder}/`) === isInLanguage(from));
  const sourceFolder = getFolderPath(from);
  const isSnippetFile = /^_?snippets\//.test(from);
  const folder = random.nextChance(0.4)
    ? sourceFolder
    : random.nextChance(0.7) && !isSnippetFile
      ? (random.pick(folders) ?? sourceFolder)
      : [sourceFolder, random.nextWord(5)].filter(Boolean).join("/");
  return { from, to: folder === "" ? name : `${folder}/${name}` };
}

const languages = /^([a-z]{2}|zh-[A-Za-z]+|pt-BR|cn|jp|v\d[\w.]*)\//;

function moveOfFolder(
  folders: readonly string[],
  isInLanguage: (path: string) => string | false | undefined,
  random: Random,
): FileMove {
  const from = random.pick(folders) ?? "";
  const others = folders.filter((folder) => isInLanguage(`${folder}/`) === isInLanguage(`${from}/`));
  const above = random.nextChance(0.5) ? getFolderPath(from) : (random.pick(others) ?? "");
  const name = random.nextChance(0.7) ? random.nextWord(6) : getFileName(from);
  return { from, to: above === "" ? name : `${above}/${name}` };
}

function isMovable(file: string): boolean {
  return /\.(mdx?|svg|png|jpe?g|webp|gif|mp4|ya?ml|jsx|tsx)$/i.test(file) || /openapi.*\.json$/i.test(file);
}
