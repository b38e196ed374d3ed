import { closest } from "../../text/similarity.ts";
import { itemsOf, valueAt, type SpecNode } from "../spec-node.ts";
import { checkRefTexts } from "./check-ref-texts.ts";
import { checkSchemas } from "./check-schemas.ts";
import { checkTwice } from "./check-twice.ts";
import { distinctErrors } from "./distinct-errors.ts";
import { errorsInSteps } from "./errors-in-steps.ts";
import { faultOfError, type FoundFault } from "./fault-of-error.ts";
import type { SpecValidator } from "./spec-checks.ts";

/** What is wrong with a document by itself, without a look at what its references name. `name` is as in `checkName`. */
export function* judgeDocument(
  document: unknown,
  root: SpecNode,
  name: string,
  validator: SpecValidator,
): Generator<void, readonly FoundFault[]> {
  const errors = yield* errorsInSteps(document, root, name, validator);
  yield;
  const found: FoundFault[] = [];
  for (const error of distinctErrors(errors)) {
    const fault = faultOfError(error, root);
    if (fault) found.push(fault);
  }
  yield;
  found.push(...(yield* checkRefTexts(document, root)));
  yield;
  found.push(...(yield* checkTwice(root, name)));
  yield;
  if (name === "openapi-3.1" || name === "openapi-3.2") found.push(...(yield* checkSchemas(document, root)));
  return withoutStandIns(found.filter(({ path }) => !leadsInCircle(root, path)));
}

/**
 * Whether something on the way to a place stands around itself, by an anchor of YAML: it is judged where it stands
 * first, and what is put in its place further in (plain-document.ts) may not fit there.
 */
function leadsInCircle(root: SpecNode, path: readonly string[]): boolean {
  const around = new Set<SpecNode>();
  let node: SpecNode | undefined = root;
  for (const key of path) {
    around.add(node);
    node = valueAt(node, key) ?? itemsOf(node)[Number(key)];
    if (!node) return false;
    if (around.has(node)) return true;
  }
  return false;
}

/** A reference where none may stand is one mistake: what it names would have had the keys that are missing. */
function withoutStandIns(faults: readonly FoundFault[]): readonly FoundFault[] {
  const places = new Set(
    faults
      .filter(({ kind, name }) => kind === "unknown-key" && name === "$ref")
      .map(({ path }) => path.join("\n")),
  );
  return places.size === 0
    ? faults
    : faults.filter(({ kind, path }) => kind !== "missing-key" || !places.has(path.join("\n")));
}

/** A key that is missing because it is misspelt is one mistake: the misspelt one. */
export function withoutMisspelt(faults: readonly FoundFault[]): readonly FoundFault[] {
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
export function inFileOrder(faults: readonly FoundFault[]): readonly FoundFault[] {
  const byPlace = new Map<string, FoundFault>();
  for (const fault of faults) {
    const place = `${fault.range.start} ${fault.range.end} ${fault.name}`;
    if (!byPlace.has(place)) byPlace.set(place, fault);
  }
  return [...byPlace.values()].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}
