import { join } from "node:path";
import { type Completions, nothing } from "../core/features/completion/completion.ts";
import { completeSpec } from "../core/features/spec/complete-spec.ts";
import { specOfFile } from "../core/site/specs/specs.ts";
import type { OpenFile, SitePlace } from "../workspace/analysis/site-store.ts";
import type { Session } from "./session.ts";

/** Told by the worker, which has the text; undefined for a file that is no specification. */
export async function completionInSpec(
  place: SitePlace,
  file: OpenFile,
  offset: number,
  { specs, sites }: Session,
): Promise<Completions | undefined> {
  const { site: live, path } = place;
  if (!live.current || !specOfFile(live.current.site, path)) return undefined;
  if (sites.isBehind(place)) await live.whenReady(path);
  const site = live.current?.site;
  const spec = site && specOfFile(site, path);
  if (!site || !spec) return nothing;
  const caret = await specs.ask(live.files, spec, { about: "caret", file: path, offset });
  // Of a text that is no longer there nothing is offered: the editor asks again.
  const isSame = sites.openFile(join(live.root, path))?.text === file.text;
  return caret && isSame ? completeSpec(site, path, file.text, caret) : nothing;
}
