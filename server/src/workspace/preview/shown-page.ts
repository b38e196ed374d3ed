import type { MissingPage, PagePlace } from "../../../../webview/src/protocol.ts";
import { addressOf, atAddress, titleAt } from "../../core/preview/page-address.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-range.ts";

/** What a preview is to show: a file, or what answers at an address of the site. */
export type PreviewTarget = { readonly file: SitePath } | { readonly url: string };

/** What is found there. */
export type Shown =
  | { readonly kind: "page"; readonly place: PagePlace & { readonly file: SitePath } }
  | { readonly kind: "missing"; readonly missing: MissingPage };

const mostHops = 10;

/** What stands at the target; undefined while pages and specifications are being read that may be it. */
export function findShown(site: Site, target: PreviewTarget): Shown | undefined {
  if ("file" in target) return { kind: "page", place: placeOf(site, target.file) };
  let { url } = target;
  for (let hops = 0; hops < mostHops; hops++) {
    const at = atAddress(site, url);
    switch (at.kind) {
      case "moved":
        url = at.url;
        continue;
      case "page":
        return { kind: "page", place: { ...placeOf(site, at.file), url: at.url } };
      case "generated":
        return { kind: "missing", missing: { url, text: "A specification makes this page." } };
      case "file":
        return { kind: "missing", missing: { url, text: `This is the file ${at.file}.` } };
      case "external":
        return { kind: "missing", missing: { url, text: sentOn, nearest: { url: at.url, title: at.url } } };
      case "nothing": {
        if (!site.loaded.specs) return undefined;
        const { text, nearest } = at;
        return { kind: "missing", missing: { url, text, ...(nearest && { nearest }) } };
      }
    }
  }
  return {
    kind: "missing",
    missing: { url, text: "The redirects of docs.json lead from here in a circle." },
  };
}

const sentOn = "Readers of this address are sent on to another site.";

function placeOf(site: Site, file: SitePath): PagePlace & { readonly file: SitePath } {
  const url = addressOf(site, file);
  return { file, title: titleAt(site, file), ...(url !== undefined && { url }) };
}
