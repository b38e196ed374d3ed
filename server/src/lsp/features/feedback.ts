import { join } from "node:path";
import type { PageRatingProvider } from "../../core/features/hover/describe-page.ts";
import type { PreviousFiles } from "../../core/site/files/former-files.ts";
import { readUrl } from "../../core/site/pages/urls.ts";
import type { Site } from "../../core/site/site.ts";
import { createMessage } from "../../core/text/message.ts";
import { type FoundBy, resolveFeedbackPath, type NoJoin } from "../../feedback/pages/resolve-path.ts";
import { findPagesWithSnippet, placeInSite } from "../../feedback/pages/snippet-anchor.ts";
import {
  feedbackJoinsChanged,
  type JoinedPath,
  type PagesShowing,
  type LocatedSnippet,
  type PlaceSnippets,
  type RatedPage,
  type FeedbackRatings as Ratings,
} from "../../protocol/feedback.ts";
import { ChangeNotifier } from "../../workspace/analysis/change-notifier.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { SiteHistories } from "../../workspace/git/renames.ts";
import { KnownFiles, pathOfUri, toRange, uriOf } from "../convert/convert.ts";
import type { InFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** A site with what its history tells. */
export interface JoinableSite {
  readonly live: SiteState;
  readonly site: Site;
  readonly former: PreviousFiles;
}

/** How sure a page is; between sites the surest counts, of those as sure the first. */
const sureness: Readonly<Record<FoundBy, number>> = {
  address: 0,
  redirect: 0,
  rename: 1,
  version: 2,
  language: 2,
};

/**
 * Joins paths in several sites, given with the outermost first: where one lives at the host that a whole URL names, in
 * that one before others.
 */
export function joinInSites(sites: readonly JoinableSite[], session: Session): (path: string) => JoinedPath {
  const known = sites.map((one) => ({
    ...one,
    files: new KnownFiles(one.live, session),
    host: hostOf(one.site.settings.siteUrl ?? ""),
  }));
  const noSite = createMessage("No documentation site is known yet.");
  return (path) => {
    const host = hostOf(path);
    const named = known.filter((one) => host !== undefined && one.host === host);
    let unknown: NoJoin | undefined;
    let best: { readonly sure: number; readonly joined: JoinedPath } | undefined;
    for (const { site, former, files } of named.length > 0 ? named : known) {
      const join = resolveFeedbackPath(site, path, former);
      if (join.kind === "unknown") unknown ??= join;
      if (join.kind === "unknown") continue;
      const { file, range, ...rest } = join;
      const sure = sureness[join.by];
      if (!best || sure < best.sure) best = { sure, joined: { ...rest, ...files.placeOf({ file, range }) } };
      if (sure === 0) break;
    }
    return best?.joined ?? unknown ?? { kind: "unknown", reason: noSite.words, said: [noSite] };
  };
}

function hostOf(url: string): string | undefined {
  const read = readUrl(url);
  return read.kind === "web" && read.host !== "" ? read.host : undefined;
}

export type FeedbackJoins = ChangeNotifier<readonly string[], JoinedPath[]>;

const maxPaths = 10_000;
/** Many times less than a slice each. */
const pathsInStep = 50;

/** Which file each path of feedback is about, in the order of the paths; of sites still being read what is known by now. */
export function feedbackJoins(session: () => Session): FeedbackJoins {
  const histories = new SiteHistories();
  return new ChangeNotifier<readonly string[], JoinedPath[]>({
    basis: () => sitesOf(session()).flatMap((live) => [live, ...partsOf(live)]),
    prepare: () => histories.read(sitesOf(session()), session().git),
    compute: (paths) => joinAll(paths, session(), histories),
    onChange: () => void session().connection.sendNotification(feedbackJoinsChanged),
  });
}

function* joinAll(
  paths: readonly string[],
  session: Session,
  histories: SiteHistories,
): Generator<void, JoinedPath[]> {
  const sites = sitesOf(session).flatMap((live) => {
    const site = live.current?.site;
    return site ? [{ live, site, former: histories.of(live) }] : [];
  });
  const join = joinInSites(sites, session);
  const joined: JoinedPath[] = [];
  for (const [at, path] of paths.slice(0, maxPaths).entries()) {
    joined.push(join(String(path)));
    if (at % pathsInStep === 0) yield;
  }
  return joined;
}

/** The outermost first. */
function sitesOf({ sites }: Session): SiteState[] {
  return sites.sites.sort((one, other) => one.root.length - other.root.length);
}

/** All of a site but the texts of its pages. */
function partsOf({ current }: SiteState): readonly object[] {
  if (!current) return [];
  const { config, specs, pages, files, profile, settings, loaded } = current.site;
  return [config, specs, pages, files, profile, settings, loaded];
}

const maxPages = 100_000;

/** What readers think of each page, as the editor has told it last; it is kept in memory alone. */
export class FeedbackRatings {
  #byPage: ReadonlyMap<string, RatedPage> = new Map();

  /** Whatever is no rating is left out. */
  keep({ pages }: Ratings): void {
    const known = new Map<string, RatedPage>();
    const given: readonly unknown[] = Array.isArray(pages) ? pages.slice(0, maxPages) : [];
    for (const page of given.filter(isRated)) {
      const path = pathOfUri(page.uri);
      if (path !== undefined) known.set(keyOf(path, page.operation), page);
    }
    this.#byPage = known;
  }

  /** For the features of one site; undefined while nothing is known, so that these do not look. */
  of(live: SiteState): PageRatingProvider | undefined {
    if (this.#byPage.size === 0) return undefined;
    return (file, operation) => this.#byPage.get(keyOf(join(live.root, file), operation));
  }
}

function keyOf(path: string, operation: string | undefined): string {
  return `${path}\n${operation ?? ""}`;
}

function isRated(page: unknown): page is RatedPage {
  if (typeof page !== "object" || page === null) return false;
  const { uri, operation, up, down, open, words }: { readonly [K in keyof RatedPage]?: unknown } = page;
  return (
    typeof uri === "string" &&
    (operation === undefined || typeof operation === "string") &&
    (words === undefined || (typeof words === "string" && words.length <= 100)) &&
    [up, down, open].every((count) => typeof count === "number" && Number.isSafeInteger(count) && count >= 0)
  );
}

const maxSnippets = 2000;

/** `docwright/placeSnippets`, in the text as the editor has it. */
export function placedSnippets(
  { snippets }: PlaceSnippets,
  session: Session,
  { place: page }: InFile,
): LocatedSnippet[] {
  const site = page?.site.current?.site;
  return snippets.slice(0, maxSnippets).map((snippet) => {
    const found = site && placeInSite(site, page.path, snippet);
    if (!found) return {};
    const place = { site: page.site, path: found.file };
    return {
      ...(found.file !== page.path && { uri: uriOf(place, session) }),
      range: toRange(session.lineMaps.of(place), found.range),
      anchor: found.anchor,
    };
  });
}

/** `docwright/pagesShowing`, of what the editor has now; nothing while the site is being read. */
export function urisShowing(_: PagesShowing, session: Session, { place: file }: InFile): string[] {
  const site = file?.site.current?.site;
  if (!site) return [];
  return findPagesWithSnippet(site, file.path).map((page) => uriOf({ site: file.site, path: page }, session));
}
