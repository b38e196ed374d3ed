import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/** How long each test file took when it last ran here. Milliseconds. */
export type FileTimes = Readonly<Record<string, number>>;

const place = "node_modules/.cache/docwright/test-times.json";

/** Nothing where nothing is known, as on a fresh clone. */
export async function readFileTimes(project: string): Promise<FileTimes> {
  try {
    return JSON.parse(await readFile(path.join(project, place), "utf8")) as FileTimes;
  } catch {
    return {};
  }
}

export async function writeFileTimes(project: string, times: FileTimes): Promise<void> {
  const file = path.join(project, place);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.${process.pid}`, JSON.stringify(times));
  await rename(`${file}.${process.pid}`, file);
}

/** A long file that begins last leaves the other processors idle. Unknown ones could be long. */
export function longestFirst(files: readonly string[], times: FileTimes): string[] {
  const timeOf = (file: string) => times[file] ?? Infinity;
  return files.toSorted((a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(b) - timeOf(a)));
}
