import { SiteTests } from "../workspace/api-tests/site-tests.ts";
import { iconStore } from "../workspace/files/bundled-assets.ts";
import { OpenPreviews } from "../workspace/preview/previews.ts";
import type { SiteReaders } from "../workspace/workers.ts";
import { CoverageNews } from "./coverage-news.ts";
import { feedbackJoins } from "./feedback-joins.ts";
import { OwnMoves } from "./own-moves.ts";
import { navigationNews } from "./navigation.ts";
import { FeedbackRatings } from "./feedback-ratings.ts";
import type { Session } from "./session.ts";

/** What shows sites beside their texts: pictures, the coverage, what readers say, previews of pages. */
export function openViews(
  session: () => Session,
  { pages, specs }: SiteReaders,
): Pick<
  Session,
  "findIcon" | "coverage" | "navigation" | "ownMoves" | "feedback" | "ratings" | "previews" | "tests"
> {
  const { find, draw } = iconStore(`${__dirname}/icons`);
  return {
    findIcon: find,
    coverage: new CoverageNews(session),
    navigation: navigationNews(session),
    ownMoves: new OwnMoves(),
    feedback: feedbackJoins(session),
    ratings: new FeedbackRatings(),
    previews: new OpenPreviews(pages, draw, specs),
    tests: new SiteTests(specs),
  };
}
