import fs from "node:fs";
import { relative, resolve, sep } from "node:path";

const project = resolve(import.meta.dirname, "../..");
const threadTimes = /^\/proc\/\d+\/task\/\d+\/schedstat$/;

/**
 * Runs `work` and returns every file or folder outside `allowed` that was read while it was running. Files of this
 * project are excluded, because they're modules that are being loaded.
 */
export async function readsOutside(allowed: string, work: () => Promise<unknown>): Promise<string[]> {
  const outside: string[] = [];
  const root = fs.realpathSync(allowed);
  const note = (path: unknown) => {
    if (typeof path !== "string" && !(path instanceof Buffer)) return;
    const real = realPath(String(path));
    const isOwn = isBelow(project, real) || threadTimes.test(real);
    if (!isBelow(root, real) && !isOwn) outside.push(real);
  };
  const restore = (
    [
      "openSync",
      "open",
      "readFileSync",
      "readFile",
      "readdirSync",
      "readdir",
      "opendirSync",
      "createReadStream",
    ] as const
  ).map((name) => replace(name, note));
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return outside;
}

function replace(name: keyof typeof fs, note: (path: unknown) => void): () => void {
  const original: unknown = Reflect.get(fs, name);
  if (typeof original !== "function") throw new Error(`fs.${name} isn't a function`);
  Reflect.set(fs, name, (...args: unknown[]) => {
    note(args[0]);
    const result: unknown = Reflect.apply(original, fs, args);
    return result;
  });
  return () => Reflect.set(fs, name, original);
}

function isBelow(root: string, path: string): boolean {
  const relativePath = relative(root, path);
  return relativePath !== ".." && !relativePath.startsWith(`..${sep}`);
}

function realPath(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    return resolve(path);
  }
}
