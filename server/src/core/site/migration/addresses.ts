import { generatedAt, pageAt } from "../links/resolve-link.ts";
import { findRedirect } from "../links/redirects.ts";
import type { Site } from "../site.ts";
import type { EndpointPage } from "./endpoint-pages.ts";

/** The address that readers know best: of `users/index` the folder's. */
export function addressOf(slug: string): string {
  return slug.endsWith("/index") ? slug.slice(0, -"/index".length) : slug;
}

/** Addresses that pages of one migration are given, so that no two get one. */
export class Addresses {
  readonly #site: Site;
  readonly #taken = new Set<string>();

  constructor(site: Site) {
    this.#site = site;
  }

  /** Whether nothing but the page itself answers there, now and after the migration. */
  isFree(slug: string, { page, found }: EndpointPage): boolean {
    if (this.#taken.has(slug) || slug === "" || slug === "index") return false;
    const own = pageAt(this.#site.pages, slug);
    if (own && own.path !== page.outline.path) return false;
    const generated = generatedAt(this.#site, slug)?.target;
    const isOther = generated && (generated.kind === "channel" || generated.operation !== found?.operation);
    return !isOther && !findRedirect(this.#site, slug);
  }

  take(slug: string): void {
    this.#taken.add(slug);
  }

  /** The vendor extension can name it: an address there is lower case, and only what needs no escapes is written. */
  static isWritable(slug: string): boolean {
    return slug === slug.toLowerCase() && /^[\p{L}\p{N}/_.~-]+$/u.test(slug);
  }
}
