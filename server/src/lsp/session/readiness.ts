import { join } from "node:path";
import { type CancellationToken, LSPErrorCodes, ResponseError } from "vscode-languageserver/node";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { toPath } from "../convert/convert.ts";
import type { Session } from "./session.ts";
import type { LocalizedMessage } from "../../core/text/message.ts";

/**
 * Returns the promise's value. Rejects with LSP's `RequestCancelled` (-32800) as soon as the client cancels the
 * request.
 */
export function raceCancellation<T>(token: CancellationToken, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new ResponseError(LSPErrorCodes.RequestCancelled, "The request was canceled."));
    if (token.isCancellationRequested) return cancel();
    const cancellationListener = token.onCancellationRequested(cancel);
    promise.then(resolve, reject).finally(() => cancellationListener.dispose());
  });
}

/**
 * Returns a signal that is aborted as soon as the client cancels the request. The reason for the abort is the LSP
 * error.
 */
export function toAbortSignal(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(new ResponseError(LSPErrorCodes.RequestCancelled, "The request was canceled."));
  if (token.isCancellationRequested) abort();
  else token.onCancellationRequested(abort);
  return controller.signal;
}

/**
 * Returns a file's site once the site contains the file's latest text. At that point, ranges from the site match the
 * text in the editor. Returns undefined if the file isn't part of a site or if `isRequested` returns false for it.
 */
export function waitForCurrentSite(
  uri: string,
  token: CancellationToken,
  session: Session,
  isRequested: (path: SitePath) => boolean = () => true,
): Promise<FileLocation | undefined> {
  return raceCancellation(token, waitUntilRead(uri, token, session, isRequested));
}

async function waitUntilRead(
  uri: string,
  token: CancellationToken,
  { documents, sites }: Session,
  isRequested: (path: SitePath) => boolean,
): Promise<FileLocation | undefined> {
  const path = toPath(uri);
  if (path === undefined) return undefined;
  documents.flush();
  let location = sites.findSite(path);
  if (location && !isRequested(location.path)) return undefined;
  while (!token.isCancellationRequested) {
    documents.flush();
    location = sites.findSite(path);
    const isLoaded = location?.site.isLoaded === true && !sites.hasPendingChanges(location, "text");
    if (isLoaded && !documents.hasPendingChanges) return location;
    location = await sites.waitUntilReady(path);
    if (!location) return undefined;
    // If a site doesn't have specifications, the last stage of the first scan begins before its pages are loaded.
    if (!location.site.isLoaded) await location.site.waitUntilCurrent();
    if (!location.site.current) return undefined;
  }
  return undefined;
}

/**
 * Returns a file's site once its problems apply to the latest text. Checks run in the background so that other requests
 * can be handled while this one waits. Returns undefined if the file isn't part of a site. Rejects with the LSP error
 * if the client cancels the request.
 */
export function waitForUpToDateSite(
  uri: string,
  token: CancellationToken,
  session: Session,
): Promise<FileLocation | undefined> {
  return raceCancellation(token, waitUntilUpToDate(uri, token, session));
}

async function waitUntilUpToDate(
  uri: string,
  token: CancellationToken,
  { documents, sites }: Session,
): Promise<FileLocation | undefined> {
  const path = toPath(uri);
  while (path !== undefined && !token.isCancellationRequested) {
    documents.flush();
    const location = await sites.waitUntilReady(path);
    if (!location) return undefined;
    await sites.waitUntilChecked(location);
    if (!documents.hasPendingChanges && !sites.hasPendingChanges(location)) return location;
  }
  return undefined;
}

/**
 * Returns the results for all sites, computed one after another. Omits sites whose result is undefined. Throws an error
 * if the client cancels the request.
 */
export async function collectFromSites<Result>(
  session: Session,
  token: CancellationToken,
  getResult: (site: SiteState, session: Session, signal: AbortSignal) => Promise<Result | undefined>,
): Promise<Result[]> {
  const signal = toAbortSignal(token);
  const results: Result[] = [];
  for (const site of session.sites.sites) {
    signal.throwIfAborted();
    const result = await getResult(site, session, signal);
    if (result !== undefined) results.push(result);
  }
  return results;
}

/** Returns the error for a request that can't be handled. Clients show its message, which explains the reason. */
export function createRefusal(reason: LocalizedMessage, { messages }: Pick<Session, "messages">): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, messages.formatMessage(reason));
}

/**
 * A function that waits until a request can be handled, and then returns the data that the handler receives in addition
 * to the params.
 */
export type Readiness<Params, Ready extends object> = (
  params: Params,
  session: Session,
  token: CancellationToken,
) => Ready | Promise<Ready>;

/**
 * The site that contains the file, along with the file's path in the site. Undefined if no site contains the file or if
 * the request doesn't apply to the file.
 */
export interface RequestFile {
  readonly location: FileLocation | undefined;
}

/** The site. Undefined if the folder isn't a site's root. */
export interface RequestSite {
  readonly siteState: SiteState | undefined;
}

type FileParams = { readonly textDocument: { readonly uri: string } } | { readonly uri: string };

function getUri(params: FileParams): string {
  return "uri" in params ? params.uri : params.textDocument.uri;
}

/**
 * Returns immediately. Used for handlers that need only the current state, and for handlers that wait themselves
 * because they compare the current state with later ones.
 */
export function skipWaiting(): object {
  return {};
}

/**
 * Waits only while the site that contains the file is being found and read for the first time, because the result would
 * otherwise be empty. Then passes all edits to the site, which may not have processed them yet when the request is
 * handled.
 */
export async function waitUntilFileLoaded(
  params: FileParams,
  { documents, sites }: Session,
  token: CancellationToken,
): Promise<RequestFile> {
  documents.flush();
  const path = toPath(getUri(params));
  if (path === undefined) return { location: undefined };
  if (sites.findSite(path)?.site.isLoaded !== true) await raceCancellation(token, sites.waitUntilLoaded(path));
  return { location: sites.findSite(path) };
}

/** Waits until the site contains the file's latest text. Doesn't wait if `isSupported` returns false for the file. */
export function waitUntilFileRead(isSupported?: (path: SitePath) => boolean): Readiness<FileParams, RequestFile> {
  return async (params, session, token) => ({
    location: await waitForCurrentSite(getUri(params), token, session, isSupported),
  });
}

/** Waits until the file's problems apply to its latest text. */
export async function waitUntilFileChecked(
  params: FileParams,
  session: Session,
  token: CancellationToken,
): Promise<RequestFile> {
  return { location: await waitForUpToDateSite(getUri(params), token, session) };
}

/** Waits until the site at a folder is completely loaded. */
export async function waitForSite({ root }: { readonly root: string }, session: Session): Promise<RequestSite> {
  session.documents.flush();
  const folder = toPath(root);
  const location = folder === undefined ? undefined : await session.sites.waitUntilReady(join(folder, "docs.json"));
  if (!location || location.site.root !== folder) return { siteState: undefined };
  if (!location.site.isLoaded) await location.site.waitUntilCurrent();
  return { siteState: location.site };
}

/** Waits only while sites are being found and read for the first time, because the result would otherwise be empty. */
export async function waitUntilSitesLoaded(_: unknown, session: Session, token: CancellationToken): Promise<object> {
  session.documents.flush();
  await raceCancellation(token, session.sites.waitUntilAllLoaded());
  return {};
}

/** Waits until every site is loaded and has been checked with all edits. */
export async function waitUntilSitesChecked(_: unknown, session: Session, token: CancellationToken): Promise<object> {
  session.documents.flush();
  await raceCancellation(token, session.sites.waitUntilIdle());
  return {};
}
