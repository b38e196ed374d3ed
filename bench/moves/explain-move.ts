import type { Texts } from "./read-site.ts";

/**
 * Returns the reason why a move in this site can't preserve the number of problems or can't be reverted by moving back,
 * or undefined if the files don't show such a reason.
 */
export function explainDifference(
  texts: Texts,
  back: Texts | undefined,
  problems: ReadonlyMap<string, number>,
  moved: ReadonlyMap<string, string>,
): string | undefined {
  const config = texts.get("docs.json") ?? "";
  const [from, to] = [[...moved.keys()].map(toUrlPath), [...moved.values()].map(toUrlPath)];
  const isRedirected = (address: string) =>
    new RegExp(`"source":\\s*"/?${escapeText(address)}(/:\\w+\\*)?"`).test(config);
  if (problems.has("redirect/shadows-page in docs.json") && from.some(isRedirected))
    return "a redirect of docs.json leads away from the page itself";
  if (to.some(isRedirected)) return "the new address was redirected";
  const pages = [...texts].filter(([path]) => /\.mdx?$/.test(path));
  const newUrls = to.filter((address) => !from.includes(address));
  if (pages.some(([, text]) => newUrls.some((address) => new RegExp(`/${escapeText(address)}[)"'#?\\s]`).test(text))))
    return "a dead link named the new address already";
  const isSpelling = [...texts].every(([path, text]) => normalizeText(text) === normalizeText(back?.get(path) ?? ""));
  return back && isSpelling
    ? "the same link may be written in two ways (./start or start, /guides or /guides/index)"
    : undefined;
}

function toUrlPath(path: string): string {
  return path.replace(/\.mdx?$/, "").replace(/(^|\/)index$/, "");
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Removes optional parts of a link. */
function normalizeText(text: string): string {
  return text.replace(/(["'(])\.\//g, "$1").replace(/\/index(?=["')#?])/g, "");
}
