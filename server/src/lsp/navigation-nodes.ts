import { addProblems, addRatings, type NavigationRow, noProblems, type Rating } from "../core/features/navigation/navigation-rows.ts";
import type { Site } from "../core/site/site.ts";
import type { SiteLocation } from "../core/text/text-edit.ts";
import { mapInSteps } from "../core/text/view.ts";
import type { NavigationNode } from "../protocol/navigation.ts";
import type { ProblemCounts } from "../protocol/site.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { KnownFiles } from "./known-files.ts";
import { navigationPlaceOf } from "./location-of.ts";
import type { Session } from "./session.ts";

/** Rows of one site as the editor is told them, with problems and what readers think. */
export class NavigationNodes {
  readonly #live: LiveSite;
  readonly #site: Site;
  readonly #files: KnownFiles;
  readonly #rate: ReturnType<Session["ratings"]["of"]>;

  constructor(live: LiveSite, site: Site, session: Session) {
    this.#live = live;
    this.#site = site;
    this.#files = new KnownFiles(live, session);
    this.#rate = session.ratings.of(live);
  }

  nodes(rows: readonly NavigationRow[]): Generator<void, NavigationNode[]> {
    return mapInSteps(rows, (row) => this.#node(row));
  }

  *#node({ at, opens, children, operation, ...row }: NavigationRow): Generator<void, NavigationNode> {
    const inner = yield* this.nodes(children);
    const problems = inner
      .map((child) => child.problems ?? noProblems)
      .reduce(addProblems, this.#problemsOf(row, opens));
    const rating = inner.map((each) => each.rating).reduce(addRatings, this.#ratingOf(row, opens, operation));
    return {
      ...row,
      ...(at && { at: navigationPlaceOf(at, this.#site, this.#files) }),
      ...(opens && { opens: this.#files.placeOf(opens) }),
      ...(problems.error + problems.warning > 0 && { problems }),
      ...(rating && { rating }),
      children: inner,
    };
  }

  /** Of a page made from a specification they are shown there. */
  #problemsOf({ kind }: Pick<NavigationRow, "kind">, opens: SiteLocation | undefined): ProblemCounts {
    if (kind !== "page" || !opens) return noProblems;
    const counts = { ...noProblems };
    for (const { severity } of this.#live.problems.lastProblemsIn(opens.file)) counts[severity]++;
    return counts;
  }

  #ratingOf(
    { kind }: Pick<NavigationRow, "kind">,
    opens: SiteLocation | undefined,
    operation: string | undefined,
  ): Rating | undefined {
    const isPage = kind === "page" || kind === "operation";
    const rated = opens && isPage ? this.#rate?.(opens.file, operation) : undefined;
    return rated && { up: rated.up, down: rated.down, open: rated.open };
  }
}
