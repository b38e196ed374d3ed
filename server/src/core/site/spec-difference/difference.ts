import type { SiteLocation } from "../../text/text-edit.ts";

/**
 * What a change means to readers of the docs. `breaking`: what they have written by the old docs may stop working;
 * `addition`: it goes on working, and more is possible or promised; `wording`: the API is the same, the docs are not.
 */
export type Weight = "breaking" | "addition" | "wording";

/** The heading of a changelog under which a change belongs. */
export type Section = "added" | "changed" | "deprecated" | "removed";

/** One thing that readers notice on the page of an operation. */
export interface Finding {
  readonly kind: FindingKind;
  readonly weight: Weight;
  readonly section: Section;
  /** `query`, `path`, `header`, `cookie`, `body`, `answer 200`, `request` for the operation as a whole. */
  readonly place: string;
  /** `user.name`, `tags[].id`, a parameter; empty for all of the place. */
  readonly name: string;
  /** A clause with names as code: "query parameter `limit` is now required". */
  readonly text: string;
}

export type FindingKind =
  | "added"
  | "removed"
  | "required"
  | "optional"
  | "type"
  | "nullable"
  | "values"
  | "choices"
  | "format"
  | "limits"
  | "default"
  | "other-fields"
  | "serialisation"
  | "deprecated"
  | "no-longer-deprecated"
  | "moved"
  | "security"
  | "servers"
  | "description"
  | "example";

/** An operation as changelogs name it. */
export interface NamedOperation {
  readonly method: string;
  readonly path: string;
  readonly isWebhook: boolean;
  /** Its summary. */
  readonly title: string | undefined;
}

/** What became of one operation. Those that are the same in all that readers see are left out. */
export interface OperationDifference {
  readonly kind: "added" | "removed" | "changed";
  readonly before: NamedOperation | undefined;
  readonly after: NamedOperation | undefined;
  readonly findings: readonly Finding[];
  /** Addresses of its pages now, without a leading slash; those that menus show first. */
  readonly pages: readonly string[];
}

/** What became of one page that is made from the specification. */
export interface PageDifference {
  readonly kind: "added" | "removed" | "changed";
  readonly before: PageFace | undefined;
  readonly after: PageFace | undefined;
}

/** What readers see of a page without opening it. */
export interface PageFace {
  readonly slug: string;
  readonly title: string;
  /** Groups of the menu, outermost first. */
  readonly groups: readonly string[];
  readonly listed: boolean;
}

/** A place of the site that led to a page or an operation of the old specification and does not any more. */
export interface LostPlace {
  readonly kind: "link" | "navigation" | "frontmatter";
  readonly at: SiteLocation;
  /** As written: `/api/list-users#answers`, `GET /users`. */
  readonly text: string;
  /** What happens to readers: `missing`, or it opens the page of `other`. */
  readonly becomes: "missing" | "other-page";
  /** What should stand there now; absent where the operation is gone. */
  readonly instead: string | undefined;
}

export interface SpecDifference {
  /** Servers and ways to sign in that changed for every operation alike, told once. */
  readonly general: readonly Finding[];
  readonly operations: readonly OperationDifference[];
  /** Undefined without a site that uses the specification. */
  readonly pages: readonly PageDifference[] | undefined;
  readonly lost: readonly LostPlace[];
  /** Whether some of a very large operation could not be compared. */
  readonly isPartial: boolean;
}

/** The heaviest of what was found; undefined where nothing was. A page that moves or goes breaks links to it. */
export function weightOf({ general, operations, pages, lost }: SpecDifference): Weight | undefined {
  const weights = new Set<Weight>(operations.flatMap(weightsOf));
  for (const { weight } of general) weights.add(weight);
  for (const page of pages ?? []) weights.add(weightOfPage(page));
  if (lost.length > 0) weights.add("breaking");
  return (["breaking", "addition", "wording"] as const).find((weight) => weights.has(weight));
}

export function weightOfPage({ kind, before, after }: PageDifference): Weight {
  if (kind === "added") return "addition";
  return kind === "removed" || before?.slug !== after?.slug ? "breaking" : "wording";
}

function weightsOf({ kind, findings }: OperationDifference): readonly Weight[] {
  if (kind === "added") return ["addition"];
  return kind === "removed" ? ["breaking"] : findings.map(({ weight }) => weight);
}
