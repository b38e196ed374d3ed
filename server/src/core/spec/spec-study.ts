import type { SpecModels } from "./model/operation-model.ts";
import type { SpecFault } from "./spec-fault.ts";
import type { SpecOutline } from "./spec-outline.ts";

/**
 * What takes longer to find out about a specification than its outline: whether it is valid, and the models of the
 * operations that pages are compared with. It comes later than the outline and holds for that very outline.
 */
export interface SpecStudy {
  readonly of: SpecOutline;
  /** Absent where validity was not asked for; empty for a valid specification. */
  readonly faults: readonly SpecFault[] | undefined;
  readonly models: SpecModels;
}
