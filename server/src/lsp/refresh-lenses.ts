import { CodeLensRefreshRequest } from "vscode-languageserver/node";
import { haveSameLinks } from "../core/site/links/links.ts";
import type { Site } from "../core/site/site.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import type { Session } from "./session.ts";

export interface LensRefresher {
  /** Problems have been looked for again, perhaps because a study has come: who goes on typing does not wait for rest. */
  readonly onProblems: (site: LiveSite) => void;
  readonly onRest: (site: LiveSite) => void;
}

/** Has the editor ask again for what stands above operations and pages, when something that it tells of may be another. */
export function lensRefresher(session: () => Session): LensRefresher {
  const told = new WeakMap<LiveSite, Site>();
  const lastSpecs = new WeakMap<LiveSite, Site["specs"]>();
  const refresh = (live: LiveSite, site: Site): void => {
    const { connection } = session();
    told.set(live, site);
    connection
      .sendRequest(CodeLensRefreshRequest.type)
      .catch((error: unknown) => connection.console.warn(`The client did not refresh: ${String(error)}`));
  };
  const shown = (live: LiveSite): Site | undefined => {
    const site = live.current?.site;
    const canRefresh = session().client.workspace?.codeLens?.refreshSupport ?? false;
    return canRefresh && site && (site.specs.size > 0 || session().pageLens) ? site : undefined;
  };
  return {
    onProblems: (live) => {
      const site = shown(live);
      if (!site) return;
      // Of a file whose text has changed the editor asks by itself.
      const isSameText = lastSpecs.get(live) === site.specs;
      lastSpecs.set(live, site.specs);
      const before = told.get(live);
      if (isSameText && before && before.studies !== site.studies) refresh(live, site);
    },
    onRest: (live) => {
      const site = shown(live);
      const before = told.get(live);
      if (!site) return;
      if (!before || !isSame(before, site, session().pageLens)) refresh(live, site);
      else told.set(live, site);
    },
  };
}

/** Links are counted above pages. */
function isSame(a: Site, b: Site, countsLinks: boolean): boolean {
  return (
    a.config === b.config &&
    a.files === b.files &&
    a.pages === b.pages &&
    a.profile === b.profile &&
    a.specs === b.specs &&
    a.studies === b.studies &&
    (!countsLinks || haveSameLinks(a.references, b.references))
  );
}
