import type { BuiltRequest } from "../../../server/src/core/request/build/build-context.ts";
import { secretNames } from "../../../server/src/core/request/build/secret-placeholders.ts";

/** The names of the secrets that a request would carry, wherever they stand in it. */
export function secretsIn(request: BuiltRequest): readonly string[] {
  return secretNames(JSON.stringify(request));
}
