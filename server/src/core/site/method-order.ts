import type { OperationOutline } from "../spec/spec-outline.ts";
import { derive } from "../text/view.ts";

const order: ReadonlyMap<string, number> = new Map(
  ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"].map((method, index) => [
    method,
    index,
  ]),
);

/** The operations as the service takes them: by path as in the file, within a path by method; other methods last. */
export const inServiceOrder = derive(
  (operations: readonly OperationOutline[]): readonly OperationOutline[] => {
    const ranks = new Map<string, number>();
    for (const { path } of operations) if (!ranks.has(path)) ranks.set(path, ranks.size);
    const rankOf = ({ path, method, additional }: OperationOutline) =>
      (ranks.get(path) ?? 0) * 16 + (additional ? 15 : (order.get(method) ?? 15));
    return [...operations].sort((a, b) => rankOf(a) - rankOf(b));
  },
);
