import type { SpecOutline } from "../core/spec/spec-outline.ts";
import type { FaultyOperation, SpecFault, SpecStudy } from "../core/spec/validity/analyze-spec.ts";
import type { MoveRange, TextEdit } from "../core/text/text-edit.ts";

/**
 * A study of an older text as that of a newer one, until its own is there: what was found wrong stands where its text
 * stands now. Faults in text that has changed are left out. Undefined when the newer one is of another version.
 */
export function carryStudy(study: SpecStudy, outline: SpecOutline, move: MoveRange): SpecStudy | undefined {
  const { of, faults, models } = study;
  if (of.kind !== outline.kind || of.version !== outline.version) return undefined;
  return { of: outline, faults: faults?.flatMap((fault) => moved(fault, of.path, move) ?? []), models };
}

/** What stands in files that are pulled in stays where it is. */
function moved(fault: SpecFault, path: SpecOutline["path"], move: MoveRange): SpecFault | undefined {
  const isOwn = fault.file === path;
  const range = isOwn ? move(fault.range) : fault.range;
  if (!range) return undefined;
  const { operation, users, first, repair, ...rest } = fault;
  const around = operation && movedOperation(operation, move);
  const where = isOwn ? first && move(first) : first;
  const edits = isOwn ? repair && movedEdits(repair.edits, move) : repair?.edits;
  return {
    ...rest,
    range,
    ...(around && { operation: around }),
    ...(users && { users: users.flatMap((user) => movedOperation(user, move) ?? []) }),
    ...(where && { first: where }),
    ...(repair && edits && { repair: { ...repair, edits } }),
  };
}

function movedOperation(operation: FaultyOperation, move: MoveRange): FaultyOperation | undefined {
  if (operation.file !== undefined) return operation;
  const range = move(operation.range);
  return range && { ...operation, range };
}

function movedEdits(edits: readonly TextEdit[], move: MoveRange): readonly TextEdit[] | undefined {
  const all = edits.flatMap(({ range, newText }) => {
    const now = move(range);
    return now ? [{ range: now, newText }] : [];
  });
  return all.length === edits.length ? all : undefined;
}
