import { feedbackJoinsChanged, type JoinedPath } from "../protocol/feedback.ts";
import { AnswerNews } from "../workspace/analysis/change-notifier.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { SiteHistories } from "../workspace/git/renames.ts";
import { joinInSites } from "./join-in-sites.ts";
import type { Session } from "./session.ts";

export type FeedbackJoins = AnswerNews<readonly string[], JoinedPath[]>;

const mostPaths = 10_000;
/** Many times less than a slice each. */
const pathsInStep = 50;

/** Which file each path of feedback is about, in the order of the paths; of sites still being read what is known by now. */
export function feedbackJoins(session: () => Session): FeedbackJoins {
  const histories = new SiteHistories();
  return new AnswerNews<readonly string[], JoinedPath[]>({
    basis: () => sitesOf(session()).flatMap((live) => [live, ...partsOf(live)]),
    prepare: () => histories.read(sitesOf(session()), session().git),
    answer: (paths) => joinAll(paths, session(), histories),
    onNews: () => void session().connection.sendNotification(feedbackJoinsChanged),
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
  for (const [at, path] of paths.slice(0, mostPaths).entries()) {
    joined.push(join(String(path)));
    if (at % pathsInStep === 0) yield;
  }
  return joined;
}

/** The outermost first. */
function sitesOf({ sites }: Session): LiveSite[] {
  return sites.sites.sort((one, other) => one.root.length - other.root.length);
}

/** All of a site but the texts of its pages. */
function partsOf({ current }: LiveSite): readonly object[] {
  if (!current) return [];
  const { config, specs, pages, files, profile, settings, loaded } = current.site;
  return [config, specs, pages, files, profile, settings, loaded];
}
