import { nearestTarget } from "../../site/links/link-suggestions.ts";
import { basePath, finalTarget, type LinkTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { pageSlugsOf, slugOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { generatedBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import { decodePercent } from "../../text/decode-text.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { Audience } from "../page-source.ts";
import { firstPage } from "./division-target.ts";
import { linkTo, pageHref } from "./frame-link.ts";
import { frameReading, type FrameReading, pageSpot } from "./frame-reading.ts";
import { firstInFolder } from "./page-places.ts";

/** What the published site answers at an address. */
export type PageAtUrl =
  | {
      readonly kind: "page";
      readonly slug: string;
      /** Absent for a page that a specification makes. */
      readonly file: SitePath | undefined;
      readonly generated: GeneratedPage | undefined;
      /** The page's own address, with the anchor: `/docs/guides/start#install`. */
      readonly href: string;
      readonly anchor?: string;
      /** Readers are sent there from the address. */
      readonly redirected?: true;
    }
  /** An image or other file of the site. */
  | { readonly kind: "file"; readonly file: SitePath }
  /** Readers are sent to another site, by a redirect or by a page that is a link. */
  | { readonly kind: "external"; readonly url: string }
  /** The service itself answers: `/llms.txt`. */
  | { readonly kind: "route"; readonly path: string }
  /** Something the preview cannot know: a page of a specification elsewhere, or a part of the host beside the docs. */
  | { readonly kind: "unknown"; readonly path: string; readonly reason: string }
  | {
      readonly kind: "not-found";
      /** Below the base path, without slashes at its ends. */
      readonly path: string;
      /** The page that was probably meant. */
      readonly near?: { readonly slug: string; readonly href: string; readonly title: string };
    };

const drawNothing = () => undefined;
const everybody: Audience = { reader: "human", signedIn: false, groups: [] };

/** The page that readers get at a path of the site, as `/docs/guides/start?x#install`, or at a whole URL of it. */
export function pageAtUrl(site: Site, url: string): PageAtUrl {
  return parameterAt(site, url) ?? answerAt(site, url, 0);
}

/** Pages that are links may name each other. */
const mostLinks = 5;

function answerAt(site: Site, url: string, links: number): PageAtUrl {
  const target = resolveLink(site, url.startsWith("/") || /^https?:/i.test(url) ? url : `/${url}`, undefined);
  const answer = answerOf(site, target, finalTarget(target), links);
  return target.kind === "redirect" && answer.kind === "page" ? { ...answer, redirected: true } : answer;
}

function answerOf(site: Site, whole: LinkTarget, target: LinkTarget, links: number): PageAtUrl {
  // Another spelling is no page of the published site: it is what was meant.
  if (whole.kind === "spelling") return notFound(site, whole.path, whole.other.path);
  switch (target.kind) {
    case "page": {
      const slug = slugOf(target.file) ?? target.slug;
      const link = site.pages.get(target.file)?.fields.get("url");
      const { href, external } = typeof link === "string" ? linkTo(site, link) : {};
      if (href !== undefined && external) return { kind: "external", url: href };
      if (href?.startsWith("/") && links < mostLinks) {
        const answer = answerAt(site, href, links + 1);
        return answer.kind === "page" ? { ...answer, redirected: true } : answer;
      }
      return pageOf(site, slug, target.file, undefined, target.anchor);
    }
    case "generated":
      return pageOf(site, target.page.slug, undefined, target.page, target.anchor);
    case "file":
      return { kind: "file", file: target.file };
    case "external":
      return { kind: "external", url: target.url };
    case "route":
      return target.path === "" ? home(site) : { kind: "route", path: target.path };
    case "folder":
      return firstOfFolder(site, target.path);
    case "unverifiable":
      return { kind: "unknown", path: pathOf(site, whole), reason: target.reason };
    case "missing":
      return notFound(site, target.path);
    case "same-page":
      return home(site);
    case "scheme":
    case "unsafe":
    case "redirect":
    case "spelling":
      return notFound(site, "");
  }
}

/**
 * The link to a parameter has the endpoint’s path behind that of its page (specification, “Parameter anchors”):
 * `/api/users/read/users/{id}#id` is `#id` of `/api/users/read`.
 */
function parameterAt(site: Site, url: string): PageAtUrl | undefined {
  const [, path = "", anchor] = /^([^?#]*)(?:\?[^#]*)?#(.+)$/.exec(url) ?? [];
  if (anchor === undefined || site.profile.name === "mintlify") return undefined;
  const written = decodePercent(path);
  for (const page of generatedBySlug(site).values()) {
    const operation = "operation" in page.target ? page.target.operation : undefined;
    const href = pageHref(site, page.slug);
    if (operation && written === href + operation.path)
      return pageOf(site, page.slug, undefined, page, anchor);
  }
  return undefined;
}

function pathOf(site: Site, target: LinkTarget): string {
  return target.kind === "redirect" ? target.destination.replace(/^\/+/, "") : basePath(site);
}

function pageOf(
  site: Site,
  slug: string,
  file: SitePath | undefined,
  generated: GeneratedPage | undefined,
  anchor: string | undefined,
): PageAtUrl {
  const href = pageHref(site, slug) + (anchor === undefined ? "" : `#${anchor}`);
  return { kind: "page", slug, file, generated, href, ...(anchor !== undefined && { anchor }) };
}

/** Without a page `index` readers land on the first page of the menu. */
function home(site: Site): PageAtUrl {
  const reading = frameReadingOf(site);
  const first = reading.tree && firstPage(reading, reading.tree);
  return first ? found(site, first.slug) : notFound(site, "");
}

/** A folder of pages has no page of its own: the service opens the first that the menu shows, else the first there is. */
function firstOfFolder(site: Site, folder: string): PageAtUrl {
  const first =
    firstInFolder(frameReadingOf(site), folder) ??
    [...(pageSlugsOf(site.files).byFolder.get(folder) ?? [])].sort()[0];
  return first === undefined ? notFound(site, folder) : found(site, first);
}

function found(site: Site, slug: string): PageAtUrl {
  const spot = pageSpot(site, slug);
  return spot ? pageOf(site, slug, spot.file, spot.generated, undefined) : notFound(site, slug);
}

function frameReadingOf(site: Site): FrameReading {
  return frameReading(site, everybody, drawNothing);
}

function notFound(site: Site, path: string, known?: string): PageAtUrl {
  const near = known === undefined ? nearestTarget(site, path, undefined) : `/${known}`;
  const target = near === undefined ? undefined : resolveLink(site, near, undefined);
  const slug =
    target?.kind === "page"
      ? slugOf(target.file)
      : target?.kind === "generated"
        ? target.page.slug
        : undefined;
  const spot = slug === undefined ? undefined : pageSpot(site, slug);
  if (!spot || slug === undefined) return { kind: "not-found", path };
  const { title } = frameReadingOf(site).shown(spot);
  return { kind: "not-found", path, near: { slug, href: pageHref(site, slug), title } };
}
