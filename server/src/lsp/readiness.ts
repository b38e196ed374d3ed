import { join } from "node:path";
import type { CancellationToken } from "vscode-languageserver/node";
import type { SitePath } from "../core/text/text-edit.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { orCancelled } from "./cancellation.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";
import { whenRead } from "./when-read.ts";
import { whenUpToDate } from "./when-up-to-date.ts";

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
  readonly live: LiveSite | undefined;
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
    place: await whenRead(uriIn(params), token, session, isSupported),
  });
}

/** The problems of the file are those of its newest text. */
export async function fileChecked(
  params: AboutFile,
  session: Session,
  token: CancellationToken,
): Promise<InFile> {
  return { place: await whenUpToDate(uriIn(params), token, session) };
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
  await orCancelled(token, session.sites.whenAtRest());
  return {};
}
