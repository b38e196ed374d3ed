import { isOnFileName, placeOfTarget, siteUseAt, type ThingAt } from "../core/features/spec/symbols-and-references.ts";
import { specOfFile } from "../core/site/specs/specs.ts";
import type { SpecOutline } from "../core/spec/spec-outline.ts";
import type { SiteLocation } from "../core/text/text-edit.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import type { Session } from "./session.ts";

/** What of a specification is named at an offset of any file of the site, with the specification that was asked. */
export interface FoundThing extends ThingAt {
  readonly spec: SpecOutline;
}

/** In a specification the worker tells; elsewhere the value leads to the place in the specification. */
export async function findThing(
  { site: live, path }: SitePlace,
  offset: number,
  { specs }: Session,
  wanted: "method" | "path" = "method",
): Promise<FoundThing | undefined> {
  const site = live.current?.site;
  if (!site) return undefined;
  const own = specOfFile(site, path);
  if (own) {
    const found = await specs.ask(live.files, own, { about: "thing", file: path, offset });
    return found && { ...found, spec: own };
  }
  const use = siteUseAt(site, path, offset);
  if (!use) return undefined;
  const { named: file, found, at, text: name } = use;
  const { range } = at;
  if (file && isOnFileName(use, offset)) {
    const thing = { kind: "node", file: file.spec.path, keys: [] } as const;
    return { thing, range, name, definitions: [fileStart(file.spec.path)], spec: file.spec };
  }
  const place = found && placeOfTarget(found.spec, found.target, wanted);
  if (!found || !place) return undefined;
  const question = { about: "thing", file: place.file, offset: place.range.start } as const;
  const there = await specs.ask(live.files, found.spec, question);
  return there && { ...there, range, name, spec: found.spec };
}

function fileStart(file: string): SiteLocation {
  return { file, range: { start: 0, end: 0 } };
}
