import type { SpecFault } from "../spec-fault.ts";
import type { SpecFiles } from "../spec-files.ts";
import type { SpecOutline } from "../spec-outline.ts";
import { checkPaths } from "./check-paths.ts";
import { checkTagTree } from "./check-tag-tree.ts";
import type { FoundFault } from "./fault-of-error.ts";
import { FaultyOperations } from "./faulty-operations.ts";
import { inFileOrder, judgeDocument, withoutMisspelt } from "./judge-document.ts";
import { withoutFollowed } from "./operation-references.ts";
import { PartUsers } from "./part-users.ts";
import { plainDocumentSteps } from "./plain-document.ts";
import { pulledInFaults } from "./pulled-in-faults.ts";
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
  yield;
  const document = yield* plainDocumentSteps(tree, text);
  if (document === undefined) return undefined;
  yield;
  const judged = yield* judgeDocument(document, root, name, validator);
  const found = [...withoutFollowed(judged, files, files.entry, root)];
  if (outline.kind === "openapi") found.push(...(yield* checkPaths(files)));
  if (name === "openapi-3.2") found.push(...checkTagTree(root));
  yield;
  const operations = new FaultyOperations(tree, root);
  const elsewhere =
    outline.reads.length > 0
      ? yield* pulledInFaults(files, document, { name, validator, operations })
      : { faults: [], users: new PartUsers(operations) };
  const own = inFileOrder(withoutMisspelt(found))
    .slice(0, mostFaults)
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
