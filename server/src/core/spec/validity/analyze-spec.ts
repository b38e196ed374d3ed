import type { SitePath, TextEdit, TextRange } from "../../text/text-edit.ts";
import { modelsOf, type SpecModels } from "../model/operation-model.ts";
import type { SpecOutline } from "../spec-outline.ts";
import type { SpecFiles } from "../spec-tree.ts";
import { type SpecChecks, specFaults } from "./validate-spec.ts";

/** An operation by the names it has in its file. */
export interface OperationName {
  /** As in `OperationOutline`. */
  readonly method: string;
  /** `/users/{id}`; for a webhook its name. */
  readonly path: string;
  readonly isWebhook: boolean;
}

/** What is to be found out about a specification. */
export interface AnalysisRequest {
  readonly validity: boolean;
  /** Operations whose models are wanted. */
  readonly operations: readonly OperationName[];
}

/** What validity is judged with. */
export interface ValidationContext {
  readonly checks: SpecChecks;
  /** The text of the specification's own file, for repairs. */
  readonly text: string | undefined;
}

/** What a study finds, without the outline that it is of: this is what leaves the worker. */
export interface AnalysisResult {
  readonly faults: readonly SpecFault[] | undefined;
  readonly models: SpecModels;
}

/**
 * Studies a specification in steps, so that whoever runs it may answer something else in between or give it up. A
 * step should take some milliseconds where that can be; nothing else runs meanwhile.
 */
export function* analyzeSpecification(
  files: SpecFiles,
  outline: SpecOutline,
  { validity, operations }: AnalysisRequest,
  judging?: ValidationContext,
): Generator<void, AnalysisResult> {
  const faults =
    validity && judging ? yield* specFaults(files, outline, judging.checks, judging.text) : undefined;
  const models = yield* modelsOf(files, operations);
  return { faults, models };
}

/**
 * What takes longer to find out about a specification than its outline: whether it is valid, and the models of the
 * operations that pages are compared with. It comes later than the outline and holds for that very outline.
 */
export interface SpecAnalysis {
  readonly of: SpecOutline;
  /** Absent where validity was not asked for; empty for a valid specification. */
  readonly faults: readonly SpecFault[] | undefined;
  readonly models: SpecModels;
}

/** What the rules of OpenAPI or AsyncAPI forbid, at the place where it stands. */
export interface SpecFault {
  readonly kind: SpecFaultKind;
  readonly file: SitePath;
  /** As tight as can be: the value of a wrong kind, the key that is not known, the key of the object that lacks one. */
  readonly range: TextRange;
  /** Steps from the root of its file: `["paths", "/users", "get", "responses"]`. */
  readonly path: readonly string[];
  /** The key that is missing or unknown, the value as written: what the sentence of `kind` names. */
  readonly name: string;
  /** What may stand there, in plain words: `a text`, `one of query, header, path, cookie`; empty where there is nothing to add. */
  readonly expected: string;
  /** The operation (or webhook, or channel) it stands in; absent outside of all. */
  readonly operation?: FaultyOperation;
  /** Operations that use what is at fault without holding it: a part of their path, a component. At most 200. */
  readonly users?: readonly FaultyOperation[];
  /** Services make pages all the same: they check no more than what the schemas of the specification tell. */
  readonly isTolerated: boolean;
  /** Another place that the fault is about: the first of two that must differ. */
  readonly first?: TextRange;
  readonly repair?: SpecRepair;
}

export interface FaultyOperation {
  /** As in `OperationOutline`; for a channel `CHANNEL`. */
  readonly method: string;
  readonly path: string;
  /** The key of the method, or of the channel. */
  readonly range: TextRange;
  /** Where that stands when a reference has pulled it in; absent for the specification's own file. */
  readonly file?: SitePath;
}

/** An edit that puts a fault right, where one is obvious. */
export interface SpecRepair {
  readonly kind: "add" | "rename" | "replace";
  /** The key that is added or meant, the value that is written instead. */
  readonly text: string;
  readonly edits: readonly TextEdit[];
}

export type SpecFaultKind =
  | "missing-key"
  | "unknown-key"
  | "wrong-type"
  | "wrong-value"
  | "wrong-form"
  | "too-few"
  | "not-unique"
  | "no-choice-fits"
  /** `/a/{x}` beside `/a/{y}`. */
  | "same-path"
  /** A name in braces that no parameter defines, and a parameter of the path that stands in no braces. */
  | "path-parameter"
  /** Only the second, compatible validator finds fault. */
  | "second-verdict";
