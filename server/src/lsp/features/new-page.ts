import { checkNewPage, findUnusedPath } from "../../core/features/navigation/check-new-page.ts";
import { findRowNode } from "../../core/features/navigation/navigation-rows.ts";
import {
  findCounterpartDestinations,
  findLikelyDestination,
  getPageDestinations,
  findPagelessOperations,
} from "../../core/features/new-page/page-destinations.ts";
import { type NewPage, planNewPage } from "../../core/features/new-page/plan-new-page.ts";
import { getPageSlug, getPageSlugs } from "../../core/site/pages/pages.ts";
import type { Site } from "../../core/site/site.ts";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../core/text/message.ts";
import { getFolderPath } from "../../core/text/site-path.ts";
import type {
  CheckNewPageResult,
  CheckNewPageParams,
  NewPageChoicesParams,
  NewPageChoices,
  NewPageEdit,
  NewPageRequest,
} from "../../protocol/new-page.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { listTemplates } from "../../workspace/files/site-files.ts";
import { findReadOnlyFile } from "../../workspace/files/write-files.ts";
import { createReadOnlyMessage } from "../convert/change-annotations.ts";
import { FileLocationCache, resolveNavigationLocation, toNavigationLocation } from "../convert/convert.ts";
import { type EditBasis, createMissingEditMessage, makeEdit } from "../convert/edit-basis.ts";
import { fileCreationNotSupportedReason, localize } from "../convert/client-messages.ts";
import { toWorkspaceEdit } from "../convert/workspace-edit.ts";
import type { RequestFile, RequestSite } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { identifySite } from "./site/site-status.ts";

const siteRemovedReason = createMessage("The site no longer exists.");

/** Handles `docwright/newPage`. Returns the edit that creates a page and adds it to the navigation. */
export async function createPageEdit(
  request: NewPageRequest,
  session: Session,
  { siteState }: RequestSite,
): Promise<NewPageEdit> {
  if (!siteState?.current) return localize(refuse(siteRemovedReason), session);
  const result = await makeEdit(siteState, session, "site", (basis) => createNewPageEdit(request, basis));
  return localize(result ?? refuse(createMissingEditMessage(siteState, session)), session);
}

function createNewPageEdit(
  request: NewPageRequest,
  basis: EditBasis,
): Exclude<NewPageEdit, { readonly ok: false }> | Refusal {
  const { siteState, site, session } = basis;
  const template = listTemplates(siteState.files, request.templatesFolder).find(({ id }) => id === request.template);
  if (!template) return refuse(createMessage("The template no longer exists. Choose another template."));
  const { title, path, operation: requestedOperation, counterparts, today } = request;
  const operation = findPagelessOperations(site).find(
    ({ spec, name }) => spec === requestedOperation?.spec && name === requestedOperation.name,
  );
  if (template.kind === "endpoint" && !operation)
    return refuse(createMessage("This operation already has a page or no longer exists. Choose another operation."));
  const plan = planNewPage(site, {
    template,
    title,
    path,
    ...(operation && { operation }),
    where: resolveNewPageLocation(request, site, siteState, session),
    ...(counterparts && { counterparts }),
    today,
  });
  if (!plan.ok) return plan;
  const readOnlyFile = findReadOnlyFile(
    siteState.root,
    plan.edits.map(({ file }) => file),
  );
  if (readOnlyFile !== undefined) return refuse(createReadOnlyMessage(readOnlyFile));
  const edit = toWorkspaceEdit(plan.edits, basis);
  if (!edit) return refuse(fileCreationNotSupportedReason);
  return { ok: true, uri: basis.getUri(plan.file), edit, snippet: plan.snippet };
}

function resolveNewPageLocation(
  { location }: NewPageRequest,
  site: Site,
  siteState: SiteState,
  session: Session,
): NewPage["where"] {
  if (location.kind === "listed")
    return { ...location, at: resolveNavigationLocation(location.at, siteState, session) };
  if (location.kind !== "imported") return location;
  return { kind: "imported", by: getPageSlugs(site.files).fileBySlug.get(location.by) ?? "" };
}

const noSiteRefusal = refuse(
  createMessage("This folder isn't part of a site because neither it nor any parent folder contains a docs.json."),
);
const unreadableNavigationMessage = createMessage(
  "The navigation in docs.json can't be read, so the new page won't be added to it. The Problems view shows why.",
);

/**
 * Handles `docwright/newPageChoices`. Returns the templates, operations, and locations that can be chosen for a new
 * page.
 */
export function getNewPageChoices(
  { templatesFolder }: NewPageChoicesParams,
  session: Session,
  { location }: RequestFile,
): NewPageChoices {
  const site = location?.site.current?.site;
  if (!location || !site) return localize(noSiteRefusal, session);
  const { site: siteState, path } = location;
  const page = site.pages.has(path) ? getPageSlug(path) : undefined;
  const folder = path === "" || !/\.\w+$/.test(path) ? path : getFolderPath(path);
  const allDestinations = getPageDestinations(site);
  const readOnlyFiles = new Set(
    allDestinations.flatMap(({ location }) => findReadOnlyFile(siteState.root, [location.file]) ?? []),
  );
  const destinations = allDestinations.filter(({ location }) => !readOnlyFiles.has(location.file));
  const likelyDestination = findLikelyDestination(site, destinations, { page, folder });
  const locationCache = new FileLocationCache(siteState, session);
  return {
    ok: true,
    ...identifySite(siteState),
    folder: folder === "snippets" || folder.startsWith("snippets/") ? "" : folder,
    templates: listTemplates(siteState.files, templatesFolder).map(({ id, label, detail, kind: pageKind }) => {
      return { id, label, detail, pageKind, isSiteTemplate: id.startsWith("own:") };
    }),
    operations: findPagelessOperations(site),
    ...(page !== undefined && { page }),
    destinations: destinations.map(({ location, label, ancestors }) => ({
      location: toNavigationLocation(location, site, locationCache),
      label,
      ancestors,
    })),
    ...(likelyDestination && { likelyIndex: destinations.indexOf(likelyDestination) }),
    ...(destinations.length === 0 && {
      warning: session.messages.formatMessage(createMissingDestinationMessage([...readOnlyFiles])),
    }),
  };
}

function createMissingDestinationMessage([file]: readonly string[]): LocalizedMessage {
  if (file === undefined) return unreadableNavigationMessage;
  return createMessage(
    "{0} is read-only, so the new page won't be added to the navigation. To add it, make the file writable.",
    file,
  );
}

/** Handles `docwright/checkNewPage`. Returns whether a page can be created at a path. */
export function validateNewPage(
  { pageKind, title, folder, path, location }: CheckNewPageParams,
  session: Session,
  { siteState }: RequestSite,
): CheckNewPageResult {
  const site = siteState?.current?.site;
  const { messages } = session;
  if (!siteState || !site) return createRejectedPage(path, messages.formatMessage(siteRemovedReason));
  const pagePath = path ?? findUnusedPath(site, pageKind === "snippet" ? "snippets" : folder, title);
  const checkResult = checkNewPage(site, pageKind, pagePath);
  if (!checkResult.ok) return createRejectedPage(pagePath, messages.formatMessage(checkResult.reason));
  const entryNode = location && findRowNode(site, resolveNavigationLocation(location, siteState, session));
  const counterparts = entryNode ? findCounterpartDestinations(site, entryNode, checkResult.slug, pageKind) : [];
  return {
    path: pagePath,
    ...(checkResult.warning && { warning: messages.formatMessage(checkResult.warning) }),
    isListed: checkResult.isListed,
    counterparts: counterparts.map(({ slug, label }) => ({ slug, label })),
  };
}

function createRejectedPage(path: string | undefined, refusal: string): CheckNewPageResult {
  return { path: path ?? "", refusal, isListed: false, counterparts: [] };
}
