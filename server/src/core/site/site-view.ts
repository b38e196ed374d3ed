import type { Site } from "./site.ts";

/**
 * Returns a function that computes a view of some parts of a site. The view is computed again only if one of these
 * parts is a different object, so changes to other parts of the site don't affect it. `compute` receives only these
 * parts, so the compiler reports any other part that it reads, and the cache doesn't keep earlier versions of other
 * parts in memory.
 */
export function siteView<const Key extends keyof Site, View>(
  keys: readonly [Key, ...Key[]],
  compute: (parts: Pick<Site, Key>) => View,
): (site: Pick<Site, Key>) => View {
  const root = new ViewCache<View>();
  return (site) => {
    let cache = root;
    for (const key of keys) cache = cache.of(site[key] ?? absentPart);
    cache.computed ??= { view: compute(pick(site, keys)) };
    return cache.computed.view;
  };
}

/** Represents optional parts that a site doesn't have. */
const absentPart = {};

/** The views for a sequence of parts. They can be garbage collected as soon as one of the parts is. */
class ViewCache<View> {
  computed: { readonly view: View } | undefined;
  readonly #byNextPart = new WeakMap<object, ViewCache<View>>();

  of(part: object): ViewCache<View> {
    const known = this.#byNextPart.get(part);
    if (known) return known;
    const cache = new ViewCache<View>();
    this.#byNextPart.set(part, cache);
    return cache;
  }
}

function pick<Key extends keyof Site>(site: Pick<Site, Key>, keys: readonly Key[]): Pick<Site, Key> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object has all of these keys
  return Object.fromEntries(keys.map((key) => [key, site[key]])) as Pick<Site, Key>;
}
