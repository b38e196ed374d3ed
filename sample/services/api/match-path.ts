/** Returns the values of the `{names}` in the template, or `undefined` if the path doesn't match. */
export function matchPath(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const names = template.split("/");
  const parts = path.split("/");
  if (names.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const part = parts[i] ?? "";
    if (!name.startsWith("{")) {
      if (name !== part) return undefined;
      continue;
    }
    try {
      values[name.slice(1, -1)] = decodeURIComponent(part);
    } catch {
      return undefined;
    }
  }
  return values;
}
