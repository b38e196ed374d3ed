import { join } from "node:path";
import {
  type CodeLens,
  type CodeLensParams,
  CodeLensRefreshRequest,
  type Command,
  type ExecuteCommandParams,
  type Range,
} from "vscode-languageserver/node";
import { pageLens, type PageLens } from "../../core/features/explain/page-lens.ts";
import { type OperationLens, operationLenses } from "../../core/features/spec/code-lenses.ts";
import { haveSameLinks } from "../../core/site/links/links.ts";
import type { Site } from "../../core/site/site.ts";
import type { SiteLocation } from "../../core/text/text-edit.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { SitePlace } from "../../workspace/analysis/site-store.ts";
import { pathOfUri, toRange, uriOf } from "../convert/convert.ts";
import type { InFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { getStepTexts } from "./explain.ts";

/** A command of the server, so that any editor that can show a document has it. */
export const showPlaceId = "docwright.showPlace";

export function showPlaceCommand(
  title: string,
  at: SiteLocation,
  site: SiteState,
  session: Session,
): Command {
  const place = { site, path: at.file };
  const range = toRange(session.lineMaps.of(place), at.range);
  return { title, command: showPlaceId, arguments: [uriOf(place, session), range] };
}

/** `workspace/executeCommand`: shows a file of a site at a range. Nothing else is opened. */
export async function executeCommand(
  { command, arguments: given = [] }: ExecuteCommandParams,
  { connection, sites }: Session,
): Promise<null> {
  const [uri, selection] = given as readonly unknown[];
  if (command !== showPlaceId || typeof uri !== "string" || !isRange(selection)) return null;
  const path = pathOfUri(uri);
  const place = path === undefined ? undefined : sites.siteOf(path);
  if (!place || sites.siteOf(join(place.site.root, place.path))?.site !== place.site) return null;
  await connection.window.showDocument({ uri, selection, takeFocus: true });
  return null;
}

function isRange(value: unknown): value is Range {
  const isPosition = (position: unknown) =>
    typeof position === "object" &&
    position !== null &&
    "line" in position &&
    "character" in position &&
    typeof position.line === "number" &&
    typeof position.character === "number";
  if (typeof value !== "object" || value === null || !("start" in value) || !("end" in value)) return false;
  return isPosition(value.start) && isPosition(value.end);
}

export const explainId = "docwright.explain";

export function isPageDocument(path: string): boolean {
  return /\.mdx?$/i.test(path);
}

/** One lens above a page: where readers find it, or why they do not. */
export function pageLenses(place: SitePlace, session: Session): CodeLens[] {
  const site = place.site.current?.site;
  const lens = site && session.pageLens && pageLens(site, place.path, getStepTexts(place.site));
  if (!lens) return [];
  const range = toRange(session.lineMaps.of(place), lens.range);
  return [{ range, command: commandOf(lens, place, session) }];
}

/** An editor without the command goes to the entry in docs.json. */
function commandOf({ title, place: entry }: PageLens, place: SitePlace, session: Session): Command {
  if (session.explain)
    return { title, command: explainId, arguments: [{ uri: uriOf(place, session), target: place.path }] };
  return entry ? showPlaceCommand(title, entry, place.site, session) : { title, command: "" };
}

/** `textDocument/codeLens`: above each operation of a specification and above a page, in the text as it is when the answer is given. */
export function codeLenses(_: CodeLensParams, session: Session, { place }: InFile): CodeLens[] {
  const site = place?.site.current?.site;
  if (!place || !site) return [];
  if (isPageDocument(place.path)) return pageLenses(place, session);
  const lines = session.lineMaps.of(place);
  // Thousands of operations lead to a few places.
  const commandAt = new Map<string, unknown[]>();
  return operationLenses(site, place.path).flatMap((lens) => {
    const range = toRange(lines, lens.range);
    return commandsOf(lens, place, session, commandAt).map((command): CodeLens => ({ range, command }));
  });
}

const openPlaygroundId = "docwright.openPlayground";

function commandsOf(
  lens: OperationLens,
  place: SitePlace,
  session: Session,
  known: Map<string, unknown[]>,
): Command[] {
  const shown = shownCommand(lens, place, session, known);
  if (lens.playground === undefined || !session.playground) return [shown];
  const target = { uri: uriOf(place, session), url: lens.playground };
  return [shown, { title: "open playground", command: openPlaygroundId, arguments: [target] }];
}

function shownCommand(
  { title, place: target }: OperationLens,
  { site }: SitePlace,
  session: Session,
  known: Map<string, unknown[]>,
): Command {
  if (!target) return { title, command: "" };
  const key = `${target.range.start} ${target.file}`;
  const shown = known.get(key);
  if (shown) return { title, command: showPlaceId, arguments: shown };
  const command = showPlaceCommand(title, target, site, session);
  known.set(key, command.arguments ?? []);
  return command;
}

export interface LensRefresher {
  /** Problems have been looked for again, perhaps because a study has come: who goes on typing does not wait for rest. */
  readonly onProblems: (site: SiteState) => void;
  readonly onRest: (site: SiteState) => void;
}

/** Has the editor ask again for what stands above operations and pages, when something that it tells of may be another. */
export function lensRefresher(session: () => Session): LensRefresher {
  const reported = new WeakMap<SiteState, Site>();
  const lastSpecs = new WeakMap<SiteState, Site["specs"]>();
  const refresh = (live: SiteState, site: Site): void => {
    const { connection } = session();
    reported.set(live, site);
    connection
      .sendRequest(CodeLensRefreshRequest.type)
      .catch((error: unknown) => connection.console.warn(`The client did not refresh: ${String(error)}`));
  };
  const shown = (live: SiteState): Site | undefined => {
    const site = live.current?.site;
    const canRefresh = session().client.workspace?.codeLens?.refreshSupport ?? false;
    return canRefresh && site && (site.specs.size > 0 || session().pageLens) ? site : undefined;
  };
  return {
    onProblems: (live) => {
      const site = shown(live);
      if (!site) return;
      // Of a file whose text has changed the editor asks by itself.
      const isSameText = lastSpecs.get(live) === site.specs;
      lastSpecs.set(live, site.specs);
      const before = reported.get(live);
      if (isSameText && before && before.studies !== site.studies) refresh(live, site);
    },
    onRest: (live) => {
      const site = shown(live);
      const before = reported.get(live);
      if (!site) return;
      if (!before || !isSame(before, site, session().pageLens)) refresh(live, site);
      else reported.set(live, site);
    },
  };
}

/** Links are counted above pages. */
function isSame(a: Site, b: Site, countsLinks: boolean): boolean {
  return (
    a.config === b.config &&
    a.files === b.files &&
    a.pages === b.pages &&
    a.profile === b.profile &&
    a.specs === b.specs &&
    a.studies === b.studies &&
    (!countsLinks || haveSameLinks(a.references, b.references))
  );
}
