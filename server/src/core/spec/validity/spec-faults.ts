import { closest } from "../../text/closest.ts";
import type { SpecFault } from "../spec-fault.ts";
import type { SpecFiles } from "../spec-files.ts";
import type { SpecOutline } from "../spec-outline.ts";
import { checkPaths } from "./check-paths.ts";
import { checkRefTexts } from "./check-ref-texts.ts";
import { checkSchemas } from "./check-schemas.ts";
import { checkTagTree } from "./check-tag-tree.ts";
import { checkTwice } from "./check-twice.ts";
import { distinctErrors } from "./distinct-errors.ts";
import { faultOfError, type FoundFault } from "./fault-of-error.ts";
import { FaultyOperations } from "./faulty-operations.ts";
import { plainDocument } from "./plain-document.ts";
import { repairOf } from "./repair-of.ts";
import { checkName, type SpecChecks } from "./spec-checks.ts";

/** How many faults of one file are kept. */
export const mostFaults = 500;

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
  const document = plainDocument(tree, text);
  if (document === undefined) return undefined;
  yield;
  const errors = validator(document) ? [] : (validator.errors ?? []);
  yield;
  const found: FoundFault[] = [];
  for (const error of distinctErrors(errors)) {
    const fault = faultOfError(error, root);
    if (fault) found.push(fault);
  }
  yield;
  found.push(...checkRefTexts(document, root), ...checkTwice(root, name));
  if (outline.kind === "openapi") found.push(...checkPaths(files));
  if (name === "openapi-3.1" || name === "openapi-3.2") found.push(...checkSchemas(document, root));
  if (name === "openapi-3.2") found.push(...checkTagTree(root));
  yield;
  const operations = new FaultyOperations(tree, root);
  return inFileOrder(withoutMisspelt(found))
    .slice(0, mostFaults)
    .map((fault) =>
      settled(fault, files.entry, operations, text === undefined ? undefined : repairOf(fault, root, text)),
    );
}

function settled(
  { kind, path, range, name, expected, isTolerated = false, first }: FoundFault,
  file: SpecFault["file"],
  operations: FaultyOperations,
  repair: SpecFault["repair"],
): SpecFault {
  const operation = operations.operationAt(path);
  const users = operation || isTolerated ? [] : operations.usersOf(path);
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

/** A key that is missing because it is misspelt is one mistake: the misspelt one. */
function withoutMisspelt(faults: readonly FoundFault[]): readonly FoundFault[] {
  const missing = new Map<string, FoundFault[]>();
  for (const fault of faults) {
    if (fault.kind !== "missing-key") continue;
    const here = missing.get(fault.path.join("/"));
    if (here) here.push(fault);
    else missing.set(fault.path.join("/"), [fault]);
  }
  const explained = new Set<FoundFault>();
  const named = faults.map((fault) => {
    const here = fault.kind === "unknown-key" ? missing.get(fault.path.join("/")) : undefined;
    const meant =
      here &&
      closest(
        fault.name,
        here.map(({ name }) => name),
      );
    const lacking = here?.find(({ name }) => name === meant);
    if (!lacking) return fault;
    explained.add(lacking);
    return { ...fault, candidates: [lacking.name] };
  });
  return named.filter((fault) => !explained.has(fault));
}

/** By place; of several about one place and name the first found. */
function inFileOrder(faults: readonly FoundFault[]): readonly FoundFault[] {
  const byPlace = new Map<string, FoundFault>();
  for (const fault of faults) {
    const place = `${fault.range.start} ${fault.range.end} ${fault.name}`;
    if (!byPlace.has(place)) byPlace.set(place, fault);
  }
  return [...byPlace.values()].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}
