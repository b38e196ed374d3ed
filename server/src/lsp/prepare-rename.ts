import { type CancellationToken, type PrepareRenameParams, type Range } from "vscode-languageserver/node";
import { renameStartOfUse } from "../core/features/spec/rename.ts";
import { siteUseAt } from "../core/features/spec/symbols-and-references.ts";
import { offsetAt } from "../core/text/text-edit.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { toRange } from "./convert.ts";
import { refusal } from "./refusal.ts";
import { siteRename } from "./site-rename.ts";
import type { Cancellable } from "./handle.ts";
import type { Session } from "./session.ts";
import { findThing, type FoundThing } from "./spec-things.ts";
import { whenRead } from "./when-read.ts";

export const nothingToRename =
  "Pages and files where they are named, headings, components, variables, titles, and what specifications define can be renamed. None of them is here.";

/** `textDocument/prepareRename`: the word that is the name; an error says why there is none. */
export async function prepareRename(
  params: PrepareRenameParams,
  session: Session,
  { token }: Cancellable,
): Promise<{ range: Range; placeholder: string }> {
  const own = await siteRename(params, token, session);
  if (own) {
    const { place, start } = own;
    return { range: toRange(session.lineMaps.of(place), start.range), placeholder: start.name };
  }
  const { place, found } = await thingToRename(params, token, session);
  const { site: live, path } = place;
  const use = live.current && siteUseAt(live.current.site, path, found.at);
  const started =
    (use && renameStartOfUse(use, found.at)) ??
    (await session.specs.ask(live.files, found.spec, {
      about: "rename-start",
      file: path,
      offset: found.at,
    }));
  if (!started?.ok) throw refusal(started?.reason ?? nothingToRename);
  return { range: toRange(session.lineMaps.of(place), started.range), placeholder: started.name };
}

/** What the author wants to rename; an error that says why there is nothing. */
export async function thingToRename(
  { textDocument, position }: PrepareRenameParams,
  token: CancellationToken,
  session: Session,
): Promise<{ place: SitePlace; found: FoundThing & { at: number } }> {
  const place = await whenRead(textDocument.uri, token, session);
  const at = place ? offsetAt(session.lineMaps.of(place), position) : 0;
  const found = place && (await findThing(place, at, session, "path"));
  if (!place || !found) throw refusal(nothingToRename);
  return { place, found: { ...found, at } };
}
