import type { SpecOutline } from "../spec-outline.ts";
import type { SpecFiles } from "../spec-tree.ts";
import { FaultyOperations, PartUsers, excludeFollowedReferences } from "./affected-operations.ts";
import type { SpecFault } from "./analyze-spec.ts";
import { checkPaths, checkTagTree } from "./check-paths.ts";
import { pulledInFaults } from "./pulled-in-files.ts";
import { repairOf } from "./repairs.ts";
import { inFileOrder, validateDocument, plainDocumentSteps, withoutMisspelt } from "./validate-in-steps.ts";
import type { FoundFault } from "./validator-errors.ts";

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

/** How many faults of one file are kept. */
export const maxFaults = 500;

/**
 * What is wrong with a specification by the rules of OpenAPI or AsyncAPI, each mistake once, in the order of the
 * file. References are taken for what they are: `$ref`s that lead nowhere or out of the file are told elsewhere
 * (`SpecOutline.problems`), and what they name is checked where it stands. Undefined when that cannot be said: no
 * checks for this version, a file that cannot be read, or one that is too large when its aliases are written out.
 * `text` is that of the specification's own file; without it no repairs are offered.
 */
export function* specFaults(
  files: SpecFiles,
  outline: SpecOutline,
  { validators }: SpecChecks,
  text?: string,
): Generator<void, readonly SpecFault[] | undefined> {
  const name = checkName(outline);
  const validator = name === undefined ? undefined : validators[name]?.();
  const tree = files.treeOf(files.entry);
  if (name === undefined || !validator || !tree?.root || tree.fault) return undefined;
  const { root } = tree;
  yield;
  const document = yield* plainDocumentSteps(tree, text);
  if (document === undefined) return undefined;
  yield;
  const validated = yield* validateDocument(document, root, name, validator);
  const found = [...excludeFollowedReferences(validated, files, files.entry, root)];
  if (outline.kind === "openapi") found.push(...(yield* checkPaths(files)));
  if (name === "openapi-3.2") found.push(...checkTagTree(root));
  yield;
  const operations = new FaultyOperations(tree, root);
  const elsewhere =
    outline.reads.length > 0
      ? yield* pulledInFaults(files, document, { name, validator, operations })
      : { faults: [], users: new PartUsers(operations) };
  const own = inFileOrder(withoutMisspelt(found))
    .slice(0, maxFaults)
    .map((fault) => {
      const repair = text === undefined ? undefined : repairOf(fault, root, text);
      return settled(fault, files.entry, elsewhere.users, repair);
    });
  return [...own, ...elsewhere.faults];
}

function settled(
  { kind, path, range, name, expected, isTolerated = false, first }: FoundFault,
  file: SpecFault["file"],
  concerning: PartUsers,
  repair: SpecFault["repair"],
): SpecFault {
  const place = { part: undefined, path };
  const [operation] = concerning.around(place);
  const users = operation || isTolerated ? [] : concerning.users(place);
  return {
    kind,
    file,
    range,
    path,
    name,
    expected,
    isTolerated,
    ...(operation ? { operation } : {}),
    ...(users.length > 0 ? { users } : {}),
    ...(first ? { first } : {}),
    ...(repair ? { repair } : {}),
  };
}
