import type { Phrase } from "../../text/phrase.ts";
import type { SitePath, TextEdit, TextRange } from "../../text/text-edit.ts";
import { modelsOf, type SpecModels } from "../model/operation-model.ts";
import type { SpecOutline } from "../spec-outline.ts";
import type { SpecFiles } from "../spec-tree.ts";
import { type SpecChecks, specFaults } from "./validate-spec.ts";

/** An operation identified by the names in its file. */
export interface OperationName {
  /** The method as in `OperationOutline`. */
  readonly method: string;
  /** The path, such as `/users/{id}`, or the name of a webhook. */
  readonly path: string;
  readonly isWebhook: boolean;
}

/** The requested analysis of a specification. */
export interface AnalysisRequest {
  readonly validity: boolean;
  /** Operations whose models are requested. */
  readonly operations: readonly OperationName[];
}

/** The context for validating a specification. */
export interface ValidationContext {
  readonly checks: SpecChecks;
  /** The text of the specification's own file, for fixes. */
  readonly text: string | undefined;
}

/** The result of an analysis without its outline, as sent by the worker. */
export interface AnalysisResult {
  readonly faults: readonly SpecFault[] | undefined;
  readonly models: SpecModels;
}

/**
 * Analyzes a specification in steps, which allows the caller to respond to other requests in between or cancel it. A
 * step should take only a few milliseconds, because it blocks everything else.
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
 * The analysis of a specification that takes longer than its outline: its validity, and the models of the operations
 * that pages are compared with. It arrives later and applies to exactly that outline.
 */
export interface SpecAnalysis {
  readonly of: SpecOutline;
  /** Undefined if validation wasn't requested; empty for a valid specification. */
  readonly faults: readonly SpecFault[] | undefined;
  readonly models: SpecModels;
}

/** A violation of the OpenAPI or AsyncAPI rules, with its location. */
export interface SpecFault {
  readonly kind: SpecFaultKind;
  readonly file: SitePath;
  /**
   * The smallest relevant range: the value of a wrong type, an unknown key, or the key of the object with a missing
   * one.
   */
  readonly range: TextRange;
  /** The path from the root of its file: `["paths", "/users", "get", "responses"]`. */
  readonly path: readonly string[];
  /** The missing or unknown key, or the value as written, for the message of `kind`. */
  readonly name: string;
  /** A plain description of what is allowed: `a string`; undefined if there's nothing to add. */
  readonly expected?: Phrase | undefined;
  /** For a missing key: the keys that are accepted instead of `name`. */
  readonly instead?: string;
  /** Distinguishes problems of the same kind. */
  readonly variant?: SpecFaultVariant;
  /** The operation, webhook, or channel that contains it; undefined outside of all of them. */
  readonly operation?: FaultyOperation;
  /** Operations that use the invalid part without containing it: a part of their path, or a component. At most 200. */
  readonly users?: readonly FaultyOperation[];
  /** Whether services generate pages anyway, because they check no more than the schemas of the specification do. */
  readonly isTolerated: boolean;
  /** Another location related to the problem: the first of two values that must differ. */
  readonly first?: TextRange;
  readonly repair?: SpecRepair;
}

export interface FaultyOperation {
  /** The method as in `OperationOutline`, or `CHANNEL` for a channel. */
  readonly method: string;
  readonly path: string;
  /** The key of the method or channel. */
  readonly range: TextRange;
  /** The file of the range if a reference includes it; undefined for the specification's own file. */
  readonly file?: SitePath;
}

/** An edit that fixes a problem with an obvious solution. */
export interface SpecRepair {
  readonly kind: "add" | "rename" | "replace";
  /** The added or intended key, or the replacement value. */
  readonly text: string;
  readonly edits: readonly TextEdit[];
}

type SpecFaultVariant =
  /** A key that isn't allowed together with another one. */
  | "beside"
  /** A path parameter that isn't in the path. */
  | "unused"
  /** A name in braces without a parameter. */
  | "undefined";

type SpecFaultKind =
  | "missing-key"
  | "unknown-key"
  | "wrong-type"
  | "wrong-value"
  | "wrong-form"
  | "too-few"
  | "not-unique"
  | "no-choice-fits"
  /** `/a/{x}` next to `/a/{y}`. */
  | "same-path"
  /** A name in braces without a parameter, or a path parameter that isn't in the path. */
  | "path-parameter"
  /** A problem that only the second, compatible validator reports. */
  | "second-verdict";
