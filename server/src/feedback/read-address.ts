import { basePath } from "../core/site/links/resolve-link.ts";
import { lacksProtocol, readUrl, splitLocal } from "../core/site/pages/urls.ts";
import type { Site } from "../core/site/site.ts";
import { said, type Said } from "../core/text/message.ts";
import { resolveSitePath } from "../core/text/site-path.ts";

/** What of a path of the service can be looked up on a site. */
export type ReadAddress =
  /** Decoded, from the site's root, without slashes at the ends; the likeliest first. */
  { readonly ok: true; readonly paths: readonly string[] } | { readonly ok: false; readonly reason: Said };

const longestAddress = 2000;
const refuse = (reason: Said): ReadAddress => ({ ok: false, reason });

/**
 * Takes an address apart: any host, query and anchor go, percent-encoding is taken off once, the path at which the site
 * lives is taken off too. Addresses outlive hosts and hosts have previews, so the host does not count.
 */
export function readAddress(site: Pick<Site, "settings">, written: string): ReadAddress {
  if (written.length > longestAddress) return refuse(said("The address is longer than any page has."));
  const url = readUrl(written);
  switch (url.kind) {
    case "drive":
    case "unsafe":
    case "scheme":
      return refuse(said("The path is no address of a web page."));
    case "web":
      return readPath(site, splitLocal(url.rest).path);
    case "local": {
      const whole = readPath(site, url.path);
      if (!whole.ok || !lacksProtocol(url.path)) return whole;
      const slash = url.path.indexOf("/");
      const behindHost = readPath(site, slash < 0 ? "" : url.path.slice(slash));
      return behindHost.ok ? { ok: true, paths: [...whole.paths, ...behindHost.paths] } : whole;
    }
  }
}

/** The same of a path alone, with or without a slash in front; decoded here, once. */
export function readPath(site: Pick<Site, "settings">, written: string): ReadAddress {
  const resolved = resolveSitePath(/^[/\\]/.test(written) ? written : `/${written}`);
  if (!resolved.ok)
    return refuse(
      resolved.reason === "outside-site"
        ? said("The path leads out of the site.")
        : said("The path cannot be that of a page."),
    );
  const { path } = resolved;
  // Sites that live at `/docs` often do not say so, and the service takes the prefix off.
  const bases = [basePath(site), "docs"].filter((base) => base !== "");
  const below = bases.flatMap((base) =>
    `${path}/`.startsWith(`${base}/`) ? [path.slice(base.length + 1)] : [],
  );
  const isKnownBase = basePath(site) !== "";
  return { ok: true, paths: [...new Set(isKnownBase ? [...below, path] : [path, ...below])] };
}
