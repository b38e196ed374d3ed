import { SiteTests } from "../workspace/api-tests/site-tests.ts";
import { iconStore } from "../workspace/icon-store.ts";
import { OpenPreviews } from "../workspace/preview/open-previews.ts";
import type { SiteReaders } from "../workspace/site-readers.ts";
import { CoverageNews } from "./coverage-news.ts";
import type { Session } from "./session.ts";

/** What shows sites beside their texts: pictures, the coverage, previews of pages. */
export function openViews(
  session: () => Session,
  { pages, specs }: SiteReaders,
): Pick<Session, "findIcon" | "coverage" | "previews" | "tests"> {
  const { find, draw } = iconStore(`${__dirname}/icons`);
  return {
    findIcon: find,
    coverage: new CoverageNews(session),
    previews: new OpenPreviews(pages, draw, specs),
    tests: new SiteTests(specs),
  };
}
