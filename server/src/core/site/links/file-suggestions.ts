import { addToGroup, derive } from "../../text/maps.ts";
import { areNested, findNearestName } from "../../text/similarity.ts";
import { getFileName, getFolderPath, getParentFolders, getTopFolder } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import {
  findInNamedFolder,
  imageExtension,
  isAboutOtherFile,
  isSimilarFileName,
  maxComparisons,
  maxSameNames,
  splitFileName,
} from "./suggestion-evidence.ts";

/**
 * Returns the file that a link such as `/images/logo.png` most likely refers to: a file with the same path in another
 * top-level folder, with another extension, with a similar name in the same folder, or with the same name in another
 * folder. A file whose name or folder is about another subject isn't suggested. If several top-level folders have the
 * path, returns the file in the folder of the page that contains the link (`from`).
 */
export function findNearestFile(files: ReadonlySet<SitePath>, path: string, referencingFile = ""): string | undefined {
  const { byName: filesByName, byStem: filesByStem, namesByFolder, topFolders } = indexOtherFiles(files);
  const [name, folder] = [getFileName(path), getFolderPath(path)];
  const allSiblings = namesByFolder.get(folder) ?? [];
  const siblings = allSiblings.length > maxComparisons ? [] : allSiblings;
  const filesWithOtherExtension = siblings.filter(
    (other) => getStem(other) === getStem(name) && imageExtension.test(other),
  );
  const sibling =
    imageExtension.test(name) && filesWithOtherExtension.length === 1
      ? filesWithOtherExtension[0]
      : findNearestName(
          name,
          siblings.filter((other) => isSimilarFileName(name, other)),
        );
  const sameNameFiles = (filesByName.get(name.toLowerCase()) ?? [])
    .slice(0, maxSameNames)
    .filter((file) => !isAboutOtherFile(file, path));
  const parentFolders = folder === "" ? [] : topFolders.filter((top) => files.has(`${top}/${path}`));
  const parentFolder =
    parentFolders.length === 1 ? parentFolders[0] : parentFolders.find((top) => top === getTopFolder(referencingFile));
  const pathWithoutTopFolder = path.slice(path.indexOf("/") + 1);
  const target =
    (parentFolder === undefined ? undefined : `${parentFolder}/${path}`) ??
    (pathWithoutTopFolder.includes("/") && files.has(pathWithoutTopFolder) ? pathWithoutTopFolder : undefined) ??
    (sibling === undefined ? undefined : folder === "" ? sibling : `${folder}/${sibling}`) ??
    (sameNameFiles.length === 1 ? sameNameFiles[0] : findInNamedFolder(filesByStem, path)) ??
    findDataFile(files, path);
  return target === undefined ? undefined : `/${target}`;
}

/**
 * Returns the only JSON or YAML file with the link's name, such as `openapi.json`, if it's in a folder above or below. A
 * file in another folder may be about another version, language, or subject.
 */
function findDataFile(files: ReadonlySet<SitePath>, path: string): SitePath | undefined {
  const [file, second] = indexOtherFiles(files).dataByName.get(getFileName(path)) ?? [];
  return file !== undefined && second === undefined && areNested(file, path) ? file : undefined;
}

/** Files for tools, which authors don't link to. */
const toolFilePattern = /^(?:docs|mint|package|package-lock|tsconfig)\.json$/;

function getStem(name: string): string {
  return name.replace(imageExtension, "").toLowerCase();
}

/**
 * The files that aren't pages, by name, by the words of their name, and by folder, JSON and YAML files by name, and the
 * top-level folders.
 */
const indexOtherFiles = derive((files: ReadonlySet<SitePath>) => {
  const filesByName = new Map<string, SitePath[]>();
  const filesByStem = new Map<string, SitePath[]>();
  const namesByFolder = new Map<string, string[]>();
  const dataByName = new Map<string, SitePath[]>();
  const topFolders = new Set<string>();
  for (const file of files) {
    if (file.includes("/")) topFolders.add(file.slice(0, file.indexOf("/")));
    const name = getFileName(file);
    if (/\.(?:json|ya?ml)$/.test(name) && !toolFilePattern.test(name)) addToGroup(dataByName, name, file);
    if (/\.(mdx?|json|ya?ml)$/i.test(file)) continue;
    addToGroup(filesByName, name.toLowerCase(), file);
    addToGroup(namesByFolder, getFolderPath(file), name);
    if (imageExtension.test(name)) addToGroup(filesByStem, splitFileName(name).join("-"), file);
  }
  return {
    byName: filesByName,
    byStem: filesByStem,
    namesByFolder,
    dataByName,
    topFolders: [...topFolders].slice(0, maxComparisons),
  };
});

const getExistingFolders = derive((files: ReadonlySet<SitePath>) => getParentFolders(files));

/** Returns the outermost folder in a path that doesn't exist, or undefined if all folders exist. */
export function findMissingFolder(path: string, files: ReadonlySet<SitePath>): string | undefined {
  const folders = getExistingFolders(files);
  return [...getParentFolders([path])].findLast((folder) => !folders.has(folder));
}
