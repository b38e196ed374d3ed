import { anchorsOf } from "../../site/links/anchors.ts";
import { firstLead } from "../../site/links/links.ts";
import { finalTarget, resolveLink, type LinkTarget } from "../../site/links/resolve-link.ts";
import type { Site } from "../../site/site.ts";
import { withoutPageExtension } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { codeText, paragraphs } from "../markdown.ts";
import { describeGenerated, describePage } from "./describe-page.ts";
import type { RatePage } from "./describe-rating.ts";

/** Where a link leads: the page with its title, the file, the end of a redirect. Undefined for other people's sites. */
export function describeLink(
  site: Site,
  written: string,
  from: SitePath | undefined,
  rate?: RatePage,
): string | undefined {
  const { page, target } =
    from === undefined
      ? { page: undefined, target: resolveLink(site, written, undefined) }
      : firstLead(site, from, written);
  const end = finalTarget(target);
  const about = describeTarget(site, end, rate);
  if (about === undefined) return undefined;
  return paragraphs([
    about,
    target.kind === "redirect" ? `Through a redirect to ${codeText(target.destination)}` : undefined,
    describeAnchor(site, end, page),
  ]);
}

function describeTarget(site: Site, target: LinkTarget, rate: RatePage | undefined): string | undefined {
  switch (target.kind) {
    case "page":
      return describePage(site, withoutPageExtension(target.file), rate);
    case "generated":
      return describeGenerated(target.page, rate);
    case "file":
      return `File: ${codeText(target.file)}`;
    case "folder":
      return `The folder ${codeText(target.path)}: readers get its first page.`;
    case "route":
      return `${codeText(`/${target.path}`)} is made by the service.`;
    case "same-page":
      return target.anchor === undefined ? undefined : "On this page.";
    default:
      return undefined;
  }
}

function describeAnchor(site: Site, target: LinkTarget, from: SitePath | undefined): string | undefined {
  const page = target.kind === "page" ? target.file : target.kind === "same-page" ? from : undefined;
  const anchor = "anchor" in target ? target.anchor : undefined;
  if (page === undefined || anchor === undefined || !anchorsOf(site, page).has(anchor)) return undefined;
  const heading = site.pages
    .get(page)
    ?.headings.find(({ id, otherIds }) => [id, ...otherIds].includes(anchor));
  return heading ? `At the heading ${codeText(heading.text)}` : `At ${codeText(`#${anchor}`)}`;
}
