import { join } from "node:path";
import {
  type ClientCapabilities,
  type Diagnostic,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver/node";
import { getJsonString } from "../../core/config/json/json-tree.ts";
import { type DelegatedFeatures, toDelegatedFeatures } from "../../core/features/completion/completion.ts";
import { getRulePageUrl } from "../../core/rules/engine/registry.ts";
import type { Problem } from "../../core/rules/rule.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { HostChangedParams, HostOptions } from "../../protocol/site.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { lspSeverities, lspTags, toPath, toRange, toUri } from "../convert/convert.ts";
import type { RequestFile } from "../session/readiness.ts";
import type { ProblemListener, Session } from "../session/session.ts";

/**
 * The maximum number of problems per file. VS Code doesn't show more problems than this, and sending all of them on
 * each keystroke would make typing slow.
 */
const maxDiagnostics = 1000;

/**
 * Returns the `maxDiagnostics` most severe problems. The most severe problems come first, because some editors preserve
 * this order. The site's counts include all problems.
 */
export function getMostSevereProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => getSeverityRank(a) - getSeverityRank(b)).slice(0, maxDiagnostics);
}

/** Returns a rank from 1 for an error to 4 for a hint. */
export function getSeverityRank({ severity }: Problem): number {
  return lspSeverities[severity];
}

export const docwrightSource = "docwright";

/** Returns the LSP diagnostics for a file. */
export function toDiagnostics(problems: readonly Problem[], location: FileLocation, session: Session): Diagnostic[] {
  const isOpen = session.documents.get(join(location.site.root, location.path)) !== undefined;
  const shownProblems = isOpen
    ? session.host.removeRepeatedProblems(problems, toUri(location, session), location)
    : problems;
  return getMostSevereProblems(shownProblems).map((problem) => toDiagnostic(problem, location.site, session));
}

function toDiagnostic(problem: Problem, site: FileLocation["site"], session: Session): Diagnostic {
  const { at, code, relatedLocations, tags } = problem;
  const lines = session.lineMaps.get({ site, path: at.file });
  return {
    range: toRange(lines, at.range),
    severity: lspSeverities[problem.severity],
    code,
    codeDescription: { href: getRulePageUrl(code) },
    source: docwrightSource,
    message: problem.message,
    ...(tags.length > 0 ? { tags: tags.map((tag) => lspTags[tag]) } : {}),
    ...(relatedLocations.length > 0
      ? {
          relatedInformation: relatedLocations.map((relatedLocation) => {
            const location = { site, path: relatedLocation.at.file };
            const range = toRange(session.lineMaps.get(location), relatedLocation.at.range);
            return { location: { uri: toUri(location, session), range }, message: relatedLocation.message };
          }),
        }
      : {}),
    data: { problem: getDiagnosticIdentity(problem) },
  };
}

/** Returns a key that identifies the problem among all problems in its file. */
export function getDiagnosticIdentity({ code, at }: Problem): string {
  return `${code}@${at.range.start}-${at.range.end}`;
}

/** Distinguishes the result IDs of this server process from those of other processes. */
const processKey = `${process.pid}.${Date.now()}`;

/**
 * Returns the result ID for a file's diagnostics. The ID changes whenever the diagnostics may have changed.
 */
export function createResultId({ site, path }: FileLocation, { host }: Session): string {
  return `${processKey}:${site.problemStore.getSerial(path)}:${host.serial}`;
}

/** Returns the result ID, and records that the client has received it. */
export function recordResultId(location: FileLocation, session: Session): string {
  const resultId = createResultId(location, session);
  session.resultIdsByPath.set(join(location.site.root, location.path), resultId);
  return resultId;
}

const syntaxCodes: ReadonlySet<string> = new Set(["config/syntax", "config/duplicate-key"]);

/**
 * The codes of problems that the JSON schema for docs.json also detects. Other problems depend on how a setting affects
 * the docs, which a schema can't determine.
 */
const structuralCodes: ReadonlySet<string> = new Set([
  "config/wrong-type",
  "config/value-not-allowed",
  "config/invalid-value",
  "config/missing-setting",
  "config/unknown-setting",
  "config/not-an-object",
  "nav/missing-field",
  "nav/unknown-language",
]);

/** Tracks which problems the editor itself reports in open JSON files so that Docwright doesn't report them again. */
export class Host {
  #defaultOptions: HostOptions;
  readonly #optionsByUri = new Map<string, HostOptions>();
  #resultIdCount = 0;

  constructor(defaultOptions: HostOptions = {}) {
    this.#defaultOptions = defaultOptions;
  }

  setOptions({ uri, host }: HostChangedParams): void {
    if (uri === undefined) this.#defaultOptions = host;
    else this.#optionsByUri.set(uri, host);
    this.#resultIdCount++;
  }

  /** Returns the features that other extensions provide on pages. */
  readonly readDelegatedFeatures = (): DelegatedFeatures => toDelegatedFeatures(this.#defaultOptions.mdx);

  /** A number that changes whenever the editor's own reports change. */
  get serial(): number {
    return this.#resultIdCount;
  }

  /** Returns the problems in this open file that the editor doesn't already report. */
  removeRepeatedProblems(problems: readonly Problem[], uri: string, { site, path }: FileLocation): readonly Problem[] {
    if (!path.endsWith(".json")) return problems;
    const { jsonSyntax, jsonSchema } = { ...this.#defaultOptions, ...this.#optionsByUri.get(uri) };
    const config = site.current?.site.config;
    const hasSchema =
      jsonSchema === "remote" && path === config?.entry && /^https?:/.test(getJsonString(config.root, "$schema") ?? "");
    return problems.filter(
      ({ code }) => !(jsonSyntax === true && syntaxCodes.has(code)) && !(hasSchema && structuralCodes.has(code)),
    );
  }
}

/** Handles `textDocument/diagnostic`. Returns the problems in the latest text of one file. */
export function getDocumentDiagnostics(
  { previousResultId }: DocumentDiagnosticParams,
  session: Session,
  { location }: RequestFile,
): DocumentDiagnosticReport {
  if (!location) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
  const problems = location.site.problemStore.getEditorProblems(location.path);
  const resultId = recordResultId(location, session);
  if (resultId === previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return {
    kind: DocumentDiagnosticReportKind.Full,
    resultId,
    items: toDiagnostics(problems, location, session),
  };
}

/**
 * Whether the client pulls diagnostics. If it doesn't, the server pushes them. The server never does both, so each
 * diagnostic is shown only once.
 */
export function supportsPullDiagnostics(client: ClientCapabilities): boolean {
  return client.textDocument?.diagnostic !== undefined;
}

/**
 * Handles `workspace/diagnostic`. Returns every file that has problems now or had problems at the client's last
 * request.
 */
export function getWorkspaceDiagnostics(
  { previousResultIds }: WorkspaceDiagnosticParams,
  session: Session,
): WorkspaceDiagnosticReport {
  const previousResultsByPath = new Map(
    previousResultIds.map(({ uri, value }) => [toPath(uri) ?? uri, { uri, value }]),
  );
  const items: WorkspaceDocumentDiagnosticReport[] = [];
  for (const site of session.sites.sites)
    for (const path of sortFilesBySeverity(site)) {
      const absolutePath = join(site.root, path);
      items.push(createReport({ site, path }, previousResultsByPath.get(absolutePath)?.value, session));
      previousResultsByPath.delete(absolutePath);
    }
  for (const [path, { uri, value }] of previousResultsByPath) {
    const location = session.sites.findSite(path);
    if (location) items.push({ ...createReport(location, value, session), uri });
    else items.push({ kind: DocumentDiagnosticReportKind.Full, uri, version: null, items: [] });
  }
  return { items };
}

/**
 * Returns the files with problems. Files with the most severe problems come first. Files with equally severe problems
 * are sorted by the number of problems, highest first.
 */
function sortFilesBySeverity({ problemStore }: SiteState): readonly SitePath[] {
  const rankedFiles = problemStore.files.map((path) => {
    const ranks = problemStore.getLastProblems(path).map(getSeverityRank);
    const lowestRank = ranks.reduce((one, other) => Math.min(one, other), Infinity);
    return { path, worst: lowestRank, count: ranks.filter((rank) => rank === lowestRank).length };
  });
  return rankedFiles.sort((a, b) => a.worst - b.worst || b.count - a.count).map(({ path }) => path);
}

function createReport(
  location: FileLocation,
  previousResultId: string | undefined,
  session: Session,
): WorkspaceDocumentDiagnosticReport {
  const resultId = recordResultId(location, session);
  const uri = toUri(location, session);
  const version = session.sites.getOpenFile(join(location.site.root, location.path))?.version ?? null;
  if (resultId === previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, uri, version, resultId };
  const items = toDiagnostics(location.site.problemStore.getEditorProblems(location.path), location, session);
  return { kind: DocumentDiagnosticReportKind.Full, uri, version, resultId, items };
}

/**
 * Returns a listener that makes a client pull diagnostics again if no problems are stale and the client doesn't have
 * the latest ones.
 */
export function createPullDiagnosticsListener(getSession: () => Session): ProblemListener {
  const refresh = (): void => {
    const { connection, client } = getSession();
    if (client.workspace?.diagnostics?.refreshSupport)
      connection.languages.diagnostics
        .refresh()
        .catch((error: unknown) => connection.console.warn(`The client couldn't refresh: ${String(error)}`));
  };
  const hasChanged = (site: SiteState, path: SitePath): boolean =>
    getSession().resultIdsByPath.get(join(site.root, path)) !== createResultId({ site, path }, getSession());
  return {
    onProblems: () => undefined,
    onIdle: (site) => {
      if (site.problemStore.takeChangedFiles().some((path) => hasChanged(site, path))) refresh();
    },
    onRemoved: refresh,
    onHostChanged: refresh,
  };
}

/**
 * Returns a listener that publishes the diagnostics for each changed file to a client that doesn't pull them.
 * Diagnostics are never published for outdated text.
 */
export function createPushDiagnosticsListener(getSession: () => Session): ProblemListener {
  /**
   * Maps each site and path with published problems to the URI of the file. If the file was open, this is the URI that
   * the client sent.
   */
  const urisBySite = new Map<SiteState, Map<SitePath, string>>();
  const publishDiagnostics = (site: SiteState, path: SitePath): void => {
    const { connection, sites, documents } = getSession();
    const location = { site, path };
    const absolutePath = join(site.root, path);
    if (moveToSite(site, path)) return;
    const version = documents.get(absolutePath)?.version;
    if (version !== undefined && version !== sites.getOpenFile(absolutePath)?.version) return;
    if (sites.hasPendingChanges(location)) return;
    const urisByPath = getUrisByPath(site);
    const uri = toUri(location, getSession());
    const previousUri = urisByPath.get(path);
    if (previousUri !== undefined && previousUri !== uri)
      void connection.sendDiagnostics({ uri: previousUri, diagnostics: [] });
    const diagnostics = toDiagnostics(site.problemStore.getEditorProblems(path), location, getSession());
    if (diagnostics.length === 0 && previousUri === undefined && version === undefined) return;
    if (diagnostics.length > 0) urisByPath.set(path, uri);
    else urisByPath.delete(path);
    void connection.sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) });
  };
  const getUrisByPath = (site: SiteState): Map<SitePath, string> => {
    const urisByPath = urisBySite.get(site) ?? new Map<SitePath, string>();
    urisBySite.set(site, urisByPath);
    return urisByPath;
  };
  /**
   * If a file now belongs to a different site, publishes that site's problems in the file. Returns whether the file
   * belongs to a different site.
   */
  const moveToSite = (site: SiteState, path: SitePath): boolean => {
    const location = getSession().sites.findSite(join(site.root, path));
    if (!location || location.site === site) return false;
    const uri = urisBySite.get(site)?.get(path);
    if (uri === undefined) return true;
    urisBySite.get(site)?.delete(path);
    getUrisByPath(location.site).set(location.path, uri);
    publishDiagnostics(location.site, location.path);
    return true;
  };
  const clearDiagnostics = (site: SiteState): void => {
    for (const [path, uri] of urisBySite.get(site) ?? [])
      if (!moveToSite(site, path)) void getSession().connection.sendDiagnostics({ uri, diagnostics: [] });
    urisBySite.delete(site);
  };
  return {
    onProblems: (site) => {
      for (const path of site.problemStore.takeChangedFiles()) publishDiagnostics(site, path);
    },
    onIdle: () => undefined,
    onRemoved: clearDiagnostics,
    onHostChanged: () => {
      for (const [site, urisByPath] of urisBySite)
        for (const path of new Set([...urisByPath.keys(), ...(site.files.listOpenPaths?.() ?? [])]))
          publishDiagnostics(site, path);
    },
  };
}
