import type { Location, ReferenceParams } from "vscode-languageserver/node";
import { usesOfPlaces } from "../core/features/spec/symbols-and-references.ts";
import { definitionsOfThing } from "../core/features/references/find-definitions.ts";
import { siteThingAt } from "../core/features/references/symbol-at.ts";
import { usesOfThing } from "../core/features/references/find-references.ts";
import { offsetAt } from "../core/text/text-edit.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";
import { codeOf } from "./site-definitions.ts";
import { findThing } from "./spec-things.ts";
import { usesInSpecs } from "./spec-uses.ts";
import { toLocation } from "./to-location.ts";

/** `textDocument/references`: every place in pages, specifications and docs.json that names what stands here. */
export async function references(
  { position, context }: ReferenceParams,
  session: Session,
  { place }: InFile,
): Promise<Location[]> {
  if (!place) return [];
  const offset = offsetAt(session.lineMaps.of(place), position);
  const found = await findThing(place, offset, session);
  const site = place.site.current?.site;
  if (!site) return [];
  if (!found) {
    const read = codeOf(place.site);
    const thing = siteThingAt(site, place.path, offset, read)?.thing;
    const own = thing && context.includeDeclaration ? definitionsOfThing(site, thing, read) : [];
    const uses = thing ? usesOfThing(site, thing, read).map(({ at }) => at) : [];
    return [...own, ...uses].map((at) => toLocation(at, place.site, session));
  }
  const uses = await usesInSpecs(place, found, session);
  const elsewhere = usesOfPlaces(site, found.definitions).map(({ at }) => at);
  const own = context.includeDeclaration ? found.definitions : [];
  return [...own, ...uses, ...elsewhere].map((at) => toLocation(at, place.site, session));
}
