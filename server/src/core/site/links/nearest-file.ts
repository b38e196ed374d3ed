import { addToGroup, derive } from "../../text/maps.ts";
import { findNearestName, hasAllWords } from "../../text/similarity.ts";
import { getFileName, getFolderPath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";

/**
 * Returns the file that a link such as `/images/logo.png` most likely refers to: a file in the same folder with fewer
 * words or another extension, a file with the same name in another folder, or a file in the same folder with a
 * similar name.
 */
export function findNearestFile(files: ReadonlySet<SitePath>, path: string): string | undefined {
  const { byName, byFolder } = indexOtherFiles(files);
  const [name, folder] = [getFileName(path), getFolderPath(path)];
  const allSiblings = byFolder.get(folder) ?? [];
  const siblings = allSiblings.length > 1000 ? [] : allSiblings;
  const withOtherExtension = siblings.filter((other) => getStem(other) === getStem(name) && imageExtension.test(other));
  const sibling =
    imageExtension.test(name) && withOtherExtension.length === 1
      ? withOtherExtension[0]
      : findNearestName(name, siblings);
  const isClose =
    sibling !== undefined && (getStem(sibling) === getStem(name) || hasAllWords(splitStem(sibling), getStem(name)));
  const same = byName.get(name.toLowerCase()) ?? [];
  if (same.length === 1 && !isClose) return `/${same[0]}`;
  return sibling === undefined ? undefined : folder === "" ? `/${sibling}` : `/${folder}/${sibling}`;
}

const imageExtension = /\.(?:png|jpe?g|gif|webp|svg|avif)$/i;

function getStem(name: string): string {
  return name.replace(imageExtension, "").toLowerCase();
}

function splitStem(name: string): readonly string[] {
  return getStem(name).split(/[-_.]/);
}

/** The files that aren't pages. `byFolder` and `byName` map folders and names to these files. */
const indexOtherFiles = derive((files: ReadonlySet<SitePath>) => {
  const slugsByName = new Map<string, SitePath[]>();
  const byFolder = new Map<string, string[]>();
  for (const file of files) {
    if (/\.(mdx?|json|ya?ml)$/i.test(file)) continue;
    const name = getFileName(file).toLowerCase();
    slugsByName.set(name, [...(slugsByName.get(name) ?? []), file].slice(0, 2));
    addToGroup(byFolder, getFolderPath(file), getFileName(file));
  }
  return { byName: slugsByName, byFolder };
});
