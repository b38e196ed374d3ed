import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { truncateEnd } from "../../text/message.ts";
import type { SiteLocation } from "../../text/text-edit.ts";

/**
 * What a change means to readers of the docs. `breaking`: what they have written by the old docs may stop working;
 * `addition`: it goes on working, and more is possible or promised; `wording`: the API is the same, the docs are not.
 */
export type ChangeImpact = "breaking" | "addition" | "wording";

/** The heading of a changelog under which a change belongs. */
export type Section = "added" | "changed" | "deprecated" | "removed";

/** One thing that readers notice on the page of an operation. */
export interface Finding {
  readonly kind: FindingKind;
  readonly weight: ChangeImpact;
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
  readonly before: PageAppearance | undefined;
  readonly after: PageAppearance | undefined;
}

/** What readers see of a page without opening it. */
export interface PageAppearance {
  readonly slug: string;
  readonly title: string;
  /** Groups of the menu, outermost first. */
  readonly groups: readonly string[];
  readonly listed: boolean;
}

/** A place of the site that led to a page or an operation of the old specification and does not any more. */
export interface RemovedLocation {
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
  readonly lost: readonly RemovedLocation[];
  /** Whether some of a very large operation could not be compared. */
  readonly isPartial: boolean;
}

/** The heaviest of what was found; undefined where nothing was. A page that moves or goes breaks links to it. */
export function getImpact({ general, operations, pages, lost }: SpecDifference): ChangeImpact | undefined {
  const weights = new Set<ChangeImpact>(operations.flatMap(weightsOf));
  for (const { weight } of general) weights.add(weight);
  for (const page of pages ?? []) weights.add(getPageImpact(page));
  if (lost.length > 0) weights.add("breaking");
  return (["breaking", "addition", "wording"] as const).find((weight) => weights.has(weight));
}

export function getPageImpact({ kind, before, after }: PageDifference): ChangeImpact {
  if (kind === "added") return "addition";
  return kind === "removed" || before?.slug !== after?.slug ? "breaking" : "wording";
}

function weightsOf({ kind, findings }: OperationDifference): readonly ChangeImpact[] {
  if (kind === "added") return ["addition"];
  return kind === "removed" ? ["breaking"] : findings.map(({ weight }) => weight);
}

/** An operation in both versions, or in one. */
export interface OperationPair {
  readonly before: OperationOutline | undefined;
  readonly after: OperationOutline | undefined;
  readonly isWebhook: boolean;
}

/**
 * The operations of two versions, each with its other self: by method and path, then by path with other names for its
 * parameters, then by an `operationId` that is unique in both. In the order of the newer file, what is gone last.
 */
export function matchOperations(before: SpecOutline, after: SpecOutline): readonly OperationPair[] {
  return [
    ...pairs(before.operations, after.operations, false),
    ...pairs(before.webhooks, after.webhooks, true),
  ];
}

function pairs(
  before: readonly OperationOutline[],
  after: readonly OperationOutline[],
  isWebhook: boolean,
): OperationPair[] {
  const found = new Map<OperationOutline, OperationOutline>();
  const taken = new Set<OperationOutline>();
  const keys = [
    ({ method, path }: OperationOutline) => `${method} ${path}`,
    ({ method, path }: OperationOutline) => `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`,
    ({ operationId }: OperationOutline) => operationId,
  ];
  for (const keyOf of keys) {
    const old = uniqueBy(
      before.filter((one) => !taken.has(one)),
      keyOf,
    );
    const young = uniqueBy(
      after.filter((one) => !found.has(one)),
      keyOf,
    );
    for (const [key, operation] of young) {
      const other = old.get(key);
      if (!other) continue;
      found.set(operation, other);
      taken.add(other);
    }
  }
  return [
    ...after.map((operation) => ({ before: found.get(operation), after: operation, isWebhook })),
    ...before.filter((one) => !taken.has(one)).map((one) => ({ before: one, after: undefined, isWebhook })),
  ];
}

/** What several have in common says nothing about any of them. */
function uniqueBy(
  operations: readonly OperationOutline[],
  keyOf: (operation: OperationOutline) => string | undefined,
): ReadonlyMap<string, OperationOutline> {
  const found = new Map<string, OperationOutline>();
  const twice = new Set<string>();
  for (const operation of operations) {
    const key = keyOf(operation);
    if (key === undefined) continue;
    if (found.has(key)) twice.add(key);
    found.set(key, operation);
  }
  for (const key of twice) found.delete(key);
  return found;
}

const maxLength = 80;

/** A name of the specification as code in Markdown and MDX, whatever is in it. */
export function formatAsCode(name: string): string {
  const plain = name.replace(/\s+/g, " ").replaceAll("`", "'").trim();
  const shown = truncateEnd(plain, maxLength);
  return shown === "" ? '""' : `\`${shown}\``;
}

/** Up to five of them: "`a`, `b` and `c`". */
export function formatListAsCode(names: readonly string[]): string {
  const shown = names.slice(0, names.length > 5 ? 4 : 5).map(formatAsCode);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  const last = shown.pop() ?? "";
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}
