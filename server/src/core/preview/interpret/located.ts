import { asFault } from "./fault.ts";
import { spanOf } from "./place.ts";
import type { Scope } from "./scope.ts";

/** A fault from a part that does not know where it is written is one of this node. */
export function located<Answer>(node: object, scope: Scope, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    const fault = asFault(error);
    fault.place ??= { ...spanOf(node, scope.place), file: scope.place.file };
    throw fault;
  }
}
