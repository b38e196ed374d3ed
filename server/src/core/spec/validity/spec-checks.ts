import type { SpecOutline } from "../spec-outline.ts";

/** Checks of OpenAPI and AsyncAPI documents, compiled when Docwright is built (tools/build/spec-validators.mjs). */
export interface SpecChecks {
  /** By the name of a version: `openapi-3.1`, `asyncapi-3.0.0`. */
  readonly validators: Readonly<Record<string, (() => SpecValidator) | undefined>>;
}

/** A function that ajv generated: says whether a value is valid, and what is wrong in `errors`. */
export interface SpecValidator {
  (value: unknown): boolean;
  readonly errors?: readonly ValidatorError[] | null;
}

/** One thing that ajv finds wrong. */
export interface ValidatorError {
  /** `/paths/~1users/get`. */
  readonly instancePath: string;
  /** `#/$defs/operation/required`. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The definition that the value does not fit. */
  readonly parentSchema?: unknown;
  /** The key that is at fault, where keys are checked. */
  readonly propertyName?: string;
}

/** Under which name `SpecChecks` has this version; undefined when pages are made of none such. */
export function checkName({ kind, version, supported }: SpecOutline): string | undefined {
  if (!supported) return undefined;
  const minor = /^3\.\d+/.exec(version)?.[0];
  if (minor === undefined || kind === "swagger") return undefined;
  return kind === "openapi" ? `openapi-${minor}` : `asyncapi-${minor}.0`;
}
