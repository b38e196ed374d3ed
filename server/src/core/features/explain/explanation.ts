import type { Site } from "../../site/site.ts";
import type { SiteLocation } from "../../text/text-edit.ts";
import { foundWhere, type NavigationPlacement } from "./placements.ts";

/** Why something of a site is shown or not, or where readers meet it. */
export interface Explanation {
  /** What was asked for, as the site calls it: `guides/start`, `GET /users`, `/old/path`. */
  readonly target: string;
  readonly about: "page" | "part" | "file" | "operation" | "address";
  /** A menu of the site leads readers to it; of an address that something answers there. */
  readonly shown: boolean;
  /** One or two sentences that say it all. */
  readonly verdict: string;
  /** Why it is not shown in a few words: `the group \`Basics\` is hidden`. */
  readonly because?: string;
  /** The address at which readers open it, below the host: `/docs/guides/start`. Absent where there is none. */
  readonly url?: string;
  /** From the file to what readers see, in this order. */
  readonly steps: readonly ExplainStep[];
}

export type StepKind =
  | "file"
  | "ignored"
  | "part"
  | "conflict"
  | "syntax"
  | "address"
  | "redirect"
  | "frontmatter"
  | "navigation"
  | "specification"
  | "operation"
  | "use";

/** One link of the chain of reasons. */
export interface ExplainStep {
  readonly kind: StepKind;
  /** `stops`: readers do not get past it; `note`: worth knowing, and changes nothing. */
  readonly state: "ok" | "stops" | "note";
  /** For the author, with names in backticks. */
  readonly sentence: string;
  /** What to look at, or to change. */
  readonly place?: SiteLocation | undefined;
}

/** A step with what the verdict says of it. */
export interface Finding extends ExplainStep {
  /** Behind a colon: `the group \`Basics\` is hidden`. Only of a step that stops. */
  readonly because?: string;
  /** What would show it: `Remove \`hidden\` from the group.` */
  readonly remedy?: string;
  /** A whole sentence in place of that: `Did you mean \`guides/start\`?` */
  readonly hint?: string;
}

/** The reason that the verdict of something not shown gives. */
export function becauseOf(findings: readonly Finding[]): string | undefined {
  return findings.find(({ state, because }) => state === "stops" && because !== undefined)?.because;
}

/** Without what only the verdict needs. */
export function stepsOf(findings: readonly Finding[]): readonly ExplainStep[] {
  return findings.map(({ kind, state, sentence, place }) => ({
    kind,
    state,
    sentence,
    ...(place && { place }),
  }));
}

/** What readers meet: `Readers find it in Guides › Basics, as the second page, and in one more place.` */
export function describeVisible(site: Site, places: readonly NavigationPlacement[], subject = "it"): string {
  const [first] = places;
  const where = first ? foundWhere(site, first) : "in the menu";
  const more = places.length - 1;
  const also = more <= 0 ? "" : more === 1 ? ", and in one more place" : `, and in ${more} more places`;
  return `Readers find ${subject} ${where}${also}.`;
}

/**
 * Why they do not: the first thing that stops them, and what would change it. `address` is where who knows it gets to
 * it all the same.
 */
export function describeHidden(findings: readonly Finding[], address: string | undefined): string {
  const stop = findings.find(({ state, because }) => state === "stops" && because !== undefined);
  const reason = stop?.because ?? "nothing leads to it";
  const advice = stop?.hint ?? (stop?.remedy === undefined ? undefined : `To show it, ${stop.remedy}.`);
  const remedy = advice === undefined ? "" : ` ${advice}`;
  return address === undefined
    ? `Nobody sees it: ${reason}.${remedy}`
    : `No menu leads to it: ${reason}. Readers who know \`${address}\` can open it.${remedy}`;
}

/** A list as people write it: `a, b and c`, and of many the first few. */
export function formatNameList(names: readonly string[], max = 3): string {
  const quoted = names.map((name) => `\`${name}\``);
  if (quoted.length > max) {
    const more = quoted.length - max;
    return `${quoted.slice(0, max).join(", ")} and ${more === 1 ? "one more" : `${more} more`}`;
  }
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} and ${last}`;
}
