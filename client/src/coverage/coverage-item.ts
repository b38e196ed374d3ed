import * as vscode from "vscode";
import type {
  CoveragePage,
  CoveredOperation,
  SiteCoverage,
  SpecificationCoverage,
} from "../../../server/src/protocol/coverage.ts";
import { formatFirstItems, toEditorRange, formatNumber } from "../editor/workspace.ts";

const maxPages = 10;

/** Returns the tooltip for an operation. Text that comes from the site is escaped. */
export function createCoverageTooltip(name: string, operation: CoveredOperation): vscode.MarkdownString {
  const { summary, pages, hasExample, isDeprecated, state } = operation;
  const tooltip = new vscode.MarkdownString("**").appendText(name).appendMarkdown("**");
  if (summary !== undefined) tooltip.appendMarkdown("\n\n").appendText(summary);
  const lines = [
    ...formatFirstItems(pages, formatPage, maxPages),
    ...(pages.length === 0 && state === "missing" ? [vscode.l10n.t("Not on any page.")] : []),
    hasExample ? vscode.l10n.t("Has an example.") : vscode.l10n.t("Has no example."),
    ...(isDeprecated ? [vscode.l10n.t("Deprecated.")] : []),
  ];
  for (const line of lines) tooltip.appendMarkdown("\n- ").appendText(line);
  return tooltip;
}

/** Returns the page's URL and sections as text, such as `/api/users/list · en · v2`. */
function formatPage({ url, language, version, isInNavigation }: CoveragePage): string {
  const parts = [url, language, version, isInNavigation ? undefined : vscode.l10n.t("not in the navigation")];
  return parts.filter((part) => part !== undefined).join(" · ");
}

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** Returns the tree item for a node. */
export function createCoverageItem(node: CoverageNode): vscode.TreeItem {
  switch (node.kind) {
    case "site":
      return createSiteItem(node);
    case "specification":
      return createSpecItem(node);
    case "unfetched":
      return createUnfetchedSpecItem(node);
    case "group":
      return createGroupItem(node);
    case "operation":
      return createOperationItem(node);
  }
}

function createSiteItem({ site }: Extract<CoverageNode, { kind: "site" }>): vscode.TreeItem {
  const item = new vscode.TreeItem(site.name, Expanded);
  item.id = site.root;
  item.iconPath = new vscode.ThemeIcon("book");
  if (site.specifications.length > 0) item.description = formatCoverage(site.specifications);
  item.tooltip = vscode.Uri.parse(site.root).fsPath;
  item.accessibilityInformation = { label: `${site.name}, ${formatAccessibleCount(site.specifications)}` };
  return item;
}

function createSpecItem({ site, specification }: Extract<CoverageNode, { kind: "specification" }>): vscode.TreeItem {
  const { uri, path, title, problem, eligibleCount, shownCount } = specification;
  const item = new vscode.TreeItem(path, problem ? None : shownCount < eligibleCount ? Expanded : Collapsed);
  item.id = `${site.root} ${path}`;
  item.description = problem === undefined ? formatCoverage([specification]) : formatSpecProblem(problem);
  item.tooltip = title ?? path;
  item.accessibilityInformation = {
    label: `${path}, ${problem === undefined ? formatAccessibleCount([specification]) : formatSpecProblem(problem)}`,
  };
  item.iconPath = problem
    ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
    : new vscode.ThemeIcon("symbol-interface");
  item.contextValue = "specification";
  if (problem) item.command = { title: "", command: "vscode.open", arguments: [vscode.Uri.parse(uri)] };
  return item;
}

function createUnfetchedSpecItem({ site, url }: Extract<CoverageNode, { kind: "unfetched" }>): vscode.TreeItem {
  const item = new vscode.TreeItem(url, None);
  item.id = `${site.root} ${url}`;
  item.description = vscode.l10n.t("not fetched yet");
  item.tooltip = vscode.l10n.t("This is a remote specification that hasn't been fetched yet.");
  item.iconPath = new vscode.ThemeIcon("cloud");
  item.contextValue = "unfetched";
  item.command = {
    title: vscode.l10n.t("Fetch Specification"),
    command: "docwright.fetchSpecification",
    arguments: [url],
  };
  item.accessibilityInformation = { label: `${url}, ${item.description}` };
  return item;
}

function formatSpecProblem(problem: NonNullable<SpecificationCoverage["problem"]>): string {
  return problem === "unreadable" ? vscode.l10n.t("can't be read") : vscode.l10n.t("version isn't supported");
}

/** Returns the coverage as text, such as `38 of 55 shown`. */
export function formatCoverage(specifications: readonly SpecificationCoverage[]): string {
  const { shownCount, eligibleCount } = countOperations(specifications);
  return vscode.l10n.t("{0} of {1} shown", shownCount, eligibleCount);
}

function formatAccessibleCount(specifications: readonly SpecificationCoverage[]): string {
  const { shownCount, eligibleCount } = countOperations(specifications);
  return vscode.l10n.t("{0} of {1} operations shown", shownCount, eligibleCount);
}

function countOperations(specifications: readonly SpecificationCoverage[]) {
  const sumCounts = (key: "shownCount" | "eligibleCount") =>
    specifications.reduce((total, specification) => total + specification[key], 0);
  return { shownCount: sumCounts("shownCount"), eligibleCount: sumCounts("eligibleCount") };
}

function createGroupItem(node: Extract<CoverageNode, { kind: "group" }>): vscode.TreeItem {
  const { group, operations, specification, isOnlyGroup } = node;
  const isExpanded = isOnlyGroup || (group !== "shown" && group !== "left-out");
  const item = new vscode.TreeItem(formatGroup(group), isExpanded ? Expanded : Collapsed);
  item.id = `${specification.uri} ${group}`;
  item.description = formatNumber(operations.length);
  const countText =
    operations.length === 1
      ? vscode.l10n.t("1 operation")
      : vscode.l10n.t("{0} operations", formatNumber(operations.length));
  item.accessibilityInformation = { label: `${formatGroup(group)}, ${countText}` };
  // VS Code indents rows only if they're below a row with an icon.
  item.iconPath = getThemeIcon(operations[0]?.state ?? "missing");
  return item;
}

function formatGroup(group: CoverageGroup): string {
  switch (group) {
    case "missing":
      return vscode.l10n.t("Not on any page");
    case "page-only":
      return vscode.l10n.t("Not in the navigation");
    case "ambiguous":
      return vscode.l10n.t("In several specifications");
    case "shown":
      return vscode.l10n.t("Shown");
    case "left-out":
      return vscode.l10n.t("Intentionally excluded");
  }
}

const icons: Readonly<Record<CoveredOperation["state"], readonly [icon: string, color: string]>> = {
  shown: ["check", "testing.iconPassed"],
  "page-only": ["eye-closed", "list.warningForeground"],
  ambiguous: ["question", "list.warningForeground"],
  missing: ["circle-slash", "list.warningForeground"],
  faulty: ["error", "list.errorForeground"],
  hidden: ["dash", "disabledForeground"],
  excluded: ["dash", "disabledForeground"],
};

function getThemeIcon(state: CoveredOperation["state"]): vscode.ThemeIcon {
  const [icon, color] = icons[state];
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}

function createOperationItem({
  specification,
  operation,
}: Extract<CoverageNode, { kind: "operation" }>): vscode.TreeItem {
  const { location, method, path, isWebhook, state, pages, navigationLocation } = operation;
  const name = isWebhook ? vscode.l10n.t("webhook {0}", path) : `${method} ${path}`;
  const item = new vscode.TreeItem(name, None);
  item.id = `${specification.uri} ${method} ${path} ${isWebhook}`;
  item.iconPath = getThemeIcon(state);
  item.description = formatState(operation);
  item.tooltip = createCoverageTooltip(name, operation);
  item.command = {
    title: vscode.l10n.t("Open Operation"),
    command: "vscode.open",
    arguments: [vscode.Uri.parse(location.uri), { selection: toEditorRange(location.range) }],
  };
  item.contextValue = [
    "operation",
    ...(pages.some(({ uri }) => uri !== undefined) ? ["page"] : []),
    ...(navigationLocation ? ["listing"] : []),
  ].join(" ");
  item.accessibilityInformation = { label: `${name}, ${item.description}` };
  return item;
}

/**
 * Returns the URL of the operation's first page, along with the number of its other pages. For an operation that isn't
 * on any page, or that is hidden, excluded, or invalid, returns a detail that its group's heading doesn't show.
 */
function formatState({ state, pages, isDeprecated, summary = "" }: CoveredOperation): string {
  if (state === "hidden") return vscode.l10n.t("marked x-hidden");
  if (state === "excluded") return vscode.l10n.t("marked x-excluded");
  if (state === "faulty") return vscode.l10n.t("has validation errors");
  if (state === "missing") return isDeprecated ? vscode.l10n.t("deprecated") : summary;
  const displayedPages = pages.filter(({ isInNavigation }) => isInNavigation || state !== "shown");
  const urls = [...new Set(displayedPages.map(({ url }) => url))];
  const [firstUrl = ""] = urls;
  return urls.length < 2 ? firstUrl : vscode.l10n.t("{0} and {1} more", firstUrl, formatNumber(urls.length - 1));
}

/** A group of a specification's operations in the coverage view. */
export type CoverageGroup = "missing" | "page-only" | "ambiguous" | "shown" | "left-out";

export type CoverageNode =
  | { readonly kind: "site"; readonly site: SiteCoverage }
  | {
      readonly kind: "specification";
      readonly site: SiteCoverage;
      readonly specification: SpecificationCoverage;
    }
  /** A remote specification that hasn't been fetched. */
  | { readonly kind: "unfetched"; readonly site: SiteCoverage; readonly url: string }
  | {
      readonly kind: "group";
      readonly specification: SpecificationCoverage;
      readonly group: CoverageGroup;
      readonly operations: readonly CoveredOperation[];
      /** Whether the view shows only this group for the specification. */
      readonly isOnlyGroup: boolean;
    }
  | {
      readonly kind: "operation";
      readonly specification: SpecificationCoverage;
      readonly operation: CoveredOperation;
    };

const groups: readonly CoverageGroup[] = ["missing", "page-only", "ambiguous", "shown", "left-out"];
const missingGroups: readonly CoverageGroup[] = ["missing", "page-only", "ambiguous"];

/**
 * Returns the top-level nodes: the sites if there are several, or the specifications of the only site. Returns an empty
 * list if no specification has been fetched, so the view shows the next step instead of the tree.
 */
export function getCoverageRoots(sites: readonly SiteCoverage[], showsMissingOnly: boolean): CoverageNode[] {
  if (sites.every(({ specifications }) => specifications.length === 0)) return [];
  const shownSites = sites.filter((site) => createSpecNodes(site, showsMissingOnly).length > 0);
  const [onlyShownSite] = shownSites;
  if (sites.length === 1 && onlyShownSite) return createSpecNodes(onlyShownSite, showsMissingOnly);
  return shownSites.map((site) => ({ kind: "site", site }));
}

export function getCoverageChildren(node: CoverageNode, showsMissingOnly: boolean): CoverageNode[] {
  switch (node.kind) {
    case "site":
      return createSpecNodes(node.site, showsMissingOnly);
    case "specification":
      return createGroupNodes(node.specification, showsMissingOnly);
    case "group":
      return node.operations.map((operation) => ({
        kind: "operation",
        specification: node.specification,
        operation,
      }));
    case "unfetched":
    case "operation":
      return [];
  }
}

function createSpecNodes(site: SiteCoverage, showsMissingOnly: boolean): CoverageNode[] {
  return [
    ...site.specifications
      .filter(
        ({ problem, eligibleCount, shownCount }) =>
          !showsMissingOnly || problem !== undefined || shownCount < eligibleCount,
      )
      .map((specification) => ({ kind: "specification", site, specification }) as const),
    ...site.unfetchedUrls.map((url) => ({ kind: "unfetched", site, url }) as const),
  ];
}

function createGroupNodes(specification: SpecificationCoverage, showsMissingOnly: boolean): CoverageNode[] {
  const requestedGroups = showsMissingOnly ? missingGroups : groups;
  const nonEmptyGroups = requestedGroups
    .map((group) => ({
      group,
      operations: specification.operations.filter((operation) => getGroup(operation) === group),
    }))
    .filter(({ operations }) => operations.length > 0);
  return nonEmptyGroups.map(({ group, operations }) => ({
    kind: "group",
    specification,
    group,
    operations,
    isOnlyGroup: nonEmptyGroups.length === 1,
  }));
}

function getGroup({ state }: CoveredOperation): CoverageGroup {
  if (state === "faulty") return "missing";
  return state === "hidden" || state === "excluded" ? "left-out" : state;
}
