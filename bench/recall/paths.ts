/** Returns the folder of a path: `guides/` for `guides/start.mdx`, empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Resolves `.` and `..`. A path that leaves the site keeps its `..`. */
export function normalise(path: string): string {
  const retained: string[] = [];
  for (const part of path.split("/"))
    if (part === ".." && retained.length > 0 && retained.at(-1) !== "..") retained.pop();
    else if (part !== "." && part !== "") retained.push(part);
  return retained.join("/");
}
