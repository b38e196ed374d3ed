import { derive } from "../text/view.ts";
import { readUrl } from "./read-url.ts";
import { findRedirect, redirectPath, type FollowedRedirect, type Redirect } from "./redirects.ts";
import type { Site } from "./site.ts";

/** What readers who open the source of a redirect are led through, whatever pages there are. */
export type RedirectCourse =
  /** Nobody is ever led by it: its source has an anchor, or another redirect answers for it. */
  | { readonly kind: "unused" }
  /** One step, to this site or another. */
  | { readonly kind: "direct" }
  /** To its own source: browsers give up. */
  | { readonly kind: "to-itself" }
  /**
   * Round in a circle of which it is a part. `through` are the others, in the order met. With `isGrowing` the path is
   * another each time: `/x/:a*` leads to `/x/b/:a*`, and so to `/x/b/b/:a*`.
   */
  | { readonly kind: "loop"; readonly through: readonly Redirect[]; readonly isGrowing?: true }
  /** Several steps, with an end. */
  | {
      readonly kind: "chain";
      /** The redirect that its destination meets. */
      readonly next: Redirect;
      /** Where they end up, as the last redirect writes it, wildcards kept. */
      readonly destination: string;
    }
  /** Into a circle of others, or too far to tell. */
  | { readonly kind: "unclear" };

type Parts = Pick<Site, "config" | "settings">;

const mostHops = 20;

/** Read once per docs.json and settings. */
export function courseOf({ config, settings }: Parts, redirect: Redirect): RedirectCourse {
  return ofConfig(config)(settings)(redirect);
}

/**
 * The path of this site that a destination names, as redirects are compared; undefined for another site.
 * The base path is taken off.
 */
export function destinationPath(
  { settings }: Pick<Site, "settings">,
  destination: string,
): string | undefined {
  const url = readUrl(destination);
  if (url.kind !== "local") return undefined;
  const path = redirectPath(destination);
  const base = redirectPath(settings.basePath ?? "");
  if (base === "" || !`${path}/`.startsWith(`${base}/`)) return path;
  return path.slice(base.length + 1);
}

const ofConfig = derive((config: Parts["config"]) =>
  derive((settings: Parts["settings"]) => {
    const next = onceForEach((path) => nextHop({ config, settings }, path));
    return derive((redirect: Redirect) => follow({ config, settings }, redirect, next));
  }),
);

/** A redirect that answers for a path, and the path of this site that it leads to. */
interface Hop extends FollowedRedirect {
  readonly path: string | undefined;
}
type NextHop = (path: string) => Hop | undefined;

/** Thousands of redirects may lead through the same ones. */
const mostKept = 100_000;

function onceForEach<Answer>(ask: (path: string) => Answer): (path: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>();
  return (path) => {
    const found = known.get(path) ?? { answer: ask(path) };
    if (known.size < mostKept) known.set(path, found);
    return found.answer;
  };
}

/**
 * A pattern is followed by its own source: the wildcards of `old/:slug*` stand for themselves, so that what comes
 * out in the end is written with them again.
 */
function follow(site: Parts, redirect: Redirect, next: NextHop): RedirectCourse {
  const start = destinationPath(site, redirect.source);
  if (start === undefined || findRedirect(site, start)?.redirect !== redirect) return { kind: "unused" };
  let path = destinationPath(site, redirect.destination);
  if (path === undefined) return { kind: "direct" };
  if (path === start) return { kind: "to-itself" };
  let destination = redirect.destination;
  const met: Redirect[] = [];
  while (path !== undefined) {
    const followed = next(path);
    if (!followed) break;
    if (path === start) return { kind: "loop", through: met };
    if (followed.redirect === redirect && isEndless(followed, next))
      return { kind: "loop", through: met, isGrowing: true };
    const again = followed.redirect === redirect || met.includes(followed.redirect);
    if (again || met.length === mostHops) return { kind: "unclear" };
    met.push(followed.redirect);
    destination = withAnchorOf(destination, followed.destination);
    path = followed.path;
  }
  const [first] = met;
  return first ? { kind: "chain", next: first, destination } : { kind: "direct" };
}

/** Whether there is always another redirect that answers, as far as browsers follow. */
function isEndless(from: Hop, next: NextHop): boolean {
  let followed: Hop | undefined = from;
  for (let hop = 0; followed && hop < mostHops; hop++)
    followed = followed.path === undefined ? undefined : next(followed.path);
  return followed !== undefined;
}

/** Whether `old/:slug*` answers for `old` itself is not told by the service, so nothing is built on it. */
function nextHop(site: Parts, path: string): Hop | undefined {
  const followed = findRedirect(site, path);
  if (!followed || followed.redirect.pattern?.prefix === path) return undefined;
  return { ...followed, path: destinationPath(site, followed.destination) };
}

/** Browsers keep the anchor through a redirect that names none. */
function withAnchorOf(before: string, destination: string): string {
  const at = before.indexOf("#");
  return at < 0 || destination.includes("#") ? destination : destination + before.slice(at);
}
