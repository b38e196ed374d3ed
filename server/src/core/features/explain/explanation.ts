import type { SiteLocation } from "../../text/text-edit.ts";

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
