import { join } from "node:path";
import { reader } from "../../../../webview/src/protocol.ts";
import { endpointState } from "../../core/preview/endpoint/endpoint-request.ts";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import { insertExample } from "../../core/request/insert-example.ts";
import { declaredOrigins } from "../../core/site/specs/declared-origins.ts";
import { targetOutside } from "../../core/site/site.ts";
import { createMessage, type Refusal, refuse } from "../../core/text/message.ts";
import { parseMessage } from "../../core/text/parse-message.ts";
import type { FileEdit } from "../../core/text/text-edit.ts";
import {
  type OpenedPreview,
  type OpenPreview,
  type PageWithPlayground,
  type PlaygroundFacts,
  type PlaygroundOfPage,
  type PlaygroundSite,
  previewPush,
  type PreviewPush,
} from "../../protocol/preview.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import type { RequestedExample } from "../../workspace/playground/playground.ts";
import { createConsent } from "../../workspace/preview/component-sandbox.ts";
import { listChangesSinceHead, textAtHead } from "../../workspace/preview/page-diff.ts";
import type { PreviewTarget } from "../../workspace/preview/preview-target.ts";
import type { PreviewHost } from "../../workspace/preview/previews.ts";
import { pathOfUri, previewRange, uriOf, uriOfPath } from "../convert/convert.ts";
import { explainMissingEdit, makeEdit } from "../convert/edit-basis.ts";
import { localize, specificationNotRead } from "../convert/client-messages.ts";
import { toWorkspaceEdit } from "../convert/workspace-edit.ts";
import type { InFile, InSite } from "../session/readiness.ts";
import { createFailureLogger, type Session } from "../session/session.ts";

/**
 * Inserts an example from the playground into a file in the site. The client applies the edit, so it can be undone. If
 * the edit fails, returns a sentence that explains why.
 */
export async function writeExample(
  site: SiteState,
  source: PageSource,
  requested: RequestedExample,
  session: Session,
): Promise<string | undefined> {
  const result = await makeEdit(site, session, "edited files", async (basis) => {
    const found =
      requested.into === "page"
        ? intoPage(site, source, requested)
        : await intoSpecification(site, source, requested, session);
    return found.ok ? { ok: true as const, edit: toWorkspaceEdit([found.change], basis) } : found;
  });
  const { messages, connection } = session;
  if (!result) return messages.formatMessage(explainMissingEdit(site, session));
  if (!result.ok) return messages.formatMessage(result.reason);
  const { edit } = result;
  const label = messages.format(insertLabel.text);
  if (edit && (await connection.workspace.applyEdit({ label, edit })).applied) return undefined;
  return messages.formatMessage(notApplied);
}

type RequestedExampleParams<Target extends RequestedExample["into"]> = Extract<
  RequestedExample,
  { readonly into: Target }
>;

type PlannedExample = { readonly ok: true; readonly change: FileEdit } | Refusal;

function intoPage(
  site: SiteState,
  { path }: PageSource,
  { example }: RequestedExampleParams<"page">,
): PlannedExample {
  const page = site.current?.site.references.get(path);
  if (!page) return refuse(noFile);
  const inserted = insertExample(page, example);
  return inserted.ok ? { ok: true, change: { kind: "edit", file: path, edits: inserted.edits } } : inserted;
}

async function intoSpecification(
  site: SiteState,
  { endpoint }: PageSource,
  { status, type, text }: RequestedExampleParams<"specification">,
  { specs }: Session,
): Promise<PlannedExample> {
  const spec = endpoint?.kind === "operation" ? site.current?.site.specs.get(endpoint.spec) : undefined;
  if (!spec || endpoint?.kind !== "operation") return refuse(noSpecification);
  const { operation } = endpoint.whole;
  const response = { operation, status, type, text };
  const saved = await specs.ask(site.files, spec, { about: "answer-example", answer: response });
  if (!saved) return refuse(specificationNotRead);
  return saved.ok ? { ok: true, change: { kind: "edit", file: saved.file, edits: saved.edits } } : saved;
}

const insertLabel = createMessage("Insert example");
const notApplied = createMessage("The editor didn't apply the edit. Copy the example instead.");
const noFile = createMessage(
  "This page is generated from the specification and doesn't have its own file. Copy the example, or save it in the specification.",
);
const noSpecification = createMessage(
  "This page documents its own endpoint, so there's no specification to save to.",
);

const noSite = createMessage(
  "This file isn't part of a site because neither its folder nor any parent folder contains a docs.json.",
);

/**
 * Handles `docwright/preview/open`. A page that isn't part of a site is shown in a temporary site, to which nothing can
 * be written.
 */
export async function openedPreview(request: OpenPreview, session: Session): Promise<OpenedPreview> {
  const path = pathOfUri(request.uri);
  session.documents.flush();
  const { sites } = session;
  const known = path === undefined ? undefined : (sites.siteOf(path) ?? (await sites.whenReady(path)));
  const singlePage =
    known === undefined && path !== undefined && isPage(path) ? sites.openPage(path) : undefined;
  const place = known ?? singlePage;
  if (!place) return localize(refuse(noSite), session);
  const { site } = place;
  session.previews.open(request.preview, {
    site,
    target: targetOf(request, place),
    host: hostOf(request.preview, place, session),
    audience: parseMessage(reader, request.audience),
    consent: session.git ? createConsent(request.components) : undefined,
    versionOf: (file) => sites.openFile(join(site.root, file))?.version ?? 0,
    ...(singlePage
      ? { isSinglePage: true, onClosed: () => sites.closePage(singlePage) }
      : { write: (source, example) => writeExample(site, source, example, session) }),
  });
  return { ok: true, root: uriOfPath(site.root), ...(singlePage && { isSinglePage: true }) };
}

function isPage(path: string): boolean {
  return /\.mdx?$/i.test(path);
}

function targetOf({ url }: OpenPreview, { path }: FileLocation): PreviewTarget {
  if (url !== undefined) return { url };
  return isPage(path) ? { file: path } : { url: "/" };
}

function hostOf(preview: string, { site }: FileLocation, session: Session): PreviewHost {
  const push = (message: PreviewPush) => void session.connection.sendNotification(previewPush, message);
  return {
    send: (message) => push({ preview, kind: "page", message }),
    show: (path, at) => {
      const place = { site, path };
      if (site.files.disk.linkTarget?.(path) === targetOutside) return;
      push({ preview, kind: "show", uri: uriOf(place, session), range: previewRange(at, place, session) });
    },
    moved: (place, followed) => {
      const uri = place.file === undefined ? {} : { uri: uriOf({ site, path: place.file }, session) };
      push({ preview, kind: "moved", place, ...uri, followed });
    },
    reopen: () => push({ preview, kind: "reopen" }),
    former: session.git ? (file) => textAtHead(site.root, file) : undefined,
    changes: session.git ? () => listChangesSinceHead(site.root) : undefined,
    failed: createFailureLogger(session.connection),
  };
}

/** Handles `docwright/playground/page`. Returns whether a page has a playground or, if it doesn't, the reason. */
export function playgroundOfFile(
  _params: PageWithPlayground,
  _session: Session,
  { place }: InFile,
): PlaygroundOfPage {
  const site = place?.site.current?.site;
  const outline = place && site?.pages.get(place.path);
  return { kind: site && outline ? endpointState(site, outline) : "no-page" };
}

/** Handles `docwright/playground/facts`. Returns the site's playground data once the site is completely loaded. */
export function playgroundFactsOf(
  _params: PlaygroundSite,
  _session: Session,
  { live }: InSite,
): PlaygroundFacts | null {
  const site = live?.current?.site;
  if (!site) return null;
  const { siteUrl } = site.settings;
  return {
    targets: declaredOrigins(site),
    ...(siteUrl !== undefined && { siteUrl }),
    proxyPath: site.profile.proxyPath,
  };
}
