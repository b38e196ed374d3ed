import { placeOf } from "../../config/json/json-tree.ts";
import { courseOf, findRedirect, type Redirect, redirectsOf } from "../../site/links/redirects.ts";
import { basePath, finalTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { slugOf, urlsOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import type { Finding } from "./explanation.ts";

const maxRedirects = 5;

/** The address of a page as readers see it below the host: `/docs/guides/start`. */
export function addressOf(site: Pick<Site, "settings">, slug: string): string {
  const [usual = "/"] = urlsOf(slug);
  const base = basePath(site);
  if (base === "") return usual;
  return usual === "/" ? `/${base}` : `/${base}${usual}`;
}

/** Where readers open the page, and which redirects have to do with that address. They answer before pages do. */
export function* addressFindings(site: Site, slug: string): Iterable<Finding> {
  const url = addressOf(site, slug);
  const others = urlsOf(slug)
    .slice(1)
    .map((path) => `\`${path}\``);
  const also = others.length > 0 && slug !== "index" ? ` ${others.join(" and ")} leads there too.` : "";
  yield { kind: "address", state: "ok", sentence: `Its address is \`${url}\`.${also}` };
  const inFront =
    findRedirect(site, slug === "index" ? "/" : slug)?.redirect ?? findRedirect(site, slug)?.redirect;
  const course = inFront && courseOf(site, inFront).kind;
  if (inFront && (course === "to-itself" || course === "loop"))
    yield {
      kind: "redirect",
      state: "stops",
      sentence: `A redirect of \`${url}\` leads back to where it began, so that browsers give up.`,
      place: placeOf(inFront.sourceNode),
      because: "a redirect of its address leads round in a circle",
      remedy: "remove the redirect",
    };
  else if (inFront && !leadsTo(site, inFront.destination, slug))
    yield {
      kind: "redirect",
      state: "stops",
      sentence: `A redirect sends readers of \`${url}\` to \`${inFront.destination}\` before they get the page.`,
      place: placeOf(inFront.sourceNode),
      because: `a redirect sends its readers to \`${inFront.destination}\``,
      remedy: "remove the redirect",
    };
  yield* redirectsTo(site, slug);
}

function* redirectsTo(site: Site, slug: string): Iterable<Finding> {
  const leading = redirectsOf(site).filter(
    (redirect) => mayLeadTo(redirect, slug) && leadsTo(site, redirect.destination, slug),
  );
  for (const { source, sourceNode } of leading.slice(0, maxRedirects))
    yield {
      kind: "redirect",
      state: "note",
      sentence: `A redirect leads here from \`${source}\`.`,
      place: placeOf(sourceNode),
    };
  if (leading.length > maxRedirects)
    yield {
      kind: "redirect",
      state: "note",
      sentence: `${leading.length - maxRedirects} more redirects lead here.`,
    };
}

/** Of thousands of redirects only those are followed that have the page's name in them. */
function mayLeadTo({ destination }: Redirect, slug: string): boolean {
  const name =
    slug
      .replace(/(^|\/)index$/, "")
      .split("/")
      .at(-1) ?? "";
  return destination.includes(name);
}

function leadsTo(site: Site, destination: string, slug: string): boolean {
  const target = finalTarget(resolveLink(site, destination, undefined));
  if (target.kind === "page") return slugOf(target.file) === slug;
  return target.kind === "generated" && target.page.slug === slug;
}
