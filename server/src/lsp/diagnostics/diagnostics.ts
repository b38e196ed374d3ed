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
import { type DelegatedFeatures, readDelegatedFeatures } from "../../core/features/completion/completion.ts";
import { rulePage } from "../../core/rules/engine/registry.ts";
import type { Problem } from "../../core/rules/rule.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { HostChanged, HostOptions } from "../../protocol/site.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { lspSeverities, lspTags, pathOfUri, toRange, uriOf } from "../convert/convert.ts";
import type { InFile } from "../session/readiness.ts";
import type { ProblemListener, Session } from "../session/session.ts";

/**
 * The maximum number of problems per file. VS Code doesn't show more problems than this, and sending all of them on
 * each keystroke would make typing slow.
 */
const maxShown = 1000;

/**
 * Returns the `maxShown` most severe problems. The most severe problems come first, because some editors preserve this
 * order. The site's counts include all problems.
 */
export function getMostSevere(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, maxShown);
}

/** Returns a rank from 1 for an error to 4 for a hint. */
export function rankOf({ severity }: Problem): number {
  return lspSeverities[severity];
}

export const source = "docwright";

/** Returns the LSP diagnostics for a file. */
export function toDiagnostics(
  problems: readonly Problem[],
  place: FileLocation,
  session: Session,
): Diagnostic[] {
  const isOpen = session.documents.get(join(place.site.root, place.path)) !== undefined;
  const shown = isOpen ? session.host.withoutRepeated(problems, uriOf(place, session), place) : problems;
  return getMostSevere(shown).map((problem) => toDiagnostic(problem, place.site, session));
}

function toDiagnostic(problem: Problem, site: FileLocation["site"], session: Session): Diagnostic {
  const { at, code, related, tags } = problem;
  const lines = session.lineMaps.get({ site, path: at.file });
  return {
    range: toRange(lines, at.range),
    severity: lspSeverities[problem.severity],
    code,
    codeDescription: { href: rulePage(code) },
    source,
    message: problem.message,
    ...(tags.length > 0 ? { tags: tags.map((tag) => lspTags[tag]) } : {}),
    ...(related.length > 0
      ? {
          relatedInformation: related.map((other) => {
            const place = { site, path: other.at.file };
            const range = toRange(session.lineMaps.get(place), other.at.range);
            return { location: { uri: uriOf(place, session), range }, message: other.message };
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
const processStart = `${process.pid}.${Date.now()}`;

/**
 * Returns the result ID for a file's diagnostics. The ID changes whenever the diagnostics may have changed.
 */
export function resultIdOf({ site, path }: FileLocation, { host }: Session): string {
  return `${processStart}:${site.problems.serialOf(path)}:${host.serial}`;
}

/** Returns the result ID, and records that the client has received it. */
export function recordResultId(place: FileLocation, session: Session): string {
  const resultId = resultIdOf(place, session);
  session.given.set(join(place.site.root, place.path), resultId);
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
  readonly #byUri = new Map<string, HostOptions>();
  #resultIdCount = 0;

  constructor(defaultOptions: HostOptions = {}) {
    this.#defaultOptions = defaultOptions;
  }

  change({ uri, host }: HostChanged): void {
    if (uri === undefined) this.#defaultOptions = host;
    else this.#byUri.set(uri, host);
    this.#resultIdCount++;
  }

  /** Returns the features that other extensions provide on pages. */
  readonly readDelegatedFeatures = (): DelegatedFeatures => readDelegatedFeatures(this.#defaultOptions.mdx);

  /** A number that changes whenever the editor's own reports change. */
  get serial(): number {
    return this.#resultIdCount;
  }

  /** Returns the problems in this open file that the editor doesn't already report. */
  withoutRepeated(
    problems: readonly Problem[],
    uri: string,
    { site, path }: FileLocation,
  ): readonly Problem[] {
    if (!path.endsWith(".json")) return problems;
    const { jsonSyntax, jsonSchema } = { ...this.#defaultOptions, ...this.#byUri.get(uri) };
    const config = site.current?.site.config;
    const hasSchema =
      jsonSchema === "remote" &&
      path === config?.entry &&
      /^https?:/.test(getJsonString(config.root, "$schema") ?? "");
    return problems.filter(
      ({ code }) =>
        !(jsonSyntax === true && syntaxCodes.has(code)) && !(hasSchema && structuralCodes.has(code)),
    );
  }
}

/** Handles `textDocument/diagnostic`. Returns the problems in the latest text of one file. */
export function documentDiagnostics(
  { previousResultId }: DocumentDiagnosticParams,
  session: Session,
  { place }: InFile,
): DocumentDiagnosticReport {
  if (!place) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
  const problems = place.site.problems.editorProblemsIn(place.path);
  const resultId = recordResultId(place, session);
  if (resultId === previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return {
    kind: DocumentDiagnosticReportKind.Full,
    resultId,
    items: toDiagnostics(problems, place, session),
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
export function workspaceDiagnostics(
  { previousResultIds }: WorkspaceDiagnosticParams,
  session: Session,
): WorkspaceDiagnosticReport {
  const previous = new Map(
    previousResultIds.map(({ uri, value }) => [pathOfUri(uri) ?? uri, { uri, value }]),
  );
  const items: WorkspaceDocumentDiagnosticReport[] = [];
  for (const site of session.sites.sites)
    for (const path of sortFilesBySeverity(site)) {
      const absolute = join(site.root, path);
      items.push(reportOf({ site, path }, previous.get(absolute)?.value, session));
      previous.delete(absolute);
    }
  for (const [path, { uri, value }] of previous) {
    const place = session.sites.siteOf(path);
    if (place) items.push({ ...reportOf(place, value, session), uri });
    else items.push({ kind: DocumentDiagnosticReportKind.Full, uri, version: null, items: [] });
  }
  return { items };
}

/**
 * Returns the files with problems. Files with the most severe problems come first. Files with equally severe problems
 * are sorted by the number of problems, highest first.
 */
function sortFilesBySeverity({ problems }: SiteState): readonly SitePath[] {
  const ranked = problems.files.map((path) => {
    const ranks = problems.lastProblemsIn(path).map(rankOf);
    const lowestRank = ranks.reduce((one, other) => Math.min(one, other), Infinity);
    return { path, worst: lowestRank, count: ranks.filter((rank) => rank === lowestRank).length };
  });
  return ranked.sort((a, b) => a.worst - b.worst || b.count - a.count).map(({ path }) => path);
}

function reportOf(
  place: FileLocation,
  previous: string | undefined,
  session: Session,
): WorkspaceDocumentDiagnosticReport {
  const resultId = recordResultId(place, session);
  const uri = uriOf(place, session);
  const version = session.sites.openFile(join(place.site.root, place.path))?.version ?? null;
  if (resultId === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, uri, version, resultId };
  const items = toDiagnostics(place.site.problems.editorProblemsIn(place.path), place, session);
  return { kind: DocumentDiagnosticReportKind.Full, uri, version, resultId, items };
}

/**
 * Returns a listener that makes a client pull diagnostics again if no problems are stale and the client doesn't have
 * the latest ones.
 */
export function refreshDiagnostics(session: () => Session): ProblemListener {
  const refresh = (): void => {
    const { connection, client } = session();
    if (client.workspace?.diagnostics?.refreshSupport)
      connection.languages.diagnostics
        .refresh()
        .catch((error: unknown) => connection.console.warn(`The client couldn't refresh: ${String(error)}`));
  };
  const isDelta = (site: SiteState, path: SitePath): boolean =>
    session().given.get(join(site.root, path)) !== resultIdOf({ site, path }, session());
  return {
    onProblems: () => undefined,
    onRest: (site) => {
      if (site.problems.takeChanged().some((path) => isDelta(site, path))) refresh();
    },
    onRemoved: refresh,
    onHostChanged: refresh,
  };
}

/**
 * Returns a listener that publishes the diagnostics for each changed file to a client that doesn't pull them.
 * Diagnostics are never published for outdated text.
 */
export function pushDiagnostics(session: () => Session): ProblemListener {
  /**
   * Maps each site and path with published problems to the URI of the file. If the file was open, this is the URI that
   * the client sent.
   */
  const published = new Map<SiteState, Map<SitePath, string>>();
  const publish = (site: SiteState, path: SitePath): void => {
    const { connection, sites, documents } = session();
    const place = { site, path };
    const absolute = join(site.root, path);
    if (moveToOwner(site, path)) return;
    const version = documents.get(absolute)?.version;
    if (version !== undefined && version !== sites.openFile(absolute)?.version) return;
    if (sites.isBehind(place)) return;
    const shown = getPublished(site);
    const uri = uriOf(place, session());
    const before = shown.get(path);
    if (before !== undefined && before !== uri)
      void connection.sendDiagnostics({ uri: before, diagnostics: [] });
    const diagnostics = toDiagnostics(site.problems.editorProblemsIn(path), place, session());
    if (diagnostics.length === 0 && before === undefined && version === undefined) return;
    if (diagnostics.length > 0) shown.set(path, uri);
    else shown.delete(path);
    void connection.sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) });
  };
  const getPublished = (site: SiteState): Map<SitePath, string> => {
    const shown = published.get(site) ?? new Map<SitePath, string>();
    published.set(site, shown);
    return shown;
  };
  /**
   * If a file now belongs to a different site, publishes that site's problems in the file. Returns whether the file
   * belongs to a different site.
   */
  const moveToOwner = (site: SiteState, path: SitePath): boolean => {
    const owner = session().sites.siteOf(join(site.root, path));
    if (!owner || owner.site === site) return false;
    const uri = published.get(site)?.get(path);
    if (uri === undefined) return true;
    published.get(site)?.delete(path);
    getPublished(owner.site).set(owner.path, uri);
    publish(owner.site, owner.path);
    return true;
  };
  const clearDiagnostics = (site: SiteState): void => {
    for (const [path, uri] of published.get(site) ?? [])
      if (!moveToOwner(site, path)) void session().connection.sendDiagnostics({ uri, diagnostics: [] });
    published.delete(site);
  };
  return {
    onProblems: (site) => {
      for (const path of site.problems.takeChanged()) publish(site, path);
    },
    onRest: () => undefined,
    onRemoved: clearDiagnostics,
    onHostChanged: () => {
      for (const [site, paths] of published)
        for (const path of new Set([...paths.keys(), ...(site.files.openPaths?.() ?? [])]))
          publish(site, path);
    },
  };
}
