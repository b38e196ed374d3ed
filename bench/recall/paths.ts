/**
 * Returns the folder of a path, such as `guides/` for `guides/start.mdx`, or an empty string for a file at the root.
 */
export function getFolder(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Resolves `.` and `..`. If the path leads outside the site, preserves the leading `..`. */
export function normalize(path: string): string {
  const segments: string[] = [];
  for (const part of path.split("/"))
    if (part === ".." && segments.length > 0 && segments.at(-1) !== "..") segments.pop();
    else if (part !== "." && part !== "") segments.push(part);
  return segments.join("/");
}
