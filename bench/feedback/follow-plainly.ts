import type { SiteCopy } from "../recall/site-copy.ts";

/** Follows a site's redirects in the simplest way, without any product code. */
export function followRedirects(
  { config, texts }: Pick<SiteCopy, "config" | "texts">,
  start: string,
): string | undefined {
  const findFile = (path: string) => [`${path}.mdx`, `${path}.md`, `${path}/index.mdx`].find((file) => texts.has(file));
  let path = start;
  for (let hop = 0; hop < 10; hop++) {
    const file = findFile(path);
    if (file !== undefined) return file;
    const exact = config.redirects.find(({ source }) => toPlain(source) === path && !/[:*]/.test(source));
    const pattern = exact ? undefined : config.redirects.find(({ source }) => toPattern(source)?.test(path));
    const redirect = exact ?? pattern;
    if (!redirect) return undefined;
    const found = pattern ? toPattern(pattern.source)?.exec(path) : undefined;
    const destination = redirect.destination
      .replace(/:([A-Za-z_]\w*)[*+?]?/g, (parameter, name: string) => found?.groups?.[name] ?? parameter)
      .replace(/\*/g, () => found?.groups?.["nameless"] ?? "");
    if (/^([a-z]+:)?\/\//i.test(destination)) return undefined;
    path = toPlain(destination);
  }
  return undefined;
}

/** Returns only the decoded path of a URL. */
export function toPlain(writtenPath: string): string {
  const path = writtenPath.replace(/[?#].*$/, "").replace(/^\/+|\/+$/g, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function toPattern(source: string): RegExp | undefined {
  if (!/:[A-Za-z_]|\*/.test(source) || /[(#?]/.test(source)) return undefined;
  const parts = toPlain(source).split(/(:[A-Za-z_]\w*[*+?]?|\*)/);
  const text = parts.map((part) => {
    const [, name, mark] = /^:([A-Za-z_]\w*)([*+?]?)$/.exec(part) ?? [];
    if (name !== undefined) return mark === "" ? `(?<${name}>[^/]+)` : `(?<${name}>.+)`;
    return part === "*" ? "(?<nameless>.+)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${text.join("")}$`);
}

/** Returns a path that matches a source with wildcards, in which each wildcard is replaced by a word. */
export function getSourcePath(source: string, toWord: (name: string) => string): string {
  return source
    .replace(/:([A-Za-z_]\w*)[*+?]?/g, (_, name: string) => toWord(name))
    .replace(/\*/g, () => toWord("nameless"));
}
