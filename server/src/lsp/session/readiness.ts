import { join } from "node:path";
import { type CancellationToken, LSPErrorCodes, ResponseError } from "vscode-languageserver/node";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { SitePlace } from "../../workspace/analysis/site-store.ts";
import { pathOfUri } from "../convert/convert.ts";
import type { Session } from "./session.ts";

/** The promise's value, or the answer that the protocol wants (-32800) as soon as the client cancels. */
export function raceCancellation<T>(token: CancellationToken, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = () =>
      reject(new ResponseError(LSPErrorCodes.RequestCancelled, "The request was cancelled."));
    if (token.isCancellationRequested) return cancel();
    const listening = token.onCancellationRequested(cancel);
    promise.then(resolve, reject).finally(() => listening.dispose());
  });
}

/** Aborted as soon as the client cancels, with the answer that the protocol wants as its reason. */
export function abortedBy(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  const abort = () =>
    controller.abort(new ResponseError(LSPErrorCodes.RequestCancelled, "The request was cancelled."));
  if (token.isCancellationRequested) abort();
  else token.onCancellationRequested(abort);
  return controller.signal;
}

/**
 * The site of a file as soon as the newest text of the file is in it, so that ranges told from the site are right in
 * the editor. Undefined when the file belongs to no site or is not wanted.
 */
export function siteOnceRead(
  uri: string,
  token: CancellationToken,
  session: Session,
  isRequested: (path: SitePath) => boolean = () => true,
): Promise<SitePlace | undefined> {
  return raceCancellation(token, waitUntilRead(uri, token, session, isRequested));
}

async function waitUntilRead(
  uri: string,
  token: CancellationToken,
  { documents, sites }: Session,
  isRequested: (path: SitePath) => boolean,
): Promise<SitePlace | undefined> {
  const path = pathOfUri(uri);
  if (path === undefined) return undefined;
  documents.flush();
  let place = sites.siteOf(path);
  if (place && !isRequested(place.path)) return undefined;
  while (!token.isCancellationRequested) {
    documents.flush();
    place = sites.siteOf(path);
    const isKnown = place !== undefined && isLoaded(place) && !sites.isBehind(place, "text");
    if (isKnown && !documents.isBehind) return place;
    place = await sites.whenReady(path);
    if (!place) return undefined;
    if (!isLoaded(place)) await place.site.whenCurrent();
    if (!place.site.current) return undefined;
  }
  return undefined;
}

/** Of a site without specifications the last stage of the first scan is there before its pages. */
function isLoaded(place: SitePlace): boolean {
  const loaded = place.site.current?.site.loaded;
  return loaded?.pages === true && loaded.specs;
}

/**
 * The site of a file as soon as its problems hold for the newest text; they are looked for in the background with all
 * others, so that whoever asks meanwhile is answered. Undefined when the file belongs to no site. Rejects as the protocol wants it when the client cancels.
 */
export function siteOnceUpToDate(
  uri: string,
  token: CancellationToken,
  session: Session,
): Promise<SitePlace | undefined> {
  return raceCancellation(token, waitUntilUpToDate(uri, token, session));
}

async function waitUntilUpToDate(
  uri: string,
  token: CancellationToken,
  { documents, sites }: Session,
): Promise<SitePlace | undefined> {
  const path = pathOfUri(uri);
  while (path !== undefined && !token.isCancellationRequested) {
    documents.flush();
    const place = await sites.whenReady(path);
    if (!place) return undefined;
    await sites.whenChecked(place);
    if (!documents.isBehind && !sites.isBehind(place)) return place;
  }
  return undefined;
}

/**
 * Returns the results for every site, computed one after another. Sites with an undefined result are left out. Throws
 * if the client cancels.
 */
export async function forEverySite<Answer>(
  session: Session,
  token: CancellationToken,
  answer: (site: SiteState, session: Session, signal: AbortSignal) => Promise<Answer | undefined>,
): Promise<Answer[]> {
  const signal = abortedBy(token);
  const answers: Answer[] = [];
  for (const site of session.sites.sites) {
    signal.throwIfAborted();
    const own = await answer(site, session, signal);
    if (own !== undefined) answers.push(own);
  }
  return answers;
}

/** What a client shows when something cannot be done: a sentence that says what is in the way. */
export function refusal(reason: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}

/** What a request waits for. Returns what the handler gets besides the params, as soon as it's available. */
export type Readiness<Params, Ready extends object> = (
  params: Params,
  session: Session,
  token: CancellationToken,
) => Ready | Promise<Ready>;

/** Undefined if the file isn't part of a site, or the request doesn't apply to it. */
export interface InFile {
  readonly place: SitePlace | undefined;
}

/** Undefined if the folder isn't the root of a site. */
export interface InSite {
  readonly live: SiteState | undefined;
}

type AboutFile = { readonly textDocument: { readonly uri: string } } | { readonly uri: string };

function uriIn(params: AboutFile): string {
  return "uri" in params ? params.uri : params.textDocument.uri;
}

/** Nothing: the handler uses the present state, or waits itself because it compares later states with it. */
export function now(): object {
  return {};
}

/** Nothing, but everything that was typed is passed on to the site, which may not have read it yet. */
export function fileNow(params: AboutFile, session: Session): InFile {
  session.documents.flush();
  const path = pathOfUri(uriIn(params));
  return { place: path === undefined ? undefined : session.sites.siteOf(path) };
}

/** The newest text of the file is in its site. Requests about other files than `isSupported` don't wait. */
export function fileRead(isSupported?: (path: SitePath) => boolean): Readiness<AboutFile, InFile> {
  return async (params, session, token) => ({
    place: await siteOnceRead(uriIn(params), token, session, isSupported),
  });
}

/** The problems of the file are those of its newest text. */
export async function fileChecked(
  params: AboutFile,
  session: Session,
  token: CancellationToken,
): Promise<InFile> {
  return { place: await siteOnceUpToDate(uriIn(params), token, session) };
}

/** The whole site in a folder has been read. */
export async function siteRead({ root }: { readonly root: string }, session: Session): Promise<InSite> {
  session.documents.flush();
  const folder = pathOfUri(root);
  const place = folder === undefined ? undefined : await session.sites.whenReady(join(folder, "docs.json"));
  if (!place || place.site.root !== folder) return { live: undefined };
  if (!place.site.current?.site.loaded.specs) await place.site.whenCurrent();
  return { live: place.site };
}

/** Every site has been read and checked with everything that was typed. */
export async function sitesChecked(_: unknown, session: Session, token: CancellationToken): Promise<object> {
  session.documents.flush();
  await raceCancellation(token, session.sites.whenAtRest());
  return {};
}
