import type { CancellationToken, PrepareRenameParams } from "vscode-languageserver/node";
import { siteUseAt } from "../core/features/spec/symbols-and-references.ts";
import { renameStart, type RenameStart } from "../core/features/references/rename-targets.ts";
import { specOfFile } from "../core/site/specs/specs.ts";
import { offsetAt } from "../core/text/text-edit.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import type { Session } from "./session.ts";
import { codeOf } from "./site-definitions.ts";
import { whenRead } from "./when-read.ts";

/** What of the site itself can be renamed here; undefined where it is something of a specification, or nothing. */
export async function siteRename(
  { textDocument, position }: PrepareRenameParams,
  token: CancellationToken,
  session: Session,
): Promise<{ place: SitePlace; start: RenameStart } | undefined> {
  const place = await whenRead(textDocument.uri, token, session);
  const site = place?.site.current?.site;
  if (!place || !site || specOfFile(site, place.path)) return undefined;
  const at = offsetAt(session.lineMaps.of(place), position);
  const use = siteUseAt(site, place.path, at);
  const start = use?.found ? undefined : renameStart(site, place.path, at, codeOf(place.site));
  return start && { place, start };
}
