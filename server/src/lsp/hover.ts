import { MarkupKind, type Hover, type HoverParams } from "vscode-languageserver/node";
import { hover, type Hover as FoundHover } from "../core/features/hover/hover.ts";
import { hoverOperation } from "../core/features/hover/hover-spec.ts";
import { specOfFile } from "../core/site/specs/specs.ts";
import { offsetAt } from "../core/text/text-edit.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { toRange } from "./convert.ts";
import { withVerdict } from "./hover-verdict.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";

/** `textDocument/hover` */
export async function hovers(
  { position }: HoverParams,
  session: Session,
  { place }: InFile,
): Promise<Hover | null> {
  const site = place?.site.current?.site;
  if (!place || !site) return null;
  const lines = session.lineMaps.of(place);
  const { findIcon } = session;
  const rate = session.ratings.of(place.site);
  const left = session.host.leftInPages();
  const offset = offsetAt(lines, position);
  const own = hover({ site, file: place.path, offset, findIcon, rate, left });
  const found = withVerdict(own, place, offset, session) ?? (await hoverInSpec(place, offset, session));
  if (!found) return null;
  return {
    range: toRange(lines, found.range),
    contents: { kind: MarkupKind.Markdown, value: found.markdown },
  };
}

/** Told by the worker, which has the trees; of a text that has just changed when it has been read. */
async function hoverInSpec(
  { site, path }: SitePlace,
  offset: number,
  { specs, ratings }: Session,
): Promise<FoundHover | undefined> {
  if (!site.current || !specOfFile(site.current.site, path)) return undefined;
  if (site.isBehind(path)) await site.whenReady(path);
  const spec = specOfFile(site.current.site, path);
  const told = spec && (await specs.ask(site.files, spec, { about: "hover", file: path, offset }));
  const rate = ratings.of(site);
  return told ?? (rate && hoverOperation(site.current.site, path, offset, rate));
}
