/**
 * Returns the folder of a path, such as `guides/` for `guides/start.mdx`, or an empty string for a file at the root.
 */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Resolves `.` and `..`. If the path leads outside the site, preserves the leading `..`. */
export function normalise(path: string): string {
  const retained: string[] = [];
  for (const part of path.split("/"))
    if (part === ".." && retained.length > 0 && retained.at(-1) !== "..") retained.pop();
    else if (part !== "." && part !== "") retained.push(part);
  return retained.join("/");
}
