import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { truncateEnd } from "../../text/message.ts";
import { formatList } from "../../text/phrase.ts";
import type { SiteLocation } from "../../text/text-edit.ts";

/**
 * The impact of a change on readers of the docs. `breaking`: code that is based on the old docs may stop working.
 * `addition`: existing code still works, and the API allows or guarantees more than before. `wording`: only the docs
 * changed, not the API.
 */
export type ChangeImpact = "breaking" | "addition" | "wording";

/** The changelog heading for a change. */
export type Section = "added" | "changed" | "deprecated" | "removed";

/** A change that readers notice on an operation's page. */
export interface Finding {
  readonly kind: FindingKind;
  readonly weight: ChangeImpact;
  readonly section: Section;
  /**
   * The location: `query`, `path`, `header`, `cookie`, `body`, or a response such as `answer 200`. `request` means the
   * operation as a whole.
   */
  readonly place: string;
  /**
   * The name, such as a parameter's name, `user.name`, or `tags[].id`. Empty if the change affects the entire `place`.
   */
  readonly name: string;
  /** A clause in which names are formatted as code, such as "query parameter `limit` is now required". */
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
  | "serialization"
  | "deprecated"
  | "no-longer-deprecated"
  | "moved"
  | "security"
  | "servers"
  | "description"
  | "example";

/** An operation as it appears in a changelog. */
export interface NamedOperation {
  readonly method: string;
  readonly path: string;
  readonly isWebhook: boolean;
  /** The summary of the operation. */
  readonly title: string | undefined;
}

/** The changes to one operation. Operations without visible changes are omitted. */
export interface OperationDifference {
  readonly kind: "added" | "removed" | "changed";
  readonly before: NamedOperation | undefined;
  readonly after: NamedOperation | undefined;
  readonly findings: readonly Finding[];
  /** The current URL paths of the operation's pages, without a leading slash. Pages in the navigation come first. */
  readonly pages: readonly string[];
}

/** The changes to one page that is generated from the specification. */
export interface PageDifference {
  readonly kind: "added" | "removed" | "changed";
  readonly before: PageAppearance | undefined;
  readonly after: PageAppearance | undefined;
}

/** The properties of a page that readers see in the navigation before they open the page. */
export interface PageAppearance {
  readonly slug: string;
  readonly title: string;
  /** The groups in the navigation that contain the page, starting with the outermost. */
  readonly groups: readonly string[];
  readonly listed: boolean;
}

/**
 * A location on the site that refers to a page or operation that exists only in the old version of the specification.
 */
export interface RemovedLocation {
  readonly kind: "link" | "navigation" | "frontmatter";
  readonly location: SiteLocation;
  /** The reference as written, such as `/api/list-users#answers` or `GET /users`. */
  readonly text: string;
  /** What readers see instead: a 404 page (`missing`) or the page of another operation. */
  readonly outcome: "missing" | "other-page";
  /** The text to replace the reference with. Undefined if the operation was removed. */
  readonly replacement: string | undefined;
}

export interface SpecDifference {
  /** Changes to servers and authentication that affect all operations. They're reported only once. */
  readonly general: readonly Finding[];
  readonly operations: readonly OperationDifference[];
  /** The changes to pages. Undefined if no site uses the specification. */
  readonly pages: readonly PageDifference[] | undefined;
  readonly removedLocations: readonly RemovedLocation[];
  /** Whether the comparison is incomplete because an operation is very large. */
  readonly isPartial: boolean;
}

/**
 * Returns the most severe impact, or undefined if nothing changed. If a page is moved or removed, the impact is
 * breaking, because links to the page stop working.
 */
export function getImpact({ general, operations, pages, removedLocations }: SpecDifference): ChangeImpact | undefined {
  const impacts = new Set<ChangeImpact>(operations.flatMap(getImpacts));
  for (const { weight } of general) impacts.add(weight);
  for (const page of pages ?? []) impacts.add(getPageImpact(page));
  if (removedLocations.length > 0) impacts.add("breaking");
  return (["breaking", "addition", "wording"] as const).find((impact) => impacts.has(impact));
}

export function getPageImpact({ kind, before, after }: PageDifference): ChangeImpact {
  if (kind === "added") return "addition";
  return kind === "removed" || before?.slug !== after?.slug ? "breaking" : "wording";
}

function getImpacts({ kind, findings }: OperationDifference): readonly ChangeImpact[] {
  if (kind === "added") return ["addition"];
  return kind === "removed" ? ["breaking"] : findings.map(({ weight }) => weight);
}

/** An operation that exists in one or both versions. */
export interface OperationPair {
  readonly before: OperationOutline | undefined;
  readonly after: OperationOutline | undefined;
  readonly isWebhook: boolean;
}

/**
 * Matches the operations of two versions by method and path, then by method and path with renamed parameters, and then
 * by an `operationId` that is unique in both versions. The result is in the order of the newer version, with removed
 * operations at the end.
 */
export function matchOperations(oldSpec: SpecOutline, newSpec: SpecOutline): readonly OperationPair[] {
  return [
    ...pairOperations(oldSpec.operations, newSpec.operations, false),
    ...pairOperations(oldSpec.webhooks, newSpec.webhooks, true),
  ];
}

function pairOperations(
  oldOperations: readonly OperationOutline[],
  newOperations: readonly OperationOutline[],
  isWebhook: boolean,
): OperationPair[] {
  const oldOperationByNew = new Map<OperationOutline, OperationOutline>();
  const matchedOperations = new Set<OperationOutline>();
  const keyFunctions = [
    ({ method, path }: OperationOutline) => `${method} ${path}`,
    ({ method, path }: OperationOutline) => `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`,
    ({ operationId }: OperationOutline) => operationId,
  ];
  for (const getKey of keyFunctions) {
    const oldOperationByKey = indexUniqueOperations(
      oldOperations.filter((operation) => !matchedOperations.has(operation)),
      getKey,
    );
    const newOperationByKey = indexUniqueOperations(
      newOperations.filter((operation) => !oldOperationByNew.has(operation)),
      getKey,
    );
    for (const [key, operation] of newOperationByKey) {
      const oldOperation = oldOperationByKey.get(key);
      if (!oldOperation) continue;
      oldOperationByNew.set(operation, oldOperation);
      matchedOperations.add(oldOperation);
    }
  }
  return [
    ...newOperations.map((operation) => ({ before: oldOperationByNew.get(operation), after: operation, isWebhook })),
    ...oldOperations
      .filter((outline) => !matchedOperations.has(outline))
      .map((outline) => ({ before: outline, after: undefined, isWebhook })),
  ];
}

/**
 * Returns the operations by key. Excludes keys that are shared by several operations, because they don't identify a
 * single operation.
 */
function indexUniqueOperations(
  operations: readonly OperationOutline[],
  getKey: (operation: OperationOutline) => string | undefined,
): ReadonlyMap<string, OperationOutline> {
  const operationByKey = new Map<string, OperationOutline>();
  const duplicateKeys = new Set<string>();
  for (const operation of operations) {
    const key = getKey(operation);
    if (key === undefined) continue;
    if (operationByKey.has(key)) duplicateKeys.add(key);
    operationByKey.set(key, operation);
  }
  for (const key of duplicateKeys) operationByKey.delete(key);
  return operationByKey;
}

const maxNameLength = 80;

/**
 * Formats a name from the specification as inline code that is valid in Markdown and MDX. The name can contain any
 * characters.
 */
export function formatAsCode(name: string): string {
  const cleanName = name.replace(/\s+/g, " ").replaceAll("`", "'").trim();
  const shownName = truncateEnd(cleanName, maxNameLength);
  return shownName === "" ? '""' : `\`${shownName}\``;
}

/**
 * Formats up to five names as a list, such as "`a`, `b`, and `c`". If there are more names, the list ends with the
 * number of omitted names, such as "and 3 more".
 */
export function formatListAsCode(names: readonly string[], conjunction: "and" | "or" = "and"): string {
  const shownNames = names.slice(0, names.length > 5 ? 4 : 5).map(formatAsCode);
  const hiddenCount = names.length - shownNames.length;
  if (hiddenCount > 0) shownNames.push(`${hiddenCount} more`);
  const type = conjunction === "or" && hiddenCount === 0 ? "disjunction" : "conjunction";
  return formatList(type, shownNames, "en");
}
