/** `guides/` of `guides/start.mdx`, empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Without `.` and `..`; one that leaves the site keeps its `..`. */
export function normalise(path: string): string {
  const kept: string[] = [];
  for (const part of path.split("/"))
    if (part === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (part !== "." && part !== "") kept.push(part);
  return kept.join("/");
}
