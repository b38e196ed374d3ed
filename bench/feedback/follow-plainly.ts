import type { SiteCopy } from "../recall/site-copy.ts";

/** Follows a site's redirects in the simplest way, without any product code. */
export function followRedirects(
  { config, texts }: Pick<SiteCopy, "config" | "texts">,
  start: string,
): string | undefined {
  const fileOf = (path: string) =>
    [`${path}.mdx`, `${path}.md`, `${path}/index.mdx`].find((file) => texts.has(file));
  let path = start;
  for (let hop = 0; hop < 10; hop++) {
    const file = fileOf(path);
    if (file !== undefined) return file;
    const exact = config.redirects.find(({ source }) => plain(source) === path && !/[:*]/.test(source));
    const pattern = exact ? undefined : config.redirects.find(({ source }) => patternOf(source)?.test(path));
    const chosen = exact ?? pattern;
    if (!chosen) return undefined;
    const found = pattern ? patternOf(pattern.source)?.exec(path) : undefined;
    const destination = chosen.destination
      .replace(/:([A-Za-z_]\w*)[*+?]?/g, (written, name: string) => found?.groups?.[name] ?? written)
      .replace(/\*/g, () => found?.groups?.["nameless"] ?? "");
    if (/^([a-z]+:)?\/\//i.test(destination)) return undefined;
    path = plain(destination);
  }
  return undefined;
}

/** Returns only the decoded path of a URL. */
export function plain(written: string): string {
  const path = written.replace(/[?#].*$/, "").replace(/^\/+|\/+$/g, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function patternOf(source: string): RegExp | undefined {
  if (!/:[A-Za-z_]|\*/.test(source) || /[(#?]/.test(source)) return undefined;
  const parts = plain(source).split(/(:[A-Za-z_]\w*[*+?]?|\*)/);
  const text = parts.map((part) => {
    const [, name, mark] = /^:([A-Za-z_]\w*)([*+?]?)$/.exec(part) ?? [];
    if (name !== undefined) return mark === "" ? `(?<${name}>[^/]+)` : `(?<${name}>.+)`;
    return part === "*" ? "(?<nameless>.+)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${text.join("")}$`);
}

/** Returns a path that matches a source with wildcards, in which each wildcard is replaced by a word. */
export function pathOfSource(source: string, word: (name: string) => string): string {
  return source
    .replace(/:([A-Za-z_]\w*)[*+?]?/g, (_, name: string) => word(name))
    .replace(/\*/g, () => word("nameless"));
}
