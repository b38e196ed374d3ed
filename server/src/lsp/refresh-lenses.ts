import { CodeLensRefreshRequest } from "vscode-languageserver/node";
import type { Site } from "../core/site/site.ts";
import type { LiveSite } from "../workspace/live-site.ts";
import type { Session } from "./session.ts";

type Seen = Pick<Site, "config" | "files" | "pages" | "profile" | "specs" | "studies">;

export interface LensRefresher {
  /** Problems have been looked for again, perhaps because a study has come: who goes on typing does not wait for rest. */
  readonly onProblems: (site: LiveSite) => void;
  readonly onRest: (site: LiveSite) => void;
}

/** Has the editor ask again for what stands above operations, when something that it tells of may be another. */
export function lensRefresher(session: () => Session): LensRefresher {
  /** As the editor has been told to ask about it. */
  const told = new WeakMap<LiveSite, Seen>();
  const lastSpecs = new WeakMap<LiveSite, Site["specs"]>();
  const refresh = (live: LiveSite, { config, files, pages, profile, specs, studies }: Site): void => {
    const { connection } = session();
    told.set(live, { config, files, pages, profile, specs, studies });
    connection
      .sendRequest(CodeLensRefreshRequest.type)
      .catch((error: unknown) => connection.console.warn(`The client did not refresh: ${String(error)}`));
  };
  const shown = (live: LiveSite): Site | undefined => {
    const site = live.current?.site;
    const canRefresh = session().client.workspace?.codeLens?.refreshSupport ?? false;
    return canRefresh && site && site.specs.size > 0 ? site : undefined;
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
      if (site && !(before && isSame(before, site))) refresh(live, site);
    },
  };
}

function isSame(a: Seen, b: Seen): boolean {
  return (
    a.config === b.config &&
    a.files === b.files &&
    a.pages === b.pages &&
    a.profile === b.profile &&
    a.specs === b.specs &&
    a.studies === b.studies
  );
}
