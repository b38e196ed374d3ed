import { join } from "node:path";
import {
  type CodeLens,
  type CodeLensParams,
  CodeLensRefreshRequest,
  type Command,
  type ExecuteCommandParams,
  type Range,
} from "vscode-languageserver/node";
import { createPageLens, type PageLens } from "../../core/features/explain/page-lens.ts";
import { type OperationLens, createOperationLenses } from "../../core/features/spec/code-lenses.ts";
import { haveSameLinkUrls } from "../../core/site/links/links.ts";
import type { Site } from "../../core/site/site.ts";
import type { SiteLocation } from "../../core/text/text-edit.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { toPath, toRange, toUri } from "../convert/convert.ts";
import type { RequestFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { createFileReader } from "./explain.ts";

/** A server command that works in every editor that supports `window/showDocument`. */
export const locationCommandId = "docwright.showPlace";

export function createLocationCommand(
  title: string,
  siteLocation: SiteLocation,
  site: SiteState,
  session: Session,
): Command {
  const file = { site, path: siteLocation.file };
  const range = toRange(session.lineMaps.get(file), siteLocation.range);
  return { title, command: locationCommandId, arguments: [toUri(file, session), range] };
}

/**
 * Handles `workspace/executeCommand`. Shows a range of a file in a site. Files that aren't in a site are never opened.
 */
export async function executeCommand(
  { command, arguments: commandArguments = [] }: ExecuteCommandParams,
  { connection, sites }: Session,
): Promise<null> {
  const [uri, selection] = commandArguments as readonly unknown[];
  if (command !== locationCommandId || typeof uri !== "string" || !isRange(selection)) return null;
  const path = toPath(uri);
  const file = path === undefined ? undefined : sites.findSite(path);
  if (!file || sites.findSite(join(file.site.root, file.path))?.site !== file.site) return null;
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

export const explainCommandId = "docwright.explain";

export function isPagePath(path: string): boolean {
  return /\.mdx?$/i.test(path);
}

/** Returns the CodeLens above a page, which shows where readers can find the page, or why they can't. */
export function getPageLenses(file: FileLocation, session: Session): CodeLens[] {
  const site = file.site.current?.site;
  const lens = site && session.showsPageLens && createPageLens(site, file.path, createFileReader(file.site));
  if (!lens) return [];
  const range = toRange(session.lineMaps.get(file), lens.range);
  return [{ range, command: createPageLensCommand(lens, file, session) }];
}

/**
 * Returns the command for a CodeLens. If the editor doesn't have the command, returns a command that shows the entry in
 * docs.json instead.
 */
function createPageLensCommand({ title, location: entry }: PageLens, file: FileLocation, session: Session): Command {
  // Without arguments, the command applies to the active page. VS Code drops the arguments of older CodeLenses, so a
  // click during an update would fail.
  if (session.hasExplainCommand) return { title, command: explainCommandId };
  return entry ? createLocationCommand(title, entry, file.site, session) : { title, command: "" };
}

/**
 * Handles `textDocument/codeLens`. Returns the CodeLenses above the operations in a specification or above a page.
 * Their positions apply to the text at the time of the response.
 */
export function getCodeLenses(_: CodeLensParams, session: Session, { location: file }: RequestFile): CodeLens[] {
  const site = file?.site.current?.site;
  if (!file || !site) return [];
  if (isPagePath(file.path)) return getPageLenses(file, session);
  const lines = session.lineMaps.get(file);
  // The arguments of commands are shared, because thousands of operations have only a few different locations.
  const argumentsByKey = new Map<string, unknown[]>();
  return createOperationLenses(site, file.path).flatMap((lens) => {
    const range = toRange(lines, lens.range);
    return createOperationLensCommands(lens, file, session, argumentsByKey).map((command): CodeLens => ({
      range,
      command,
    }));
  });
}

const openPlaygroundCommandId = "docwright.openPlayground";

function createOperationLensCommands(
  lens: OperationLens,
  file: FileLocation,
  session: Session,
  argumentsByKey: Map<string, unknown[]>,
): Command[] {
  const command = createTargetCommand(lens, file, session, argumentsByKey);
  if (lens.playground === undefined || !session.hasPlayground) return [command];
  const playgroundTarget = { uri: toUri(file, session), url: lens.playground };
  return [command, { title: "open playground", command: openPlaygroundCommandId, arguments: [playgroundTarget] }];
}

function createTargetCommand(
  { title, location: target }: OperationLens,
  { site }: FileLocation,
  session: Session,
  argumentsByKey: Map<string, unknown[]>,
): Command {
  if (!target) return { title, command: "" };
  const key = `${target.range.start} ${target.file}`;
  const sharedArguments = argumentsByKey.get(key);
  if (sharedArguments) return { title, command: locationCommandId, arguments: sharedArguments };
  const command = createLocationCommand(title, target, site, session);
  argumentsByKey.set(key, command.arguments ?? []);
  return command;
}

export interface LensRefresher {
  /**
   * Called when the site has been checked again, for example, after an analysis, without waiting for the author to stop
   * typing.
   */
  readonly onProblems: (site: SiteState) => void;
  readonly onIdle: (site: SiteState) => void;
}

/**
 * Returns a refresher that makes the editor request the CodeLenses above operations and pages again if they may have
 * changed.
 */
export function createLensRefresher(getSession: () => Session): LensRefresher {
  const refreshedSites = new WeakMap<SiteState, Site>();
  const specsBySiteState = new WeakMap<SiteState, Site["specs"]>();
  const refresh = (siteState: SiteState, site: Site): void => {
    const { connection } = getSession();
    refreshedSites.set(siteState, site);
    connection
      .sendRequest(CodeLensRefreshRequest.type)
      .catch((error: unknown) => connection.console.warn(`The client couldn't refresh: ${String(error)}`));
  };
  const getShownSite = (siteState: SiteState): Site | undefined => {
    const site = siteState.current?.site;
    const canRefresh = getSession().client.workspace?.codeLens?.refreshSupport ?? false;
    return canRefresh && site && (site.specs.size > 0 || getSession().showsPageLens) ? site : undefined;
  };
  return {
    onProblems: (siteState) => {
      const site = getShownSite(siteState);
      if (!site) return;
      // Editors automatically request the CodeLenses for a file that has changed.
      const areSpecsUnchanged = specsBySiteState.get(siteState) === site.specs;
      specsBySiteState.set(siteState, site.specs);
      const refreshedSite = refreshedSites.get(siteState);
      if (areSpecsUnchanged && refreshedSite && refreshedSite.analyses !== site.analyses) refresh(siteState, site);
    },
    onIdle: (siteState) => {
      const site = getShownSite(siteState);
      const refreshedSite = refreshedSites.get(siteState);
      if (!site) return;
      if (!refreshedSite || !haveSameLenses(refreshedSite, site, getSession().showsPageLens)) refresh(siteState, site);
      else refreshedSites.set(siteState, site);
    },
  };
}

/**
 * Returns whether the CodeLenses are the same in both states of the site. Compares the number of links only if
 * `includesLinks` is true, because only the CodeLens above a page shows it.
 */
function haveSameLenses(a: Site, b: Site, includesLinks: boolean): boolean {
  return (
    a.config === b.config &&
    a.files === b.files &&
    a.pages === b.pages &&
    a.profile === b.profile &&
    a.specs === b.specs &&
    a.analyses === b.analyses &&
    (!includesLinks || haveSameLinkUrls(a, b))
  );
}
