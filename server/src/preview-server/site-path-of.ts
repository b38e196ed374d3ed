/**
 * The path below the root that a request names, decoded once, without query: `images/a b.png`. Undefined for what could
 * name another place: dots, a slash or back slash that was escaped, control characters, halves of characters.
 */
export function sitePathOf(url: string): string | undefined {
  const [path = ""] = url.split(/[?#]/, 1);
  const segments: string[] = [];
  for (const written of path.split("/").filter((segment) => segment !== "")) {
    const segment = decode(written);
    if (segment === undefined || segment === "." || segment === ".." || /[/\\\p{Cc}]/u.test(segment))
      return undefined;
    segments.push(segment);
  }
  return segments.join("/");
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
