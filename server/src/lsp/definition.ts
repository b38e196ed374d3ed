import type { DefinitionParams, Location, LocationLink } from "vscode-languageserver/node";
import { offsetAt } from "../core/text/text-edit.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./file-uri.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";
import { siteDefinitions } from "./site-definitions.ts";
import { findThing } from "./spec-things.ts";
import { toLocation } from "./to-location.ts";

/** `textDocument/definition`: what a reference, a link, a tag, an id or an entry leads to, in a specification or the site. */
export async function definitions(
  { position }: DefinitionParams,
  session: Session,
  { place }: InFile,
): Promise<Location[] | LocationLink[]> {
  if (!place) return [];
  const lines = session.lineMaps.of(place);
  const offset = offsetAt(lines, position);
  const found = (await findThing(place, offset, session)) ?? siteDefinitions(place, offset);
  if (!found) return [];
  if (session.client.textDocument?.definition?.linkSupport !== true)
    return found.definitions.map((at) => toLocation(at, place.site, session));
  return found.definitions.map(({ file, range }): LocationLink => {
    const target = { site: place.site, path: file };
    const targetRange = toRange(session.lineMaps.of(target), range);
    return {
      originSelectionRange: toRange(lines, found.range),
      targetUri: uriOf(target, session),
      targetRange,
      targetSelectionRange: targetRange,
    };
  });
}
