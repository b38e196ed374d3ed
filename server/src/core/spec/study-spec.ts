import { modelsOf } from "./model/models-of.ts";
import type { SpecModels } from "./model/operation-model.ts";
import type { SpecFault } from "./spec-fault.ts";
import type { SpecFiles } from "./spec-files.ts";
import type { SpecOutline } from "./spec-outline.ts";
import type { SpecChecks } from "./validity/spec-checks.ts";
import { specFaults } from "./validity/spec-faults.ts";

/** An operation by the names it has in its file. */
export interface OperationName {
  /** As in `OperationOutline`. */
  readonly method: string;
  /** `/users/{id}`; for a webhook its name. */
  readonly path: string;
  readonly isWebhook: boolean;
}

/** What is to be found out about a specification. */
export interface StudyWish {
  readonly validity: boolean;
  /** Operations whose models are wanted. */
  readonly operations: readonly OperationName[];
}

/** What validity is judged with. */
export interface Judging {
  readonly checks: SpecChecks;
  /** The text of the specification's own file, for repairs. */
  readonly text: string | undefined;
}

/** What a study finds, without the outline that it is of: this is what leaves the worker. */
export interface StudyResult {
  readonly faults: readonly SpecFault[] | undefined;
  readonly models: SpecModels;
}

/**
 * Studies a specification in steps, so that whoever runs it may answer something else in between or give it up. A
 * step should take some milliseconds where that can be; nothing else runs meanwhile.
 */
export function* studySpec(
  files: SpecFiles,
  outline: SpecOutline,
  { validity, operations }: StudyWish,
  judging?: Judging,
): Generator<void, StudyResult> {
  const faults =
    validity && judging ? yield* specFaults(files, outline, judging.checks, judging.text) : undefined;
  const models = yield* modelsOf(files, operations);
  return { faults, models };
}
