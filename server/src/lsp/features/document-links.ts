import { join } from "node:path";
import type { DocumentLink, DocumentLinkParams } from "vscode-languageserver/node";
import { documentLinks } from "../../core/features/document-links.ts";
import { positionAt } from "../../core/text/text-edit.ts";
import { pathOfUri, toRange, uriOf } from "../convert/convert.ts";
import type { InFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** Data of a link that's resolved only when the user points at it: the line in another file. */
interface Unresolved {
  readonly uri: string;
  readonly offset: number;
}

/** Handles `textDocument/documentLink`: returns the links of a page or docs.json to files of the site or to the web. */
export function documentLink(_: DocumentLinkParams, session: Session, { place }: InFile): DocumentLink[] {
  const site = place?.site.current?.site;
  if (!place || !site) return [];
  const lines = session.lineMaps.of(place);
  return documentLinks(site, place.path).map(({ range, to }): DocumentLink => {
    const words = toRange(lines, range);
    if (to.kind === "web") return { range: words, target: to.url };
    const uri = uriOf({ site: place.site, path: to.at.file }, session);
    const offset = to.at.range.start;
    return offset === 0 ? { range: words, target: uri } : { range: words, data: { uri, offset } };
  });
}

/** Handles `documentLink/resolve`: returns the file with the line, such as `guides/start.mdx#L5,3`. */
export function resolveDocumentLink(link: DocumentLink, session: Session): DocumentLink {
  const data: unknown = link.data;
  if (!isUnresolved(data)) return link;
  const path = pathOfUri(data.uri);
  const place = path === undefined ? undefined : session.sites.siteOf(path);
  if (!place || join(place.site.root, place.path) !== path) return link;
  const { line, character } = positionAt(session.lineMaps.of(place), data.offset);
  return { range: link.range, target: `${data.uri}#L${line + 1},${character + 1}` };
}

function isUnresolved(data: unknown): data is Unresolved {
  if (typeof data !== "object" || data === null || !("uri" in data) || !("offset" in data)) return false;
  return typeof data.uri === "string" && typeof data.offset === "number";
}
