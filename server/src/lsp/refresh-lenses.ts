import { CodeLensRefreshRequest } from "vscode-languageserver/node";
import type { Site } from "../core/site/site.ts";
import type { LiveSite } from "../workspace/live-site.ts";
import type { Session } from "./session.ts";

type Seen = Pick<Site, "config" | "specs" | "pages" | "studies">;

/** Has the editor ask again for what stands above operations, when something that it tells of may be another. */
export function lensRefresher(session: () => Session): (site: LiveSite) => void {
  const seen = new WeakMap<LiveSite, Seen>();
  return (live) => {
    const { connection, client } = session();
    const site = live.current?.site;
    if (!client.workspace?.codeLens?.refreshSupport || !site || site.specs.size === 0) return;
    const before = seen.get(live);
    const { config, specs, pages, studies } = site;
    seen.set(live, { config, specs, pages, studies });
    if (before && isSame(before, site)) return;
    connection
      .sendRequest(CodeLensRefreshRequest.type)
      .catch((error: unknown) => connection.console.warn(`The client did not refresh: ${String(error)}`));
  };
}

function isSame(a: Seen, b: Seen): boolean {
  return a.config === b.config && a.specs === b.specs && a.pages === b.pages && a.studies === b.studies;
}
