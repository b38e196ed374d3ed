import { readdir, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Returns the files that end in `.test.ts` among these files and folders, as paths relative to the project, sorted and
 * without duplicates.
 */
export async function findTestFiles(
  project: string,
  paths: readonly string[],
  without: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(paths.map((testPath) => findFilesAt(path.join(project, testPath))));
  const files = found.flat().map((file) => path.relative(project, file).replaceAll(path.sep, "/"));
  const isRequested = (file: string) =>
    file.endsWith(".test.ts") && !without.some((folder) => file.startsWith(`${folder}/`));
  return [...new Set(files.filter(isRequested))].sort();
}

async function findFilesAt(testPath: string): Promise<string[]> {
  if ((await stat(testPath)).isFile()) return [testPath];
  const entries = await readdir(testPath, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}
