import type { PageReferences } from "../page/page.ts";
import type { SitePath } from "../text/text-edit.ts";
import { linksOfPage } from "./link-places.ts";

type References = ReadonlyMap<SitePath, PageReferences>;

/**
 * Whether the links of all pages name the same addresses, wherever they stand. A page whose text is the same is not
 * looked into, so that it costs what has changed since.
 */
export function haveSameLinks(a: References, b: References): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [path, page] of b) {
    const before = a.get(path);
    if (before !== page && !(before && isSame(before, page))) return false;
  }
  return true;
}

function isSame(a: PageReferences, b: PageReferences): boolean {
  const [before, now] = [linksOfPage(a), linksOfPage(b)];
  return before.length === now.length && before.every(({ url }, i) => url === now[i]?.url);
}
