import type { ClientCapabilities, Connection } from "vscode-languageserver/node";
import type { FindIcon } from "../core/config/icons/icons.ts";
import type { SiteTests } from "../workspace/api-tests/site-tests.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import type { RemoteSpecs } from "../workspace/specs/remote-specs.ts";
import type { SiteStore } from "../workspace/analysis/site-store.ts";
import type { SpecReader } from "../workspace/specs/spec-service.ts";
import type { CoverageNews } from "./coverage-news.ts";
import type { OwnMoves } from "./own-moves.ts";
import type { NavigationNews } from "./navigation.ts";
import type { Documents } from "./documents.ts";
import type { FeedbackJoins } from "./feedback-joins.ts";
import type { FeedbackRatings } from "./feedback-ratings.ts";
import type { Host } from "./host.ts";
import type { LineMaps } from "./line-maps.ts";
import type { OpenPreviews } from "../workspace/preview/previews.ts";

/** What every handler works with: one client, from `initialize` to the end. */
export interface Session {
  readonly connection: Connection;
  readonly client: ClientCapabilities;
  readonly sites: SiteStore;
  readonly documents: Documents;
  readonly lineMaps: LineMaps;
  readonly host: Host;
  readonly remote: RemoteSpecs;
  /** What of specifications is not in their outlines. */
  readonly specs: Pick<
    SpecReader,
    "ask" | "model" | "read" | "readSpecs" | "readText" | "references" | "study"
  >;
  /** Whether the person trusts the workspace, so that git may be asked. */
  readonly git: boolean;
  /** Whether the editor opens playgrounds. */
  readonly playground: boolean;
  /** Whether the editor has a command that explains why something is shown, and those that ask for words and choices. */
  readonly explain: boolean;
  readonly refactoring: boolean;
  readonly pageLens: boolean;
  /** Whether the person may have something fetched. */
  readonly network: boolean;
  readonly findIcon: FindIcon;
  /** Which result of which file a client that asks has last been given, by path. */
  readonly given: Map<string, string>;
  readonly coverage: CoverageNews;
  readonly navigation: NavigationNews;
  readonly ownMoves: OwnMoves;
  readonly feedback: FeedbackJoins;
  readonly ratings: FeedbackRatings;
  readonly previews: OpenPreviews;
  readonly tests: SiteTests;
}

/** Hears what becomes of the problems; one of push and pull. */
export interface ProblemListener {
  readonly onProblems: (site: LiveSite) => void;
  readonly onRest: (site: LiveSite) => void;
  readonly onRemoved: (site: LiveSite) => void;
  readonly onHostChanged: () => void;
}
