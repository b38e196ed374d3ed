import type { Connection, InitializeParams } from "vscode-languageserver/node";
import type { InitializationOptions } from "../protocol.ts";
import type { ReadSpecs } from "../workspace/site-loader.ts";
import { SiteStore } from "../workspace/site-store.ts";
import { isPulling } from "./capabilities.ts";
import { Documents } from "./documents.ts";
import { Host } from "./host.ts";
import { LineMaps } from "./line-maps.ts";
import { pushDiagnostics } from "./push-diagnostics.ts";
import { refreshDiagnostics } from "./refresh-diagnostics.ts";
import { ScanProgress } from "./scan-progress.ts";
import type { Session } from "./session.ts";
import { siteStatusSender } from "./site-status.ts";

export interface OpenSession {
  readonly session: Session;
  readonly hostChanged: () => void;
  readonly end: () => void;
}

/** Connects the sites with the client: what they find goes out, by push or by refresh. */
export function openSession(
  connection: Connection,
  params: InitializeParams,
  readSpecs: ReadSpecs,
): OpenSession {
  const options = optionsIn(params);
  const later = (): Session => session;
  const listener = isPulling(params.capabilities) ? refreshDiagnostics(later) : pushDiagnostics(later);
  const progress = new ScanProgress(later);
  const sendStatus = options.siteStatus === true ? siteStatusSender(later) : () => undefined;
  const log = (what: string, error: unknown): void =>
    connection.console.error(
      `${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  const sites = new SiteStore({
    profile: options.profile ?? "auto",
    readSpecs,
    rules: { onRuleFailed: (code, error) => log(`Rule ${code} failed`, error) },
    onProblems: listener.onProblems,
    onRest: (site) => {
      listener.onRest(site);
      sendStatus();
    },
    onRemoved: (site) => {
      listener.onRemoved(site);
      progress.end(site);
      sendStatus();
    },
    onScanning: (site) => {
      progress.onScanning(site);
      sendStatus();
    },
    onProgress: (site, done, total) => progress.onProgress(site, done, total),
    onFailed: log,
  });
  const session: Session = {
    connection,
    client: params.capabilities,
    sites,
    documents: new Documents(sites),
    lineMaps: new LineMaps(sites),
    host: new Host(options.host),
    given: new Map(),
  };
  const end = (): void => {
    sites.end();
    for (const site of sites.sites) progress.end(site);
  };
  return { session, hostChanged: listener.onHostChanged, end };
}

/** Whatever a client sends, only what is understood is taken. */
function optionsIn({ initializationOptions }: InitializeParams): InitializationOptions {
  const given: unknown = initializationOptions;
  if (typeof given !== "object" || given === null) return {};
  const { profile, host, siteStatus } = given as InitializationOptions;
  return {
    ...(profile === "standard" || profile === "mintlify" ? { profile } : {}),
    ...(typeof host === "object" && host !== null ? { host } : {}),
    ...(siteStatus === true ? { siteStatus } : {}),
  };
}
