import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/** The duration of each test file's last run on this machine, in milliseconds. */
export type FileTimes = Readonly<Record<string, number>>;

const timesFile = "node_modules/.cache/docwright/test-times.json";

/** Reads the stored times. Returns an empty object if there are none, as in a fresh clone. */
export async function readFileTimes(project: string): Promise<FileTimes> {
  try {
    return JSON.parse(await readFile(path.join(project, timesFile), "utf8")) as FileTimes;
  } catch {
    return {};
  }
}

export async function writeFileTimes(project: string, times: FileTimes): Promise<void> {
  const file = path.join(project, timesFile);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.${process.pid}`, JSON.stringify(times));
  await rename(`${file}.${process.pid}`, file);
}

/**
 * Sorts files so that the ones with the longest run times come first, because starting a long-running file last would
 * leave the other processors idle. Files without a stored time also come first, because they might take long.
 */
export function sortByTime(files: readonly string[], times: FileTimes): string[] {
  const getTime = (file: string) => times[file] ?? Infinity;
  return files.toSorted((a, b) => (getTime(a) === getTime(b) ? 0 : getTime(b) - getTime(a)));
}
