import { isAbsolute, join, relative, sep } from "node:path";

/**
 * A reported file as programs of a CI job look for it: POSIX, relative to where the command runs, which is the root
 * of the repository there. Undefined when it lies elsewhere.
 */
export function pathFrom(cwd: string, root: string, file: string): string | undefined {
  const path = relative(cwd, join(root, file));
  return isAbsolute(path) || path === ".." || path.startsWith(`..${sep}`)
    ? undefined
    : path.split(sep).join("/");
}
