import type { Triage } from "../../../server/src/feedback/entries/state.ts";
import type { TriageChange } from "../../../server/src/feedback/view/panel-model.ts";

/** The part of the editor's memory that is used. */
export interface Memory {
  readonly get: (key: string) => unknown;
  readonly update: (key: string, value: unknown) => PromiseLike<void>;
}

/** The editor reads all that is kept at its start. */
const most = 5000;
const longestText = 2000;

/** What was kept of a project's triage; what is odd in it is left out. */
export function readTriage(memory: Memory, key: string): ReadonlyMap<string, Triage> {
  const kept = memory.get(key);
  if (typeof kept !== "object" || kept === null) return new Map();
  return new Map(
    Object.entries(kept).flatMap(([id, value]: [string, unknown]) => {
      const triage = readOne(value);
      return triage ? [[id, triage] as const] : [];
    }),
  );
}

/** Keeps the newest of them, and only what says something. */
export async function writeTriage(
  memory: Memory,
  key: string,
  triage: ReadonlyMap<string, Triage>,
): Promise<void> {
  const newest = [...triage].sort(([, one], [, other]) => other.changedAt - one.changedAt).slice(0, most);
  await memory.update(key, newest.length === 0 ? undefined : Object.fromEntries(newest));
}

/** The triage with one entry changed. */
export function withTriage(
  triage: ReadonlyMap<string, Triage>,
  id: string,
  change: TriageChange,
  now: number,
): ReadonlyMap<string, Triage> {
  const before = triage.get(id);
  const mark = change.mark === undefined ? before?.mark : (change.mark ?? undefined);
  const assigned = textOf(change.assigned, before?.assigned);
  const note = textOf(change.note, before?.note);
  const next = new Map(triage);
  if (mark === undefined && assigned === undefined && note === undefined) next.delete(id);
  else
    next.set(id, {
      ...(mark !== undefined && { mark }),
      ...(assigned !== undefined && { assigned }),
      ...(note !== undefined && { note }),
      changedAt: now,
    });
  return next;
}

function textOf(change: string | null | undefined, before: string | undefined): string | undefined {
  if (change === undefined) return before;
  return change?.trim().slice(0, longestText) || undefined;
}

function readOne(value: unknown): Triage | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { mark, assigned, note, changedAt } = value as Record<string, unknown>;
  return {
    ...((mark === "done" || mark === "later") && { mark }),
    ...(typeof assigned === "string" && { assigned }),
    ...(typeof note === "string" && { note }),
    changedAt: typeof changedAt === "number" ? changedAt : 0,
  };
}
