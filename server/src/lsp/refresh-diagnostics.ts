import { join } from "node:path";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import { resultIdOf } from "./result-id.ts";
import type { ProblemListener, Session } from "./session.ts";

/** A client that asks is told when asking again is worth it: when problems it has not heard of have come to rest. */
export function refreshDiagnostics(session: () => Session): ProblemListener {
  const refresh = (): void => {
    const { connection, client } = session();
    if (client.workspace?.diagnostics?.refreshSupport)
      connection.languages.diagnostics
        .refresh()
        .catch((error: unknown) => connection.console.warn(`The client did not refresh: ${String(error)}`));
  };
  const isNews = (site: LiveSite, path: SitePath): boolean =>
    session().given.get(join(site.root, path)) !== resultIdOf({ site, path }, session());
  return {
    onProblems: () => undefined,
    onRest: (site) => {
      if (site.problems.takeChanged().some((path) => isNews(site, path))) refresh();
    },
    onRemoved: refresh,
    onHostChanged: refresh,
  };
}
