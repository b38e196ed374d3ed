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
import { haveSameLinkUrls } from "../../core/site/links/links.ts";
import type { Site } from "../../core/site/site.ts";
import type { SiteLocation } from "../../core/text/text-edit.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { pathOfUri, toRange, uriOf } from "../convert/convert.ts";
import type { InFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { textReader } from "./explain.ts";

/** A server command that works in every editor that supports `window/showDocument`. */
export const showPlaceId = "docwright.showPlace";

export function showPlaceCommand(
  title: string,
  at: SiteLocation,
  site: SiteState,
  session: Session,
): Command {
  const file = { site, path: at.file };
  const range = toRange(session.lineMaps.get(file), at.range);
  return { title, command: showPlaceId, arguments: [uriOf(file, session), range] };
}

/**
 * Handles `workspace/executeCommand`. Shows a range of a file in a site. Files that aren't in a site are never opened.
 */
export async function executeCommand(
  { command, arguments: given = [] }: ExecuteCommandParams,
  { connection, sites }: Session,
): Promise<null> {
  const [uri, selection] = given as readonly unknown[];
  if (command !== showPlaceId || typeof uri !== "string" || !isRange(selection)) return null;
  const path = pathOfUri(uri);
  const file = path === undefined ? undefined : sites.siteOf(path);
  if (!file || sites.siteOf(join(file.site.root, file.path))?.site !== file.site) return null;
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

/** Returns the CodeLens above a page, which shows where readers can find the page, or why they can't. */
export function pageLenses(file: FileLocation, session: Session): CodeLens[] {
  const site = file.site.current?.site;
  const lens = site && session.pageLens && pageLens(site, file.path, textReader(file.site));
  if (!lens) return [];
  const range = toRange(session.lineMaps.get(file), lens.range);
  return [{ range, command: commandOf(lens, file, session) }];
}

/**
 * Returns the command for a CodeLens. If the editor doesn't have the command, returns a command that shows the entry in
 * docs.json instead.
 */
function commandOf({ title, place: entry }: PageLens, file: FileLocation, session: Session): Command {
  // Without arguments, the command applies to the active page. VS Code drops the arguments of older CodeLenses, so a
  // click during an update would fail.
  if (session.explain) return { title, command: explainId };
  return entry ? showPlaceCommand(title, entry, file.site, session) : { title, command: "" };
}

/**
 * Handles `textDocument/codeLens`. Returns the CodeLenses above the operations in a specification or above a page.
 * Their positions apply to the text at the time of the response.
 */
export function codeLenses(_: CodeLensParams, session: Session, { place: file }: InFile): CodeLens[] {
  const site = file?.site.current?.site;
  if (!file || !site) return [];
  if (isPageDocument(file.path)) return pageLenses(file, session);
  const lines = session.lineMaps.get(file);
  // The arguments of commands are shared, because thousands of operations have only a few different locations.
  const commandAt = new Map<string, unknown[]>();
  return operationLenses(site, file.path).flatMap((lens) => {
    const range = toRange(lines, lens.range);
    return commandsOf(lens, file, session, commandAt).map((command): CodeLens => ({ range, command }));
  });
}

const openPlaygroundId = "docwright.openPlayground";

function commandsOf(
  lens: OperationLens,
  file: FileLocation,
  session: Session,
  known: Map<string, unknown[]>,
): Command[] {
  const shown = shownCommand(lens, file, session, known);
  if (lens.playground === undefined || !session.playground) return [shown];
  const target = { uri: uriOf(file, session), url: lens.playground };
  return [shown, { title: "open playground", command: openPlaygroundId, arguments: [target] }];
}

function shownCommand(
  { title, place: target }: OperationLens,
  { site }: FileLocation,
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
  /**
   * Called when the site has been checked again, for example, after an analysis, without waiting for the author to stop
   * typing.
   */
  readonly onProblems: (site: SiteState) => void;
  readonly onRest: (site: SiteState) => void;
}

/**
 * Returns a refresher that makes the editor request the CodeLenses above operations and pages again if they may have
 * changed.
 */
export function lensRefresher(session: () => Session): LensRefresher {
  const reported = new WeakMap<SiteState, Site>();
  const lastSpecs = new WeakMap<SiteState, Site["specs"]>();
  const refresh = (live: SiteState, site: Site): void => {
    const { connection } = session();
    reported.set(live, site);
    connection
      .sendRequest(CodeLensRefreshRequest.type)
      .catch((error: unknown) => connection.console.warn(`The client couldn't refresh: ${String(error)}`));
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
      // Editors automatically request the CodeLenses for a file that has changed.
      const isSameText = lastSpecs.get(live) === site.specs;
      lastSpecs.set(live, site.specs);
      const before = reported.get(live);
      if (isSameText && before && before.analyses !== site.analyses) refresh(live, site);
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

/**
 * Returns whether the CodeLenses are the same in both states of the site. Compares the number of links only if
 * `countsLinks` is true, because only the CodeLens above a page shows it.
 */
function isSame(a: Site, b: Site, countsLinks: boolean): boolean {
  return (
    a.config === b.config &&
    a.files === b.files &&
    a.pages === b.pages &&
    a.profile === b.profile &&
    a.specs === b.specs &&
    a.analyses === b.analyses &&
    (!countsLinks || haveSameLinkUrls(a, b))
  );
}
