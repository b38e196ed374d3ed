import type { PageReferences } from "../../page/page.ts";
import { derive } from "../../text/view.ts";
import { linksOfPage, type LinkPlace } from "../../site/links/links.ts";
import type { SitePath } from "../../text/text-edit.ts";

/** Links whose last part cannot be compared as it is written: encoded, or with something to be filled in. */
const odd = "*";

/**
 * The links of a page by the last part of their path in lower case, without the ending of a page: `start` for
 * `/guides/start.mdx#x`. Few pages link to a given one, so the others need not be looked at; `""` are links within.
 */
export const linkTails = derive((page: PageReferences): ReadonlyMap<string, readonly LinkPlace[]> => {
  const tails = new Map<string, LinkPlace[]>();
  for (const link of linksOfPage(page)) {
    const tail = tailOf(link.url);
    const known = tails.get(tail);
    if (known) known.push(link);
    else tails.set(tail, [link]);
  }
  return tails;
});

function tailOf(url: string): string {
  const path = url.replace(/[?#].*$/s, "").replace(/\/+$/, "");
  const last = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (/[%{\\:]/.test(last)) return odd;
  return last.replace(/\.mdx?$/, "");
}

/** The last parts under which links may reach a file: of `guides/index.mdx` also its folder. */
export function tailsOf(file: SitePath): ReadonlySet<string> {
  const parts = file.toLowerCase().split("/");
  const last = parts.at(-1) ?? "";
  const tails = new Set([odd, last, last.replace(/\.mdx?$/, "")]);
  if (/^index\.mdx?$/.test(last)) tails.add(parts.at(-2) ?? "");
  return tails;
}

/** The links of a page that may reach one of these. Nearly every page has none, and thousands are asked at a key. */
export function linksWithTail(page: PageReferences, tails: ReadonlySet<string>): readonly LinkPlace[] {
  const known = linkTails(page);
  let found = none;
  for (const tail of tails) {
    const links = known.get(tail);
    if (links) found = found === none ? links : [...found, ...links];
  }
  return found;
}

const none: readonly LinkPlace[] = [];
