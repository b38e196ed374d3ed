import * as v from "valibot";
import { type Data, createTextSchema } from "../../../server/src/core/text/parse-message.ts";

/**
 * The messages between the Site Overview and the extension. The extension sends texts in the author's language so that
 * the page and the Markdown export show the same texts.
 */

export interface ToOverview {
  readonly kind: "show";
  /**
   * The URI of the folder that contains docs.json. The page stores the URI so that the editor can restore the panel
   * after a restart.
   */
  readonly root: string;
  readonly view: OverviewView;
}

export type OverviewView =
  | { readonly kind: "loading"; readonly text: string }
  /** A message that explains why there's nothing to show. */
  | {
      readonly kind: "message";
      readonly heading: string;
      readonly text: string;
      readonly actions: readonly OverviewButton[];
    }
  | SiteView;

export interface OverviewButton {
  readonly action: OverviewAction;
  readonly label: string;
}

export interface SiteView {
  readonly kind: "site";
  readonly name: string;
  /** The path of docs.json, followed by the profile. */
  readonly facts: readonly string[];
  /** The progress while the site is being checked. Empty at any other time. */
  readonly progressText: string;
  readonly actions: readonly OverviewButton[];
  readonly pages: PagesView;
  readonly problems: ProblemsView;
  readonly coverage: CoverageView;
  readonly feedback: FeedbackView;
}

export interface PagesView {
  readonly heading: string;
  /** Page counts with their labels, such as `24` and `In the navigation`. */
  readonly counts: readonly { readonly count: string; readonly label: string }[];
  /** The numbers of pages by language and by version. */
  readonly tables: readonly CountTable[];
}

export interface CountTable {
  readonly columns: readonly [name: string, count: string];
  readonly rows: readonly { readonly name: string; readonly count: string }[];
}

export interface ProblemsView {
  readonly heading: string;
  /** The problem counts, such as `3 errors`. */
  readonly counts: readonly { readonly severity: OverviewSeverity; readonly label: string }[];
  /** The text to show if there are no problems. */
  readonly emptyText: string;
  readonly columns: ProblemColumns;
  /** The rules, most severe first. */
  readonly rules: readonly RuleView[];
  /** Missing if no problem has a safe fix. */
  readonly fix?: OverviewButton & { readonly hint: string };
}

export type OverviewSeverity = "error" | "warning" | "information" | "hint";

export interface ProblemColumns {
  readonly severity: string;
  readonly problem: string;
  readonly count: string;
  /** The code of the rule, shown only in Markdown. */
  readonly rule: string;
  readonly locations: string;
}

export interface RuleView {
  readonly code: string;
  readonly severity: OverviewSeverity;
  /** The label of the severity, such as `Error`. */
  readonly severityLabel: string;
  readonly summary: string;
  readonly count: string;
  /** `Safe fix`, or an empty string if the rule has no safe fix. */
  readonly fixLabel: string;
  /** The first locations of the rule's problems. */
  readonly locations: readonly LocationView[];
  /** The number of other locations, such as `12 more`, or an empty string if all locations are listed. */
  readonly moreText: string;
}

export interface LocationView {
  /** The path and line, such as `guides/start.mdx:12`. */
  readonly label: string;
  readonly message: string;
}

export interface CoverageView {
  readonly heading: string;
  /** The text to show if there are no specifications, or while they're being read. */
  readonly emptyText: string;
  readonly columns: readonly [specification: string, shown: string];
  readonly specifications: readonly SpecificationView[];
  readonly unfetchedSpecs: readonly { readonly url: string; readonly text: string; readonly fetchLabel: string }[];
  readonly actions: readonly OverviewButton[];
}

export interface SpecificationView {
  readonly path: string;
  readonly title: string;
  /** `28 of 29 shown`, or the reason why the numbers can't be determined. */
  readonly text: string;
  /** The share of operations that are shown, from 0 to 1. Missing if the share can't be determined. */
  readonly share?: number;
}

export interface FeedbackView {
  readonly heading: string;
  /** `3 open comments. 34 helpful, 6 not helpful.`, or the reason why there's no feedback. */
  readonly text: string;
  readonly worstPages?: {
    readonly columns: readonly [page: string, ratings: string, comments: string];
    readonly rows: readonly {
      readonly url: string;
      readonly title: string;
      readonly ratings: string;
      /** The ratings as text, for screen readers. */
      readonly accessibleText: string;
      readonly comments: string;
    }[];
  };
  readonly actions: readonly OverviewButton[];
}

/** Actions that don't need any other data. */
const actions = [
  "copy",
  "save",
  "fix",
  "openCoverage",
  "openFeedback",
  "connectFeedback",
  "setKey",
  "manageTrust",
  "createConfig",
  "restart",
] as const;
export type OverviewAction = (typeof actions)[number];

const pathSchema = createTextSchema(10_000);

export type FromOverview = Data<typeof fromOverviewSchema>;
export const fromOverviewSchema = v.variant("kind", [
  /** The page has loaded and needs its content. */
  v.object({ kind: v.literal("ready") }),
  v.object({ kind: v.literal("run"), action: v.picklist(actions) }),
  /** Shows the documentation for a rule. */
  v.object({ kind: v.literal("showRule"), code: createTextSchema(200) }),
  /** Shows the locations of a rule's problems. */
  v.object({ kind: v.literal("listPlaces"), code: createTextSchema(200) }),
  /** Opens a location, identified by its label. */
  v.object({ kind: v.literal("openPlace"), code: createTextSchema(200), label: pathSchema }),
  v.object({ kind: v.literal("openSpecification"), path: pathSchema }),
  v.object({ kind: v.literal("fetch"), url: pathSchema }),
  /** Shows the feedback on a page. */
  v.object({ kind: v.literal("showFeedback"), url: pathSchema }),
]);
