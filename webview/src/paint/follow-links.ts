/**
 * Clicks on links of a page: those to the page itself open and show their target, all others are handed on. One listener
 * for all of them, so that nothing that a page says can navigate by itself.
 */
export function followLinks(
  onFollow: (href: string) => void,
  onAnchor: (id: string) => void,
): (event: MouseEvent) => void {
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const href = link?.getAttribute("href");
    if (href == null || event.defaultPrevented) return;
    event.preventDefault();
    if (href.startsWith("#")) onAnchor(decoded(href.slice(1)));
    else onFollow(href);
  };
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
