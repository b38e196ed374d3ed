import { changeNavigation, type NavigationChange } from "../../core/features/navigation/edit-navigation.ts";
import {
  addProblemCounts,
  addRatings,
  type NavigationRow,
  createNavigationRows,
  noProblems,
  type Rating,
} from "../../core/features/navigation/navigation-rows.ts";
import { getPublishedUrl } from "../../core/features/published-url.ts";
import type { Site } from "../../core/site/site.ts";
import { refuse } from "../../core/text/message.ts";
import type { SiteLocation } from "../../core/text/text-edit.ts";
import { mapInSteps } from "../../core/text/maps.ts";
import {
  type ChangeNavigationResult,
  type ChangeNavigationParams,
  type PublishedPageParams,
  navigationChanged,
  type NavigationNode,
  type NavigationLocation,
  type PublishedPage,
  type SiteNavigation,
} from "../../protocol/navigation.ts";
import type { ProblemCounts } from "../../protocol/site.ts";
import { ChangeNotifier } from "../../workspace/analysis/change-notifier.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { findReadOnlyFile } from "../../workspace/files/write-files.ts";
import { createReadOnlyMessage } from "../convert/change-annotations.ts";
import { FileLocationCache, resolveNavigationLocation, toNavigationLocation, toPath } from "../convert/convert.ts";
import { type EditBasis, createMissingEditMessage, makeEdit } from "../convert/edit-basis.ts";
import {
  type EditOrRefusal,
  fileCreationNotSupportedReason,
  fileNotInSiteReason,
  localize,
} from "../convert/client-messages.ts";
import { toWorkspaceEdit } from "../convert/workspace-edit.ts";
import type { RequestFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { identifySite } from "./site/site-status.ts";

/** Builds the navigation rows of one site for the editor, along with problems and readers' ratings. */
export class NavigationNodeBuilder {
  readonly #siteState: SiteState;
  readonly #site: Site;
  readonly #files: FileLocationCache;
  readonly #findRating: ReturnType<Session["ratings"]["getRatingProvider"]>;

  constructor(siteState: SiteState, site: Site, session: Session) {
    this.#siteState = siteState;
    this.#site = site;
    this.#files = new FileLocationCache(siteState, session);
    this.#findRating = session.ratings.getRatingProvider(siteState);
  }

  toNodes(rows: readonly NavigationRow[]): Generator<void, NavigationNode[]> {
    return mapInSteps(rows, (row) => this.#toNode(row));
  }

  *#toNode({ location, openTarget, children, operation, ...row }: NavigationRow): Generator<void, NavigationNode> {
    const childNodes = yield* this.toNodes(children);
    const problems = childNodes
      .map((child) => child.problems ?? noProblems)
      .reduce(addProblemCounts, this.#countProblems(row, openTarget));
    const rating = childNodes
      .map((each) => each.rating)
      .reduce(addRatings, this.#getRating(row, openTarget, operation));
    return {
      ...row,
      ...(location && { location: toNavigationLocation(location, this.#site, this.#files) }),
      ...(openTarget && { openTarget: this.#files.getLocation(openTarget) }),
      ...(problems.error + problems.warning > 0 && { problems }),
      ...(rating && { rating }),
      children: childNodes,
    };
  }

  /**
   * Returns the number of problems in a page's file, by severity. For any other row, all numbers are 0, because the
   * problems with a generated page are shown in its specification.
   */
  #countProblems({ kind }: Pick<NavigationRow, "kind">, openTarget: SiteLocation | undefined): ProblemCounts {
    if (kind !== "page" || !openTarget) return noProblems;
    const counts = { ...noProblems };
    for (const { severity } of this.#siteState.problemStore.getLastProblems(openTarget.file)) counts[severity]++;
    return counts;
  }

  #getRating(
    { kind }: Pick<NavigationRow, "kind">,
    openTarget: SiteLocation | undefined,
    operation: string | undefined,
  ): Rating | undefined {
    const isPage = kind === "page" || kind === "operation";
    const rating = openTarget && isPage ? this.#findRating?.(openTarget.file, operation) : undefined;
    return rating && { up: rating.up, down: rating.down, open: rating.open };
  }
}

export type NavigationNotifier = ChangeNotifier<undefined, SiteNavigation[]>;

/**
 * Handles `docwright/navigation`. Also notifies clients that have requested the navigation when the result changes.
 */
export function createNavigationNotifier(getSession: () => Session): NavigationNotifier {
  return new ChangeNotifier<undefined, SiteNavigation[]>({
    compute: () => listSiteNavigations(getSession()),
    onChange: () => void getSession().connection.sendNotification(navigationChanged),
  });
}

/**
 * Returns the loaded part of each site's navigation. Yields after each row, because a site may have thousands of rows.
 */
function* listSiteNavigations(session: Session): Generator<void, SiteNavigation[]> {
  const sites: SiteNavigation[] = [];
  for (const siteState of session.sites.sites) {
    const site = siteState.current?.site;
    const rows = site && (yield* createNavigationRows(site));
    const nodes = rows && (yield* new NavigationNodeBuilder(siteState, site, session).toNodes(rows));
    sites.push({
      ...identifySite(siteState),
      isLoaded: site !== undefined && site.loaded.pages && site.loaded.specs,
      ...(site && hasInvalidConfig(site) && { isInvalid: true as const }),
      ...(nodes && { rows: nodes }),
    });
  }
  return sites;
}

function hasInvalidConfig({ config }: Site): boolean {
  return config.files.some(
    ({ refusal, problems }) => refusal !== undefined || problems.some(({ kind }) => kind !== "duplicate-key"),
  );
}

/** Handles `docwright/changeNavigation`. Returns the edit that changes the navigation. */
export async function planNavigationChange(
  change: ChangeNavigationParams,
  session: Session,
): Promise<ChangeNavigationResult> {
  session.documents.flush();
  const location = "target" in change ? change.target : change.nodes[0];
  const path = location && toPath(location.uri);
  const siteState = path === undefined ? undefined : session.sites.findSite(path)?.site;
  if (!siteState?.current) return localize(refuse(fileNotInSiteReason), session);
  const changeResult = await makeEdit(siteState, session, "edited files", (basis) => createChangeEdit(change, basis));
  return localize(changeResult ?? refuse(createMissingEditMessage(siteState, session)), session);
}

function createChangeEdit(change: ChangeNavigationParams, basis: EditBasis): EditOrRefusal {
  const { siteState, site, session } = basis;
  const result = changeNavigation(site, resolveChange(change, siteState, session));
  if (!result.ok) return result;
  const readOnlyFile = findReadOnlyFile(
    siteState.root,
    result.edits.map(({ file }) => file),
  );
  if (readOnlyFile !== undefined) return refuse(createReadOnlyMessage(readOnlyFile));
  const edit = toWorkspaceEdit(result.edits, basis);
  return edit ? { ok: true, edit } : refuse(fileCreationNotSupportedReason);
}

/** Resolves the locations in a change. Locations in a different site are invalid. */
function resolveChange(change: ChangeNavigationParams, siteState: SiteState, session: Session): NavigationChange {
  const toLocation = (location: NavigationLocation) => resolveNavigationLocation(location, siteState, session);
  const target = "target" in change && { target: toLocation(change.target) };
  const nodes = "nodes" in change && { nodes: change.nodes.map(toLocation) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the change has the same kind
  return { ...change, ...target, ...nodes } as NavigationChange;
}

/** Handles `docwright/publishedPage`. Returns the navigation entry and the URL of a page. */
export function findPublishedPage(
  { slug }: PublishedPageParams,
  session: Session,
  { location }: RequestFile,
): PublishedPage {
  const site = location?.site.current?.site;
  return localize(location && site ? getPublishedUrl(site, location.path, slug) : refuse(fileNotInSiteReason), session);
}
