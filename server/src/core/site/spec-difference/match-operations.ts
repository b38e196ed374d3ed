import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";

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
