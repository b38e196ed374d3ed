import { readdir, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Returns the files that end in `.test.ts` among these files and folders, as paths relative to the project, sorted and
 * without duplicates.
 */
export async function findTestFiles(
  project: string,
  places: readonly string[],
  without: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(places.map((place) => filesAt(path.join(project, place))));
  const files = found.flat().map((file) => path.relative(project, file).replaceAll(path.sep, "/"));
  const isRequested = (file: string) =>
    file.endsWith(".test.ts") && !without.some((folder) => file.startsWith(`${folder}/`));
  return [...new Set(files.filter(isRequested))].sort();
}

async function filesAt(place: string): Promise<string[]> {
  if ((await stat(place)).isFile()) return [place];
  const entries = await readdir(place, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}
