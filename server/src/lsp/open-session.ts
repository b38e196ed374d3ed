import type { Connection, InitializeParams } from "vscode-languageserver/node";
import type { HostChanged } from "../protocol/site.ts";
import type { SiteReaders } from "../workspace/workers.ts";
import { SiteStore } from "../workspace/analysis/site-store.ts";
import { isPulling } from "./document-diagnostics.ts";
import { Documents } from "./documents.ts";
import { failureLog } from "./failure-log.ts";
import { Host } from "./host.ts";
import { initializationOptions, permissions } from "./initialization-options.ts";
import { LineMaps } from "./line-maps.ts";
import { openViews } from "./open-views.ts";
import { pushDiagnostics } from "./push-diagnostics.ts";
import { refreshDiagnostics } from "./refresh-diagnostics.ts";
import { remoteSpecs } from "./remote-specifications.ts";
import { ScanProgress } from "./scan-progress.ts";
import type { Session } from "./session.ts";
import { siteEvents } from "./site-events.ts";

export interface OpenSession {
  readonly session: Session;
  readonly onHostChanged: (change: HostChanged) => void;
  readonly end: () => void;
}

/** Connects the sites with the client: what they find goes out, by push or by refresh. */
export function openSession(
  connection: Connection,
  params: InitializeParams,
  readers: SiteReaders,
): OpenSession {
  const { host: reported, siteStatus, ...asked } = initializationOptions(params);
  const client = params.capabilities;
  const later = (): Session => session;
  const progress = new ScanProgress(later);
  const listener = isPulling(client) ? refreshDiagnostics(later) : pushDiagnostics(later);
  const events = siteEvents(listener, progress, siteStatus === true, later);
  const [onFailed, remote] = [failureLog(connection), remoteSpecs()];
  const rules = {
    onRuleFailed: (code: string, error: unknown) => onFailed(`The rule ${code} failed`, error),
  };
  const answers = { ...events, answersAreAsked: true };
  const sites = new SiteStore({ profile: "auto", ...asked, ...readers, remote, rules, onFailed, ...answers });
  const [host, documents, lineMaps] = [new Host(reported), new Documents(sites), new LineMaps(sites)];
  const files = { sites, documents, lineMaps, specs: readers.specs, given: new Map<string, string>() };
  const views = openViews(later, readers);
  const session: Session = { connection, client, host, remote, ...permissions(asked), ...views, ...files };
  return {
    session,
    onHostChanged: (change) => {
      host.change(change);
      listener.onHostChanged();
    },
    end: () => {
      session.previews.end();
      void session.tests.end();
      sites.end();
      for (const site of sites.sites) progress.end(site);
    },
  };
}
