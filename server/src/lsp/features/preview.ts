import { join } from "node:path";
import { readerSchema } from "../../../../webview/src/protocol.ts";
import { getEndpointState } from "../../core/preview/endpoint/endpoint-request.ts";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import { insertExample } from "../../core/request/insert-example.ts";
import { listDeclaredOrigins } from "../../core/site/specs/declared-origins.ts";
import { outsideTarget } from "../../core/site/site.ts";
import { createMessage, type Refusal, refuse } from "../../core/text/message.ts";
import { parseMessage } from "../../core/text/parse-message.ts";
import type { FileEdit } from "../../core/text/text-edit.ts";
import {
  type OpenPreviewResult,
  type OpenPreviewParams,
  type PagePlaygroundParams,
  type PlaygroundFacts,
  type PagePlayground,
  type PlaygroundSite,
  previewPush,
  type PreviewPush,
} from "../../protocol/preview.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import type { RequestedExample } from "../../workspace/playground/playground.ts";
import { createComponentConsent } from "../../workspace/preview/component-sandbox.ts";
import { listChangesSinceHead, readTextAtHead } from "../../workspace/preview/page-diff.ts";
import type { PreviewTarget } from "../../workspace/preview/preview-target.ts";
import type { PreviewHost } from "../../workspace/preview/previews.ts";
import { toPath, toPreviewRange, toUri, toFileUri } from "../convert/convert.ts";
import { createMissingEditMessage, makeEdit } from "../convert/edit-basis.ts";
import { localize, specificationNotReadReason } from "../convert/client-messages.ts";
import { toWorkspaceEdit } from "../convert/workspace-edit.ts";
import type { RequestFile, RequestSite } from "../session/readiness.ts";
import { createFailureLogger, type Session } from "../session/session.ts";

/**
 * Inserts an example from the playground into a file in the site. The client applies the edit, so it can be undone. If
 * the edit fails, returns a sentence that explains why.
 */
export async function writeExample(
  site: SiteState,
  source: PageSource,
  requestedExample: RequestedExample,
  session: Session,
): Promise<string | undefined> {
  const result = await makeEdit(site, session, "edited files", async (basis) => {
    const example =
      requestedExample.destination === "page"
        ? insertIntoPage(site, source, requestedExample)
        : await insertIntoSpec(site, source, requestedExample, session);
    return example.ok ? { ok: true as const, edit: toWorkspaceEdit([example.change], basis) } : example;
  });
  const { messages, connection } = session;
  if (!result) return messages.formatMessage(createMissingEditMessage(site, session));
  if (!result.ok) return messages.formatMessage(result.reason);
  const { edit } = result;
  const label = messages.format(insertLabel.text);
  if (edit && (await connection.workspace.applyEdit({ label, edit })).applied) return undefined;
  return messages.formatMessage(notAppliedReason);
}

type RequestedExampleParams<Target extends RequestedExample["destination"]> = Extract<
  RequestedExample,
  { readonly destination: Target }
>;

type PlannedExample = { readonly ok: true; readonly change: FileEdit } | Refusal;

function insertIntoPage(
  site: SiteState,
  { path }: PageSource,
  { example }: RequestedExampleParams<"page">,
): PlannedExample {
  const page = site.current?.site.references.get(path);
  if (!page) return refuse(noFileReason);
  const insertion = insertExample(page, example);
  return insertion.ok ? { ok: true, change: { kind: "edit", file: path, edits: insertion.edits } } : insertion;
}

async function insertIntoSpec(
  site: SiteState,
  { endpoint }: PageSource,
  { status, type, text }: RequestedExampleParams<"specification">,
  { specs }: Session,
): Promise<PlannedExample> {
  const spec = endpoint?.kind === "operation" ? site.current?.site.specs.get(endpoint.spec) : undefined;
  if (!spec || endpoint?.kind !== "operation") return refuse(noSpecificationReason);
  const { operation } = endpoint.wholeOperation;
  const response = { operation, status, type, text };
  const example = await specs.requestEditorData(site.files, spec, { about: "response-example", response });
  if (!example) return refuse(specificationNotReadReason);
  return example.ok ? { ok: true, change: { kind: "edit", file: example.file, edits: example.edits } } : example;
}

const insertLabel = createMessage("Insert example");
const notAppliedReason = createMessage("The editor didn't apply the edit. Copy the example instead.");
const noFileReason = createMessage(
  "This page is generated from the specification and doesn't have its own file. Copy the example, or save it in the specification.",
);
const noSpecificationReason = createMessage(
  "This page documents its own endpoint, so there's no specification to save to.",
);

const noSiteReason = createMessage(
  "This file isn't part of a site because neither its folder nor any parent folder contains a docs.json.",
);

/**
 * Handles `docwright/preview/open`. A page that isn't part of a site is shown in a temporary site, to which nothing can
 * be written.
 */
export async function startPreview(request: OpenPreviewParams, session: Session): Promise<OpenPreviewResult> {
  const path = toPath(request.uri);
  const previews = await session.previews.load();
  session.documents.flush();
  const { sites } = session;
  const siteLocation = path === undefined ? undefined : (sites.findSite(path) ?? (await sites.waitUntilReady(path)));
  const singlePageLocation =
    siteLocation === undefined && path !== undefined && isPage(path) ? sites.openPage(path) : undefined;
  const location = siteLocation ?? singlePageLocation;
  if (!location) return localize(refuse(noSiteReason), session);
  const { site } = location;
  previews.open(request.preview, {
    site,
    target: getPreviewTarget(request, location),
    host: createPreviewHost(request.preview, location, session),
    audience: parseMessage(readerSchema, request.audience),
    consent: session.canRunGit ? createComponentConsent(request.componentHashes) : undefined,
    getVersion: (file) => sites.getOpenFile(join(site.root, file))?.version ?? 0,
    ...(singlePageLocation
      ? { isSinglePage: true, onClosed: () => sites.closePage(singlePageLocation) }
      : { write: (source, example) => writeExample(site, source, example, session) }),
  });
  return { ok: true, root: toFileUri(site.root), ...(singlePageLocation && { isSinglePage: true }) };
}

function isPage(path: string): boolean {
  return /\.mdx?$/i.test(path);
}

function getPreviewTarget({ url }: OpenPreviewParams, { path }: FileLocation): PreviewTarget {
  if (url !== undefined) return { url };
  return isPage(path) ? { file: path } : { url: "/" };
}

function createPreviewHost(previewName: string, { site }: FileLocation, session: Session): PreviewHost {
  const sendPreviewMessage = (message: PreviewPush) => void session.connection.sendNotification(previewPush, message);
  return {
    sendToPage: (message) => sendPreviewMessage({ preview: previewName, kind: "page", message }),
    show: (path, target) => {
      const location = { site, path };
      if (site.files.disk.getLinkTarget?.(path) === outsideTarget) return;
      sendPreviewMessage({
        preview: previewName,
        kind: "show",
        uri: toUri(location, session),
        range: toPreviewRange(target, location, session),
      });
    },
    onMoved: (location, isFollowed) => {
      const uri = location.file === undefined ? {} : { uri: toUri({ site, path: location.file }, session) };
      sendPreviewMessage({ preview: previewName, kind: "moved", location, ...uri, isLinkFollowed: isFollowed });
    },
    reopen: () => sendPreviewMessage({ preview: previewName, kind: "reopen" }),
    readHeadText: session.canRunGit ? (file) => readTextAtHead(site.root, file) : undefined,
    readChanges: session.canRunGit ? () => listChangesSinceHead(site.root) : undefined,
    onFailed: createFailureLogger(session.connection),
  };
}

/** Handles `docwright/playground/page`. Returns whether a page has a playground or, if it doesn't, the reason. */
export function getFilePlayground(
  _params: PagePlaygroundParams,
  _session: Session,
  { location }: RequestFile,
): PagePlayground {
  const site = location?.site.current?.site;
  const outline = location && site?.pages.get(location.path);
  return { kind: site && outline ? getEndpointState(site, outline) : "no-page" };
}

/** Handles `docwright/playground/facts`. Returns the site's playground data once the site is completely loaded. */
export function getPlaygroundData(
  _params: PlaygroundSite,
  _session: Session,
  { siteState }: RequestSite,
): PlaygroundFacts | null {
  const site = siteState?.current?.site;
  if (!site) return null;
  const { siteUrl } = site.settings;
  return {
    targets: listDeclaredOrigins(site),
    ...(siteUrl !== undefined && { siteUrl }),
    proxyPath: site.profile.proxyPath,
  };
}
